"""Which server one may be: every case of key, address, link and id, row by row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_client.trust import STOPS, Doubt, KnownServer, Trust, expected, judge
from uno_client.wording import trust as told

ANN, BOB, EVE = "a" * 26, "b" * 26, "e" * 26
HOME, AWAY, OLD, NEW = "10.0.0.1:7777", "10.0.0.2:7777", "10.0.0.3:7777", "10.0.0.9:7777"
KNOWN = (
    KnownServer(ANN, "id-ann", "Ann's", (HOME,)),
    KnownServer(BOB, "id-bob", "Bob's", (AWAY,)),
    KnownServer("", "id-old", "Old", (OLD,)),
)

ROWS = [
    # what is known, address, the link's fingerprint, the server's, its id, and the verdict
    ((), HOME, None, ANN, None, Trust.FIRST_VISIT),
    ((), HOME, None, None, None, Trust.PLAIN),
    ((), HOME, ANN, ANN, None, Trust.KNOWN),
    ((), HOME, ANN, EVE, None, Trust.OTHER_THAN_LINK),
    ((), HOME, ANN, None, None, Trust.DOWNGRADED),
    (KNOWN, HOME, None, ANN, None, Trust.KNOWN),
    (KNOWN, HOME, None, ANN, "id-ann", Trust.KNOWN),
    (KNOWN, NEW, None, ANN, None, Trust.KNOWN),
    (KNOWN, AWAY, None, ANN, None, Trust.KNOWN),
    (KNOWN, HOME, None, ANN, "id-new", Trust.KNOWN),
    (KNOWN, NEW, None, EVE, None, Trust.FIRST_VISIT),
    (KNOWN, OLD, None, EVE, None, Trust.FIRST_VISIT),
    (KNOWN, OLD, None, EVE, "id-old", Trust.FIRST_VISIT),
    (KNOWN, HOME, None, EVE, None, Trust.ANOTHER_SERVER),
    (KNOWN, HOME, None, EVE, "id-eve", Trust.ANOTHER_SERVER),
    (KNOWN, HOME, None, EVE, "id-ann", Trust.OTHER_KEY),
    (KNOWN, NEW, None, EVE, "id-ann", Trust.OTHER_KEY),
    (KNOWN, NEW, EVE, EVE, "id-ann", Trust.OTHER_KEY),
    (KNOWN, NEW, None, BOB, "id-ann", Trust.OTHER_KEY),
    (KNOWN, HOME, EVE, EVE, "id-eve", Trust.KNOWN),
    (KNOWN, HOME, BOB, ANN, None, Trust.OTHER_THAN_LINK),
    (KNOWN, HOME, BOB, ANN, "id-bob", Trust.OTHER_THAN_LINK),
    (KNOWN, HOME, None, None, None, Trust.DOWNGRADED),
    (KNOWN, NEW, None, None, "id-ann", Trust.DOWNGRADED),
    (KNOWN, NEW, None, None, None, Trust.PLAIN),
    (KNOWN, OLD, None, None, "id-old", Trust.PLAIN),
    (KNOWN, OLD, None, None, "", Trust.PLAIN),
    (KNOWN, OLD, ANN, None, None, Trust.DOWNGRADED),
]


@pytest.mark.parametrize(("known", "address", "link", "found", "server_id", "verdict"), ROWS)
def test_a_server_is_judged_by_its_key_then_by_its_address(
    known: tuple[KnownServer, ...],
    address: str,
    link: str | None,
    found: str | None,
    server_id: str | None,
    verdict: Trust,
) -> None:
    assert judge(known, address, link, found, server_id) is verdict


FEW = st.sampled_from([ANN, BOB, EVE])
IDS = st.sampled_from(["id-ann", "id-bob", "id-eve"])
PLACES = st.sampled_from([HOME, AWAY, NEW])
SERVERS = st.builds(
    KnownServer, st.one_of(st.just(""), FEW), IDS, st.just("S"), st.lists(PLACES, max_size=2).map(tuple)
)


@given(st.lists(SERVERS, max_size=4).map(tuple), PLACES, st.none() | FEW, st.none() | FEW, st.none() | IDS)
def test_no_other_key_passes(
    known: tuple[KnownServer, ...], address: str, link: str | None, found: str | None, server_id: str | None
) -> None:
    verdict = judge(known, address, link, found, server_id)
    if verdict is Trust.KNOWN:
        assert found is not None
        assert link in (None, found)
        assert found == link or any(each.fingerprint == found for each in known)
    if found is None:
        assert verdict in (Trust.PLAIN, Trust.DOWNGRADED)
        if link is not None:
            assert verdict is Trust.DOWNGRADED
    if judge(known, address, link, found, None) in STOPS:  # what the server says of itself makes it no better
        assert verdict in STOPS


def test_what_is_expected_is_told_by_the_id_before_the_address() -> None:
    assert expected(KNOWN, HOME, None) is KNOWN[0]
    assert expected(KNOWN, HOME, "id-bob") is KNOWN[1]
    assert expected(KNOWN, NEW, "id-eve") is None
    assert expected(KNOWN, OLD, "id-old") is None


@pytest.mark.parametrize("verdict", [each for each in Trust if each is not Trust.KNOWN])
def test_every_doubt_is_told_in_words_for_screens_and_in_one_line(verdict: Trust) -> None:
    doubt = Doubt(verdict, HOME, EVE, ("one", "two", "three", "four", "five", "six"), "Ann's \x1b[2Jgame")
    said = [told.heading(doubt), *told.before_words(doubt), told.after_words(doubt), told.reason(doubt)]
    assert all("\x1b" not in each and "\n" not in each for each in said)
    assert HOME in told.reason(doubt)
    assert bool(told.after_words(doubt)) is not doubt.stops
