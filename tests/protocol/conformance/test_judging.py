"""A case is a method whose docstring has its number; one that lacks it is no case that nobody runs."""

from types import ModuleType

import pytest

from uno_protocol.conformance.judging import of_module
from uno_protocol.conformance.verdicts import Requirement


def module_with(text: str) -> ModuleType:
    class Cases:
        def tries(self) -> None:
            pass

    Cases.tries.__doc__ = text
    module = ModuleType("some.group")
    vars(module)["Cases"] = Cases
    return module


def test_a_docstring_says_all_of_a_case() -> None:
    (case,) = of_module(module_with("XY-3 P-7.5 P-7.6 SHOULD: tries it\n    -> it works"))
    assert (case.number, case.group, case.clauses) == ("XY-3", "group", ("P-7.5", "P-7.6"))
    assert (case.does, case.expects, case.level) == ("tries it", "it works", Requirement.SHOULD)


def test_a_case_without_a_number_is_not_overlooked() -> None:
    with pytest.raises(ValueError, match="has no number"):
        list(of_module(module_with("tries it -> it works")))


def test_a_case_says_what_it_expects() -> None:
    with pytest.raises(ValueError, match="then -> and what it expects"):
        list(of_module(module_with("XY-3 P-7.5: tries it")))
