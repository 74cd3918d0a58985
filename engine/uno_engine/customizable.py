"""The rules that Customizable cards can have (rule book, section 5): one entry a rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a played card. `uno_engine.interpret` carries out the fields in this order."""

    asks: tuple[str, ...] = ()
    """The kinds of question (`uno_engine.decisions`) that its player is asked; the answers can come with the play."""
    keep_one: bool = False
    """The player keeps one card of the named colour; the others go beneath the top card."""
    confirm: bool = False
    """Everyone still in reads the host's sentence and confirms (N12)."""
    pass_card: bool = False
    """Everyone still in passes one card to the next player."""
    swap: bool = False
    """The player swaps hands with the chosen one."""
    rotate: bool = False
    """All hands move one seat on in the direction of play."""
    shuffle: bool = False
    """All hands are shuffled together and dealt again."""
    draw_others: int = 0
    """Cards that every other player draws."""
    draw_chosen: int = 0
    """Cards that the chosen player draws."""
    open_hand: bool = False
    """The chosen player's hand is face up until that player's next turn begins."""
    again: bool = False
    """The player gets another turn."""
    reverse: bool = False
    """Play changes direction."""
    draw: int = 0
    """Cards that the next player, the victim, draws, missing the turn."""
    challenge: bool = False
    """The victim may challenge, if the table allows bluffs."""
    skip: int = 0
    """The number of players who miss their turn, never the one who plays the card."""

    special: bool = field(init=False)
    """True if it affects hands or gives another turn: more than penalty, skips and direction."""
    turns: bool = field(init=False)
    """True if it affects turns: penalty, skips or direction."""
    acts: bool = field(init=False)
    """True if it does anything besides asking."""

    def __post_init__(self) -> None:
        special = bool(
            self.keep_one
            or self.confirm
            or self.moves_hands
            or self.draw_others
            or self.draw_chosen
            or self.open_hand
            or self.again
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
    """A few words for the lobby and the help."""
    text: str
    """The rule in one sentence."""
    shows: str
    """The hidden information that it shows, and to whom."""
    effect: Effect
    turns: bool = False
    """It affects turns: no vote offers it, only the host can name it (C12)."""


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
        Effect(asks=("choose_player",), draw_chosen=3),
    ),
    "hands_move_on": CustomRule(
        "All hands move on",
        "Everyone passes their whole hand to the next player in the direction of play.",
        "each hand to the player who gets it",
        Effect(rotate=True),
    ),
    "play_again": CustomRule(
        "Play again",
        "You get another turn at once.",
        "nothing",
        Effect(again=True),
        turns=True,
    ),
    "next_two_miss": CustomRule(
        "The next two miss their turn",
        "The next two players miss their turn; you never miss your own.",
        "nothing",
        Effect(skip=2),
        turns=True,
    ),
    "open_hand": CustomRule(
        "Cards on the table",
        "You choose another player, whose hand everyone sees until that player's next turn begins.",
        "one hand to everyone for a time, with every card that comes and goes",
        Effect(asks=("choose_player",), open_hand=True),
    ),
    "discard_colour": CustomRule(
        "Discard a colour",
        "Of the colour you name, you keep one card of your choice; your others go under the top discard.",
        "the discarded cards to everyone",
        Effect(keep_one=True),
    ),
    "everyone_passes_one": CustomRule(
        "Everyone passes one on",
        "Everyone chooses a card at the same time and passes it to the next player in the direction of play.",
        "each passed card to the player who gets it",
        Effect(pass_card=True),
    ),
}
"""Every rule, by its stable name."""

OWN_RULE = Effect(confirm=True)
"""The effect of the host's sentence: everyone reads and confirms it, and no card moves (N12)."""


def drawable(players: int, decks: int) -> tuple[str, ...]:
    """The rules that a vote can offer (C12, section 5), in the order of the catalogue."""
    crowded = players == 10 and decks == 1  # nearly all cards would stay in hands
    return tuple(name for name, rule in RULES.items() if not rule.turns and not (crowded and rule.effect.draw_others))
