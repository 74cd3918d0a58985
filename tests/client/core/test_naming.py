"""A typed name or number means one person, or the player is asked which."""

import pytest

from uno_client.core.people import Unclear, meant

HERE = {1: "ann", 2: "Bob", 3: "2", 5: "dee"}
MEANT = {"Bob": ["bob", "#2"], "2": ['"2"', "#3"], "dee": ["5", "5 ", "d"], None: ["#4", "0", '""']}


@pytest.mark.parametrize(("typed", "found"), [(typed, found) for found, several in MEANT.items() for typed in several])
def test_a_number_and_a_name_mean_one(typed: str, found: str | None) -> None:
    assert meant(typed, HERE.values(), HERE, begun=True) == found


def test_a_number_that_is_also_a_name_is_asked_about() -> None:
    with pytest.raises(Unclear, match='type #2 for Bob, or "2" for the name'):
        meant("2", HERE.values(), HERE, begun=True)


def test_of_two_that_differ_in_case_the_one_that_was_typed_is_meant() -> None:
    assert meant("bo", ["Bo", "bo"], {}) == "bo"
    with pytest.raises(Unclear, match="BO could be several players: Bo and bo"):
        meant("BO", ["Bo", "bo"], {})


def test_quotes_may_be_part_of_a_name() -> None:
    assert meant('"bo"', ['"bo"'], {}) == '"bo"'
    with pytest.raises(Unclear, match='"bo" could be several players: "bo" and bo'):
        meant('"bo"', ["bo", '"bo"'], {})


def test_a_beginning_is_taken_only_where_that_is_wanted() -> None:
    assert meant("de", HERE.values(), HERE) is None
    assert meant("e", ["eve", "emil"], {}, begun=True) is None
