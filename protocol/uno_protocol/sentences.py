"""Sentences: what happens at a table, one sentence per event, for players and for readers of a kept game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from uno_engine import events as ev
from uno_engine.cards import Card, Colour, rank_word
from uno_engine.customizable import RULES
from uno_engine.events import DrawReason, Event, MoveReason
from uno_engine.language import N_, _, ngettext, pgettext
from uno_engine.levels import LEVELS, RANDOM
from uno_engine.rules import OWN
from uno_protocol import room as rm
from uno_protocol.room import RoomEvent, RoomPhase
from uno_protocol.text import clean

COLOUR_WORDS = {Colour.RED: N_("red"), Colour.YELLOW: N_("yellow"), Colour.GREEN: N_("green"), Colour.BLUE: N_("blue")}


@dataclass(frozen=True, slots=True)
class Voice:
    """The reader of the sentences: names by seat, the reader's seat ("you"), the name of the fourth colour."""

    names: tuple[str, ...] = ()
    me: int | None = None
    orange: bool = False
    whole: bool = False
    """For readers of a saved game: cards as in P-1.6, and everything in an event, including hands and piles."""
    host: int | None = None
    """The seat of the host, where it is known."""

    def name(self, seat: int) -> str:
        """The name of a seat, never "you"."""
        name = self.names[seat] if 0 <= seat < len(self.names) else ""
        return name or _("seat {n}").format(n=seat + 1)

    def who(self, seat: int) -> str:
        """The player as a subject: You, or the name."""
        return pgettext("alone", "You") if seat == self.me else self.name(seat)

    def whom(self, seat: int) -> str:
        """The player in a list: you, or the name."""
        return pgettext("in a list", "you") if seat == self.me else self.name(seat)

    def of(self, seat: int, yours: str, theirs: str, **places: object) -> str:
        """The sentence about a seat: `yours` about the player's own, `theirs`, with `{name}`, about another."""
        return (yours if seat == self.me else theirs).format(name=self.name(seat), **places)

    def between(self, seat: int, other: int, yours: str, at_you: str, theirs: str, **places: object) -> str:
        """The sentence about what a seat does to another: `{name}` does it, to `{whom}`."""
        said = yours if seat == self.me else at_you if other == self.me else theirs
        return said.format(name=self.name(seat), whom=self.name(other), **places)

    def of_all(self, seats: Sequence[int], yours: str, theirs: str, ours: str, many: str, **places: object) -> str:
        """The sentence about one or several: about you, about `{name}`, about you and `{names}`, about `{names}`."""
        others = listing([self.name(seat) for seat in seats if seat != self.me])
        if len(seats) == 1:
            return self.of(seats[0], yours, theirs, **places)
        return (ours if self.me in seats else many).format(names=others, **places)

    def of_host(self, unknown: str, yours: str, theirs: str, **places: object) -> str:
        """The sentence about the host: where it is not known who that is, if it is the player, with its `{name}`."""
        return unknown.format(**places) if self.host is None else self.of(self.host, yours, theirs, **places)

    def colour(self, colour: Colour | None) -> str:
        """The name of a colour at this table."""
        if colour is None:
            return _("no colour")
        return _("orange") if self.orange and colour is Colour.YELLOW else _(COLOUR_WORDS[colour])

    def card(self, face: Card) -> str:
        """A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`."""
        if self.whole:
            return face.name
        rank = rank_word(face.rank)
        return rank if face.colour is None else _("{colour} {rank}").format(colour=self.colour(face.colour), rank=rank)

    def cards(self, faces: Sequence[Card]) -> str:
        """Several cards in words."""
        words = [self.card(face) for face in faces]
        return (" ".join(words) if self.whole else listing(words)) or _("no cards")


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])


