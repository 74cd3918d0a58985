"""A game, a hand and the choices in whole lines of words, fit to be read aloud."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.core.legal_moves import ballot, catches, layable, lists, offered, uno_due
from client.core.model import Line, Model
from client.lines.room_text import hands_lines, named_rules, room_lines, waiting_lines
from client.wording.tables import TEST_DEAL, late_text
from client.wording.tally import tally_sentences
from client.wording.words import error_text, voice_of, whom_text
from engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Cast,
    Catch,
    Challenge,
    Choose,
    Draw,
    Give,
    Keep,
    Listed,
    Name,
    Pass,
    Retain,
)
from engine.cards import Card, Colour, card
from engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    Decision,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
    asked,
)
from engine.explain import explain, summary
from engine.judging import check_asked
from engine.options import with_options
from engine.presets import preset
from engine.refused import Refused
from engine.rules import RulesRefused
from engine.state import Phase, next_seat
from protocol.fold import TableView
from protocol.messages import Reason, Rules
from protocol.room import GameSeed, HandsShown, PhaseChanged, RoomPhase
from protocol.sentences import RANK_WORDS, Voice, chain_text, listing, number, rule_text, rule_title


def table_rules_lines(table: TableView) -> list[str]:
    """The rules of the own table, with the rule that was voted for."""
    room, game = table.room, table.game
    return rules_lines(f"Table {room.name}", room.preset, room.options, None if game is None else game.custom)


def told_rules_lines(told: Rules) -> list[str]:
    """The rules of a table that one is not at, as the server tells them."""
    lines = rules_lines(f"Table {told.name}", told.preset, told.options)
    if told.fingerprint and not any(told.fingerprint in line for line in lines):
        lines.append(f"The server gives these rules the fingerprint {told.fingerprint}.")
    if told.test:
        lines.append(f"This is a {TEST_DEAL}: the cards were chosen in advance.")
    return lines


def rules_lines(whose: str, preset_name: str, options: Mapping[str, str], custom: str | None = None) -> list[str]:
    """Everything that was agreed on: the name of the rules, what differs, the fingerprint, then each rule in words."""
    try:
        rules = with_options(preset(preset_name), options)
        short = summary(rules, preset_name)
    except RulesRefused as refused:
        return [f"{whose}: {named_rules(preset_name, options, '')}. This version doesn't know them: {refused}."]
    lines = [f"{whose}: {preset_name} rules, fingerprint {short.fingerprint}."]
    lines += [f"Changed: {title}: {value}. {means}" for title, value, means in short.differs]
    for title, sentences in explain(rules, custom):
        lines += [f"{title}:", *(f" {sentence}" for sentence in sentences)]
    return lines


def reason_lines(reasons: Sequence[Reason], voice: Voice) -> list[str]:
    """Why cards of the hand cannot be played now, one line a reason."""
    if not reasons:
        return ["You can play every card you hold."]
    alike: dict[tuple[object, ...], list[Reason]] = {}
    for reason in reasons:
        rest = sorted((name, value) for name, value in reason.args.items() if name != "card")
        alike.setdefault((reason.code, reason.clause, reason.text, *rest), []).append(reason)
    return [_reason_line(group, voice) for group in alike.values()]


def _face(name: str, voice: Voice) -> str:
    try:
        return voice.card(card(name))
    except ValueError:
        return "a card"


def _reason_line(alike: Sequence[Reason], voice: Voice) -> str:
    """A reason with all the cards that it is for, in front unless it names them itself."""
    reason, cards = alike[0], [_face(each.card, voice) for each in alike]
    named = cards if "card" in reason.args else ()
    why = error_text(reason.code, reason.args, reason.text, voice, reason.clause, why=True, cards=named)
    faces = listing(cards)
    return why if why.casefold().startswith(faces.casefold()) else f"{faces[:1].upper()}{faces[1:]}: {why}"


def event_lines(line: Line, model: Model) -> list[str]:
    """A line of the log as it is told: mostly itself; the hands of a round one by one."""
    match line.event:
        case HandsShown(hands):
            return hands_lines(hands, voice_of(model.table))
        case GameSeed(tally=tally):  # `rules` tells the seed
            return tally_sentences(tally)
        case PhaseChanged(RoomPhase.CLOSED):  # the notice of being in the lobby again says it
            return []
        case _:
            return [line.text] if line.text else []


def state_lines(model: Model) -> list[str]:
    """The table in mid-game: top card, colour, direction, stock, everybody's cards."""
    game = model.game
    if game is None or game.phase is not Phase.PLAYING or not game.discard:
        return room_lines(model)
    voice = voice_of(model.table)
    way = "clockwise" if game.direction == 1 else "counter-clockwise"
    top = f"On top: {voice.card(game.discard[-1])}. Colour in play: {voice.colour(game.colour)}."
    held = [f"{voice.who(seat)} {game.counts[seat]}" for seat in range(game.seats) if game.playing[seat]]
    return [f"{top} Play goes {way}. Draw pile: {number(game.stock_count, 'card')}.", f"Cards: {', '.join(held)}."]


