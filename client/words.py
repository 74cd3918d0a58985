"""Codes into sentences: cards, events, refusals and errors as a player reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from client.clean import clean
from engine import events as ev
from engine.cards import Card, Colour, Rank, card
from engine.clauses import CLAUSES
from engine.customizable import RULES
from engine.events import DrawReason, Event, MoveReason
from engine.rules import FourthColour
from protocol import room as rm
from protocol.fold import TableView
from protocol.room import RoomEvent, RoomPhase

COLOUR_WORDS = {Colour.RED: "red", Colour.YELLOW: "yellow", Colour.GREEN: "green", Colour.BLUE: "blue"}
RANK_WORDS = {
    Rank.SKIP: "Skip",
    Rank.REVERSE: "Reverse",
    Rank.DRAW_TWO: "Draw Two",
    Rank.WILD: "Wild",
    Rank.WILD_DRAW_FOUR: "Wild Draw Four",
    Rank.SWAP_HANDS: "Swap Hands",
    Rank.SHUFFLE_HANDS: "Shuffle Hands",
    Rank.CUSTOMIZABLE: "Customizable",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is who for the sentences: names by seat, the own seat (said as "you"), what the fourth colour is called."""

    names: tuple[str, ...] = ()
    me: int | None = None
    orange: bool = False

    def name(self, seat: int | None) -> str:
        """The name of a seat, never "you"."""
        if seat is None:
            return "nobody"
        name = self.names[seat] if 0 <= seat < len(self.names) else ""
        return name or f"seat {seat + 1}"

    def who(self, seat: int | None) -> str:
        """The subject of a sentence: You, or the name."""
        return "You" if seat is not None and seat == self.me else self.name(seat)

    def whom(self, seat: int | None) -> str:
        """The object of a sentence: you, or the name."""
        return "you" if seat is not None and seat == self.me else self.name(seat)

    def whose(self, seat: int) -> str:
        """The owner before a thing, at the beginning of a sentence: `Your`, `bob's`."""
        return "Your" if seat == self.me else f"{self.name(seat)}'s"

    def does(self, seat: int, verb: str) -> str:
        """Subject and verb: `You draw`, `bob draws`."""
        if seat == self.me:
            return f"You {verb}"
        ending = "es" if verb.endswith(("s", "ch", "sh")) else "s"
        return f"{self.name(seat)} {'has' if verb == 'have' else verb + ending}"

    def all_of(self, seats: Sequence[int]) -> str:
        """Several subjects: `You and bob`."""
        return listing([self.who(seat) for seat in seats])

    def colour(self, colour: Colour | None) -> str:
        """The name of a colour at this table."""
        if colour is None:
            return "no colour"
        return "orange" if self.orange and colour is Colour.YELLOW else COLOUR_WORDS[colour]

    def card(self, face: Card) -> str:
        """A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`."""
        rank = RANK_WORDS.get(face.rank, face.rank.value)
        return rank if face.colour is None else f"{self.colour(face.colour)} {rank}"

    def cards(self, faces: Sequence[Card]) -> str:
        """Several cards in words."""
        return listing([self.card(face) for face in faces]) or "no cards"


