"""A game is shown again: steps, marks, a chosen speed, other eyes; and what is recorded of the game that is on."""

import pytest
from msgspec.structs import replace as with_fields

from tests.client.fake import WELCOME, Fake, after_a_game, at_table, notice, play, press, seen, told
from tests.protocol.recorded_games import RecordedGame, recorded
from uno_client.config import Settings, playing_on
from uno_client.core import recorder, replay
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen
from uno_client.core.model.replay import Replay
from uno_client.core.model.table import PlayPart
from uno_client.core.navigation import place_of
from uno_client.core.requests import say
from uno_client.core.update import update
from uno_client.drawing.palette import Depth, palette
from uno_client.fullscreen.app import clicked
from uno_client.fullscreen.key_handlers import update as update_by_keys
from uno_client.fullscreen.key_handlers import wheel
from uno_client.fullscreen.looks import look
from uno_client.fullscreen.screens import draw
from uno_client.messages import Copy, Fetched, Key, PlayOn, Pointed, Quit, RecordChecked, Tick
from uno_client.screens.frame import Size
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import Card, canonical_order
from uno_engine.decisions import Vote, asked
from uno_engine.events import Asked, Event
from uno_engine.scenario.notation import read_position
from uno_engine.state import Game
from uno_protocol import messages as net
from uno_protocol.fold import TableView
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.records.file import GameRecord, RecordedPlayer, RecordStep, read, write
from uno_protocol.records.showing import Showing, room_of
from uno_protocol.room import GameCleared, GameOpened, HandsShown, PhaseChanged, RoomEvent, RoomPhase, SeatTaken
from uno_protocol.wire import event_to_map

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(40, 10))


def of_file(game: RecordedGame, eyes: int | None = -1, name: str = "zoe") -> Model:
    """The model of somebody who looks at the record of a game, in full or with a viewer's eyes."""
    data = game.data if eyes == -1 else game.eyes(eyes)
    return replay.opened(Model(name=name, now=50.0), read(data))


def at(model: Model) -> int:
    return of(model).at


def of(model: Model) -> Replay:
    assert model.replay is not None
    return model.replay


def test_keys_lead_by_turns_and_marks_and_to_both_ends() -> None:
    model = of_file(recorded(0), 0)
    showing = of(model).showing
    assert at(model) == 0
    for keys, place in (
        ("right right right left", showing.turns[2]),
        (
            "down",
            showing.marks[0].at if showing.marks[0].at > showing.turns[2] else showing.mark_after(showing.turns[2]),
        ),
        ("end", len(showing)),
        ("up", showing.mark_before(len(showing))),
        ("home", 0),
    ):
        model, _ = press(model, keys)
        assert at(model) == place, keys
    assert wheel(model, up=False) == Key("right")
    assert wheel(model, up=True) == Key("left")


def test_a_click_on_the_slider_leads_there() -> None:
    model = of_file(recorded(0), 0)
    drawn = draw(model, Size(80, 24), palette())
    row = next(row for row, line in enumerate(drawn.text()) if "turn 0 of" in line)
    meant = clicked(drawn, 45, row)
    assert isinstance(meant, Pointed)
    model, _ = update_by_keys(model, meant)
    assert at(model) == meant.at
    assert 0.4 < at(model) / len(of(model).showing) < 0.8


def test_it_plays_at_a_chosen_speed_and_pauses_at_the_end() -> None:
    model = of_file(recorded(6), 0)
    model, _ = press(model, "space")
    turns = of(model).showing.turns
    model, _ = update(model, Tick(50.0 + replay.PACES[1].seconds - 0.01))
    assert at(model) == 0
    model, _ = update(model, Tick(50.0 + replay.PACES[1].seconds))
    assert at(model) == turns[1]
    model, _ = press(model, "s")
    model, _ = update(model, Tick(model.now + replay.PACES[2].seconds))
    assert at(model) == turns[2]
    assert replay.pause(model) == replay.PACES[2].seconds / 2
    model, _ = press(model, "left")
    assert not of(model).running
    model, _ = press(model, "end space")
    assert (at(model), of(model).running) == (0, True)
    for _ in range(len(turns)):
        model, _ = update(model, Tick(model.now + 5))
    assert (at(model), of(model).running) == (len(of(model).showing), False)