def cards_text(count: int) -> str:
    """`1 card`, `2 cards`."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def points_text(count: int) -> str:
    """`1 point`, `2 points`."""
    return ngettext("{n} point", "{n} points", count).format(n=count)


def seconds_text(count: int) -> str:
    """`1 second`, `2 seconds`."""
    return ngettext("{n} second", "{n} seconds", count).format(n=count)


def per_turn_text(seconds: int) -> str:
    """`30 seconds per turn`, `no time limit`."""
    if not seconds:
        return _("no time limit")
    return ngettext("{n} second per turn", "{n} seconds per turn", seconds).format(n=seconds)


def chain_text(cards: Sequence[Card], colours: Sequence[Colour | None], voice: Voice) -> str:
    """The cards of a chain in their order, each wild with its colour: `red 1, Wild (blue), blue 3`."""
    named = [*colours, *[None] * (len(cards) - len(colours))]
    return ", ".join(
        voice.card(face) if colour is None else f"{voice.card(face)} ({voice.colour(colour)})"
        for face, colour in zip(cards, named, strict=True)
    )


def rule_title(name: str) -> str:
    """The title of a rule of the Customizable cards; its name if it is unknown here."""
    if name == OWN:
        return _("the host's own rule")
    return _(RULES[name].title) if name in RULES else clean(name)


def rule_text(name: str) -> str:
    """What a rule of the customizable cards says, in one sentence; empty if it is not known here."""
    return _(RULES[name].text) if name in RULES else ""


ORDINALS = (
    *(N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th")),
    *(N_("6th"), N_("7th"), N_("8th"), N_("9th"), N_("10th")),
)


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, for places up to ten."""
    return _(ORDINALS[place - 1])


def ranking(ranks: Sequence[Sequence[int]], voice: Voice) -> str:
    """The places of a game, best first: `1st ann, 2nd bob and cem`. Those who share a place count for several."""
    said, place = [], 1
    for seats in ranks:
        said.append(f"{ordinal(place)} {listing([voice.whom(seat) for seat in seats])}")
        place += len(seats)
    return ", ".join(said)


# --- what is said ----------------------------------------------------------------------------------------------------

REACTIONS: Mapping[str, str] = {
    "nice": N_("Nice!"),
    "haha": N_("Haha!"),
    "wow": N_("Wow!"),
    "oops": N_("Oops!"),
    "sorry": N_("Sorry!"),
    "thanks": N_("Thanks!"),
    "hurry": N_("Hurry up!"),
    "good_game": N_("Good game!"),
}
"""What each reaction says."""
NAME_SHOWN = 32
"""Characters of a speaker's name that are shown; a server that keeps to the protocol sends 20."""


def said_text(event: rm.Said, voice: Voice) -> str:
    """`bob says: hello`, `You say: hello`."""
    return _by(event, voice, _("You say: {text}"), _("{name} says: {text}"), clean(event.text))


def reacted_text(event: rm.Reacted, voice: Voice) -> str:
    """`bob reacts: Wow!`"""
    return _by(event, voice, _("You react: {text}"), _("{name} reacts: {text}"), reaction(event.reaction))


def reaction(code: str) -> str:
    """The words of a reaction; its code, cleaned, where a newer server knows more of them."""
    return _(REACTIONS[code]) if code in REACTIONS else clean(code, NAME_SHOWN).replace("_", " ")


def said_by(event: rm.Said | rm.Reacted, me: int | None) -> str:
    """Who said that: `You`, `bob`, `bob (watching)`."""
    if event.seat is not None and event.seat == me:
        return pgettext("alone", "You")
    name = clean(event.name, NAME_SHOWN)
    return _("{name} (watching)").format(name=name) if event.seat is None else name


def _by(event: rm.Said | rm.Reacted, voice: Voice, yours: str, theirs: str, text: str) -> str:
    mine = event.seat is not None and event.seat == voice.me
    return (yours if mine else theirs).format(name=said_by(event, voice.me), text=text)


# --- what happens ----------------------------------------------------------------------------------------------------

DRAWN: Mapping[DrawReason, tuple[str, str]] = {
    DrawReason.GUILTY: (N_("You draw {cards} for bluffing."), N_("{name} draws {cards} for bluffing.")),
    DrawReason.INNOCENT: (
        N_("You draw {cards} for losing the challenge."),
        N_("{name} draws {cards} for losing the challenge."),
    ),
    DrawReason.CAUGHT: (N_("You draw {cards} for forgetting UNO."), N_("{name} draws {cards} for forgetting UNO.")),
    DrawReason.FORGOTTEN: (N_("You draw {cards} for forgetting UNO."), N_("{name} draws {cards} for forgetting UNO.")),
    DrawReason.RULE: (
        N_("You draw {cards} because of the Customizable card."),
        N_("{name} draws {cards} because of the Customizable card."),
    ),
    DrawReason.FALSE_UNO: (N_("You draw {cards} for the false UNO."), N_("{name} draws {cards} for the false UNO.")),
    DrawReason.OUT_OF_TURN: (
        N_("You draw {cards} for playing out of turn."),
        N_("{name} draws {cards} for playing out of turn."),
    ),
}
DRAWN_AS_USUAL = (N_("You draw {cards}."), N_("{name} draws {cards}."))


