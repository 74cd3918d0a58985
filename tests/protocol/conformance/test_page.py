"""For each clause without a case, the page names a clause that exists and a test that exists."""

import re

import pytest

from tests.planting import ROOT
from tests.protocol.conformance.page import WITHOUT_CASE
from uno_protocol.conformance.report import clauses_of_the_document


@pytest.mark.parametrize("clause", WITHOUT_CASE)
def test_what_is_named_instead_of_a_case_is_there(clause: str) -> None:
    assert clause in clauses_of_the_document()
    for name in re.findall(r"`([^`]+)`", WITHOUT_CASE[clause]):
        assert (ROOT / name.partition(" ")[0]).is_file()