def voice_of(table: TableView | None, before: TableView | None = None) -> Voice:
    """The voice for a table; seats that have just become empty keep the name that they had in `before`."""
    if table is None:
        return Voice()
    names = [occupant.name if occupant else "" for occupant in table.room.occupants]
    if before is not None and before.code == table.code:
        old = before.room.occupants
        names = [name or (was.name if was else "") for name, was in zip(names, old, strict=False)]
    game = table.game
    orange = game is not None and game.rules.fourth_colour is FourthColour.ORANGE
    return Voice(tuple(names), table.seat, orange)


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def number(count: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


# --- events ------------------------------------------------------------------------------------------------------

_BECAUSE = {
    DrawReason.GUILTY: " for the bluff",
    DrawReason.INNOCENT: " for the lost challenge",
    DrawReason.CAUGHT: " for the forgotten UNO",
    DrawReason.FORGOTTEN: " for the forgotten UNO",
    DrawReason.RULE: " by the rule of the Customizable card",
    DrawReason.FALSE_UNO: " for the false UNO",
    DrawReason.OUT_OF_TURN: " for playing out of turn",
}


def _dealt(event: ev.RoundDealt, voice: Voice) -> str:
    return f"Round {event.round}: {voice.does(event.dealer, 'deal')}."


def _played(event: ev.CardsPlayed, voice: Voice) -> str:
    mine = event.seat == voice.me
    if len(event.cards) > 1:
        laid = chain_text(event.cards, event.colours, voice)
        return f"{voice.does(event.seat, 'lay')} a chain: {laid}."
    parts = [f"{voice.does(event.seat, 'play')} {voice.cards(event.cards)}"]
    if event.colours and event.colours[-1] is not None:
        parts.append(f"{'name' if mine else 'names'} {voice.colour(event.colours[-1])}")
    if event.target is not None:
        parts.append(f"{'choose' if mine else 'chooses'} {voice.whom(event.target)}")
    return f"{listing(parts)}."


def chain_text(cards: Sequence[Card], colours: Sequence[Colour | None], voice: Voice) -> str:
    """The cards of a chain in their order, each wild with its colour: `red 1, Wild (blue), blue 3`."""
    named = [*colours, *[None] * (len(cards) - len(colours))]
    return ", ".join(
        voice.card(face) if colour is None else f"{voice.card(face)} ({voice.colour(colour)})"
        for face, colour in zip(cards, named, strict=True)
    )


def rule_title(name: str | None) -> str:
    """What a rule of the customizable cards is called; its own name if it is not known here."""
    if name is None:
        return "no rule"
    return RULES[name].title if name in RULES else clean(name)


def rule_text(name: str | None) -> str:
    """What a rule of the customizable cards says, in one sentence; empty if it is not known here."""
    return RULES[name].text if name is not None and name in RULES else ""


def _rule_chosen(event: ev.RuleChosen, voice: Voice) -> str:
    got = f" with {number(max(event.votes), 'vote')}" if any(event.votes) else ""
    return f"The Customizable cards{got}: {rule_title(event.rule)}. {rule_text(event.rule)}".strip()


def _hands_moved(event: ev.HandsMoved, voice: Voice) -> str:
    if event.reason is MoveReason.SWAP:
        said = f"{voice.all_of(list(event.counts))} swap hands"
    elif event.reason is MoveReason.ROTATE:
        said = "All hands move on one seat"
    else:
        said = "All hands are shuffled together and dealt anew"
    mine = event.hands.get(voice.me) if voice.me is not None else None
    return f"{said}. You have {voice.cards(mine)} now." if mine is not None else f"{said}."


def _card_chosen(event: ev.CardChosen, voice: Voice) -> str:
    what = voice.card(event.card) if event.card else "a card"
    return f"{voice.who(event.seat)} {'have' if event.seat == voice.me else 'has'} chosen {what} to pass on."


def _cards_passed(event: ev.CardsPassed, voice: Voice) -> str:
    said = "Everyone passes one card on."
    me = voice.me
    giver = next((giver for giver, to in event.to.items() if to == me), None)
    if me is not None and me in event.to and me in event.cards:
        said += f" You give {voice.card(event.cards[me])} to {voice.name(event.to[me])}."
    if giver is not None and giver in event.cards:
        said += f" You get {voice.card(event.cards[giver])} from {voice.name(giver)}."
    return said


def _hand_opened(event: ev.HandOpened, voice: Voice) -> str:
    return f"{voice.whose(event.seat)} hand lies open: {voice.cards(event.cards)}."


def _hand_closed(event: ev.HandClosed, voice: Voice) -> str:
    return f"{voice.whose(event.seat)} hand is hidden again."


def _colour_discarded(event: ev.ColourDiscarded, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'discard')} {voice.cards(event.cards)}, under the top card."