def midgame_lines(model: Model) -> list[str]:
    """For whoever comes to a round that is being played: the table, the own hand, and for whom it waits.

    Empty where that is oneself: the question tells it all.
    """
    game = model.game
    if game is None or game.phase is not Phase.PLAYING or not game.discard or model.asked:
        return []
    voice = voice_of(model.table)
    own = [hand_line(model)] if model.seat is not None and game.playing[model.seat] else []
    others = [voice.name(seat) for seat in asked(game.waiting_for)]
    awaited = [f"Waiting for {listing(others)}."] if others else []
    late = late_text(game, model.seat)
    return [*state_lines(model), *own, *([late] if late else []), *awaited]


def score_lines(model: Model) -> list[str]:
    """Everybody's points."""
    game, table = model.game, model.table
    if game is None or table is None:
        return ["There are no scores yet."]
    voice = voice_of(table)
    scores = [f"{voice.who(seat)} {game.scores[seat]}" for seat in range(game.seats) if game.seated[seat]]
    when = "in" if game.phase is Phase.PLAYING else "after"
    return [f"Scores {when} round {game.round}: {', '.join(scores)}."]


def hand_line(model: Model) -> str:
    """The own hand by colour, special cards last (M6)."""
    if not model.hand:
        return "You hold no cards."
    voice = voice_of(model.table)
    groups = [(colour, [card for card in model.hand if card.colour is colour]) for colour in (*Colour, None)]
    said = [_group(voice, colour, cards) for colour, cards in groups if cards]
    return f"You hold {number(len(model.hand), 'card')}. {' '.join(said)}"


def _group(voice: Voice, colour: Colour | None, cards: Sequence[Card]) -> str:
    name = "special" if colour is None else voice.colour(colour)
    ranks = ", ".join(RANK_WORDS.get(card.rank, card.rank.value) for card in cards)
    return f"{name.capitalize()}: {ranks}."


def choice_lines(model: Model, *, again: bool = False) -> list[str]:
    """The question that is open, with numbered answers; empty if there is nothing to choose.

    `again`: the player knows the table and the hand, so only the choices are said.
    """
    if model.chain.cards:
        return chain_lines(model)
    listed = offered(model)
    if not listed:
        return []
    voice = voice_of(model.table)
    lines = ["You can:"] if again or not model.asked else _question(model)
    lines += [f" {at}. {choice(action, voice)}" for at, action in enumerate(listed, start=1)]
    if model.asked and uno_due(model) and layable(model):
        lines.append("This play leaves you one card: add uno to call it. For example: 1 uno")
    return lines


def unasked_lines(model: Model, *kinds: type[Decision]) -> list[str]:
    """Why only these questions could be answered so: it is not the turn, or what is asked instead, with the choices."""
    game, seat = model.game, model.seat
    if game is None or seat is None:
        return [error_text("no_game")]
    try:
        check_asked(game, seat, *kinds)
    except Refused as refused:
        said = error_text(refused.code.value, refused.arguments, "", voice_of(model.table), refused.clause)
        return [said, *(choice_lines(model) if model.asked else ())]
    return choice_lines(model)


def chain_lines(model: Model) -> list[str]:
    """The chain that is being built, and what may follow it (Q2, Q3)."""
    chain, voice = model.chain, voice_of(model.table)
    lines = [f"Your chain: {chain_text(chain.cards, chain.colours, voice)}."]
    if chain.cards[-1].wild and chain.colours[-1] is None:
        return [*lines, "Name its colour (for example: colour blue), undo or drop."]
    if chain.follows is None:
        return lines
    if chain.follows:
        lines.append("It can go on with:")
        lines += [f" {at}. {choice(action, voice).removeprefix('play ')}" for at, action in enumerate(chain.follows, 1)]
    number_ = "a number to go on, " if chain.follows else ""
    call = " uno to call UNO with it" if uno_due(model) else ""
    return [*lines, f"Type {number_}send{call} to play it, undo, or drop."]


