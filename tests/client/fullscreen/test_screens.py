"""Screens are functions of the model: what is on them, and that they fit, whatever the model holds."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.client.fake import (
    NAMES,
    NORMAL,
    WELCOME,
    Fake,
    after_a_game,
    at_table,
    in_list,
    page_of,
    position,
    press,
    render,
    said_on,
    seen,
    served,
    text_of,
    with_tables,
)
from tests.client.fullscreen.test_key_handlers import on_option
from tests.client.test_every_request import forgotten, uncalled, waiting
from uno_client.core.model import Model
from uno_client.core.model.parts import (
    LinkPart,
    LinkPhase,
    LobbyPart,
    Notice,
    Scope,
    Screen,
    ServerPart,
    StartPart,
    Tone,
)
from uno_client.core.navigation import AT_HAND, key_place, to_connect
from uno_client.drawing.palette import palette
from uno_client.drawing.texts import width
from uno_client.fullscreen.key_handlers import update
from uno_client.fullscreen.keys import BINDINGS
from uno_client.messages import Connecting, Invited, Key, LinkDown, LinkUp, Typed
from uno_client.screens.frame import SMALLEST, Size
from uno_client.screens.rules_shown import pictured
from uno_client.screens.table.layout import layout
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine import decisions as asks
from uno_engine.cards import deck
from uno_engine.clauses import CLAUSES
from uno_engine.explain import explain
from uno_engine.options import options_of, with_options
from uno_engine.presets import PRESETS
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import Occupant, RoomPhase
from uno_protocol.wire import room_to_map

pytestmark = pytest.mark.fast

SIZES = (SMALLEST, NORMAL, Size(100, 30), Size(200, 60))


def lobby() -> Model:
    lines = (
        in_list("ABCD", "Kitchen", bots=2),
        in_list(code="EFGH", name="日本語" * 20, seats=10, people=9, phase="odd"),
        in_list("IJKL", "Den", preset="street", options={"stacking": "any"}, fingerprint="12ab34cd"),
        in_list("MNOP", "Odd", preset="unheard_of"),
    )
    link, server = LinkPart(LinkPhase.ONLINE), ServerPart("Ann's game")
    return Model(link=link, screen=Screen.TABLES, lobby=LobbyPart(lines), name="ann", server=server)


def extra(*hands: str, rule: str = "open_hand", goal: str = "single_round", **more: Any) -> Fake:
    """A table with extra cards and that rule for the customizable ones."""
    options = {"extra": "2,2,4", "customizable_rule": rule, "goal": goal}
    return at_table(*(hands or ("R5 B7 WC", "G1 G2", "Y1 Y2 Y3")), options=options, **more)


def voting(seat: int | None = 0, *voted: int) -> Model:
    """The vote of three players, seen from a seat, after some have voted."""
    state = position("R5", "G1", "B1", asked=asks.Vote((0, 1, 2)), options={"extra": "0,0,3"})
    state.phase, state.ballot = Phase.VOTING, ("open_hand", "hands_move_on", "everyone_passes_one")
    state.hands, state.counts = [[], [], []], [0, 0, 0]
    game = Fake(state, seat=seat).begin()
    for other in voted:
        game.play(act.Cast(other, "hands_move_on"))
    return game.model


def last_ones() -> Fake:
    """Until one is left: the third player is out, bob's hand is face up."""
    game = extra(goal="until_last")
    game.state.playing[2], game.state.counts[2], game.state.hands[2] = False, 0, []
    game.state.out, game.state.open_hands, game.room.test = (2,), (1,), True
    game.snapshot()
    return game


def crowd() -> Fake:
    """Ten players with two cards each; the second hand is large and lies open."""
    hands = ["R5 WC W", "G1 G2 Y1 Y2 Y3 Y4 Y5 Y6 Y7 W", "Y1 Y2", *[f"R{n} R{n}" for n in (1, 2, 3, 4, 6, 7, 8)]]
    game = extra(*hands)
    game.state.open_hands = (1,)
    game.snapshot()
    return game


def creating(first: str, second: str) -> Model:
    """The form for a new table, with the first other value of two options chosen."""
    return press(on_option(second, press(on_option(first), "right")[0]), "right")[0]


