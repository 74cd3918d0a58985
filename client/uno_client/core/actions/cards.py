"""Cards, with the colours and the players that they are for, as they may be typed behind a command."""

from collections.abc import Mapping, Sequence

from uno_client.core.model import Model
from uno_client.core.model.question import GivenAnswers
from uno_client.core.model.table import NO_CHAIN, ChainDraft
from uno_client.core.people import Unclear, read_seat, seats
from uno_client.structs import replace
from uno_client.wording.words import voice_of
from uno_engine.actions import Play
from uno_engine.cards import FACES, RANK_WORDS, Card, Colour, Rank
from uno_engine.decisions import ChoosePlayer
from uno_engine.language import _
from uno_protocol.sentences import COLOUR_WORDS

_LONGEST_CARD = 4
"""Words of the longest card: `wild draw four`, `yellow draw two` are three, one more does no harm."""


COLOURS: Mapping[str, Colour] = (
    {word: colour for colour, word in COLOUR_WORDS.items()}
    | {colour.value.lower(): colour for colour in COLOUR_WORDS}
    | {"orange": Colour.YELLOW}
)
ORANGE = "o"


REVERSE = "v"
"""The letter of a Reverse on the screen, where `r` is red; on the wire it is `R`, which may be typed, too."""


def short(card: Card) -> str:
    """A card as it is typed: `R5`, `BV`."""
    colour, reverses = card.colour, card.rank is Rank.REVERSE
    return f"{colour.value}{REVERSE.upper()}" if reverses and colour is not None else card.name


def _written() -> dict[str, Card]:
    ways: dict[str, Card] = {}
    for face in FACES:
        rank = {face.rank.value.lower(), RANK_WORDS.get(face.rank, face.rank.value).lower()}
        if face.colour is None:
            ways |= dict.fromkeys(rank, face)
        else:
            names = {COLOUR_WORDS[face.colour], *(("orange",) if face.colour is Colour.YELLOW else ())}
            ways |= {f"{name} {value}": face for name in names for value in rank}
            ways |= dict.fromkeys((face.name.lower(), short(face).lower()), face)
    return ways


_WRITTEN = _written()


def laid(answers: GivenAnswers) -> ChainDraft:
    """The cards that were chosen, with the colour that was named last."""
    begun = answers.laid
    return begun if answers.colour is None else ChainDraft(begun.cards, (*begun.colours[:-1], answers.colour))


def play_of(model: Model, answers: GivenAnswers) -> Play:
    """The play that was chosen."""
    chain, whom = laid(answers), answers.whom
    colours = chain.colours if any(chain.colours) else ()
    target = None if whom is None else whom.seat
    return Play(model.seat or 0, chain.cards, colours, target, answers.uno or model.hand.uno)


def with_card(card: Card, begun: ChainDraft = NO_CHAIN) -> GivenAnswers:
    """That card is to be played, behind those that have begun a chain."""
    return GivenAnswers(laid=ChainDraft((*begun.cards, card), (*begun.colours, None)))


def read_colour(model: Model, word: str) -> Colour | None:
    """The colour of a word or a letter; `o` where the table calls the fourth colour orange."""
    voice, typed = voice_of(model.table), word.lower()
    told = {voice.colour(colour).lower(): colour for colour in Colour}
    return Colour.YELLOW if typed == ORANGE and voice.orange else COLOURS.get(typed) or told.get(typed)


def read_card(model: Model, words: Sequence[str]) -> tuple[Card, Sequence[str]] | None:
    """The card that `words` begin with, in notation, English or the player's language, and what follows; None: none."""
    voice = voice_of(model.table)
    told = {voice.card(face).casefold(): face for face in FACES}
    for length in range(min(_LONGEST_CARD, len(words)), 0, -1):
        written = " ".join(words[:length]).lower()
        if written.startswith(ORANGE) and voice.orange and length == 1:
            written = Colour.YELLOW.value.lower() + written.removeprefix(ORANGE)
        face = _WRITTEN.get(written) or told.get(written)
        if face is not None:
            return face, words[length:]
    return None


def read_laid(model: Model, words: Sequence[str], begun: ChainDraft = NO_CHAIN) -> GivenAnswers:
    """What `R5 uno`, `W blue`, `R1 W:B B3` or `WS red bob` asks for, after what has `begun`. Raises Unclear."""
    answers, rest = GivenAnswers(laid=begun), _parted(words)
    if rest and not begun.cards and read_card(model, rest) is None:
        raise Unclear(_("Which card? For example: play R5, play blue Skip, play W green, play G+2 uno."))
    while rest:
        if (step := _after(model, answers, rest)) is None:
            said = _("After a card you can type a colour, a player, uno or more cards, not {rest!r}.")
            raise Unclear(said.format(rest=rest[0]))
        answers, rest = step
    return answers


def _parted(words: Sequence[str]) -> Sequence[str]:
    """`W:B` as two words; `colour=B` and `target=bob` without their keys."""
    parted: list[str] = []
    for word in words:
        left, colon, right = word.partition(":")
        if colon and left.lower() in _WRITTEN:
            parted += filter(None, (left, right))
        else:
            key, equals, value = word.partition("=")
            parted.append(value if equals and key.lower() in ("colour", "color", "target") else word)
    return parted


def _after(model: Model, answers: GivenAnswers, words: Sequence[str]) -> tuple[GivenAnswers, Sequence[str]] | None:
    """With what the first of these words say: a card, uno, or for the last card a colour or a player; None: nothing."""
    game, cards = model.game, answers.laid.cards
    if (found := read_card(model, words)) is not None:
        return replace(answers, laid=with_card(found[0], laid(answers)).laid, colour=None), found[1]
    if words[0].lower() == "uno":
        return replace(answers, uno=True), words[1:]
    if cards and (colour := read_colour(model, words[0])) is not None:
        return replace(answers, colour=colour if cards[-1].wild else None), words[1:]
    if game is None or not cards or ChoosePlayer.kind not in game.effects[cards[-1].order].asks:
        return None
    for length in range(len(words), 0, -1):
        if (seat := read_seat(model, words[:length])) is not None:
            return replace(answers, whom=seats(model)[seat]), words[length:]
    return None
