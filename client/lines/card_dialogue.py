"""A card played letter by letter (M6): colour, rank, what the card asks, a confirmation. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from client.core.legal_moves import layable, layable_as, targets, uno_due
from client.core.model import Model
from client.lines.game_text import unasked_lines
from client.lines.parse_cards import read_colour, read_seat, refusal
from client.wording.words import error_text, voice_of
from engine.actions import Play
from engine.cards import FACES, Card, Colour, Rank
from engine.decisions import AnswerStack, ChoosePlayer, NameColour, PlayDrawn, TakeTurn
from engine.rules import RuleSet
from protocol.sentences import RANK_WORDS, Voice, listing

BACK = ("-", "back")
"""What leads back to the first question, and from there out of the dialogue."""
_WITH_CARDS = (TakeTurn, PlayDrawn, AnswerStack)
_SYMBOLS = {"S": Rank.SKIP, "D": Rank.DRAW_TWO, "R": Rank.REVERSE}
_RANKS: Mapping[str, Rank] = {str(number): Rank(str(number)) for number in range(10)} | _SYMBOLS
_SPECIAL = "S"


class Stage(Enum):
    """What is asked next."""

    COLOUR = auto()
    RANK = auto()
    NAME = auto()
    PLAYER = auto()
    CONFIRM = auto()


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A card that is being chosen; what is not settled yet is None. `colour` None after the first: a special card."""

    decision: int
    """The question of the game that it will answer."""
    stage: Stage = Stage.COLOUR
    colour: Colour | None = None
    card: Card | None = None
    named: Colour | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What an answer leads to: something to say, then the next question, a play, or (neither) the end."""

    said: tuple[str, ...] = ()
    goes_on: Dialogue | None = None
    play: Play | None = None


def begin(model: Model) -> Dialogue | tuple[str, ...]:
    """The dialogue at its first question, or why no card can be played now, with what is asked instead."""
    game = model.game
    if game is None or model.seat is None:
        return ("You're not in a game.",)
    if layable(model) or (model.asked and isinstance(model.waiting_for, _WITH_CARDS)):
        return Dialogue(game.decision)
    return tuple(unasked_lines(model, TakeTurn))


def question(dialogue: Dialogue, model: Model) -> str:
    """The question that is open, with the letters that answer it."""
    return _QUESTIONS[dialogue.stage](dialogue, model)


def answer(dialogue: Dialogue, model: Model, line: str) -> Reply:
    """What a line typed in answer to the open question leads to."""
    typed = line.strip().upper()
    if typed.lower() in BACK:
        return Reply(goes_on=None if dialogue.stage is Stage.COLOUR else _again(dialogue))
    return _ANSWERS[dialogue.stage](dialogue, model, typed)


def _again(dialogue: Dialogue) -> Dialogue:
    """The first question, for another card."""
    return Dialogue(dialogue.decision)


def _specials(rules: RuleSet | None) -> Mapping[str, Rank]:
    """The special cards of the table's deck by letter."""
    swap, shuffle, customizable = (0, 0, 0) if rules is None else rules.extra
    letters = (
        ("C", Rank.WILD, 1),
        ("F", Rank.WILD_DRAW_FOUR, 1),
        ("H", Rank.SWAP_HANDS, swap),
        ("X", Rank.SHUFFLE_HANDS, shuffle),
        ("U", Rank.CUSTOMIZABLE, customizable),
    )
    return {letter: rank for letter, rank, count in letters if count}


# --- questions ------------------------------------------------------------------------------------------------------


def _colours(voice: Voice) -> str:
    return ", ".join(f"{_letter(colour, voice)} {voice.colour(colour)}" for colour in Colour)


def _letter(colour: Colour, voice: Voice) -> str:
    return f"{colour.value} or O" if voice.colour(colour)[0].upper() != colour.value else colour.value


def _ask_colour(_dialogue: Dialogue, model: Model) -> str:
    return f"Which colour? {_colours(voice_of(model.table))}, {_SPECIAL} special; {BACK[0]} for no card."


def _ask_rank(dialogue: Dialogue, model: Model) -> str:
    if dialogue.colour is None:
        words = {Rank.WILD: "Colour change", Rank.WILD_DRAW_FOUR: "draw Four"}
        ranks = _specials(model.rules)
        letters = ", ".join(f"{letter} {words.get(rank, RANK_WORDS[rank])}" for letter, rank in ranks.items())
        return f"Which special card? {letters}; {BACK[0]} for another colour."
    symbols = ", ".join(f"{letter} {RANK_WORDS[rank]}" for letter, rank in _SYMBOLS.items())
    return (
        f"Which {voice_of(model.table).colour(dialogue.colour)} card? 0 to 9, {symbols}; {BACK[0]} for another colour."
    )