def full_house() -> Fake:
    """A waiting room with ten seats, many who watch, and everything that can be said of a door."""
    game = Fake(position(*[f"R{number}" for number in range(9)], "B9"))
    wide = "日本語の名前とても長い名前"
    room = game.room
    room.phase = RoomPhase.WAITING
    room.occupants = [Occupant(NAMES[0]), *[Occupant(wide, extra_seconds=300) for _ in range(8)], Occupant("last")]
    room.watchers = [f"{wide}{number}" for number in range(50)]
    room.screens = [f"TV {number}" for number in range(50)]
    room.locked = room.password = room.test = True
    room.show_hands = False
    room.listed = room.watching = False
    room.muted = [wide]
    game.begin().but(lambda model: served(model, "[fe80::1234:5678:9abc:def0%enp0s31f6]:7777"))
    return game


def shown() -> Model:
    """The end of a round of ten, with all hands."""
    hands = ["B1 B2 B3 B4 B5 B6 B7 B8"] * 2 + [f"G{number} Y{number}" for number in range(1, 8)]
    game = after_a_game("R5", *hands, options={"decks": "2"})
    return game.happen(rm.HandsShown(tuple(tuple(hand) for hand in game.state.hands))).model


LOST = "the server has been silent for a long, long time"


def models() -> dict[str, Model]:
    """Every screen, in the language in use."""
    away = Occupant("bob", stand_in="normal", extra_seconds=60)
    invited = press(served(full_house().model, "", web=True), "m o")[0]
    return {
        "full house": full_house().model,
        "menu": full_house().press("m").model,
        "menu in a game": at_table().press("m").model,
        "somebody": full_house().press("m k").model,
        "seconds": at_table().press("m t 2").model,
        "invited": update(invited, Invited(("http://192.0.2.5:7777/", "http://198.51.100.55:17777/")))[0],
        "changing": full_house().press("m c").model,
        "code": press(lobby(), "c")[0],
        "away": at_table("R5 B7", "G1 G2").happen(rm.StandInChanged(0, "normal")).model,
        "hands shown": shown(),
        "vote": voting(),
        "voted": voting(0, 0, 1),
        "watched vote": voting(None, 1),
        "choose player": extra().press("w enter g").model,
        "choose of ten": crowd().press("w enter g").model,
        "open hands": last_ones().model,
        "open hand in a crowd": crowd().model,
        "swap": extra(top="WS", colour="R", asked=asks.ChoosePlayer(0)).model,
        "keep one": extra("R5 R7 B7", "G1 G2", colour="R", asked=asks.KeepOne(0), rule="discard_colour").model,
        "pass": extra(asked=asks.PassCard((0, 2)), rule="everyone_passes_one").model,
        "passed": extra(asked=asks.PassCard((1, 2)), rule="everyone_passes_one").model,
        "stack": at_table("R+2 B1", "G1", top="Y+2", asked=asks.AnswerStack(0, 4), options={"stacking": "same"}).model,
        "jump in": at_table("R9 B1 B2", "G1 G2", asked=asks.TakeTurn(1), options={"jump_in": "yes"}).model,
        "chain": at_table("R5 R6 B6", "G1 G2", rules="quickplay").press("space").model,
        "reasons": at_table("R5 B7 B8 G1", "G1 G2").press("right n").model,
        "every reason": at_table("R5 B7 B8 G1", "G1 G2").press("n down").model,
        "no reasons": replace(at_table().model, page=Scope.REASONS),
        "rules of a table": at_table(rules="classic113").press("i").model,
        "rules before joining": press(replace(lobby(), row=2), "i")[0],
        "unknown rules": press(replace(lobby(), row=3), "i")[0],
        "street": at_table("R5 Y7", "G1 G2", rules="street").model,
        "ranked": after_a_game(options={"goal": "until_last"}).model,
        "clash": creating("stacking", "chains"),
        "changed": creating("jump_in", "seven_zero"),
        "connect": to_connect(Model()),
        "connecting": update(to_connect(Model()), Connecting("host:7777"))[0],
        "lobby": lobby(),
        "empty lobby": with_tables(lobby()),
        "no lobby yet": replace(lobby(), lobby=LobbyPart()),
        "long lobby": with_tables(lobby(), *(lobby().lobby.tables or ()) * 100, row=150),
        "create": press(lobby(), "n")[0],
        "waiting": waiting(occupants=[Occupant("ann", ready=True), away, Occupant("Ada", "normal"), None]).model,
        "sitting down": Model(screen=Screen.TABLE),
        "turn": at_table().model,
        "turned": at_table("RR R5 B7", "G1 G2", "Y1 Y2").press("v enter").model,
        "others": at_table(asked=asks.TakeTurn(1)).model,
        "thirty cards": at_table(" ".join(each.name for each in deck()[:30]), "B9", "B9", top="G9").model,
        "ten players": at_table("R1 R2", "B1 B2", *[f"G{n} Y{n}" for n in range(1, 9)]).model,
        "colour": at_table("B1 B2 W", "G1 G2").press("w enter").model,
        "first colour": at_table(top="W", asked=asks.NameColour(0)).model,
        "drawn": at_table(asked=asks.PlayDrawn(0), drawn="R5").model,
        "challenge": at_table(top="W+4", colour="B", asked=asks.AnswerDrawFour(0, 1, 4)).model,
        "confirm": at_table().press("q").model,
        "help": at_table().press("?").model,
        "lost": update(at_table().model, LinkDown(LOST, 3.0))[0],
        "watching": at_table("R5", "G1", seat=None).model,
        "points": after_a_game(options={"goal": "points"}, phase=RoomPhase.BETWEEN_ROUNDS).model,
        "finished": after_a_game().model,
        "timed": at_table(options={"goal": "points"}).feed(net.Clock("ABCD", 1, seconds=23, of=30)).model,
        "uncalled": uncalled().model,
        "forgotten": forgotten().model,
        "call": at_table("R5 B7", "G1 G2").press("u").model,
    }