def ballot_lines(model: Model) -> list[str]:
    """The rules that may be voted for, by number."""
    return [f" {at}. {_rule(rule)}" for at, rule in enumerate(ballot(model), start=1)]


def _rule(rule: str) -> str:
    return f"{rule_title(rule)}. {rule_text(rule)}".strip()


def _question(model: Model) -> list[str]:
    voice, game = voice_of(model.table), model.game
    match model.waiting_for:
        case TakeTurn():
            turn = "Your turn: type a number, S to sort, P to play, T to take a card, or a command."
            return [*state_lines(model), hand_line(model), turn]
        case PlayDrawn():
            return [_drawn_question(model, voice)]
        case NameColour():
            return [hand_line(model), "Which colour do you name?"]
        case ChoosePlayer():
            top = game.discard[-1] if game is not None and game.discard else None
            return [*state_lines(model)[1:], whom_text(top, voice)]
        case AnswerDrawFour(offender=offender, penalty=penalty):
            whose = f"{voice.name(offender)} played a Wild Draw Four on you"
            stack = ", pass it on" if layable(model) else ""
            return [
                hand_line(model),
                f"{whose}: accept and draw {penalty}{stack}, or challenge? If you lose, you draw {penalty + 2}.",
            ]
        case AnswerStack(penalty=penalty):
            stack = " or pass them on" if layable(model) else ""
            return [hand_line(model), f"You face a penalty of {number(penalty, 'card')}: take them{stack}?"]
        case KeepOne():
            colour = voice.colour(None if game is None else game.colour)
            return [hand_line(model), f"Which {colour} card do you keep? The others go under the top card."]
        case PassCard():
            to = "" if game is None or model.seat is None else f" to {voice.name(next_seat(game, model.seat))}"
            return [hand_line(model), f"Which card do you pass on{to}?"]
        case Vote():
            return ["Which rule for the Customizable cards? Vote by number or name."]
        case None:
            return []


def _drawn_question(model: Model, voice: Voice) -> str:
    drawn = None if model.game is None else model.game.drawn
    said = f"You drew {'a card' if drawn is None else voice.card(drawn)}"
    if not lists(model, CanPlay):
        return f"{said}; you can't play it."
    return f"{said}: play it or keep it?" if lists(model, Keep) else f"{said}: you must play it."


def choice(action: Listed, voice: Voice) -> str:
    """One choice in words."""
    return CHOICES[type(action)](action, voice)


CHOICES: Mapping[type[Listed], Callable[[Any, Voice], str]] = {
    CanPlay: lambda a, v: f"play {_written(a.card, v)}",
    Draw: lambda a, v: "draw a card",
    Keep: lambda a, v: "keep it",
    Pass: lambda a, v: "pass",
    Name: lambda a, v: v.colour(a.colour),
    Choose: lambda a, v: f"choose {v.name(a.target)}",
    Cast: lambda a, v: f"vote for: {_rule(a.rule)}",
    Give: lambda a, v: f"pass on {_written(a.card, v)}",
    Retain: lambda a, v: f"keep {_written(a.card, v)}",
    Accept: lambda a, v: "accept the penalty",
    Challenge: lambda a, v: "challenge: it was a bluff",
    CallUno: lambda a, v: "call UNO",
    Catch: lambda a, v: f"catch {v.name(a.target)}, who forgot UNO",
}
"""How each kind of choice is said."""


def _written(face: Card, voice: Voice) -> str:
    return voice.card(face) if face.wild else f"{voice.card(face)} ({face.name})"


def idle_lines(model: Model) -> list[str]:
    """For whoever asks what there is to choose where nothing is: what the game waits for, or what to type instead."""
    waited = waiting_lines(model) or midgame_lines(model)[-1:]
    return waited or [f"There's nothing to choose now. {hints(model)}"]


def hints(model: Model) -> str:
    """The commands that work now, for a mistyped one."""
    if model.table is None:
        return "Try tables, join NAME, create NAME, help or quit."
    if model.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED):
        return "Try who, rules, leave or help." if model.seat is None else "Try ready, who, rules, leave or help."
    words = ["table", "who", "rules", "help"] if model.seat is None else ["hand", "table", "why", "rules", "help"]
    if lists(model, CallUno):
        words.insert(0, "uno")
    words[:0] = [f"catch {voice_of(model.table).name(seat)}" for seat in catches(model)]
    if offered(model) and model.asked:
        words.insert(0, "a number")
    return f"Try {listing(words)}."