def _ask_name(_dialogue: Dialogue, model: Model) -> str:
    return f"Which colour do you name? {_colours(voice_of(model.table))}."


def _ask_player(_dialogue: Dialogue, model: Model) -> str:
    voice = voice_of(model.table)
    return f"Which player? {listing([f'{seat + 1} {voice.name(seat)}' for seat in targets(model)])}."


def _ask_confirmation(dialogue: Dialogue, model: Model) -> str:
    voice = voice_of(model.table)
    assert dialogue.card is not None
    named = "" if dialogue.named is None else f" and name {voice.colour(dialogue.named)}"
    whom = "" if dialogue.target is None else f" and choose {voice.name(dialogue.target)}"
    call = ", U yes and call UNO" if uno_due(model) else ""
    return f"Play {voice.card(dialogue.card)}{named}{whom}? Y yes{call}, N no."


_QUESTIONS: Mapping[Stage, Callable[[Dialogue, Model], str]] = {
    Stage.COLOUR: _ask_colour,
    Stage.RANK: _ask_rank,
    Stage.NAME: _ask_name,
    Stage.PLAYER: _ask_player,
    Stage.CONFIRM: _ask_confirmation,
}


# --- answers --------------------------------------------------------------------------------------------------------


def _take_colour(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    colour, voice = read_colour(model, typed), voice_of(model.table)
    if colour is None and typed not in (_SPECIAL, "SPECIAL"):
        return Reply((f"{typed!r} isn't a colour.",), dialogue)
    if not any(card.colour is colour for card in model.hand):
        which = "special" if colour is None else voice.colour(colour)
        return Reply((f"You have no {which} card.",), dialogue)
    return Reply(goes_on=replace(dialogue, stage=Stage.RANK, colour=colour))


def _take_rank(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    assert model.seat is not None
    rank = (_specials(model.rules) if dialogue.colour is None else _RANKS).get(typed)
    if rank is None:
        return Reply((f"There's no such card: {typed!r}.",), dialogue)
    card = next(face for face in FACES if face.rank is rank and face.colour is dialogue.colour)
    listed = layable_as(model, card)
    if listed is None:
        why = refusal(model, Play(model.seat, (card,))) or error_text("not_your_turn", clause="O8")
        return Reply((why,), _again(dialogue))
    return Reply(goes_on=_next(replace(dialogue, card=card), listed.asks))


def _next(dialogue: Dialogue, asks: tuple[str, ...]) -> Dialogue:
    """The next question about the chosen card: its colour, its player, then the confirmation."""
    if NameColour.kind in asks and dialogue.named is None:
        return replace(dialogue, stage=Stage.NAME)
    if ChoosePlayer.kind in asks and dialogue.target is None:
        return replace(dialogue, stage=Stage.PLAYER)
    return replace(dialogue, stage=Stage.CONFIRM)


def _follow(dialogue: Dialogue, model: Model) -> Reply:
    listed = None if dialogue.card is None else layable_as(model, dialogue.card)
    return Reply(goes_on=_next(dialogue, listed.asks if listed is not None else ()))


def _take_name(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    colour = read_colour(model, typed)
    if colour is None:
        return Reply((f"{typed!r} isn't a colour.",), dialogue)
    return _follow(replace(dialogue, named=colour), model)


def _take_player(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    seat = read_seat(model, typed.split())
    if seat not in targets(model):
        return Reply((error_text("bad_target", clause="C10"),), dialogue)
    return _follow(replace(dialogue, target=seat), model)


def _take_confirmation(dialogue: Dialogue, model: Model, typed: str) -> Reply:
    assert dialogue.card is not None
    assert model.seat is not None
    if typed in ("N", "NO"):
        return Reply(("Not played.",))
    uno = typed == "U" and uno_due(model)
    if not uno and typed not in ("Y", "YES"):
        return Reply(("Type one of the letters.",), dialogue)
    colours = () if dialogue.named is None else (dialogue.named,)
    return Reply(play=Play(model.seat, (dialogue.card,), colours, dialogue.target, uno))


_ANSWERS: Mapping[Stage, Callable[[Dialogue, Model, str], Reply]] = {
    Stage.COLOUR: _take_colour,
    Stage.RANK: _take_rank,
    Stage.NAME: _take_name,
    Stage.PLAYER: _take_player,
    Stage.CONFIRM: _take_confirmation,
}