MODELS = models()


@pytest.mark.parametrize("size", [Size(59, 20), Size(60, 19), Size(10, 10), Size(1, 1), Size(0, 0)], ids=str)
@pytest.mark.parametrize("name", ["turn", "connect"])
def test_a_terminal_that_is_too_small_is_told_so(name: str, size: Size) -> None:
    lines = render(MODELS[name], size, palette())
    assert len(lines) <= size.rows
    assert all(width(text_of([line])) == size.columns for line in lines)
    said = " ".join(text_of(lines).split())
    if name == "turn" and size.columns > 30:
        assert said.startswith("YOUR TURN Play a card, or draw.")
        assert "bob 2" in said
    else:
        turn = " Your turn!" if name == "turn" else ""
        assert said == f"Too small: {size.columns} by {size.rows}. UNO needs 60 by 20.{turn}" or size.columns < 10


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", [name for name, model in MODELS.items() if key_place(model) in AT_HAND])
def test_the_bottom_line_never_loses_help_and_the_way_out(name: str, size: Size) -> None:
    model = MODELS[name]
    for each in (model, replace(model, chat=replace(model.chat, unread=99))):
        bottom = seen(each, size).splitlines()[-1]
        assert "? help" in bottom
        assert model.link.lost or "q leave" in bottom
        assert "m menu" in bottom or name not in ("turn", "drawn", "stack")


@pytest.mark.parametrize("name", ["connect", "choose player", "lost", "somebody", "create", "waiting"])
def test_no_text_of_ours_is_cut(name: str) -> None:
    shown = seen(served(MODELS[name], ""), SMALLEST).splitlines()
    whole = ("日本語", "More rules …")
    cut = [line.rstrip() for line in shown if "…" in line and not any(words in line for words in whole)]
    assert [line for line in cut if not line.endswith(" …")] == []


@pytest.mark.parametrize(
    ("penalty", "options", "stakes"),
    [
        (4, {}, "If it's a bluff, bob draws 4; if not, you draw 6."),
        (8, {"chains": "yes"}, "For each bluff bob draws 4 and you the rest; if there's none, you draw 10."),
        (8, {"stacking": "any"}, "If it's a bluff, bob draws 8; if not, you draw 10."),
    ],
)
def test_a_challenge_is_asked_with_its_stakes_in_the_smallest_terminal(
    penalty: int, options: dict[str, str], stakes: str
) -> None:
    """O5, Q6, H2."""
    game = Fake(position("B7", "G1", top="W+4", asked=asks.AnswerDrawFour(0, 1, penalty), options=options))
    game.room.occupants[1] = Occupant("Bartholomew Fortescue XXI")
    stakes = stakes.replace("bob", "Bartholomew Fortescue XXI")
    shown = seen(game.begin(), SMALLEST)
    assert [word for word in stakes.split() if word not in shown] == []
    assert f"a take {penalty}" in game.bottom