def _drawn(event: ev.CardsDrawn, voice: Voice) -> str:
    what = voice.cards(event.cards) if event.cards else cards_text(event.count)
    yours, theirs = DRAWN.get(event.reason, DRAWN_AS_USUAL)
    return voice.of(event.seat, _(yours), _(theirs), cards=what)


def _dealt(event: ev.RoundDealt, voice: Voice) -> str:
    said = voice.of(event.dealer, _("Round {n}: You deal."), _("Round {n}: {name} deals."), n=event.round)
    if not voice.whole:
        return said
    starts = voice.of(event.starter, _("You start."), _("{name} starts."))
    return f"{said} {starts}{_hands(event.hands or {}, voice)}{_pile(event.stock, voice)}"


def _hands(hands: Mapping[int, Iterable[Card]], voice: Voice) -> str:
    """A line a hand, for who reads a kept game."""
    return "".join(f"\n  {voice.name(seat)} has {voice.cards(tuple(hand))}" for seat, hand in hands.items())


def _pile(stock: Sequence[Card] | None, voice: Voice) -> str:
    """A line for the draw pile, for who reads a kept game."""
    return "" if stock is None or not voice.whole else f"\n  draw pile, top first: {voice.cards(stock[::-1])}"


def _played(event: ev.CardsPlayed, voice: Voice) -> str:
    if _is_double(event.cards):
        return _played_double(event, voice)
    if len(event.cards) > 1:
        return _played_chain(event, voice)
    cards, colour = voice.cards(event.cards), event.colours[-1] if event.colours else None
    if colour is None:
        return _laid(
            event,
            voice,
            (_("You play {cards}."), _("{name} plays {cards}.")),
            (
                _("You play {cards} and choose {whom}."),
                _("{name} plays {cards} and chooses you."),
                _("{name} plays {cards} and chooses {whom}."),
            ),
            cards=cards,
        )
    return _laid(
        event,
        voice,
        (_("You play {cards} and name {colour}."), _("{name} plays {cards} and names {colour}.")),
        (
            _("You play {cards}, name {colour} and choose {whom}."),
            _("{name} plays {cards}, names {colour} and chooses you."),
            _("{name} plays {cards}, names {colour} and chooses {whom}."),
        ),
        cards=cards,
        colour=voice.colour(colour),
    )


def _laid(
    event: ev.CardsPlayed, voice: Voice, alone: tuple[str, str], aimed: tuple[str, str, str], **places: str
) -> str:
    """The sentence about a play: one of `alone`, or of `aimed` if it chooses a player."""
    if event.target is None:
        return voice.of(event.seat, *alone, **places)
    return voice.between(event.seat, event.target, *aimed, **places)


def _is_double(cards: Sequence[Card]) -> bool:
    """Whether several cards are all of one number or symbol (N7); so may be a chain."""
    return len(cards) > 1 and not cards[0].wild and len({face.rank for face in cards}) == 1


def _played_double(event: ev.CardsPlayed, voice: Voice) -> str:
    return _laid(
        event,
        voice,
        (_("You play {cards} together."), _("{name} plays {cards} together.")),
        (
            _("You play {cards} together and choose {whom}."),
            _("{name} plays {cards} together and chooses you."),
            _("{name} plays {cards} together and chooses {whom}."),
        ),
        cards=voice.cards(event.cards),
    )


def _played_chain(event: ev.CardsPlayed, voice: Voice) -> str:
    return _laid(
        event,
        voice,
        (_("You play a chain: {chain}."), _("{name} plays a chain: {chain}.")),
        (
            _("You play a chain: {chain}; you choose {whom}."),
            _("{name} plays a chain: {chain}; {name} chooses you."),
            _("{name} plays a chain: {chain}; {name} chooses {whom}."),
        ),
        chain=chain_text(event.cards, event.colours, voice),
    )


