"""A card played letter by letter (M6): colour, rank, what the card asks, a confirmation."""

from collections.abc import Mapping

from msgspec import Struct

from uno_client.core.actions.action import COLOUR_OF, PLAYER_OF, rivals
from uno_client.core.actions.cards import play_of, read_colour, with_card
from uno_client.core.actions.play import lay
from uno_client.core.legal_moves import just_drawn, layable, layable_as, refusal, targets, unasked, uno_due
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import Dialogue, GivenAnswers, LetterStage
from uno_client.core.model.table import NO_CHAIN
from uno_client.core.people import numbered, read_seat
from uno_client.core.requests import Step, hint, still
from uno_client.structs import replace
from uno_client.wording.words import error_text, means_no, means_yes, no_letter, voice_of, yes_letter
from uno_engine.actions import Play
from uno_engine.cards import EXTRAS, FACES, Card, Colour, Rank, rank_word
from uno_engine.decisions import AnswerStack, PlayDrawn, TakeTurn
from uno_engine.language import N_, _
from uno_protocol.labels import worded
from uno_protocol.sentences import Voice

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
"""The names of the wilds in the book of M6, and the letter that plays each."""
ONE_OF_THEM = N_("Type one of the letters.")


def spell(model: Model) -> Step:
    """P: ask for the colour of a card; the one that was just drawn is played."""
    drawn = just_drawn(model)
    if not _may_play(model):
        return hint(model, unasked(model, TakeTurn), Tone.INFO)
    if drawn is not None:
        return begin_with(model, drawn, at_once=not model.start.in_lines)
    return _ask(model.chaining(NO_CHAIN), Dialogue())


def _may_play(model: Model) -> bool:
    return bool(layable(model)) or (model.asked and isinstance(model.waiting_for, _WITH_CARDS))


def begin_with(model: Model, card: Card, *, at_once: bool = False) -> Step:
    """Go on with a card that is known; `at_once`: where it asks nothing, it is played without a confirmation."""
    if not _may_play(model):
        return _ask(model, None, error_text("not_your_turn", clause="O2"))
    step = _chosen(model, Dialogue(colour=card.colour, given=True), card)
    asked = step[0].question
    if at_once and isinstance(asked, Dialogue) and asked.stage is LetterStage.CONFIRM and not uno_due(model):
        return lay(replace(model, notice=None), play_of(model, asked.answers))
    return step


def answer(model: Model, typed: str, *, listed: bool = False) -> Step:
    """A letter in answer to the open question. `listed`: numbers count the players who can be chosen, not the seats."""
    asked, typed = model.question, typed.strip().upper()
    if not isinstance(asked, Dialogue):
        return still(model)
    if not typed:
        return _ask(model, asked, _(ONE_OF_THEM))
    if listed and asked.stage is LetterStage.PLAYER and (seat := numbered(typed, targets(model))) is not None:
        typed = str(seat + 1)
    return _taken(model, asked, typed)


def _ask(model: Model, dialogue: Dialogue | None, said: str = "", tone: Tone = Tone.FAULT) -> Step:
    """That question is open, after what there is to say; None: the dialogue is over."""
    model = replace(model, question=dialogue, notice=None)
    return hint(model, said, tone) if said else still(model)


def back(model: Model) -> Step:
    """One step back; from the first question out of the dialogue."""
    return _ask(model, model.question.before if isinstance(model.question, Dialogue) else None)


def _ranks(dialogue: Dialogue, model: Model) -> Mapping[str, Rank]:
    if dialogue.colour is None:
        extra = () if model.rules is None else zip(EXTRAS, model.rules.extra, strict=True)
        ranks = (Rank.WILD, Rank.WILD_DRAW_FOUR, *(rank for rank, count in extra if count))
        return {LETTERS[rank]: rank for rank in ranks}
    return {str(number): Rank(str(number)) for number in range(10)} | {LETTERS[rank]: rank for rank in _SYMBOLS}


class Choice(Struct, frozen=True):
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
            return _what(dialogue.answers, voice)


def choices(dialogue: Dialogue, model: Model) -> tuple[Choice, ...]:
    """The answers that are possible now."""
    voice = voice_of(model.table)
    match dialogue.stage:
        case LetterStage.COLOUR:
            return (*_colours(voice), Choice(_SPECIAL, _("special")))
        case LetterStage.RANK:
            ranks = _ranks(dialogue, model).items()
            words = {rank: _(_WORDS[rank]) if rank in _WORDS else rank_word(rank) for _letter, rank in ranks}
            return tuple(Choice(letter, "" if letter in _DIGITS else words[rank]) for letter, rank in ranks)
        case LetterStage.NAME:
            return _colours(voice)
        case LetterStage.PLAYER:
            return tuple(Choice(str(seat + 1), voice.name(seat)) for seat in targets(model))
        case LetterStage.CONFIRM:
            call = (Choice("U", _("yes and call UNO")),) if uno_due(model) else ()
            return Choice(yes_letter().upper(), _("yes")), *call, Choice(no_letter().upper(), worded("no"))