@pytest.mark.parametrize(
    "name_and_words",
    [
        ("colour", "Which colour for your Wild?"),
        ("challenge", "bob played a Wild Draw Four on you and named blue.", "Take the cards, or challenge?"),
        ("others", "bob is thinking …"),
        ("confirm", "Leave the table for good?", "y leave  n no"),
        ("lost", "No connection, next try in 3 s (the server has been silent"),
        ("watching", "You're watching: hands stay hidden"),
        ("points", "You win round 1 with the red 5 and 3 points.", "+3", "Enter next round"),
        ("finished", "You win with the red 5.", "Press Enter for a rematch", "Enter rematch"),
        ("waiting", "you, host, ready", "computer, normal", "free seat", "official rules"),
        ("waiting", "away, a bot plays", "+60 s", "Spectators: eve (5)."),
        ("lobby", "● ● ● ○", "waiting · 2 bots", "1 free", "street + rules", "Kitchen plays official rules"),
        ("empty lobby", "Press n to open the first one."),
        ("vote", "▸ 1 Cards on the table", "You choose another player, whose hand everyone sees"),
        ("vote", "Voted: nobody yet. Still to vote: you, bob and cem.", "Vote for one: press its number"),
        ("voted", "Voted: you and bob. Still to vote: cem.", "Waiting for the others."),
        ("voted", "2 All hands move on  ✓ your vote"),
        ("watched vote", "You're watching the vote."),
        ("choose player", "Which player for your Customizable (Cards on the table)?"),
        ("choose player", "1  bob", "2 cards", "2  cem", "3 cards"),
        ("open hands", " 1■ ", " 2■ ", "1st place", "until one is left", "test deal"),
        ("full house", "test deal", "locked: nobody", "else can join;", "unlisted: join by code", ":7777/ABCD"),
        ("passed", "Waiting for bob and cem to pass on a card."),
        ("stack", "or pass them on with a lit card (Enter).", "Enter pass it on"),
        ("jump in", "Your red 9 is the same as the one on the pile.", "You hold the same red 9."),
        ("reasons", "A2: A card must", " 1■ ", " 7◆ ", " 8◆ "),
        ("no reasons", "You can play every"),
        ("rules of a table", "113 cards with Swap Hands, Shuffle Hands and Customizable; for points"),
        ("rules of a table", "Rules: classic113 · fingerprint ", "Swap Hands: You name the colour."),
        ("rules before joining", "Stacking penalties: any on any. You can pass on any penalty"),
        ("unknown rules", "This version doesn't know the unheard of rules."),
        ("street", "7▗"),
        ("ranked", "You win with the red 5.", "1  ann", "2  bob"),
        ("create", "108 cards,", "What others see in the list.", "How well they play"),
        ("clash", "! Several cards in one", "(this line)"),
        ("changed", "▸ Sevens and zeros ●", "‹ sevens only ›", "● Jump in with an", "official, with 2 changes"),
        ("changed", "A 7 swaps hands with a", "player of your choice"),
        ("help", "Enter    play", "why not?", "Next page: every key, the cards, and the rules."),
        ("connect", "host or host:port"),
        ("connecting", "Connecting to host:7777"),
        ("timed", "Kitchen", "round 1", "you 0", "500 points win", "0:25", "▶ clockwise", "ann 3"),
        ("turn", "● red", "99", "YOUR TURN", "Play a card, or draw.", "Enter play", "d draw"),
        ("turned", "◀ counter-clockwise", "▸ cem"),
        ("uncalled", "no UNO! 1", " UNO 1", "bob didn't call UNO: press c to catch!", "c catch!"),
        ("uncalled", "bob forgot to call UNO.", "Press c, and bob draws 2 cards."),
        ("forgotten", "quick, press u!"),
        ("call", "You call UNO with this play", "⌫ take UNO back"),
    ],
    ids=lambda row: row[0],
)
def test_a_screen_says_what_matters(name_and_words: tuple[str, ...]) -> None:
    name, *words = name_and_words
    assert [each for each in words if each not in seen(MODELS[name])] == []