def jump_in_text(event: ev.CardsPlayed, voice: Voice) -> str:
    """`bob jumps in with red 3.`, for a card played before the player whose turn it was (H4)."""
    return _laid(
        event,
        voice,
        (_("You jump in with {cards}."), _("{name} jumps in with {cards}.")),
        (
            _("You jump in with {cards}, and choose {whom}."),
            _("{name} jumps in with {cards}, and chooses you."),
            _("{name} jumps in with {cards}, and chooses {whom}."),
        ),
        cards=voice.cards(event.cards),
    )


def _chosen(event: ev.PlayerChosen, voice: Voice) -> str:
    forms = _("You choose {whom}."), _("{name} chooses you."), _("{name} chooses {whom}.")
    return voice.between(event.seat, event.target, *forms)


def _voted(event: ev.VoteCast, voice: Voice) -> str:
    if event.rule is None:
        return voice.of(event.seat, _("You voted."), _("{name} voted."))
    return voice.of(
        event.seat, _("You voted for: {rule}."), _("{name} voted for: {rule}."), rule=rule_title(event.rule)
    )


def _rule_chosen(event: ev.RuleChosen, voice: Voice) -> str:
    most = max(event.votes, default=0)
    tied = event.votes.count(most)
    if not most:
        said = _('The rule of the Customizable cards is "{rule}".')
    elif tied == 1:
        said = ngettext('"{rule}" wins with {n} vote.', '"{rule}" wins with {n} votes.', most)
    else:
        said = ngettext(
            '"{rule}" is drawn by lot from {tied} rules with {n} vote each.',
            '"{rule}" is drawn by lot from {tied} rules with {n} votes each.',
            most,
        )
    return f"{said.format(rule=rule_title(event.rule), n=most, tied=tied)} {rule_text(event.rule)}".strip()


def _hands_moved(event: ev.HandsMoved, voice: Voice) -> str:
    if event.reason is MoveReason.SWAP:
        said = voice.of_all(list(event.counts), "", "", _("You and {names} swap hands."), _("{names} swap hands."))
    elif event.reason is MoveReason.ROTATE:
        said = _("All hands move on one seat.")
    else:
        said = _("All hands are shuffled together and dealt again.")
    if voice.whole:
        return f"{said}{_hands(event.hands, voice)}"
    mine = event.hands.get(voice.me) if voice.me is not None else None
    return said if mine is None else f"{said} {_('You now have {cards}.').format(cards=voice.cards(mine))}"


def _card_chosen(event: ev.CardChosen, voice: Voice) -> str:
    if event.card is None:
        you, they = _("You have chosen a card to pass on."), _("{name} has chosen a card to pass on.")
        return voice.of(event.seat, you, they)
    you, they = _("You have chosen {card} to pass on."), _("{name} has chosen {card} to pass on.")
    return voice.of(event.seat, you, they, card=voice.card(event.card))


def _cards_passed(event: ev.CardsPassed, voice: Voice) -> str:
    said = _("Everyone passes one card on.")
    if voice.whole:
        gifts = ((voice.name(seat), voice.name(to), event.cards.get(seat)) for seat, to in event.to.items())
        return said + "".join(
            f"\n  {giver} gives {face.name if face else 'a card'} to {to}" for giver, to, face in gifts
        )
    me = voice.me
    giver = next((giver for giver, to in event.to.items() if to == me), None)
    if me is not None and me in event.to and me in event.cards:
        card, name = voice.card(event.cards[me]), voice.name(event.to[me])
        said = f"{said} {_('You give {card} to {name}.').format(card=card, name=name)}"
    if giver is not None and giver in event.cards:
        card, name = voice.card(event.cards[giver]), voice.name(giver)
        said = f"{said} {_('You get {card} from {name}.').format(card=card, name=name)}"
    return said


def _uno_rolled(event: ev.UnoRolled, voice: Voice) -> str:
    if event.forgotten:
        return voice.of(event.seat, _("The game says you forgot UNO!"), _("The game says {name} forgot UNO!"))
    return voice.of(event.seat, "You remember UNO.", "{name} remembers UNO.") if voice.whole else ""


