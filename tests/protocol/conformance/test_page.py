"""Is what the page says of clauses without a case true: is there such a clause, and the test that is named for it?"""

import re

import pytest

from protocol.conformance.report import clauses_of_the_document
from tests.protocol.conformance.broken import ROOT
from tests.protocol.conformance.page import WITHOUT_CASE


@pytest.mark.parametrize("clause", WITHOUT_CASE)
def test_what_is_named_instead_of_a_case_is_there(clause: str) -> None:
    assert clause in clauses_of_the_document()
    for name in re.findall(r"`([^`]+)`", WITHOUT_CASE[clause]):
        assert (ROOT / name).is_file()