@pytest.mark.parametrize("size", [NORMAL, Size(120, 40)], ids=str)
def test_the_rule_under_the_cursor_is_told_once_beside_the_presets(size: Size) -> None:
    shown = said_on(MODELS["changed"], size)
    assert shown.count("A 7 swaps hands") == 1
    assert "7s swap hands" not in shown
    assert "no mercy" in shown


@pytest.mark.parametrize("name", PRESETS)
def test_no_card_is_beside_two_rules(name: str) -> None:
    shown = [each.card for each in pictured(PRESETS[name], "official")]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["turn", "stack", "chain", "choose of ten", "open hand in a crowd"])
def test_a_long_notice_is_read_whole_and_the_hand_stays(name: str, size: Size) -> None:
    said = Notice(f"Blue 7 isn't allowed now. Q2: {CLAUSES['Q2']}", Tone.FAULT)
    screen = seen(replace(MODELS[name], notice=said), size)
    assert [word for word in said.text.split() if word not in screen] == []
    hand = -layout(size.columns, size.rows, 1).hand.rows
    assert screen.splitlines()[hand:] == seen(MODELS[name], size).splitlines()[hand:]


@pytest.mark.parametrize("name", PRESETS)
def test_the_help_tells_the_rules_of_the_table(name: str) -> None:
    """Every sentence of the generated rules is in the help, and on the page of the rules."""
    game = at_table(rules=name)
    words = [" ".join(sentence.split()) for section in explain(PRESETS[name]) for sentence in section.lines]
    for page in (Scope.HELP, Scope.RULES):
        told = " ".join(page_of(game.model, page).split())
        assert [sentence for sentence in words if sentence not in told] == []


def test_the_rules_in_force_name_the_rule_that_was_chosen() -> None:
    game = at_table(rules="classic113", custom="hands_move_on").press("i")
    assert game.model.page is Scope.RULES
    assert "All hands move on: Everyone passes their whole hand" in said_on(game, Size(200, 100))


def test_the_hosts_own_rule_at_a_table_of_the_list_is_told_by_the_server() -> None:
    line = in_list(preset="skyrus", options={"customizable_rule": "own"}, fingerprint="12ab34cd")
    model = with_tables(lobby(), line)
    assert "rules: skyrus, but Customizable card rule: the host's own rule" in said_on(model, SMALLEST)
    model = press(model, "i")[0]
    assert "fingerprint 12ab34cd" in seen(model)
    rules = options_of(with_options(PRESETS["skyrus"], {"customizable_rule": "own", "own_text": "Everybody sings"}))
    told = rules_told(line.code, "skyrus", rules, own_text="Everybody sings")
    assert "“Everybody sings”" in seen(update(model, told)[0])


def rules_told(table: str, preset: str, rules: dict[str, str], own_text: str = "") -> net.Rules:
    return net.Rules(1, table, "Odd", preset, rules, "12ab34cd", turn_seconds=30, own_text=own_text)


def test_rules_of_a_name_that_is_not_known_are_told_by_the_server() -> None:
    rules = options_of(with_options(PRESETS["street"], {"jump_in": "yes"}))
    model = update(MODELS["unknown rules"], rules_told("MNOP", "unheard_of", rules))[0]
    screen = seen(model, Size(100, 90))
    assert "Rules: unheard of · fingerprint " in screen
    assert "jump in out of turn" in screen
    assert "doesn't know" in seen(update(model, rules_told("MNOP", "unheard_of", {"new": "1"}))[0])
    untold = replace(model, page=None, lobby=replace(model.lobby, told_rules=None))
    assert "unknown to this version" in said_on(untold, SMALLEST)


@pytest.mark.parametrize(("people", "offered"), [(3, True), (4, False)])
def test_a_full_table_is_not_offered_to_sit_down_at(people: int, offered: bool) -> None:
    shown = seen(with_tables(lobby(), in_list(people=people)))
    assert ("Enter join" in shown) is offered
    assert "w watch" in shown