def _uno_caught(event: ev.UnoCaught, voice: Voice) -> str:
    if event.by is None:
        you, they = _("The referee caught you: you forgot UNO!"), _("The referee caught {name}: {name} forgot UNO!")
        return voice.of(event.seat, you, they)
    forms = (
        _("You caught {whom}: {whom} forgot UNO!"),
        _("{name} caught you: you forgot UNO!"),
        _("{name} caught {whom}: {whom} forgot UNO!"),
    )
    return voice.between(event.by, event.seat, *forms)


def _challenged(event: ev.Challenged, voice: Voice) -> str:
    if event.guilty:
        forms = (
            _("You challenge {whom}: it was a bluff!"),
            _("{name} challenges you: it was a bluff!"),
            _("{name} challenges {whom}: it was a bluff!"),
        )
    else:
        forms = (
            _("You challenge {whom}: the Wild Draw Four was fair."),
            _("{name} challenges you: the Wild Draw Four was fair."),
            _("{name} challenges {whom}: the Wild Draw Four was fair."),
        )
    said = voice.between(event.seat, event.offender, *forms)
    if event.hand is None:
        return said
    hand = voice.of(
        event.offender, _("Your hand was {cards}."), _("{name}'s hand was {cards}."), cards=voice.cards(event.hand)
    )
    return f"{said} {hand}"


def _round_ended(event: ev.RoundEnded, voice: Voice) -> str:
    if event.ranks:
        said = _("The round is blocked: {ranking}.") if event.blocked else _("The round is over: {ranking}.")
        return said.format(ranking=ranking(event.ranks, voice))
    if event.blocked and not event.winners:
        return _("The round is blocked: nobody wins it.")
    gained = max((event.gains[seat] for seat in event.winners), default=0)
    if gained:
        forms = (
            _("You win the round and {points}."),
            _("{name} wins the round and {points}."),
            _("You and {names} win the round and {points}."),
            _("{names} win the round and {points}."),
        )
    else:
        forms = (
            _("You win the round."),
            _("{name} wins the round."),
            _("You and {names} win the round."),
            _("{names} win the round."),
        )
    said = voice.of_all(event.winners, *forms, points=points_text(gained))
    return f"{_('The round is blocked.')} {said}" if event.blocked else said


def _game_ended(event: ev.GameEnded, voice: Voice) -> str:
    if not event.winners:
        return _("The game is over: nobody wins.")
    return voice.of_all(
        event.winners,
        _("You win the game!"),
        _("{name} wins the game!"),
        _("You and {names} win the game!"),
        _("{names} win the game!"),
    )


def _direction(event: ev.DirectionTurned, _voice: Voice) -> str:
    if event.direction == 1:
        return _("Direction reversed: now clockwise.")
    return _("Direction reversed: now counter-clockwise.")


LEVEL_WORDS: Mapping[str, str] = {name: name for name in (*LEVELS, RANDOM)}


def level_word(level: str) -> str:
    """The word for a level of computer players; its name if it is unknown here."""
    return _(LEVEL_WORDS[level]) if level in LEVEL_WORDS else clean(level)


PACES: Mapping[str, tuple[str, str]] = {
    "calm": (N_("calm"), N_("calm computer players")),
    "normal": (N_("normal"), N_("computer players at normal pace")),
    "brisk": (N_("brisk"), N_("brisk computer players")),
}


def pace_word(pace: str) -> str:
    """How long computer players take."""
    return _(PACES[pace][0])


def pace_text(pace: str) -> str:
    """The same in a list of what a table is like; its own name if it is not known here."""
    return _(PACES[pace][1]) if pace in PACES else clean(pace)


def _seat_taken(event: rm.SeatTaken, voice: Voice) -> str:
    if event.bot is not None:
        said = _("{name} ({level} computer player) sits down.")
        return said.format(name=clean(event.name), level=level_word(event.bot))
    return voice.of(event.seat, _("You sit down."), _("{name} sits down."))


