"""What does the plain client say of a table, a hand and the choices? Whole lines in words, fit to be read aloud."""

from __future__ import annotations

from collections.abc import Sequence

from client.model import Model
from client.offers import catches, lists, offered, uno_due
from client.words import COLOUR_WORDS, Voice, listing, number, voice_of
from engine.actions import Accept, CallUno, CanPlay, Catch, Challenge, Draw, Keep, Listed, Name, Pass
from engine.decisions import AnswerDrawFour, NameColour, PlayDrawn, TakeTurn
from engine.state import Phase
from protocol.messages import TableLine
from protocol.room import Room, RoomPhase


def table_lines(tables: Sequence[TableLine]) -> list[str]:
    """The lobby."""
    if not tables:
        return ["There is no table yet. Open one: create NAME"]
    return [*(_table_line(table) for table in tables), "Sit down: join NAME. Watch: watch NAME. New: create NAME."]


def _table_line(table: TableLine) -> str:
    options = "".join(f", {option}={value}" for option, value in table.options.items())
    bots = f" and {number(table.bots, 'computer player')}" if table.bots else ""
    taken = f"{number(table.people, 'player')}{bots} on {table.seats} seats"
    return (
        f"Table {table.name} ({table.code}): {taken}, {table.phase.replace('_', ' ')}, {table.preset} rules{options}."
    )


def room_lines(model: Model) -> list[str]:
    """Who sits where, and what to do before a game."""
    table = model.table
    if table is None:
        return ["You are at no table. List them: tables"]
    room = table.room
    options = "".join(f", {option}={value}" for option, value in room.options.items())
    clock = f", {room.turn_seconds} seconds for a turn" if room.turn_seconds else ""
    lines = [f"Table {room.name} ({room.code}): {room.preset} rules{options}{clock}."]
    lines += [_seat_line(room, seat, model.seat) for seat in range(len(room.occupants))]
    return lines + waiting_lines(model)


def _seat_line(room: Room, seat: int, own: int | None) -> str:
    occupant = room.occupants[seat]
    if occupant is None:
        return f"Seat {seat + 1}: free."
    remarks = [
        "you" if seat == own else "",
        f"computer player, {occupant.bot}" if occupant.bot else "",
        "host" if room.host == seat else "",
        "" if occupant.bot else "ready" if occupant.ready else "not ready",
        "" if occupant.connected else "away",
    ]
    return f"Seat {seat + 1}: {occupant.name} ({', '.join(filter(None, remarks))})."


def waiting_lines(model: Model) -> list[str]:
    """What the player can do before a game, and between rounds."""
    table, seat = model.table, model.seat
    if table is None or seat is None:
        return []
    own = table.room.occupants[seat]
    match table.room.phase:
        case RoomPhase.WAITING | RoomPhase.FINISHED:
            if own is not None and not own.ready:
                return ["Type ready when you want to play, help for all commands."]
            if model.hosting and not model.autostart:
                return ["You are the host: type bot for a computer player, start to begin when all are ready."]
        case RoomPhase.BETWEEN_ROUNDS:
            if own is not None and not own.ready:
                return ["Type ready for the next round."]
        case _:
            pass
    return []


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
    """The own hand, in notation and in words."""
    if not model.hand:
        return "You hold no cards."
    voice = voice_of(model.table)
    cards = ", ".join(f"{card.name} {voice.card(card)}" if not card.wild else voice.card(card) for card in model.hand)
    return f"You hold {number(len(model.hand), 'card')}: {cards}."


def choice_lines(model: Model, *, again: bool = False) -> list[str]:
    """The question that is open, with numbered answers; empty if there is nothing to choose.

    `again`: the player knows the table and the hand, so only the choices are said.
    """
    listed = offered(model)
    if not listed:
        return []
    voice = voice_of(model.table)
    lines = ["You can:"] if again or not model.asked else _question(model)
    lines += [f" {at}. {choice(action, voice)}" for at, action in enumerate(listed, start=1)]
    if model.asked and uno_due(model) and any(isinstance(action, CanPlay) for action in listed):
        lines.append("This play leaves you one card: add uno to call it, as in: 1 uno")
    return lines


def _question(model: Model) -> list[str]:
    voice = voice_of(model.table)
    match model.waiting_for:
        case TakeTurn():
            return [*state_lines(model), hand_line(model), "Your turn: type a number or a command."]
        case PlayDrawn():
            drawn = model.game.drawn if model.game is not None else None
            return [f"You drew {'a card' if drawn is None else voice.card(drawn)}: play it or keep it?"]
        case NameColour():
            return [hand_line(model), "Which colour do you name?"]
        case AnswerDrawFour(offender=offender, penalty=penalty):
            whose = f"{voice.name(offender)} played a Wild Draw Four on you"
            return [
                hand_line(model),
                f"{whose}: accept and draw {penalty}, or challenge? A lost challenge costs {penalty + 2} cards.",
            ]
        case _:
            return []


def choice(action: Listed, voice: Voice) -> str:
    """One choice in words."""
    match action:
        case CanPlay(card=card):
            return f"play {voice.card(card)}" + ("" if card.wild else f" ({card.name})")
        case Draw():
            return "draw a card"
        case Keep():
            return "keep it"
        case Pass():
            return "pass"
        case Name(colour=colour):
            return voice.colour(colour)
        case Accept():
            return "accept the penalty"
        case Challenge():
            return "challenge: it was a bluff"
        case CallUno():
            return "call UNO"
        case Catch(target=target):
            return f"catch {voice.name(target)} without UNO"


def hints(model: Model) -> str:
    """The commands that work now, for a mistyped one."""
    if model.table is None:
        return "Try tables, join NAME, create NAME, help or quit."
    words = ["hand", "table", "help"]
    if lists(model, CallUno):
        words.insert(0, "uno")
    words[:0] = [f"catch {voice_of(model.table).name(seat)}" for seat in catches(model)]
    if offered(model) and model.asked:
        words.insert(0, "a number")
    if model.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED):
        words.insert(0, "ready")
    return f"Try {listing(words)}."


COLOUR_NAMES = {word: colour for colour, word in COLOUR_WORDS.items()} | {
    colour.value.lower(): colour for colour in COLOUR_WORDS
}
"""How a colour may be typed."""