def _uno_rolled(event: ev.UnoRolled, voice: Voice) -> str:
    return f"The game finds that {voice.whom(event.seat)} forgot UNO!" if event.forgotten else ""


def _uno_caught(event: ev.UnoCaught, voice: Voice) -> str:
    if event.by is None:
        return f"The referee saw that {voice.whom(event.seat)} did not call UNO."
    return f"{voice.does(event.by, 'catch')} {voice.whom(event.seat)} without UNO."


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, for places up to ten."""
    return f"{place}{({1: 'st', 2: 'nd', 3: 'rd'}).get(place, 'th')}"


def _player_out(event: ev.PlayerOut, voice: Voice) -> str:
    return f"{voice.who(event.seat)} {'are' if event.seat == voice.me else 'is'} out: {ordinal(event.rank)} place."


def ranking(ranks: Sequence[Sequence[int]], voice: Voice) -> str:
    """The places of a game, best first: `1st ann, 2nd bob and cem`. Those who share a place count for several."""
    said, place = [], 1
    for seats in ranks:
        said.append(f"{ordinal(place)} {listing([voice.whom(seat) for seat in seats])}")
        place += len(seats)
    return ", ".join(said)


def _drawn(event: ev.CardsDrawn, voice: Voice) -> str:
    what = voice.cards(event.cards) if event.cards else number(event.count, "card")
    return f"{voice.does(event.seat, 'draw')} {what}{_BECAUSE.get(event.reason, '')}."


def _challenged(event: ev.Challenged, voice: Voice) -> str:
    said = f"{voice.does(event.seat, 'challenge')} {voice.whom(event.offender)}: "
    said += "it was a bluff!" if event.guilty else "the Wild Draw Four was fair."
    if event.hand is not None:
        said += f" {voice.whose(event.offender)} hand was {voice.cards(event.hand)}."
    return said


def _round_ended(event: ev.RoundEnded, voice: Voice) -> str:
    if event.ranks:
        return f"{'The round is blocked' if event.blocked else 'The round is over'}: {ranking(event.ranks, voice)}."
    if event.blocked and not event.winners:
        return "The round is blocked: nobody wins it."
    said = f"{'The round is blocked. ' if event.blocked else ''}{voice.all_of(event.winners)} "
    said += "win" if len(event.winners) > 1 or event.winners[0] == voice.me else "wins"
    gained = max((event.gains[seat] for seat in event.winners), default=0)
    return f"{said} the round and {number(gained, 'point')}." if gained else f"{said} the round."


def _game_ended(event: ev.GameEnded, voice: Voice) -> str:
    if not event.winners:
        return "The game is over, nobody wins."
    many = len(event.winners) > 1 or event.winners[0] == voice.me
    return f"{voice.all_of(event.winners)} {'win' if many else 'wins'} the game!"


def _direction(event: ev.DirectionTurned, _voice: Voice) -> str:
    return f"Play turns round: {'clockwise' if event.direction == 1 else 'counter-clockwise'} now."


def _seat_taken(event: rm.SeatTaken, voice: Voice) -> str:
    if event.bot is not None:
        return f"{clean(event.name)} ({event.bot} computer player) sits down."
    return f"{voice.does(event.seat, 'sit')} down."


_PHASE_WORDS = {
    RoomPhase.WAITING: "The table waits for players.",
    RoomPhase.PLAYING: "",
    RoomPhase.PAUSED: "The table pauses.",
    RoomPhase.BETWEEN_ROUNDS: "",
    RoomPhase.FINISHED: "",
    RoomPhase.CLOSED: "The table is closed.",
}

_EVENTS: dict[type[Event | RoomEvent], Callable[[Any, Voice], str]] = {
    ev.BallotDrawn: lambda e, v: (
        f"Vote for the rule of the Customizable cards: {'; '.join(rule_title(rule) for rule in e.rules)}."
    ),
    ev.VoteCast: lambda e, v: f"{v.who(e.seat)} voted{'' if e.rule is None else ' for: ' + rule_title(e.rule)}.",
    ev.RuleChosen: _rule_chosen,
    ev.RoundDealt: _dealt,
    ev.FirstCardTurned: lambda e, v: f"The first card is {v.card(e.card)}.",
    ev.FirstCardReturned: lambda e, v: "It goes back and the pile is shuffled.",
    ev.CardsPlayed: _played,
    ev.ColourNamed: lambda e, v: f"{v.does(e.seat, 'name')} {v.colour(e.colour)}.",
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: lambda e, v: f"The discards are shuffled into a new draw pile of {e.count}.",
    ev.PlayerChosen: lambda e, v: f"{v.does(e.seat, 'choose')} {v.whom(e.target)}.",
    ev.HandsMoved: _hands_moved,
    ev.CardChosen: _card_chosen,
    ev.CardsPassed: _cards_passed,
    ev.ColourDiscarded: _colour_discarded,
    ev.HandOpened: _hand_opened,
    ev.HandClosed: _hand_closed,
    ev.DrawnKept: lambda e, v: f"{v.does(e.seat, 'keep')} the card.",
    ev.Passed: lambda e, v: f"{v.does(e.seat, 'pass')}.",
    ev.TurnMissed: lambda e, v: f"{v.does(e.seat, 'miss')} a turn.",
    ev.DirectionTurned: _direction,
    ev.UnoWindowOpened: lambda e, v: f"{v.does(e.seat, 'have')} one card and did not call UNO!",
    ev.UnoWindowClosed: lambda e, v: "",
    ev.UnoCalled: lambda e, v: f"{v.does(e.seat, 'call')} UNO!",
    ev.UnoClaimed: lambda e, v: f"{v.does(e.seat, 'call')} UNO, to be settled with the cards discarded.",
    ev.UnoRolled: _uno_rolled,
    ev.UnoAnnounced: lambda e, v: f"UNO! {v.does(e.seat, 'have')} one card.",
    ev.UnoCaught: _uno_caught,
    ev.FalseUno: lambda e, v: f"{v.does(e.seat, 'call')} UNO with too many cards.",
    ev.OutOfTurn: lambda e, v: f"{v.who(e.seat)} tried to play out of turn.",
    ev.Challenged: _challenged,
    ev.TimeRanOut: lambda e, v: f"{v.who(e.seat)} ran out of time.",
    ev.PlayerLeft: lambda e, v: f"{v.who(e.seat)} left the game.",
    ev.PlayerJoined: lambda e, v: f"{v.does(e.seat, 'join')} the game.",
    ev.Asked: lambda e, v: "",
    ev.PlayerOut: _player_out,
    ev.RoundEnded: _round_ended,
    ev.GameEnded: _game_ended,
    rm.SeatTaken: _seat_taken,
    rm.SeatFreed: lambda e, v: f"{v.does(e.seat, 'leave')} the table.",
    rm.HostChanged: lambda e, v: (
        "" if e.seat is None else f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} the host now."
    ),
    rm.ReadyChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} {'ready' if e.ready else 'not ready any more'}."
    ),
    rm.PresenceChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} back."
        if e.connected
        else f"{v.who(e.seat)} lost the connection; the seat is kept."
    ),
    rm.WatchersChanged: lambda e, v: (
        f"{number(e.count, 'spectator')} at the table." if e.count else "Nobody watches any more."
    ),
    rm.PhaseChanged: lambda e, v: _PHASE_WORDS.get(e.phase, ""),
    rm.GameOpened: lambda e, v: "A new game begins.",
    rm.GameSeed: lambda e, v: f"The seed of that game was {clean(e.seed)}.",
}


def event_text(event: Event | RoomEvent, voice: Voice) -> str:
    """The sentence for an event, from the viewer's side; empty if it is not worth a line."""
    says = _EVENTS.get(type(event))
    return "" if says is None else says(event, voice)


