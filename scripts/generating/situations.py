"""The situations of the design's pictures, for pictures of the same of ours: positions, steps and keys."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.client.fake import Fake, in_list, position, press, served, with_tables
from tests.client.fullscreen.test_key_handlers import on_option
from tests.client.fullscreen.test_screens import lobby
from uno_client.core.lesson.local_table import LocalTable
from uno_client.core.model import Model
from uno_client.core.model.parts import Invitation, Lesson, StartPart
from uno_client.fullscreen.key_handlers import update
from uno_client.fullscreen.keys import keys_of
from uno_client.messages import Input, LinkUp, Taught
from uno_client.structs import replace
from uno_engine.presets import PRESETS
from uno_engine.scenario import position as placing
from uno_engine.scenario import steps
from uno_engine.scenario.text import blocks
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import Occupant, RoomPhase

TENTH = "R3 RS Y2 Y8 G5 G9 B4 W R4"
HAND = "R3 RS Y2 Y8 G5 G9 B4 R4 GS"
OTHERS = """hand Ben: G4 G7 B2 B6 Y1 Y9 R0
hand Cleo: G6 G1 R7 B8
hand Dan: G3 R1 R6 Y0 Y3 Y5 B0 B3 B5 B9"""
TEN = """seats: Zoe Ben Cleo Dan Eva Farid Gül Hana Ivo Abacus
hand Ben: R0 G7 B2 B6 Y1 Y9
hand Cleo: R7 B8
hand Dan: G3 R1 R6 Y0 Y3 Y5 B0 B3 B5 B9
hand Eva: R2 Y4 B7 G1
hand Farid: R4 Y4 Y7 G2 B1 B2 R8 G6
hand Gül: RS Y8 G8
hand Hana: R9 R5 Y3 Y5 G5 B5 B6 B8 G0
hand Ivo: R9 Y1 G1 Y9 Y6
hand Abacus: R8 Y2 G4 B9 Y7 B4 GR"""
FIRST = "Zoe plays R4\nBen plays R0\nCleo plays R7 uno\nDan draws\nDan keeps\nEva plays R2\nFarid plays R4"
AROUND = f"{FIRST}\nGül plays RS\nIvo plays R9\nAbacus plays R8"
"""With ten players, until it is Gül's turn, and until it is Zoe's."""
BEGUN = """Zoe plays R4
Ben plays G4
Cleo plays G6
Dan draws
Dan keeps
Zoe plays GS
Cleo plays G1
Dan plays G3"""
DRAWS = "Zoe draws\nZoe keeps"
CALLED = f"{BEGUN}\n{DRAWS}\nBen plays G7\nCleo plays R7 uno"
ROUND = f"{CALLED}\nDan draws\nDan keeps"
"""Until it is Zoe's turn."""
FORGOT = f"{BEGUN}\n{DRAWS}\nBen plays G7\nCleo plays R7"
LAST = f"{BEGUN}\nZoe plays G0 uno\nBen plays G7\nCleo plays R7 uno\nDan draws\nDan keeps"
WON = f"""{BEGUN}
Zoe draws
Zoe keeps
Ben plays G7
Cleo plays R7
Zoe catches Cleo
Dan draws
Dan keeps
Zoe plays R3 uno
Ben plays R0
Cleo draws
Cleo keeps
Dan plays R1
Zoe plays R5"""
LOST = f"{ROUND}\nZoe plays W colour=B\nBen plays B2\nCleo plays B8"
FORTY = (
    "R1 R3 R6 R8 R+2 RR R5 R9 RS R2 Y2 Y4 Y6 Y7 YR Y8 YS G0 G2 G5 G8 G9 G+2 GR G5 G8 G9 "
    "B1 B4 B7 BS B+2 BR B7 B4 B8 W W+4 W R4 GS"
)


PARTY = list(PRESETS).index("party")


class Round(NamedTuple):
    """A round of four: what Zoe holds at first, what is done, the stock's top, what Zoe presses, changed rules."""

    steps: str = ROUND
    hand: str = HAND
    stock: str = "Y6 W B1"
    keys: str = ""
    rules: str = "goal=points"
    seats: str = f"seats: Zoe Ben Cleo Dan\n{OTHERS}"
    loud: bool = False
    """Something is shouted that is heard for a moment."""

    def model(self) -> Model:
        """What Zoe sees."""
        return _seen(self)


