"""A card played letter by letter (M6): colour, rank, what the card asks, a confirmation. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from uno_client.core.legal_moves import layable, layable_as, refusal, targets, uno_due
from uno_client.core.model import Model
from uno_client.core.model.question import Dialogue, LetterStage
from uno_client.core.naming import read_seat
from uno_client.wording.words import error_text, means_no, means_yes, no_letter, voice_of, yes_letter
from uno_engine.actions import Play
from uno_engine.cards import FACES, Card, Colour, Rank, rank_word
from uno_engine.decisions import AnswerStack, ChoosePlayer, NameColour, PlayDrawn, TakeTurn
from uno_engine.language import N_, _
from uno_engine.rules import RuleSet
from uno_protocol.sentences import COLOUR_WORDS, Voice

COLOURS: Mapping[str, Colour] = (
    {word: colour for colour, word in COLOUR_WORDS.items()}
    | {colour.value.lower(): colour for colour in COLOUR_WORDS}
    | {"orange": Colour.YELLOW}
)
"""Every way in which a colour may be typed, in small letters."""
ORANGE = "o"
LETTERS: Mapping[Rank, str] = {
    Rank.SKIP: "S",
    Rank.DRAW_TWO: "D",
    Rank.REVERSE: "R",
    Rank.WILD: "C",
    Rank.WILD_DRAW_FOUR: "F",
    Rank.SWAP_HANDS: "H",
    Rank.SHUFFLE_HANDS: "X",
    Rank.CUSTOMIZABLE: "U",
}
"""The letter of each card that has no number."""
_WITH_CARDS = (TakeTurn, PlayDrawn, AnswerStack)
_SYMBOLS = (Rank.SKIP, Rank.DRAW_TWO, Rank.REVERSE)
_SPECIAL = "S"
_WORDS = {Rank.WILD: N_("Colour Change"), Rank.WILD_DRAW_FOUR: N_("Draw Four")}
"""What the book of M6 calls the wilds, with the letter that they are played by."""
ONE_OF_THEM = N_("Type one of the letters.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What an answer leads to: something to say, then the next question, a play, or (neither) the end."""

    said: tuple[str, ...] = ()
    goes_on: Dialogue | None = None
    play: Play | None = None
    meant: bool = False
    """What is said is what the player wanted, and no fault."""


def letter(card: Card) -> str:
    """The number of a card, or the letter that it is played by."""
    return LETTERS.get(card.rank, card.rank.value)


def written(model: Model, card: Card) -> str | None:
    """The card's letter if the game spells its cards; otherwise None."""
    return letter(card) if model.spelled else None


def likely_colour(hand: Sequence[Card]) -> Colour:
    """The colour that is held most often: what a player is likely to name with a wild."""
    return max(Colour, key=lambda colour: sum(held.colour is colour for held in hand))


def read_colour(model: Model, word: str) -> Colour | None:
    """The colour of a word or a letter; `o` where the table calls the fourth colour orange."""
    voice, typed = voice_of(model.table), word.lower()
    told = {voice.colour(colour).lower(): colour for colour in Colour}
    return Colour.YELLOW if typed == ORANGE and voice.orange else COLOURS.get(typed) or told.get(typed)


def begin(model: Model) -> Dialogue | None:
    """The dialogue at its first question, of a card just drawn at what is left to ask; None: no card can be played."""
    game = model.game
    if game is None or model.seat is None:
        return None
    if not layable(model) and not (model.asked and isinstance(model.waiting_for, _WITH_CARDS)):
        return None
    return Dialogue(game.decision)


def begin_with(model: Model, card: Card) -> Reply:
    """The dialogue with a card that needs no spelling, at what it asks; or why it cannot be played."""
    begun = begin(model)
    if begun is None:
        return Reply((error_text("not_your_turn", clause="O2"),))
    return _chosen(replace(begun, colour=card.colour, given=True), model, card)


def answer(dialogue: Dialogue, model: Model, line: str) -> Reply:
    """What a line typed in answer to the open question leads to."""
    typed = line.strip().upper()
    return _ANSWERS[dialogue.stage](dialogue, model, typed) if typed else Reply((_(ONE_OF_THEM),), dialogue)


