"""The sentence below the hand: what the player is asked, or whom everyone is waiting for."""

from __future__ import annotations

from client.core.legal_moves import catches, lists, may_choose_card, may_claim, only_answer, playable, targets, uno_due
from client.core.model import COLOURS, Model, PickColour, PickPlayer
from client.core.navigation import Place, place_of
from client.core.standing import on_turn
from client.fullscreen.themes import SHAPES
from client.fullscreen.widgets import Line, Lines, clip, colour_name, colour_style, face, fit, width, wrap
from client.wording.tables import late_text
from client.wording.words import voice_of, whom_text
from engine.actions import CallUno, CanPlay, Challenge, Draw, Keep, Pass
from engine.answers import DRAW_FOUR, INNOCENT
from engine.cards import Card, Rank
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
from engine.rules import Stacking
from engine.state import View
from protocol.room import RoomPhase
from protocol.sentences import Voice, listing, number, rule_title

MOST_LINES = 4
"""Lines that the sentence may take: a challenge with all its ways out and what they cost, in the smallest terminal."""


def prompt_lines(model: Model, game: View, columns: int) -> Lines:
    """The sentence, with the chain so far above it and the colours or players to choose from below."""
    prompt = _sentence(model, game, columns)[:MOST_LINES]
    if model.chain.cards:
        prompt = [*_chain(model, columns), *prompt]
    if place_of(model) is Place.COLOUR:
        prompt.append(_colours(model))
    if place_of(model) is Place.PLAYER:
        prompt += _choices(model, game, columns)
    return prompt


def _sentence(model: Model, game: View, columns: int) -> Lines:
    """On the player's turn it is filled with the colour in play, whose letter and shape stand before it."""
    words = _prompt(model, game)
    if not on_turn(model) or model.answering:
        return wrap(words, columns - 1, "class:prompt", indent="", margin=" ")
    colour = game.colour
    style = f"{'class:selected' if colour is None else colour_style(colour)} class:yours"
    sign = " " if colour is None else f" {colour.value}{SHAPES[colour]} "
    lines = wrap(words, columns, style, indent="", margin=" " * width(sign))
    lines[0] = [(style, sign + lines[0][0][1].lstrip())]
    return [clip(line, columns, style) for line in lines]


def _prompt(model: Model, game: View) -> str:
    """What the game waits for, in one sentence, and what may be forgotten."""
    voice = voice_of(model.table)
    if model.phase is RoomPhase.PAUSED:
        return paused_text(model, voice)
    match model.question:
        case PickColour(card):
            return f"Which colour for your {voice.card(card)}{stands_for(card, game)}?{_uno_hint(model)}"
        case PickPlayer(card):
            return f"{whom_text(card, voice, stands_for(card, game))}{_uno_hint(model)}"
        case _:
            pass
    if model.answering and model.asked:
        return "Sent …"
    if not model.asked:
        return _others(model, game, voice)
    return _catch_hint(model, voice) + _asked(model, game, voice)


def paused_text(model: Model, voice: Voice) -> str:
    """Who paused the game, and how to resume it."""
    room = model.table.room if model.table else None
    if room is None or not room.held:
        return "The game is paused until a player is back."
    if model.hosting:
        return "You paused the game. Press m, then p to resume."
    return f"{voice.the_host()} paused the game."


def _asked(model: Model, game: View, voice: Voice) -> str:
    """The question that the player is to answer."""
    match game.waiting_for:
        case TakeTurn():
            return _chaining(model) if model.chain.cards else _your_turn(model) + _uno_hint(model)
        case PlayDrawn():
            return _drawn(model, game, voice)
        case NameColour():
            return "Which colour do you name?"
        case ChoosePlayer():
            card = game.discard[-1] if game.discard else None
            return whom_text(card, voice, "" if card is None else stands_for(card, game))
        case AnswerDrawFour(offender=offender, penalty=penalty):
            name, ways = voice.name(offender), _ways_out(model, penalty)
            return f"{name} played a Wild Draw Four: {ways}?{_stakes(model, name, penalty)}"
        case AnswerStack(penalty=penalty):
            return f"You face a penalty of {number(penalty, 'card')}: {_ways_out(model, penalty)}?"
        case KeepOne():
            return f"Which of your {voice.colour(game.colour)} cards do you keep? The others go under the top card."
        case PassCard():
            return "Which card do you pass on to the next player?"
        case Vote() | None:
            return ""


def _ways_out(model: Model, penalty: int) -> str:
    """What can be done about a penalty."""
    key = "a" if only_answer(model) is None else "Enter"
    ways = [f"take {number(penalty, 'card')} ({key})"]
    if lists(model, CanPlay):
        ways.append("pass it on with a marked card (Enter)")
    if lists(model, Challenge):
        ways.append("challenge it (x) as a bluff")
    return " or ".join(filter(None, [", ".join(ways[:-1]), ways[-1]]))


def _stakes(model: Model, offender: str, penalty: int) -> str:
    """What a challenge can cost either side (O5, Q6; H2 where penalties are passed on)."""
    if model.rules is None or not lists(model, Challenge):
        return ""
    if model.rules.stacking is not Stacking.OFF or penalty == DRAW_FOUR:
        right = f"{offender} draws {penalty}"
    else:
        right = f"{offender} draws {DRAW_FOUR} for each bluff and you the rest"
    return f" If you're right, {right}; if not, you draw {penalty + INNOCENT}."