# --- refusals and errors -------------------------------------------------------------------------------------------

_ERRORS: Mapping[str, str] = {
    # the rules of play
    "out_of_game": "You are not in this round.",
    "stale": "Too late: the game has moved on.",
    "not_in_hand": "You do not hold {card}.",
    "not_your_turn": "It is not your turn.",
    "wrong_answer": "That is not what the game asks now.",
    "must_play": "You must play a card.",
    "bad_target": "That cannot be chosen.",
    "colour_missing": "Name a colour with that card.",
    "chain_broken": "The chain breaks at card {place}.",
    "does_not_fit": "{card} does not fit.",
    "not_allowed": "{card} is not allowed now.",
    "false_call": "You have too many cards to call UNO.",
    "nothing_to_catch": "There is nobody to catch.",
    "already_called": "There is no UNO to call any more.",
    # names and sessions
    "name_taken": "That name is taken.",
    "name_rejected": "The server does not take that name.",
    "not_logged_in": "You are not logged in.",
    "already_logged_in": "You are logged in already.",
    "bad_token": "The server does not know this session any more.",
    "taken_over": "You are connected from somewhere else now.",
    "bad_seq": "The server does not know where we were.",
    "old_id": "That request is too old.",
    # tables
    "no_such_table": "There is no such table.",
    "table_full": "That table is full.",
    "rules_refused": "Those rules do not go together.",
    "already_at_table": "You are at a table already.",
    "not_at_table": "You are at no table.",
    "not_seated": "You are only watching.",
    "not_host": "Only the host can do that.",
    "not_a_bot": "No computer player sits there.",
    "not_ready": "Not everyone is ready.",
    "too_few_players": "There are too few players to start.",
    "game_running": "A game is going on at that table.",
    "no_game": "There is no game yet.",
    # the connection
    "rate_limited": "Too fast: wait a moment.",
    "limit": "The server is at its limit.",
    "internal": "The server had a fault of its own; nothing was changed.",
    "unsupported_version": "The server speaks another version of the protocol.",
    "bad_schema": "The server did not understand the request.",
    "bad_frame": "The server could not read what we sent.",
    "bad_codec": "The server could not read what we sent.",
    "too_deep": "The server could not read what we sent.",
    "frame_too_large": "What we sent was too long for the server.",
    "not_greeted": "The server wants a greeting first.",
    "already_greeted": "The server was greeted twice.",
    "read_timeout": "The server waited too long for us.",
    "silent": "The server did not hear from us for too long.",
    "too_many_connections": "The server has too many connections from here.",
    "server_stopping": "The server is stopping.",
}