def test_a_stranger_sees_of_the_slider_what_was_shown_until_the_marks_are_wanted() -> None:
    model, _ = press(of_file(recorded(0)), "right right")
    turns = of(model).showing.turns
    assert of(model).end == turns[2]
    assert "turn 2" in told(model)
    assert "★" not in seen(model)
    for key in ("down", "end"):
        model, _ = press(model, key)
        assert at(model) == turns[2]
        assert notice(model).endswith("its marks are hidden. Press m to show them.")
    assert not notice(press(model, "left down")[0])
    model, _ = press(model, "m")
    assert not notice(press(model, "end")[0])
    assert (of(model).end, at(model)) == (len(of(model).showing), turns[2])
    assert "★" in seen(model)
    assert of(of_file(recorded(0), name="Player 1")).end > turns[2]  # who sat in the game


def test_marks_have_names() -> None:
    model, _ = press(of_file(recorded(3)), "m")
    ascii_text = "\n".join(draw(model, Size(80, 24), look("dark", Depth.MONO, "ascii", model)).text())
    for name, plain in (("★", "*"), ("⇄", "<>"), ("UNO", "UNO")):
        assert name in seen(model)
        assert name in seen(model, Size(60, 20)).split("\n", 1)[1]
        assert plain in ascii_text
    assert "round 2" in seen(press(of_file(recorded(21)), "m")[0], Size(200, 50))


def test_a_notice_never_hides_the_draw_pile() -> None:
    model, _ = press(of_file(recorded(4), 0), "right " * 47)
    before, said = (seen(each, Size(60, 20)).splitlines() for each in (model, say(model, "Copied, if you like.")))
    assert [at for at, line in enumerate(said) if line != before[at]] == [10]
    assert "Copied, if you like." in said[10]


def test_before_the_deal_there_is_no_round_and_nobody_is_out() -> None:
    for size in SIZES[:3]:
        text = seen(of_file(recorded(4)), size)
        assert "round" not in text
        assert "out" not in text


def test_a_record_of_all_hands_is_seen_with_any_eyes() -> None:
    model = of_file(recorded(0))
    game = of(model).showing.at(40).game
    assert game is not None
    assert all(game.hands[seat] for seat in range(4) if game.counts[seat])
    model, _ = press(model, "e")
    assert of(model).showing.viewer == 0
    assert "from Player 0's seat" in told(model)
    model, _ = press(model, "h end")
    game = of(model).showing.at(40).game
    assert game is not None
    assert [bool(hand) for hand in game.hands] == [True, False, False, False]
    model, _ = press(of_file(recorded(0), 2), "e h")
    assert of(model).showing.viewer == 2
    assert not of(model).showing.open_hands


@pytest.mark.parametrize(("number", "eyes"), [(6, 0), (7, -1), (8, None), (9, -1)])
def test_every_place_can_be_drawn(number: int, eyes: int | None) -> None:
    model = of_file(recorded(number), eyes)
    for at, turn in enumerate(of(model).showing.turns[::3]):
        seen(replace(model, replay=replay.moved(of(model), turn)), SIZES[at % len(SIZES)])


@pytest.mark.parametrize("false", [False, True])
def test_the_verdict_is_said(false: bool) -> None:
    model, _ = update(of_file(recorded(6)), RecordChecked("It is so.", false=false))
    assert "It is so." in " ".join(seen(press(model, "right")[0]).split())
    assert ("false record" in seen(model)) == false
    assert update(Model(), RecordChecked("Late."))[0] == Model()


def test_a_file_ends_with_the_program_and_its_pages_are_about_its_table() -> None:
    model, did = press(of_file(recorded(6)), "i")
    assert "Rules of 6" in seen(model)
    model, did = press(model, "escape escape")
    assert did == [Quit(0)]


