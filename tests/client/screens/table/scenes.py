"""Tables to show: any number of players and cards, somebody's turn, any question."""

from uno_client.messages import Key
from uno_client.screens.frame import Frame, Hint
from uno_client.screens.pieces import SaidLine
from uno_client.screens.table.scene import (
    Box,
    BoxChoice,
    Hand,
    HeldCard,
    Log,
    Piles,
    Plate,
    Prompt,
    Shout,
    TableScene,
    TimeLeft,
)
from uno_client.structs import replace
from uno_engine.cards import FACES, Colour, card

NAMES = ("Ben", "Cleo", "Dan", "Eva", "Farid", "Gül", "Hana", "Ivo", "Abacus")
COUNTS = (5, 1, 11, 3, 7, 2, 9, 4, 6)
CLOCK = TimeLeft(0.6, "0:18")


def players(count: int = 3, turn: str = "") -> tuple[Plate, ...]:
    did = (card("G7"), "drew 2", "")
    return tuple(
        Plate(seat, name, held, name == turn, did[seat % 3])
        for seat, (name, held) in enumerate(zip(NAMES[:count], COUNTS, strict=False))
    )


def hand(count: int = 8, at: int | None = 1) -> Hand:
    faces = [FACES[place * 7 % len(FACES)] for place in range(count)]
    return Hand(
        tuple(HeldCard(face, place % 3 == 0, spot=place) for place, face in enumerate(faces)), at if count else None
    )


def table(others: int = 3, cards: int = 8) -> TableScene:
    """Your turn, with a red 7 on the pile."""
    return TableScene(
        Frame(
            "Friday", "round 3", hints=(Hint("Enter", "play", 1, Key("enter")), Hint("d", "draw"), Hint("?", "help", 0))
        ),
        players(others),
        Piles(card("R7"), (card("G7"),), 62, Colour.RED, "red", spot="stock"),
        Prompt("Play a card, or draw.", "YOUR TURN", who=f"Zoe {cards}"),
        hand(cards),
        story=(("Ben", card("G7")), ("Cleo", "drew 2")),
    )


LOG = Log("l hides it", tuple(SaidLine(f"Line {number}.") for number in range(50)))
COLOURS = Box("", tuple(BoxChoice(each.value, each.name.lower(), "2 cards", each, each) for each in Colour), 1)
CHALLENGE = Box(
    "Cleo played Wild Draw Four on you and named blue. Before that it was red.",
    (
        BoxChoice("a", "Take 4 cards", "You miss your turn.", "accept"),
        BoxChoice("x", "Challenge", "If Cleo had a red card, Cleo takes 4. If not, you take 6.", "challenge"),
    ),
    card=card("W+4"),
)
SHOUT = Shout("CATCH!", ("Cleo forgot to call UNO.", "Press c, and Cleo draws two cards."), "alarm", True, "catch")


def swap(others: int = 3) -> Box:
    named = enumerate(players(others), 1)
    return Box("", tuple(BoxChoice(str(at), each.name, "2 fewer", at, count=each.count or 0) for at, each in named))


def waiting(scene: TableScene, turn: str) -> TableScene:
    """The same table, where somebody else is to play."""
    return replace(
        scene,
        players=tuple(replace(each, on_turn=each.name == turn) for each in scene.players),
        question=Prompt(f"{turn} is thinking."),
        hand=replace(scene.hand, at=None, back=True),
    )