def _drawn(model: Model, game: View, voice: Voice) -> str:
    card = voice.card(game.drawn) if game.drawn else "a card"
    if not playable(model):
        return f"You drew {card}. You can't play it: Enter keeps it."
    keep = ", k keeps it" if lists(model, Keep) else ": you must play it"
    return f"You drew {card}. Enter plays it{keep}.{_uno_hint(model)}"


def _chaining(model: Model) -> str:
    """What can be done with the chain so far."""
    if model.chain.follows is None:
        more = "Checking what may follow …"
    elif playable(model):
        more = "Space adds a marked card."
    else:
        more = "Nothing more can follow."
    return f"{more} Enter plays all.{_uno_hint(model)}"


def _your_turn(model: Model) -> str:
    if playable(model):
        return "Your turn: play a card or draw." if lists(model, Draw) else "Your turn: play a card."
    if lists(model, Draw):
        return "Your turn: you have no card to play, draw one (Enter)."
    return "Your turn: nothing to draw, you must pass (Enter)." if lists(model, Pass) else "Your turn."


def _uno_hint(model: Model) -> str:
    if model.uno:
        if model.asked and not model.chain.cards and not playable(model):
            return " Your UNO call lapses if you draw."
        return " You call UNO with this play; u takes it back."
    if uno_due(model) and (model.chain.cards or (may_choose_card(model) and playable(model))):
        return " That leaves one card: call UNO first with u!"
    if may_claim(model):
        return " u calls UNO with a Customizable that leaves you one card."
    return ""


def _others(model: Model, game: View, voice: Voice) -> str:
    if lists(model, CallUno):
        return "You have one card and haven't called UNO: quick, press u!"
    waiting = game.waiting_for
    if waiting is None:
        return "…"
    jump = " You hold the very card on top: press Enter to jump in!" if playable(model) else ""
    call = " You call UNO with your next play; u takes it back." if model.uno else ""
    said = _catch_hint(model, voice) + _they(waiting, voice) + jump + call
    return f"{said} {late_text(game, model.seat)}".rstrip()


def _catch_hint(model: Model, voice: Voice) -> str:
    targets = catches(model)
    return f"{voice.name(targets[0])} didn't call UNO: press c to catch! " if targets else ""


def _they(waiting: Decision, voice: Voice) -> str:
    """Whom the game waits for, and what for."""
    who = listing([voice.name(seat) for seat in asked(waiting)])
    match waiting:
        case TakeTurn():
            return f"{who}'s turn."
        case PlayDrawn():
            return f"{who} drew a card and may play it."
        case NameColour():
            return f"{who} must name a colour."
        case ChoosePlayer():
            return f"{who} must choose a player."
        case AnswerDrawFour():
            return f"{who} must take {waiting.penalty} or challenge."
        case AnswerStack():
            return f"{who} must take {number(waiting.penalty, 'card')} or pass them on."
        case KeepOne():
            return f"{who} must keep one card of a colour."
        case PassCard():
            return f"Waiting for {who} to pass on a card."
        case Vote():
            return f"Waiting for {who} to vote."


def _choices(model: Model, game: View, columns: int) -> Lines:
    """The players to choose from, numbered, with their cards and the cursor on one."""
    voice, seats = voice_of(model.table), targets(model)
    at = model.question.at if isinstance(model.question, PickPlayer) else model.row
    lines: Lines = []
    line: Line = []
    for place, seat in enumerate(seats):
        here = place == at % len(seats)
        words = f" {'▸' if here else ' '}{place + 1} {fit(voice.name(seat), 14)} ({number(game.counts[seat], 'card')}) "
        if line and width(line) + width(words) > columns:
            lines.append(line)
            line = []
        line.append(("class:selected class:strong" if here else "", words))
    return [*lines, line] if line else lines


def _colours(model: Model) -> Line:
    """The four colours, with the cursor on one."""
    voice = voice_of(model.table)
    at = model.question.at if isinstance(model.question, PickColour) else model.row % len(COLOURS)
    line: Line = [("", " ")]
    for place, colour in enumerate(COLOURS):
        style, word = colour_name(colour, voice.colour(colour))[0]
        here = place == at
        line += [(f"{style} class:selected" if here else style, f" {'▸' if here else ' '}{word} "), ("", " ")]
    return line


def _chain(model: Model, columns: int) -> Lines:
    """The chain so far: its cards in order, each wild with its colour."""
    voice, chain = voice_of(model.table), model.chain
    lines: Lines = []
    line: Line = [("class:label", " Your chain: ")]
    for at, (card, colour) in enumerate(zip(chain.cards, chain.colours, strict=True)):
        piece: Line = [("class:quiet", " → ")] if at else []
        piece.append((f"{colour_style(card.colour)} class:strong", face(card).rstrip()))
        if colour is not None:
            piece += [("", " as "), (colour_style(colour), colour_name(colour, voice.colour(colour))[0][1])]
        if width(line) + width(piece) > columns:
            lines.append(line)
            line = [("", " " * 13)]
        line += piece
    return [*lines, line]


def stands_for(card: Card, game: View) -> str:
    """The rule of a Customizable card, in brackets."""
    return f" ({rule_title(game.custom)})" if game.custom is not None and card.rank is Rank.CUSTOMIZABLE else ""