def test_v_shows_the_last_turns_of_the_game_again_and_leads_back() -> None:
    game = at_table("R5 R6 R7", "G1 R2")
    for action in (play(0, "R5"), play(1, "R2"), play(0, "R6", uno=True), act.Draw(1), act.Keep(1), play(0, "R7")):
        if action.seat == game.state.waiting_for.seat:  # type: ignore[union-attr]  # a drawn card may fit
            game.play(action)
    game.happen(PhaseChanged(RoomPhase.FINISHED))
    assert "see it again" in game.bottom
    game.press("v")
    model = game.model
    assert place_of(model) is Scope.REPLAY
    assert of(model).running
    assert at(model) < len(of(model).showing)
    game.press("home")
    assert sorted(card.name for card in model_hand(game)) == ["R5", "R6", "R7"]
    game.press("end")
    assert model_hand(game) == []
    game.press("v")
    assert place_of(game.model) is Scope.RESULT


def model_hand(game: Fake) -> list[Card]:
    there = of(game.model).table.game
    assert there is not None
    return list(there.hands[0])


@pytest.mark.parametrize("news", ["deal", "question", "snapshot"])
def test_the_table_comes_back_when_it_needs_the_player(news: str) -> None:
    game = after_a_game("R5", "G1 G2", phase=RoomPhase.BETWEEN_ROUNDS, options={"goal": "points"})
    game.press("v")
    game.happen(PhaseChanged(RoomPhase.PLAYING))
    assert game.model.replay is not None
    if news == "deal":
        game.play(act.Deal())
    elif news == "question":
        game.happen(PhaseChanged(RoomPhase.PLAYING)).entry(event_to_map(Asked(Vote((1,)))))
        assert game.model.replay is not None
        game.entry(event_to_map(Asked(Vote((0, 1)))))
    else:
        game.snapshot()
    assert game.model.replay is None


def test_a_game_that_is_over_is_kept_when_the_table_is_shown_anew() -> None:
    game = after_a_game()
    kept = game.model.play.recorded
    game.snapshot()
    assert kept is not None
    assert game.model.play.recorded is kept
    game.happen(PhaseChanged(RoomPhase.WAITING))
    assert game.model.play.recorded is kept


def test_a_game_that_the_host_ended_is_shown_and_saved_in_the_waiting_room() -> None:
    assert "see it again" not in after_a_game(phase=RoomPhase.WAITING).but(unseen).bottom
    game = after_a_game("R5", "G1 G2", phase=RoomPhase.WAITING, options={"goal": "points"}).happen(GameCleared())
    game.feed(with_fields(WELCOME, capabilities=["records"]))
    assert "see it again" in game.bottom
    assert game.press("v").model.replay is not None
    assert game.press("escape w").model.fetch is not None


def unseen(model: Model) -> Model:
    return replace(model, play=replace(model.play, recorded=None))


def test_there_is_nothing_to_show_of_a_game_that_nobody_saw() -> None:
    game = after_a_game()
    assert game.model.play.recorded is not None
    game.but(unseen)
    assert "see it again" not in game.bottom
    assert game.press("v").model.replay is None


def watched(game: RecordedGame, seat: int | None, *, since: int = 0) -> Model:
    """The model of somebody who was sent a game in that seat, or as a spectator, from that event on."""
    sits = tuple(one is not None for one in game.header.seats)
    events: list[Event | RoomEvent] = [GameOpened(sits, game.header.chosen)]
    events += [event.seen_by(seat) for event in game.events]
    events.insert(-6, HandsShown((None,) * len(sits)))
    table, kept = TableView("ABCD", 0, seat, room_of(game.header)), None
    for n, event in enumerate(events, 1):
        table.apply(net.Entry(table="ABCD", n=n, event=event_to_map(event)))
        kept = recorder.of_snapshot(table, kept, float(n)) if n == since else recorder.of_event(table, event, kept, n)
    assert kept is not None
    return Model(name="zoe", screen=Screen.TABLE, play=PlayPart(table=table, recorded=kept))


