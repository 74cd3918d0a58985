"""Cards, colours, players and rules as they may be typed behind a command, at a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from uno_client.core.card_dialogue import ORANGE, read_colour
from uno_client.core.legal_moves import ballot
from uno_client.core.model import Model
from uno_client.core.naming import numbered, read_seat
from uno_client.wording.words import voice_of
from uno_engine.actions import Play
from uno_engine.cards import FACES, RANK_WORDS, Card, Colour
from uno_engine.decisions import ChoosePlayer
from uno_engine.language import _
from uno_protocol.sentences import COLOUR_WORDS, rule_title

_LONGEST_CARD = 4
"""Words of the longest card: `wild draw four`, `yellow draw two` are three, one more does no harm."""


def _written() -> dict[str, Card]:
    ways: dict[str, Card] = {}
    for face in FACES:
        rank = {face.rank.value.lower(), RANK_WORDS.get(face.rank, face.rank.value).lower()}
        if face.colour is None:
            ways |= dict.fromkeys(rank, face)
        else:
            names = {COLOUR_WORDS[face.colour], *(("orange",) if face.colour is Colour.YELLOW else ())}
            ways |= {f"{name} {value}": face for name in names for value in rank}
            ways[face.name.lower()] = face
    return ways


_WRITTEN = _written()


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards to be laid, one or a chain: `colours` as long as `cards`, None where none is named."""

    cards: tuple[Card, ...] = ()
    colours: tuple[Colour | None, ...] = ()
    target: int | None = None
    uno: bool = False

    def play(self, seat: int) -> Play:
        """The action of a seat."""
        colours = self.colours if any(self.colours) else ()
        return Play(seat, self.cards, colours, self.target, self.uno)


def read_card(model: Model, words: Sequence[str]) -> tuple[Card, Sequence[str]] | None:
    """The card at the beginning of `words`, in notation or in words, and what follows it; None if there is none.

    The words are English or those of the player's language.
    `O3` is `Y3` where the table calls the fourth colour orange.
    """
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


def read_laid(model: Model, words: Sequence[str], begun: Laid | None = None) -> Laid | str:
    """What `R5 uno`, `W blue`, `R1 W:B B3` or `WS red bob` asks for, after what has `begun`; else what to type."""
    laid, rest = begun or Laid(), _parted(words)
    if not laid.cards and read_card(model, rest) is None:
        return _("Which card? For example: play R5, play blue Skip, play W green, play G+2 uno.")
    while rest:
        step = _card(model, laid, rest) or _uno(laid, rest) or _colour(model, laid, rest) or _player(model, laid, rest)
        if step is None:
            return _("After a card you can type a colour, a player, uno or more cards, not {rest!r}.").format(
                rest=rest[0]
            )
        laid, rest = step
    return laid


_Step = tuple[Laid, Sequence[str]] | None


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


def _card(model: Model, laid: Laid, words: Sequence[str]) -> _Step:
    found = read_card(model, words)
    if found is None:
        return None
    face, rest = found
    return replace(laid, cards=(*laid.cards, face), colours=(*laid.colours, None)), rest


def _uno(laid: Laid, words: Sequence[str]) -> _Step:
    return (replace(laid, uno=True), words[1:]) if words[0].lower() == "uno" else None


def _colour(model: Model, laid: Laid, words: Sequence[str]) -> _Step:
    colour = read_colour(model, words[0])
    if colour is None or not laid.cards:
        return None
    if laid.cards[-1].wild:
        laid = replace(laid, colours=(*laid.colours[:-1], colour))
    return laid, words[1:]


def _player(model: Model, laid: Laid, words: Sequence[str]) -> _Step:
    game = model.game
    if game is None or not laid.cards or ChoosePlayer.kind not in game.effects[laid.cards[-1].order].asks:
        return None
    for length in range(len(words), 0, -1):
        seat = read_seat(model, words[:length])
        if seat is not None:
            return replace(laid, target=seat), words[length:]
    return None


def read_rule(model: Model, words: Sequence[str]) -> str | None:
    """The rule of the ballot that is meant by a number from 1, its name, its title, or a beginning of these."""
    rules, wanted = ballot(model), " ".join(words).casefold()
    if wanted.isascii() and wanted.isdigit():
        return numbered(wanted, rules)
    known = {rule: (rule, rule.replace("_", " "), rule_title(rule).casefold()) for rule in rules}
    exact = [rule for rule, names in known.items() if wanted in names]
    begun = [rule for rule, names in known.items() if wanted and any(name.startswith(wanted) for name in names)]
    found = exact or begun
    return found[0] if len(found) == 1 else None