def _put_out(reason: str, name: str, voice: Voice, *, me: bool = False) -> str:
    """Whom the host has kicked or banned."""
    if reason == "kicked":
        if me:
            return voice.of_host(_("The host kicked you."), "", _("{name} kicked you."))
        forms = _("The host kicked {whom}."), _("You kicked {whom}."), _("{name} kicked {whom}.")
    else:
        if me:
            return voice.of_host(_("The host banned you."), "", _("{name} banned you."))
        forms = _("The host banned {whom}."), _("You banned {whom}."), _("{name} banned {whom}.")
    return voice.of_host(*forms, whom=name)


def _seat_freed(event: rm.SeatFreed, voice: Voice) -> str:
    match event.reason:
        case "kicked" | "banned":
            return _put_out(event.reason, voice.name(event.seat), voice, me=event.seat == voice.me)
        case "absent":
            you = _("You were away for too long and lost the seat.")
            return voice.of(event.seat, you, _("{name} was away for too long and lost the seat."))
    return voice.of(event.seat, _("You leave the table."), _("{name} leaves the table."))


def _seats_moved(event: rm.SeatsMoved, voice: Voice) -> str:
    moved, other = voice.name(event.to), voice.name(event.seat)
    if other == moved or not (event.seat < len(voice.names) and voice.names[event.seat]):
        # an empty seat still has the name of whoever sat there
        return voice.of(event.to, _("You move to seat {n}."), _("{name} moves to seat {n}."), n=event.to + 1)
    forms = _("You and {whom} swap seats."), _("{name} and you swap seats."), _("{name} and {whom} swap seats.")
    return voice.between(event.to, event.seat, *forms)


def _stand_in(event: rm.StandInChanged, voice: Voice) -> str:
    if event.level is None:
        return voice.of(event.seat, _("You play again."), _("{name} plays again."))
    you, they = _("A {level} computer player plays for you."), _("A {level} computer player plays for {name}.")
    return voice.of(event.seat, you, they, level=level_word(event.level))


def _time_given(event: rm.TimeGiven, voice: Voice) -> str:
    if not event.seconds:
        return voice.of(event.seat, _("You have no extra time now."), _("{name} has no extra time now."))
    n = event.seconds
    you = ngettext("You have {n} extra second per turn.", "You have {n} extra seconds per turn.", n)
    they = ngettext("{name} has {n} extra second per turn.", "{name} has {n} extra seconds per turn.", n)
    return voice.of(event.seat, you, they, n=n)


def _table_changed(event: rm.TableChanged, voice: Voice) -> str:
    rules = [] if event.preset is None and event.options is None else [_("other rules")]
    told = [*rules, *other_changes(event)]
    return table_changed_text(", ".join(told), voice) if told else ""


def table_changed_text(changes: str, voice: Voice) -> str:
    """What the host has changed: `bob changed the table: 6 seats, unlisted.`"""
    return voice.of_host(
        _("The host changed the table: {changes}."),
        _("You changed the table: {changes}."),
        _("{name} changed the table: {changes}."),
        changes=changes,
    )


def other_changes(event: rm.TableChanged) -> list[str]:
    """What a host has changed besides the rules, in words: seats, time limit, who can join or watch."""
    told = []
    if event.seats is not None:
        told.append(ngettext("{n} seat", "{n} seats", event.seats).format(n=event.seats))
    if event.turn_seconds is not None:
        told.append(per_turn_text(event.turn_seconds))
    if event.pace is not None:
        told.append(pace_text(event.pace))
    for field, on, off in SWITCHES:
        value = getattr(event, field)
        if value is not None:
            told.append(_(on) if value else _(off))
    return told


SWITCHES = (
    ("password", N_("a new password"), N_("no password")),
    ("listed", N_("listed"), N_("unlisted")),
    ("locked", N_("locked"), N_("unlocked")),
    ("watching", N_("spectators allowed"), N_("no new spectators")),
    ("show_hands", N_("hands shown after each round"), N_("hands not shown after a round")),
)
"""What a switch of the table says if it is on, and if it is off."""


def _watcher_left(event: rm.WatcherLeft, voice: Voice) -> str:
    if event.reason in ("kicked", "banned"):
        return _put_out(event.reason, clean(event.name), voice)
    return _("{name} stopped watching.").format(name=clean(event.name))