@pytest.mark.parametrize("number", [0, 21])
def test_the_game_up_to_any_turn_can_be_begun_from(number: int) -> None:
    model = of_file(recorded(number))
    for turn in of(model).showing.turns:
        there = replay.moved(of(model), turn)
        if replay.begins_turn(game := there.table.game):
            assert game is not None
            begun = read_position(playing_on(Settings(), replay.moves_here(there)).position).state
            assert (held(begun), begun.discard, begun.colour) == (held(game), game.discard, game.colour), turn


def held(game: Game) -> list[list[Card]]:
    """The hands of a game by seat, without the empty ones."""
    return [sorted(hand, key=canonical_order) for hand in game.hands if hand]


@pytest.mark.parametrize("number", [0, 3, 6, 9])
@pytest.mark.parametrize("seat", [0, None])
def test_what_was_sent_is_the_record_of_those_eyes(number: int, seat: int | None) -> None:
    game = recorded(number, mixing=True)
    table = TableView("ABCD", 0, seat, room_of(game.header))
    sits = tuple(one is not None for one in game.header.seats)
    kept = None
    events: list[Event | RoomEvent] = [
        GameOpened(sits, game.header.chosen, tuple(game.header.shares or ())),
        *game.mixed,
    ]
    events += [event.seen_by(seat) for event in game.events]
    for n, event in enumerate(events, 1):
        table.apply(net.Entry(table="ABCD", n=n, event=event_to_map(event)))
        kept = recorder.of_event(table, event, kept, now=float(n))
    assert kept is not None
    record = recorder.record_of(kept)
    shown = Showing(read(write(*record)))
    assert shown.at(len(shown)).game == table.game
    assert (record.header.shares, record.header.commitment) == (game.header.shares, game.header.commitment)
    assert check(write(*record)).verdict is RecordVerdict.NOT_CHECKED


def test_names_in_a_file_reach_no_terminal_raw() -> None:
    header, steps = read(recorded(9).data)
    evil = "Eve\x1b[31m\u202e"
    seats: list[RecordedPlayer | None] = [RecordedPlayer(f"{evil}{seat}") for seat in range(len(header.seats))]
    header = replace(header, table=evil, game=evil, seats=seats)
    record = GameRecord(header, (*steps, RecordStep(steps[-1].seconds, SeatTaken(1, evil))))
    model, _ = press(replay.opened(Model(), record), "m end")
    shown = "".join((seen(model), seen(press(model, "e")[0]), *(line.text for line in of(model).story)))
    assert "Eve" in shown
    assert not {"\x1b", "\u202e"} & set(shown)


def test_long_names_in_a_file_are_cut() -> None:
    header, steps = read(recorded(9).data)
    long = "n" * 5000
    seats: list[RecordedPlayer | None] = [RecordedPlayer(long) for _ in header.seats]
    record = GameRecord(replace(header, table=long, game=long, seats=seats), steps)
    shown = of(replay.opened(Model(), record))
    names = (shown.record.header.table, shown.record.header.game, *(line.text for line in shown.story))
    assert "nn" in "".join(names)
    assert "n" * 33 not in "".join(names)


def test_a_newcomer_is_named() -> None:
    header, steps = read(recorded(9).eyes(None))
    record = GameRecord(header, (*steps, RecordStep(steps[-1].seconds, SeatTaken(1, "Bob"))))
    model, _ = press(replay.opened(Model(), record), "m end")
    assert "Bob" in of(model).story[-1].text
    assert "Bob" in seen(model)


