"""Texts know how wide they are, whatever is in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_client.drawing.texts import fit, width, wrap
from uno_client.wording.sanitize import clean


@given(st.text(max_size=60).map(clean), st.integers(4, 30))
def test_wrapped_lines_fit_and_lose_no_letter(words: str, columns: int) -> None:
    lines = wrap(words, columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")


@pytest.mark.parametrize(
    ("words", "columns", "fitted"),
    [("ann", 3, "ann"), ("anna", 3, "an…"), ("日本語", 5, "日本…"), ("日本", 4, "日本"), ("x", 0, "")],
)
def test_a_text_is_cut_with_an_ellipsis(words: str, columns: int, fitted: str) -> None:
    assert fit(words, columns) == fitted
