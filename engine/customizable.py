"""The catalogue of rules that the customizable cards can stand for (rule book, section 5): one entry a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.decisions import ChoosePlayer


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows when a card is laid. `engine.interpret` carries the fields out in their order here."""

    asks: tuple[str, ...] = ()
    """Kinds of the questions to whoever lays it; they can be answered with the play."""
    keep_one: bool = False
    """Of the named colour the player keeps one card, the others go beneath the top card."""
    pass_card: bool = False
    """Everyone still in passes one card to the next player."""
    swap: bool = False
    """The player swaps hands with the chosen one."""
    rotate: bool = False
    """All hands move one seat on in the direction of play."""
    shuffle: bool = False
    """All hands are shuffled together and dealt anew."""
    draw_others: int = 0
    """Cards that every other player draws."""
    draw_chosen: int = 0
    """Cards that the chosen player draws."""
    open_hand: bool = False
    """The chosen player's hand lies open until that player's next turn begins."""
    again: bool = False
    """The player has another turn."""
    reverse: bool = False
    """Play turns round."""
    draw: int = 0
    """Cards that the next player draws; whoever does misses the turn."""
    challenge: bool = False
    """The victim may challenge, where the table plays with bluffs."""
    skip: int = 0
    """Players who miss their turn, never the one who lays the card."""

    special: bool = field(init=False)
    """It does something with hands, or gives another turn: more than penalty, misses and direction."""
    turns: bool = field(init=False)
    """It is about turns: penalty, misses or direction."""
    acts: bool = field(init=False)
    """It does anything at all besides what it asks."""

    def __post_init__(self) -> None:
        special = bool(
            self.keep_one or self.moves_hands or self.draw_others or self.draw_chosen or self.open_hand or self.again
        )
        object.__setattr__(self, "special", special)
        turns = bool(self.reverse or self.draw or self.skip)
        object.__setattr__(self, "turns", turns)
        object.__setattr__(self, "acts", special or turns)

    @property
    def moves_hands(self) -> bool:
        """True if whole hands, or cards of them, change owner (U2)."""
        return self.swap or self.rotate or self.shuffle or self.pass_card


@dataclass(frozen=True, slots=True)
class CustomRule:
    """One rule of the catalogue."""

    title: str
    """For the lobby and the help, in few words."""
    text: str
    """One sentence that says what happens."""
    shows: str
    """Which hidden information it moves, and to whom."""
    effect: Effect
    turns: bool = False
    """It plays with turns: no vote draws it, only the host can name it (C12)."""


RULES: Mapping[str, CustomRule] = {
    "everyone_else_draws_one": CustomRule(
        "Everyone else draws one",
        "Every other player draws a card, in the direction of play.",
        "nothing but each drawn card to its owner",
        Effect(draw_others=1),
    ),
    "chosen_player_draws_three": CustomRule(
        "A player of your choice draws three",
        "You choose another player, who draws three cards.",
        "nothing but the drawn cards to their owner",
        Effect(asks=(ChoosePlayer.kind,), draw_chosen=3),
    ),
    "hands_move_on": CustomRule(
        "All hands move on",
        "Everyone hands all cards to the next player in the direction of play.",
        "each hand to the player who gets it",
        Effect(rotate=True),
    ),
    "play_again": CustomRule(
        "Play again",
        "You have another turn at once.",
        "nothing",
        Effect(again=True),
        turns=True,
    ),
    "next_two_miss": CustomRule(
        "The next two miss their turn",
        "The two players after you miss their turn; you never miss your own.",
        "nothing",
        Effect(skip=2),
        turns=True,
    ),
    "open_hand": CustomRule(
        "Cards on the table",
        "You choose another player, whose hand everyone sees until that player's next turn begins.",
        "one hand to everyone, with all that comes to it and leaves it, for a time",
        Effect(asks=(ChoosePlayer.kind,), open_hand=True),
    ),
    "discard_colour": CustomRule(
        "Discard a colour",
        "Of the colour that you name you keep one card of your choice; your others of it go under the discard.",
        "the discarded cards to everyone",
        Effect(keep_one=True),
    ),
    "everyone_passes_one": CustomRule(
        "Everyone passes one on",
        "All players choose one card at the same time and pass it to the next player in the direction of play.",
        "each card that is passed to the player who gets it",
        Effect(pass_card=True),
    ),
}
"""Every rule by its stable name."""


def drawable(players: int, decks: int) -> tuple[str, ...]:
    """The rules that a vote may draw (C12, section 5), in the order of the catalogue."""
    crowded = players == 10 and decks == 1  # nearly all cards would stay in hands
    return tuple(name for name, rule in RULES.items() if not rule.turns and not (crowded and rule.effect.draw_others))