def _mute_changed(event: rm.MuteChanged, voice: Voice) -> str:
    if event.muted:
        forms = _("The host silenced {whom}."), _("You silenced {whom}."), _("{name} silenced {whom}.")
    else:
        forms = _("The host unsilenced {whom}."), _("You unsilenced {whom}."), _("{name} unsilenced {whom}.")
    return voice.of_host(*forms, whom=clean(event.name))


def _hands_shown(event: rm.HandsShown, voice: Voice) -> str:
    shown = [
        voice.of(seat, _("{name} (you): {cards}"), "{name}: {cards}", cards=voice.cards(hand))
        for seat, hand in enumerate(event.hands)
        if hand is not None
    ]
    return _("The hands were: {hands}.").format(hands="; ".join(shown)) if shown else ""


def held_text(voice: Voice) -> str:
    """Who paused the game."""
    forms = _("The host paused the game."), _("You paused the game."), _("{name} paused the game.")
    return voice.of_host(*forms)


def _phase(event: rm.PhaseChanged, voice: Voice) -> str:
    if event.held:
        return held_text(voice)
    if event.phase is RoomPhase.WAITING:
        return _("Waiting for the next game.")
    if event.phase is RoomPhase.PAUSED:
        return _("The game is paused until a player is back.")
    return _("The table is closed.") if event.phase is RoomPhase.CLOSED else ""


def _placed(event: rm.GamePlaced, voice: Voice) -> str:
    lines = (event.position or "").splitlines() if voice.whole else ()
    return _("A new game begins at a given position.") + "".join(f"\n  {clean(line)}" for line in lines)


def _ready_changed(event: rm.ReadyChanged, voice: Voice) -> str:
    if event.ready:
        return voice.of(event.seat, _("You are ready."), _("{name} is ready."))
    return voice.of(event.seat, _("You are no longer ready."), _("{name} is no longer ready."))


def _presence_changed(event: rm.PresenceChanged, voice: Voice) -> str:
    if event.connected:
        return voice.of(event.seat, _("You are back."), _("{name} is back."))
    you = _("You lost the connection; the seat is kept.")
    return voice.of(event.seat, you, _("{name} lost the connection; the seat is kept."))


def _ballot(event: ev.BallotDrawn, _voice: Voice) -> str:
    rules = "; ".join(rule_title(rule) for rule in event.rules)
    return _("Vote for the Customizable card rule: {rules}.").format(rules=rules)


def _renewed(event: ev.DrawPileRenewed, voice: Voice) -> str:
    said = _("The discards are shuffled into a new draw pile of {n}.").format(n=event.count)
    return f"{said}{_pile(event.stock, voice)}"


OF_SEAT: Mapping[type[Event | RoomEvent], tuple[str, str]] = {
    ev.ColourNamed: (N_("You name {colour}."), N_("{name} names {colour}.")),
    ev.HandClosed: (N_("Your hand is hidden again."), N_("{name}'s hand is hidden again.")),
    ev.DrawnKept: (N_("You keep the card."), N_("{name} keeps the card.")),
    ev.Passed: (N_("You pass."), N_("{name} passes.")),
    ev.TurnMissed: (N_("You miss a turn."), N_("{name} misses a turn.")),
    ev.UnoWindowOpened: (N_("You have one card and didn't call UNO!"), N_("{name} has one card and didn't call UNO!")),
    ev.UnoCalled: (N_("You call UNO!"), N_("{name} calls UNO!")),
    ev.UnoClaimed: (
        N_("You call UNO, to be checked when the cards are discarded."),
        N_("{name} calls UNO, to be checked when the cards are discarded."),
    ),
    ev.UnoAnnounced: (N_("UNO! You have one card."), N_("UNO! {name} has one card.")),
    ev.FalseUno: (N_("You call UNO with too many cards."), N_("{name} calls UNO with too many cards.")),
    ev.OutOfTurn: (N_("You tried to play out of turn."), N_("{name} tried to play out of turn.")),
    ev.TimeRanOut: (N_("You ran out of time."), N_("{name} ran out of time.")),
    ev.PlayerLeft: (N_("You left the game."), N_("{name} left the game.")),
    ev.PlayerLost: (N_("Too many cards: you are out of the round."), N_("Too many cards: {name} is out of the round.")),
    ev.Confirmed: (N_("You have confirmed."), N_("{name} has confirmed.")),
    ev.PlayerJoined: (N_("You join the game."), N_("{name} joins the game.")),
    ev.HandOpened: (N_("Your hand is face up: {cards}."), N_("{name}'s hand is face up: {cards}.")),
    ev.ColourDiscarded: (
        N_("You discard {cards}, under the top card."),
        N_("{name} discards {cards}, under the top card."),
    ),
    ev.PlayerOut: (N_("You are out: {place} place."), N_("{name} is out: {place} place.")),
}
"""Sentences about one seat: for its player, and for others. A place is a field of the event, in words."""
TO_ALL: Mapping[type[Event | RoomEvent], str] = {
    ev.FirstCardTurned: N_("The first card is {card}."),
    rm.WatcherCame: N_("{name} is watching."),
    rm.GameOpened: N_("A new game begins."),
    rm.GameCleared: N_("The table is cleared."),
}
"""Sentences that are the same for everybody."""