@pytest.mark.parametrize(("seat", "since"), [(2, 0), (2, 90), (None, 0)])
def test_a_record_that_is_fetched_takes_the_place_of_what_was_seen(seat: int | None, since: int) -> None:
    game, whole = recorded(0), read(recorded(0).data)
    model, _ = press(replay.of_the_game(watched(game, seat, since=since)), "m left left s space")
    wider, _ = update(model, Fetched(whole))
    for place in (at(model), 0):
        model, wider = (replace(each, replay=replay.moved(of(each), place and at(each))) for each in (model, wider))
        assert of(wider).table.game == of(model).table.game or not place
        assert (of(wider).showing.viewer, of(wider).running, of(wider).pace) == (seat, True, 2)
    assert len(of(wider).showing) == len(game.events)
    assert has_hands(press(wider, "h end up")[0]) > has_hands(press(wider, "end up")[0])
    again = replay.of_the_game(replace(wider, replay=None))
    assert of(again).record == of(wider).record
    assert update(replace(model, replay=None), Fetched(whole))[0].play == wider.play


def has_hands(model: Model) -> int:
    game = of(model).table.game
    assert game is not None
    return sum(map(bool, game.hands))


def test_a_record_of_another_game_is_not_shown() -> None:
    model = replay.of_the_game(watched(recorded(0), 2))
    other = read(recorded(0).data)
    other = GameRecord(other.header, other.steps[:400])
    for fetched, said in ((other, "isn't what you saw"), (None, "can't be shown")):
        after, _ = update(model, Fetched(fetched))
        assert of(after) == of(model)
        assert said in notice(after)
    assert update(Model(), Fetched(other))[0] == Model()
    alone = of_file(recorded(0))
    assert update(alone, Fetched(other))[0] is alone


@pytest.mark.parametrize("seat", [0, None])
def test_spectators_see_of_the_slider_what_was_shown(seat: int | None) -> None:
    model = replay.of_the_game(watched(recorded(0), seat))
    assert (of(model).end == len(of(model).showing)) == (seat is not None)
    assert ("m show marks" in seen(model, Size(120, 40))) == (seat is None)


def test_p_plays_on_where_a_turn_begins_once_the_game_is_over() -> None:
    model, did = press(of_file(recorded(0)), "p")
    assert notice(model).startswith("Once the game is over")
    assert not did
    model, did = press(model, "right right right p")
    assert isinstance(did[0], PlayOn)
    begun = read_position(did[0].position)
    game = of(model).table.game
    assert game is not None
    turn = asked(game.waiting_for)[0]
    assert begun.names[0] == f"Player_{turn}"
    assert sorted(begun.state.hands[0], key=canonical_order) == game.hands[turn]
    assert begun.state.seed.hex() != recorded(0).header.seed
    assert f"stock-only: {game.stock_count};" in did[0].position
    assert playing_on(Settings(name="zoe"), did[0].position).name == "zoe"


def test_a_position_can_be_pasted_between_quotes() -> None:
    header, steps = read(recorded(0).data)
    header = replace(header, seats=[RecordedPlayer("O'Hara"), *header.seats[1:]])
    model, _ = press(replay.opened(Model(), GameRecord(header, steps)), "right right right")
    assert "'" not in replay.position_here(of(model))


def test_p_plays_on_from_a_game_at_a_table_once_it_is_over() -> None:
    game = at_table("R5 R6 R7", "G1 R2").play(play(0, "R5"))
    assert "play on" not in seen(replay.of_the_game(game.model))
    assert not press(replay.of_the_game(game.model), "left p")[1]
    game = after_a_game("R5", "G1 G2").press("v home p")
    begun = game.others[-1]
    assert isinstance(begun, PlayOn)
    assert begun.position.startswith("rules: official")
    assert of(game.model).running is False


@pytest.mark.parametrize(
    ("eyes", "keys", "copied"), [(-1, "m end", "; deal; "), (1, "right right right", "hand Player_1: ")]
)
def test_y_copies_the_game_up_to_there(eyes: int, keys: str, copied: str) -> None:
    model, did = press(of_file(recorded(0), eyes), f"{keys} y")
    assert isinstance(did[0], Copy)
    assert copied in did[0].text
    assert notice(model).startswith("Copied, if your terminal allows it: the ")
    read_position(did[0].text)
    model, did = press(of_file(recorded(0), 1), "home y")
    assert not did
    assert "wherever a turn begins" in notice(model)