def back(dialogue: Dialogue) -> Dialogue | None:
    """The question before; None: the dialogue is over."""
    if dialogue.target is not None:
        return replace(dialogue, stage=LetterStage.PLAYER, target=None)
    if dialogue.named is not None:
        return replace(dialogue, stage=LetterStage.NAME, named=None)
    if dialogue.stage is LetterStage.COLOUR or dialogue.given:
        return None
    if dialogue.card is not None:
        return replace(dialogue, stage=LetterStage.RANK, card=None)
    return _again(dialogue)


def _again(dialogue: Dialogue) -> Dialogue:
    """The first question, for another card."""
    return Dialogue(dialogue.decision)


def _specials(rules: RuleSet | None) -> Mapping[str, Rank]:
    """The special cards of the table's deck by letter."""
    swap, shuffle, customizable = (0, 0, 0) if rules is None else rules.extra
    counts = {Rank.SWAP_HANDS: swap, Rank.SHUFFLE_HANDS: shuffle, Rank.CUSTOMIZABLE: customizable}
    ranks = (Rank.WILD, Rank.WILD_DRAW_FOUR, *(rank for rank, count in counts.items() if count))
    return {LETTERS[rank]: rank for rank in ranks}


def _ranks(dialogue: Dialogue, model: Model) -> Mapping[str, Rank]:
    """What answers the question for a rank."""
    if dialogue.colour is None:
        return _specials(model.rules)
    return {str(number): Rank(str(number)) for number in range(10)} | {LETTERS[rank]: rank for rank in _SYMBOLS}


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its letter, its meaning, and the colour that it is about, if any."""

    letter: str
    says: str = ""
    colour: Colour | None = None


def question(dialogue: Dialogue, model: Model) -> str:
    """The question that is open, with the letters that answer it."""
    asked = {choice.letter: f"{choice.letter} {choice.says}".rstrip() for choice in choices(dialogue, model)}
    if asked.keys() >= _DIGITS:
        asked = {"0": _("0 to 9")} | {letter: says for letter, says in asked.items() if letter not in _DIGITS}
    return f"{ask(dialogue, model)} {', '.join(asked.values())}."


_DIGITS = frozenset("0123456789")


def ask(dialogue: Dialogue, model: Model) -> str:
    """Only the question."""
    voice = voice_of(model.table)
    match dialogue.stage:
        case LetterStage.COLOUR:
            return _("Which colour?")
        case LetterStage.RANK if dialogue.colour is None:
            return _("Which special card?")
        case LetterStage.RANK:
            return _("Which {colour} card?").format(colour=voice.colour(dialogue.colour))
        case LetterStage.NAME:
            return _("Which colour do you name?")
        case LetterStage.PLAYER:
            return _("Which player?")
        case LetterStage.CONFIRM:
            return _what(dialogue, voice)


def choices(dialogue: Dialogue, model: Model) -> tuple[Choice, ...]:
    """What can be answered."""
    voice = voice_of(model.table)
    match dialogue.stage:
        case LetterStage.COLOUR:
            return (*_colours(voice), Choice(_SPECIAL, _("special")))
        case LetterStage.RANK:
            ranks = _ranks(dialogue, model).items()
            return tuple(Choice(letter, "" if letter in _DIGITS else _word(rank)) for letter, rank in ranks)
        case LetterStage.NAME:
            return _colours(voice)
        case LetterStage.PLAYER:
            return tuple(Choice(str(seat + 1), voice.name(seat)) for seat in targets(model))
        case LetterStage.CONFIRM:
            call = (Choice("U", _("yes and call UNO")),) if uno_due(model) else ()
            return Choice(yes_letter().upper(), _("yes")), *call, Choice(no_letter().upper(), _("no"))


def _colours(voice: Voice) -> tuple[Choice, ...]:
    return tuple(Choice(_letter(colour, voice), voice.colour(colour), colour) for colour in Colour)


def _letter(colour: Colour, voice: Voice) -> str:
    if colour is Colour.YELLOW and voice.orange:
        return _("{letter} or O").format(letter=colour.value)
    return colour.value


def _word(rank: Rank) -> str:
    return _(_WORDS[rank]) if rank in _WORDS else rank_word(rank)


def _what(dialogue: Dialogue, voice: Voice) -> str:
    """The card that is to be played, with what was chosen for it, as a question."""
    assert dialogue.card is not None
    card = voice.card(dialogue.card)
    match dialogue.named, dialogue.target:
        case None, None:
            return _("Play {card}?").format(card=card)
        case named, None:
            return _("Play {card} and name {colour}?").format(card=card, colour=voice.colour(named))
        case None, int(target):
            return _("Play {card} and choose {name}?").format(card=card, name=voice.name(target))
        case named, int(target):
            asked = _("Play {card} and name {colour} and choose {name}?")
            return asked.format(card=card, colour=voice.colour(named), name=voice.name(target))


def _take_colour(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    colour, voice = read_colour(model, typed), voice_of(model.table)
    if colour is None and typed not in (_SPECIAL, "SPECIAL"):
        return Reply((_("{typed!r} is neither a colour nor S.").format(typed=typed),), dialogue)
    if not any(card.colour is colour for card in model.cards):
        none = _("You have no {colour} card.").format(colour=voice.colour(colour))
        return Reply((_("You have no special card.") if colour is None else none,), dialogue)
    return Reply(goes_on=replace(dialogue, stage=LetterStage.RANK, colour=colour))


def _take_rank(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    rank = _ranks(dialogue, model).get(typed)
    if rank is None:
        return Reply((_("There's no such card: {typed!r}.").format(typed=typed),), dialogue)
    card = next(face for face in FACES if face.rank is rank and face.colour is dialogue.colour)
    return _chosen(dialogue, model, card)


def _chosen(dialogue: Dialogue, model: Model, card: Card) -> Reply:
    """With a card: what it asks; or why it cannot be played, and another one is chosen."""
    assert model.seat is not None
    if card not in model.cards:
        return Reply((error_text("not_in_hand", {"card": card.name}, "", voice_of(model.table)),), _again(dialogue))
    listed = layable_as(model, card)
    if listed is None:
        why = refusal(model, Play(model.seat, (card,))) or error_text("not_your_turn", clause="O8")
        return Reply((why,), None if dialogue.given else _again(dialogue))
    return Reply(goes_on=_next(replace(dialogue, card=card), listed.asks))


def _next(dialogue: Dialogue, asks: tuple[str, ...]) -> Dialogue:
    """The next question about the chosen card: its colour, its player, then the confirmation."""
    if NameColour.kind in asks and dialogue.named is None:
        return replace(dialogue, stage=LetterStage.NAME)
    if ChoosePlayer.kind in asks and dialogue.target is None:
        return replace(dialogue, stage=LetterStage.PLAYER)
    return replace(dialogue, stage=LetterStage.CONFIRM)


def _follow(dialogue: Dialogue, model: Model) -> Reply:
    listed = None if dialogue.card is None else layable_as(model, dialogue.card)
    return Reply(goes_on=_next(dialogue, listed.asks if listed is not None else ()))


def _take_name(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    colour = read_colour(model, typed)
    if colour is None:
        return Reply((_("{typed!r} isn't a colour.").format(typed=typed),), dialogue)
    return _follow(replace(dialogue, named=colour), model)


def _take_player(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    seat = read_seat(model, typed.split())
    if seat not in targets(model):
        return Reply((error_text("bad_target", clause="C10"),), dialogue)
    return _follow(replace(dialogue, target=seat), model)


def _take_confirmation(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    if means_no(typed):
        return Reply((_("Not played."),), meant=True)
    uno = typed == "U" and uno_due(model)
    if not uno and not means_yes(typed):
        return Reply((_(ONE_OF_THEM),), dialogue)
    return Reply(play=play_of(dialogue, model, uno=uno))


def play_of(dialogue: Dialogue, model: Model, *, uno: bool = False) -> Play:
    """The play of a dialogue that has asked everything."""
    assert dialogue.card is not None
    assert model.seat is not None
    colours = () if dialogue.named is None else (dialogue.named,)
    return Play(model.seat, (dialogue.card,), colours, dialogue.target, uno)


_ANSWERS: Mapping[LetterStage, Callable[[Dialogue, Model, str], Reply]] = {
    LetterStage.COLOUR: _take_colour,
    LetterStage.RANK: _take_rank,
    LetterStage.NAME: _take_name,
    LetterStage.PLAYER: _take_player,
    LetterStage.CONFIRM: _take_confirmation,
}