_EVENTS: dict[type[Event | RoomEvent], Callable[[Any, Voice], str]] = {
    ev.BallotDrawn: _ballot,
    ev.VoteCast: _voted,
    ev.RuleChosen: _rule_chosen,
    ev.RoundDealt: _dealt,
    ev.FirstCardReturned: lambda e, v: _("It goes back and the draw pile is shuffled.") + _pile(e.stock, v),
    ev.CardsPlayed: _played,
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: _renewed,
    ev.PlayerChosen: _chosen,
    ev.HandsMoved: _hands_moved,
    ev.CardChosen: _card_chosen,
    ev.CardsPassed: _cards_passed,
    ev.DirectionTurned: _direction,
    ev.UnoWindowClosed: lambda e, v: f"{v.who(e.seat)} can no longer be caught." if v.whole else "",
    ev.UnoRolled: _uno_rolled,
    ev.UnoCaught: _uno_caught,
    ev.Challenged: _challenged,
    ev.Asked: lambda e, v: "",
    ev.RoundEnded: _round_ended,
    ev.GameEnded: _game_ended,
    rm.SeatTaken: _seat_taken,
    rm.SeatFreed: _seat_freed,
    rm.SeatsMoved: _seats_moved,
    rm.StandInChanged: _stand_in,
    rm.TimeGiven: _time_given,
    rm.TableChanged: _table_changed,
    rm.HostChanged: lambda e, v: (
        "" if e.seat is None else v.of(e.seat, _("You are the host now."), _("{name} is the host now."))
    ),
    rm.ReadyChanged: _ready_changed,
    rm.PresenceChanged: _presence_changed,
    rm.WatcherLeft: _watcher_left,
    rm.MuteChanged: _mute_changed,
    rm.Said: said_text,
    rm.Reacted: reacted_text,
    rm.PhaseChanged: _phase,
    rm.GamePlaced: _placed,
    rm.HandsShown: _hands_shown,
    rm.GameSeed: lambda e, v: _("The seed of that game was {seed}.").format(seed=clean(e.seed)),
}


def event_text(event: Event | RoomEvent, voice: Voice) -> str:
    """The sentence for an event, from the viewer's side; empty if it is not worth a line."""
    kind = type(event)
    if kind in OF_SEAT:
        yours, theirs = OF_SEAT[kind]
        return voice.of(event.seat, _(yours), _(theirs), **_places(event, voice))  # type: ignore[union-attr]
    if kind in TO_ALL:
        return _(TO_ALL[kind]).format(**_places(event, voice))
    says = _EVENTS.get(kind)
    return "" if says is None else says(event, voice)


def _places(event: Any, voice: Voice) -> dict[str, str]:
    """The fields of an event in words, for the places of a sentence."""
    told = {}
    for part in (part for part in fields(event) if part.name != "seat"):
        match getattr(event, part.name):
            case Card() as face:
                told[part.name] = voice.card(face)
            case Colour() as colour:
                told[part.name] = voice.colour(colour)
            case tuple() as faces if part.name == "cards":
                told[part.name] = voice.cards(faces)
            case str() | int() as held:
                told[part.name] = clean(str(held))
            case _:
                pass
    return told | {"place": ordinal(event.rank)} if isinstance(event, ev.PlayerOut) else told