def test_a_game_alone_is_dealt_without_a_glimpse_of_lists_and_waiting_rooms() -> None:
    model = Model(start=StartPart(at_home=True, autostart=True, deals=True))
    game = Fake(position("R5 B7", "G1 G2"), model=model, answers=False)
    game.but(lambda model: replace(model, screen=Screen.TABLES))
    game.room.phase, game.room.occupants[0] = RoomPhase.WAITING, Occupant("ann")
    calm = [words for words in seen(game).split() if words != "UNO"]
    assert calm[:2] == ["Shuffling", "…"]
    game.feed(LinkUp(), WELCOME, net.LoggedIn(name="ann", token="t"))
    assert [words for words in seen(game).split() if words != "UNO"] == calm
    game.feed(net.Snapshot(table="ABCD", n=0, room=room_to_map(game.room), game=None, seat=0))
    assert "Shuffling …" in seen(game)
    assert "Enter" not in seen(game)
    assert isinstance(game.last, net.Ready)
    game.feed(net.Error(id=game.last.id, code="internal"))
    assert "Shuffling …" not in seen(game)
    assert "Press Enter to begin." in seen(game)


def test_the_seed_of_a_game_is_on_the_page_of_the_rules_alone() -> None:
    game, seed = after_a_game(), "0123456789abcdef" * 4
    game.happen(rm.GameSeed(seed))
    result = seen(game.model)
    assert "You win with the red 5." in result
    assert seed[:8] not in result
    assert seed in seen(game.press("i pageup").model, Size(100, 200))


TALLY = (rm.TallyLine("ann", 6, 2, 0, 9, 0), rm.TallyLine("bob", 6, 4, 3, 17, 5))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_tally_of_the_table_stands_with_the_result_of_a_game(size: Size) -> None:
    game = after_a_game().happen(rm.GameSeed("00" * 32, TALLY))
    result = said_on(game, size)
    assert "Tonight's wins: bob 4 · ann 2" in result
    assert "UNOs caught: bob 3 · Biggest hand: bob 17 · Most cards at once: bob 5" in result
    assert "Tonight's wins: bob 4 · ann 2" in said_on(game.begin(), size), "whoever comes after the game sees it too"
    game.happen(rm.PhaseChanged(RoomPhase.WAITING), rm.ReadyChanged(1, ready=True))
    assert "Tonight's wins: bob 4 · ann 2" in said_on(game, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_wins_of_ten_players_are_told(size: Size) -> None:
    tally = tuple(rm.TallyLine(name, wins=at, caught=at, biggest=7 + at, longest=2) for at, name in enumerate(NAMES))
    game = after_a_game("B9", *(f"R{number}" for number in range(1, 10)), top="B3")
    said = said_on(game.happen(rm.GameSeed("00" * 32, tally)), size)
    assert " · ".join(f"{name} {wins}" for wins, name in reversed([*enumerate(NAMES)][1:])) in said


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_newest_line_of_the_log_is_on_the_screen_of_a_waiting_room(size: Size) -> None:
    game = waiting()
    for number in range(60):
        game.happen(rm.WatcherCame(f"eve{number}"), rm.WatcherLeft(f"eve{number}"))
        assert f"eve{number} stopped watching." in seen(game, size)


def test_reasons_have_no_pages_and_scroll_no_log_beneath_them() -> None:
    game = at_table("R5 B7 B8 G1", "G1 G2").but(lambda model: replace(model, reading=replace(model.reading, rows=9)))
    assert "next page" not in game.press("n").bottom
    assert "newer lines" not in seen(game.press("space"), Size(120, 40))
    assert "next page" in game.press("?").bottom


def test_a_page_that_is_opened_before_the_reasons_come_is_read_on() -> None:
    game = at_table("R5 B7 B8 G1", "G1 G2", answers=False).press("n ? down")
    game.feed(net.Reasons(id=game.last.id, reasons=game.reasons(0)))
    assert (game.model.page, game.model.reading.scroll) == (Scope.HELP, 1)


KEYS = sorted({key for binding in BINDINGS for key in binding.keys})


@example(["c-c"], "swap", SMALLEST)
@settings(max_examples=60)
@given(st.lists(st.sampled_from(KEYS), max_size=25), st.sampled_from(sorted(MODELS)), st.sampled_from(SIZES))
def test_no_sequence_of_keys_breaks_a_screen(keys: list[str], name: str, size: Size) -> None:
    model = MODELS[name]
    for key in keys:
        model, _ = update(model, Typed(key) if len(key) == 1 else Key(key))
        assert seen(model, size)