_TOLD_BETTER = frozenset(("rules_refused", "name_rejected", "bad_schema", "limit"))
"""Codes that say less than the server's own sentence: which option, which reason, which field."""

_NOTES: Mapping[str, str] = {
    "table_exists": "The table exists already: its own rules and seats hold.",
}


def error_text(
    code: str,
    args: Mapping[str, str | int] | None = None,
    text: str = "",
    voice: Voice | None = None,
    clause: str | None = None,
) -> str:
    """The sentence for a refusal or an error: ours for codes that we know, else the server's own, cleaned.

    A refusal that names a clause of the rule book is followed by what that clause says.
    """
    said = _ERRORS.get(code)
    if code == "rate_limited" and clause is not None:
        said = "Once in a turn is enough."
    if said is None or code in _TOLD_BETTER:
        said = clean(text) or said or f"The server says: {clean(code)}."
    else:
        said = said.format(
            card=_card_of(args or {}, voice or Voice()), place=clean(str((args or {}).get("place", "?")))
        )
        said = said[:1].upper() + said[1:]
    return f"{said} {clause}: {CLAUSES[clause]}" if clause is not None and clause in CLAUSES else said


def _card_of(args: Mapping[str, str | int], voice: Voice) -> str:
    if "card" not in args:
        return "that"
    try:
        return voice.card(card(str(args["card"])))
    except ValueError:
        return "that card"


def note_text(note: str) -> str:
    """The sentence for the note of an answer."""
    return _NOTES.get(note, f"Note: {clean(note)}.")