def _colours(voice: Voice) -> tuple[Choice, ...]:
    letters = {colour: colour.value for colour in Colour}
    if voice.orange:
        letters[Colour.YELLOW] = _("{letter} or O").format(letter=Colour.YELLOW.value)
    return tuple(Choice(letter, voice.colour(colour), colour) for colour, letter in letters.items())


def _what(answers: GivenAnswers, voice: Voice) -> str:
    """The card that is to be played, with what was chosen for it, as a question."""
    card, colour = voice.card(answers.laid.cards[-1]), answers.colour and voice.colour(answers.colour)
    if colour and answers.whom:
        said = _("Play {card} and name {colour} and choose {name}?")
    elif answers.whom:
        said = _("Play {card} and choose {name}?")
    else:
        said = _("Play {card} and name {colour}?") if colour else _("Play {card}?")
    return said.format(card=card, colour=colour, name=voice.name(answers.seat))


def _take_colour(model: Model, dialogue: Dialogue, typed: str) -> Step:
    colour, voice = read_colour(model, typed), voice_of(model.table)
    if colour is None and typed not in (_SPECIAL, "SPECIAL"):
        return _ask(model, dialogue, _("{typed!r} is neither a colour nor S.").format(typed=typed))
    if not any(card.colour is colour for card in model.cards):
        none = _("You have no {colour} card.").format(colour=voice.colour(colour))
        return _ask(model, dialogue, _("You have no special card.") if colour is None else none)
    return _ask(model, replace(dialogue, stage=LetterStage.RANK, colour=colour, before=dialogue))


def _taken(model: Model, asked: Dialogue, typed: str) -> Step:
    match asked.stage:
        case LetterStage.COLOUR:
            return _take_colour(model, asked, typed)
        case LetterStage.RANK:
            if (rank := _ranks(asked, model).get(typed)) is None:
                return _ask(model, asked, _("There's no such card: {typed!r}.").format(typed=typed))
            card = next(face for face in FACES if (face.rank, face.colour) == (rank, asked.colour))
            return _chosen(model, asked, card)
        case LetterStage.NAME:
            if (colour := read_colour(model, typed)) is None:
                return _ask(model, asked, _("{typed!r} isn't a colour.").format(typed=typed))
            return _next(model, replace(asked, answers=replace(asked.answers, colour=colour), before=asked))
        case LetterStage.PLAYER:
            whom = next((each for each in rivals(model, asked.answers) if each.seat == read_seat(model, [typed])), None)
            if whom is None:
                return _ask(model, asked, error_text("bad_target", clause="C10"))
            return _next(model, replace(asked, answers=replace(asked.answers, whom=whom), before=asked))
        case LetterStage.CONFIRM:
            uno = typed == "U" and uno_due(model)
            if uno or means_yes(typed):
                return lay(replace(model, notice=None), play_of(model, replace(asked.answers, uno=uno)))
            said, tone = (_("Not played."), Tone.INFO) if means_no(typed) else (_(ONE_OF_THEM), Tone.FAULT)
            return _ask(model, None if means_no(typed) else asked, said, tone)


def _chosen(model: Model, dialogue: Dialogue, card: Card) -> Step:
    """With a card: what it asks; or why it cannot be played, and another one is chosen."""
    if card not in model.cards:
        said = error_text("not_in_hand", {"card": card.name}, "", voice_of(model.table))
        return _ask(model, Dialogue(), said)
    if layable_as(model, card) is None:
        why = refusal(model, Play(model.seat or 0, (card,))) or error_text("not_your_turn", clause="O8")
        return _ask(model, None if dialogue.given else Dialogue(), why)
    return _next(model, replace(dialogue, answers=with_card(card), before=None if dialogue.given else dialogue))


def _next(model: Model, dialogue: Dialogue) -> Step:
    """The next question about the chosen card: its colour, its player, then the confirmation."""
    asks, answers = {LetterStage.NAME: COLOUR_OF, LetterStage.PLAYER: PLAYER_OF}, dialogue.answers
    open_now = (stage for stage, ask in asks.items() if ask.due(model, answers) and not ask.answered(answers))
    return _ask(model, replace(dialogue, stage=next(open_now, LetterStage.CONFIRM)))