ROUNDS: Mapping[str, Round] = {
    "table": Round(keys="r s"),
    "hand1": Round(LAST, "R3 R4 GS G0"),
    "hand7": Round(hand="R3 Y2 Y8 G5 G9 B4 R4 GS", stock="Y6 RS B1", keys="right right right"),
    "hand20": Round(hand="R9 R3 R5 R8 R+2 Y2 Y4 Y8 YR Y7 G5 G9 G2 G8 B4 B1 B+2 W W+4 R4 GS", keys="r 5"),
    "hand40": Round(hand=FORTY, keys="r 5"),
    "table-others": Round(CALLED),
    "event-catch": Round(FORGOT),
    "event-uno": Round(CALLED, loud=True),
    "event-colour": Round(keys="w enter"),
    "event-challenge": Round(f"{CALLED}\nDan plays W+4 colour=B", stock="W+4 W B1"),
    "event-jumpin": Round(CALLED, hand=f"{HAND} R7", rules="goal=points jump_in=yes"),
    "event-plus4": Round(f"{ROUND}\nZoe plays W+4 colour=B\nBen accepts", stock="Y6 W+4 B1"),
    "event-swap": Round(stock="Y6 WS B1", keys="w enter y right", rules="goal=points extra=2,0,0"),
    "table-ten": Round(FIRST, TENTH, "B1", seats=TEN),
    "table-of-ten": Round(AROUND, TENTH, "B1", "r s", seats=TEN),
    "end-win": Round(WON, "R3 R4 GS", "Y6 R5 W Y7 B1 B7"),
    "end-defeat": Round(LOST, "RS Y2 R4 GS"),
}


def _seen(round_: Round) -> Model:
    head = f"scenario: x\nrules: official {round_.rules}\n{round_.seats}\nhand Zoe: {round_.hand}\ndiscard: R2"
    scores = "score Zoe: 120\nscore Ben: 95\nscore Cleo: 164\nscore Dan: 61"
    block = blocks(f"{head}\nstock: {round_.stock}\n{scores}\n---\n{round_.steps}\n")[0]
    placed = placing.read(block)
    state = placing.set_up(placed, placing.rules_of(placed)).state
    state.round = 3
    game = Fake(state)
    game.room.name, game.room.show_hands = "Friday", True
    game.room.occupants = [Occupant(name, "normal" if name == "Abacus" else None) for name in placed.names]
    game.begin().but(lambda model: replace(model, name="Zoe"))
    game.log.begin(state.counts)
    *first, last = (steps.read(line, placed.names).action for line in placed.block.steps)
    for action in first:
        game.play(action)
    game.happen(rm.Said("Ben", "who dealt me this?", 1), rm.Said("Cleo", ":)", 2)).wait(30)
    game.play(last)
    if state.phase is not Phase.PLAYING:
        hands = tuple(tuple(hand) for hand in state.hands)
        game.happen(rm.HandsShown(hands), rm.PhaseChanged(RoomPhase.BETWEEN_ROUNDS)).snapshot()
        return game.model
    if not round_.loud:
        game.wait(30)
    game.feed(net.Clock(table="ABCD", decision=state.decision, seconds=18, of=30))
    return game.press(round_.keys).model


def situations() -> Mapping[str, Model]:
    """What is seen in each of them, by the name of its picture in the design."""
    rounds = {name: round_.model() for name, round_ in ROUNDS.items()}
    tables = (
        in_list("K7QF", "Friday", people=3, phase="between_rounds", preset="party", host="Ben"),
        in_list("WMRT", "Kitchen", seats=6, people=2, host="Eva"),
        in_list("PDXS", "Lunch", people=4, phase="playing", preset="no_mercy", host="Farid"),
        in_list("HQVN", "Solo corner", seats=2, people=1, preset="quickplay", host="Gül"),
    )
    listed = replace(with_tables(lobby(), *tables), name="Zoe", server=replace(lobby().server, name="Ben's computer"))
    party = press(listed, f"n down {'right ' * PARTY}")[0]
    party = press(on_option("hand_size", press(party, "up up enter")[0]), "right right")[0]
    return {
        **rounds,
        "table-nolog": press(rounds["table"], "l")[0],
        "lobby": listed,
        "create": press(on_option("uno_grace", press(party, "up " * 40)[0]), "left")[0],
        "waiting": _waiting(),
        "tutorial": _lesson(4),
    }


def _waiting() -> Model:
    """The host's waiting room, with a code for phones."""
    people = [*(Occupant(name, ready=True) for name in ("Zoe", "Ben")), Occupant("Cleo")]
    game = Fake(position("R5", "G1", "Y1", "B1", "R1", "R2"))
    game.room.phase, game.room.name, game.room.preset = RoomPhase.WAITING, "Friday", "party"
    game.room.occupants = [*people, Occupant("Abacus", "normal", ready=True), None, None]
    game.begin().happen(rm.Said("Ben", "shall we wait for Dan?", 1), rm.Said("Cleo", "two minutes", 2))
    there = Invitation(("http://192.168.1.5:7777/",), asked=False)
    return replace(served(game.model, "192.168.1.5:7777", web=True), name="Zoe", invitation=there)


def _lesson(beat: int) -> Model:
    """The lesson at a beat."""
    told: list[Input] = []
    model = Model(name="Zoe", start=StartPart(autostart=True, at_home=True), lesson=Lesson(keys_of(Model())))
    table = LocalTable("Zoe", told.append, lambda due: told.append(Taught(due)), lambda _after, _then: None, beat)
    table.open()
    for each in (LinkUp(), *told):
        model = update(model, each)[0]
    return model
