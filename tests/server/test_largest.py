"""The longest message of a server fits into one frame (P-2.3), whatever people are called."""

from uno_engine.cards import FACES
from uno_engine.options import differences, fingerprint, options_of
from uno_engine.presets import PRESETS, preset
from uno_protocol import messages as m
from uno_protocol import room as rooms
from uno_protocol.codec import encode
from uno_protocol.result import MOST_POINTS, RoundCounts, RoundResult
from uno_protocol.wire import result_to_map, room_to_map
from uno_server.base import limits

LETTER = "\U0001d518"
"""Four bytes in UTF-8, as many as a character may have."""


def named(number: int) -> str:
    """One of many names as long as may be."""
    return LETTER * (limits.Limits().name_length - 3) + f"{number:03}"


def the_largest_room() -> rooms.Room:
    occupants: list[rooms.Occupant | None] = [
        rooms.Occupant(named(seat), None, True, True, "normal", 300) for seat in range(10)
    ]
    room = rooms.Room("KXWM", LETTER * limits.TABLE_NAME_LENGTH, "street", {}, 600, occupants, 0)
    room.options = options_of(preset("classic113"))
    room.watchers = [named(number) for number in range(limits.MOST_WATCHERS)]
    room.muted = [named(number) for number in range(900, 900 + limits.MUTED)]
    room.remarks = [rooms.Remark(named(1), LETTER * limits.Limits().chat_length, 9)] * rooms.REMARKS_KEPT
    room.tally = tuple(rooms.TallyLine(named(number), *[10**6] * 5) for number in range(rooms.LINES_TALLIED))
    return room


def test_a_snapshot_of_the_fullest_table_goes_into_a_frame() -> None:
    # All cards of two decks, in open hands and in the discards; every other field of a game is a few numbers.
    cards = [face.name for face in FACES] * 5
    assert len(cards) > 2 * 120
    room = room_to_map(the_largest_room())
    game = {"hands": cards, "discard": cards, **{f"field {number}": [1000] * 10 for number in range(40)}}
    numbers, seats = (1000,) * 10, tuple(range(10))
    counts = RoundCounts(((1000,) * MOST_POINTS,) * 10, 1000, numbers, numbers, numbers, numbers)
    names, hands = tuple(map(named, seats)), (tuple(FACES * 5), *[()] * 9)
    ended = RoundResult(1000, seats, False, numbers, names, numbers, seats, (seats,), hands, counts)
    result = result_to_map(ended)
    sent = encode(m.Snapshot(table="KXWM", n=2**53 - 1, room=room, game=game, seat=9, result=result))
    assert limits.FRAME_FROM_SERVER // 2 < len(sent) <= limits.FRAME_FROM_SERVER


def test_a_page_of_the_fullest_tables_goes_into_a_frame() -> None:
    rules = max((preset(name) for name in PRESETS), key=lambda each: len(differences(each, preset("street"))))
    line = m.TableLine(
        code="KXWM",
        name=LETTER * limits.TABLE_NAME_LENGTH,
        seats=10,
        people=10,
        bots=10,
        phase="between_rounds",
        preset="classic113",
        options=options_of(rules),
        fingerprint=fingerprint(rules),
        host=named(1),
        password=True,
        locked=True,
        watching=False,
        watchers=limits.MOST_WATCHERS,
    )
    sent = encode(m.Tables(id=2**53 - 1, tables=[line] * limits.TABLES_PER_PAGE, more=True))
    assert limits.FRAME_FROM_SERVER // 2 < len(sent) <= limits.FRAME_FROM_SERVER


def test_all_that_the_lobby_keeps_goes_into_a_frame() -> None:
    line = m.TalkLine(n=2**53 - 1, name=named(1), text=LETTER * limits.Limits().chat_length)
    sent = encode(m.Talk(id=2**53 - 1, lines=[line] * limits.LOBBY_LINES))
    assert limits.FRAME_FROM_SERVER // 2 < len(sent) <= limits.FRAME_FROM_SERVER
