"""Sentences: what happens at a table, one sentence per event, for players and for readers of a kept game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from uno_engine import events as ev
from uno_engine.cards import Card, Colour, rank_word
from uno_engine.customizable import RULES
from uno_engine.events import Event, MoveReason
from uno_engine.language import N_, _, forms, ngettext
from uno_engine.levels import LEVELS, RANDOM
from uno_engine.rules import OWN
from uno_protocol import room as rm
from uno_protocol.labels import worded
from uno_protocol.room import RoomEvent
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
        return name or worded("seat", n=seat + 1)

    def who(self, seat: int) -> str:
        """The player as a subject: You, or the name."""
        return worded("you") if seat == self.me else self.name(seat)

    def whom(self, seat: int) -> str:
        """The player in a list: you, or the name."""
        return worded("you_listed") if seat == self.me else self.name(seat)

    def of(self, seat: int, yours: str, theirs: str, **places: object) -> str:
        """The sentence about a seat: `yours` about the player's own, `theirs`, with `{name}`, about another."""
        return (yours if seat == self.me else theirs).format(name=self.name(seat), **places)

    def say(self, row: str, seat: int = -1, other: int = -1, /, **places: object) -> str:
        """The sentence of a row of `SENTENCES`: to everybody, about a seat, or what it (`{name}`) does to `{whom}`."""
        said = SENTENCES[row]
        form = said[0 if seat == self.me else 1 if other == self.me and len(said) == 3 else -1]
        return _(form).format(**{"name": self.name(seat), "whom": self.name(other), **places})

    def say_of_host(self, row: str, **places: object) -> str:
        """The sentence of a row about the host, as `of_host`."""
        return self.of_host(*map(_, SENTENCES[row]), **places)

    def of_all(self, seats: Sequence[int], yours: str, theirs: str, ours: str, many: str, /, **places: object) -> str:
        """The sentence about one or several: about you, about `{name}`, about you and `{names}`, about `{names}`."""
        others = listing([self.name(seat) for seat in seats if seat != self.me])
        if len(seats) == 1:
            return self.of(seats[0], yours, theirs, **places)
        return (ours if self.me in seats else many).format(names=others, **places)

    def of_host(self, unknown: str, yours: str, theirs: str, /, **places: object) -> str:
        """The sentence about the host: where it is not known who that is, if it is the player, with its `{name}`."""
        return unknown.format(**places) if self.host is None else self.of(self.host, yours, theirs, **places)

    def colour(self, colour: Colour | None) -> str:
        """The name of a colour at this table."""
        if colour is None:
            return worded("no_colour")
        return worded("orange") if self.orange and colour is Colour.YELLOW else _(COLOUR_WORDS[colour])

    def card(self, face: Card) -> str:
        """A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`."""
        if self.whole:
            return face.name
        rank = rank_word(face.rank)
        return rank if face.colour is None else worded("card", colour=self.colour(face.colour), rank=rank)

    def cards(self, faces: Sequence[Card]) -> str:
        """Several cards in words."""
        words = [self.card(face) for face in faces]
        return (" ".join(words) if self.whole else listing(words)) or _("no cards")


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return worded("and", some=", ".join(words[:-1]), last=words[-1])


def cards_text(count: int) -> str:
    """`1 card`, `2 cards`."""
    return worded("cards", n=count)


def points_text(count: int) -> str:
    """`1 point`, `2 points`."""
    return worded("points", n=count)


def seconds_text(count: int) -> str:
    """`1 second`, `2 seconds`."""
    return worded("whole_seconds", n=count)


def per_turn_text(seconds: int) -> str:
    """`30 seconds per turn`, `no time limit`."""
    if not seconds:
        return worded("no_limit")
    return worded("per_turn", n=seconds)


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
    """The sentence of a rule of the Customizable cards; empty if it is unknown here."""
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
"""The words of each reaction."""
RECORDS: Mapping[str, str] = {
    "caught": N_("UNOs caught"),
    "biggest": N_("Biggest hand"),
    "longest": N_("Most cards at once"),
}
"""What each record of a tally is called (P-7.31)."""
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
    """The speaker: `You`, `bob`, `bob (watching)`."""
    if event.seat is not None and event.seat == me:
        return worded("you")
    name = clean(event.name, NAME_SHOWN)
    return worded("says_watching", name=name) if event.seat is None else name


def _by(event: rm.Said | rm.Reacted, voice: Voice, yours: str, theirs: str, text: str) -> str:
    mine = event.seat is not None and event.seat == voice.me
    return (yours if mine else theirs).format(name=said_by(event, voice.me), text=text)


SENTENCES: Mapping[str, tuple[str, ...]] = {
    "first_card_turned": forms("The first card is {card}."),
    "first_card_returned": forms("It goes back and the draw pile is shuffled."),
    "round_dealt": forms("Round {n}: You deal.", "Round {n}: {name} deals."),
    "round_dealt starter": forms("You start.", "{name} starts."),
    "ballot_drawn": forms("Vote for the Customizable card rule: {rules}."),
    "vote_cast none": forms("You voted.", "{name} voted."),
    "vote_cast": forms("You voted for: {rule}.", "{name} voted for: {rule}."),
    "cards_played": forms("You play {cards}.", "{name} plays {cards}."),
    "cards_played aimed": forms(
        "You play {cards} and choose {whom}.",
        "{name} plays {cards} and chooses you.",
        "{name} plays {cards} and chooses {whom}.",
    ),
    "cards_played named": forms("You play {cards} and name {colour}.", "{name} plays {cards} and names {colour}."),
    "cards_played named aimed": forms(
        "You play {cards}, name {colour} and choose {whom}.",
        "{name} plays {cards}, names {colour} and chooses you.",
        "{name} plays {cards}, names {colour} and chooses {whom}.",
    ),
    "cards_played together": forms("You play {cards} together.", "{name} plays {cards} together."),
    "cards_played together aimed": forms(
        "You play {cards} together and choose {whom}.",
        "{name} plays {cards} together and chooses you.",
        "{name} plays {cards} together and chooses {whom}.",
    ),
    "cards_played chain": forms("You play a chain: {chain}.", "{name} plays a chain: {chain}."),
    "cards_played chain aimed": forms(
        "You play a chain: {chain}; you choose {whom}.",
        "{name} plays a chain: {chain}; {name} chooses you.",
        "{name} plays a chain: {chain}; {name} chooses {whom}.",
    ),
    "cards_played jump": forms("You jump in with {cards}.", "{name} jumps in with {cards}."),
    "cards_played jump aimed": forms(
        "You jump in with {cards}, and choose {whom}.",
        "{name} jumps in with {cards}, and chooses you.",
        "{name} jumps in with {cards}, and chooses {whom}.",
    ),
    "colour_named": forms("You name {colour}.", "{name} names {colour}."),
    "player_chosen": forms("You choose {whom}.", "{name} chooses you.", "{name} chooses {whom}."),
    "cards_drawn": forms("You draw {cards}.", "{name} draws {cards}."),
    "cards_drawn guilty": forms("You draw {cards} for bluffing.", "{name} draws {cards} for bluffing."),
    "cards_drawn innocent": forms(
        "You draw {cards} for losing the challenge.", "{name} draws {cards} for losing the challenge."
    ),
    "cards_drawn caught": forms("You draw {cards} for forgetting UNO.", "{name} draws {cards} for forgetting UNO."),
    "cards_drawn forgotten": forms("You draw {cards} for forgetting UNO.", "{name} draws {cards} for forgetting UNO."),
    "cards_drawn rule": forms(
        "You draw {cards} because of the Customizable card.", "{name} draws {cards} because of the Customizable card."
    ),
    "cards_drawn false_uno": forms("You draw {cards} for the false UNO.", "{name} draws {cards} for the false UNO."),
    "cards_drawn out_of_turn": forms(
        "You draw {cards} for playing out of turn.", "{name} draws {cards} for playing out of turn."
    ),
    "draw_pile_renewed": forms("The discards are shuffled into a new draw pile of {n}."),
    "drawn_kept": forms("You keep the card.", "{name} keeps the card."),
    "passed": forms("You pass.", "{name} passes."),
    "turn_missed": forms("You miss a turn.", "{name} misses a turn."),
    "direction_turned 1": forms("Direction reversed: now clockwise."),
    "direction_turned -1": forms("Direction reversed: now counter-clockwise."),
    "hands_moved swap": forms("You and {names} swap hands.", "{names} swap hands."),
    "hands_moved rotate": forms("Everyone passes their hand to the next player."),
    "hands_moved shuffle": forms("All hands are shuffled together and dealt again."),
    "hands_moved mine": forms("You now have {cards}."),
    "card_chosen none": forms("You have chosen a card to pass on.", "{name} has chosen a card to pass on."),
    "card_chosen": forms("You have chosen {card} to pass on.", "{name} has chosen {card} to pass on."),
    "cards_passed": forms("Everyone passes one card on."),
    "cards_passed given": forms("You give {card} to {name}."),
    "cards_passed got": forms("You get {card} from {name}."),
    "colour_discarded": forms(
        "You discard {cards}, under the top card.", "{name} discards {cards}, under the top card."
    ),
    "hand_opened": forms("Your hand is face up: {cards}.", "{name}'s hand is face up: {cards}."),
    "hand_closed": forms("Your hand is hidden again.", "{name}'s hand is hidden again."),
    "confirmed": forms("You have confirmed.", "{name} has confirmed."),
    "uno_window_opened": forms("You have one card and didn't call UNO!", "{name} has one card and didn't call UNO!"),
    "uno_called": forms("You call UNO!", "{name} calls UNO!"),
    "uno_claimed": forms(
        "You call UNO, to be checked when the cards are discarded.",
        "{name} calls UNO, to be checked when the cards are discarded.",
    ),
    "uno_announced": forms("UNO! You have one card.", "UNO! {name} has one card."),
    "uno_rolled true": forms("The game says you forgot UNO!", "The game says {name} forgot UNO!"),
    "uno_caught none": forms(
        "The referee caught you: you forgot UNO!", "The referee caught {name}: {name} forgot UNO!"
    ),
    "uno_caught": forms(
        "You caught {whom}: {whom} forgot UNO!",
        "{name} caught you: you forgot UNO!",
        "{name} caught {whom}: {whom} forgot UNO!",
    ),
    "false_uno": forms("You call UNO with too many cards.", "{name} calls UNO with too many cards."),
    "out_of_turn": forms("You tried to play out of turn.", "{name} tried to play out of turn."),
    "challenged true": forms(
        "You challenge {whom}: it was a bluff!",
        "{name} challenges you: it was a bluff!",
        "{name} challenges {whom}: it was a bluff!",
    ),
    "challenged false": forms(
        "You challenge {whom}: the Wild Draw Four was fair.",
        "{name} challenges you: the Wild Draw Four was fair.",
        "{name} challenges {whom}: the Wild Draw Four was fair.",
    ),
    "challenged hand": forms("Your hand was {cards}.", "{name}'s hand was {cards}."),
    "time_ran_out": forms("You ran out of time.", "{name} ran out of time."),
    "player_left": forms("You left the game.", "{name} left the game."),
    "player_lost": forms("Too many cards: you are out of the round.", "Too many cards: {name} is out of the round."),
    "player_joined": forms("You join the game.", "{name} joins the game."),
    "player_out": forms("You are out: {place} place.", "{name} is out: {place} place."),
    "round_ended ranks": forms("The round is over: {ranking}."),
    "round_ended blocked ranks": forms("The round is blocked: {ranking}."),
    "round_ended blocked none": forms("The round is blocked: nobody wins it."),
    "round_ended blocked": forms("The round is blocked."),
    "round_ended points": forms(
        "You win the round and {points}.",
        "{name} wins the round and {points}.",
        "You and {names} win the round and {points}.",
        "{names} win the round and {points}.",
    ),
    "round_ended": forms(
        "You win the round.", "{name} wins the round.", "You and {names} win the round.", "{names} win the round."
    ),
    "game_ended none": forms("The game is over: nobody wins."),
    "game_ended": forms(
        "You win the game!", "{name} wins the game!", "You and {names} win the game!", "{names} win the game!"
    ),
    "seat_taken": forms("You sit down.", "{name} sits down."),
    "seat_taken bot": forms("{name} ({level} computer player) sits down."),
    "seat_taken program": forms("You sit down.", "{name} (program) sits down."),
    "seat_freed": forms("You leave the table.", "{name} leaves the table."),
    "seat_freed absent": forms(
        "You were away for too long and lost the seat.", "{name} was away for too long and lost the seat."
    ),
    "seats_moved": forms("You and {whom} swap seats.", "{name} and you swap seats.", "{name} and {whom} swap seats."),
    "seats_moved empty": forms("You move to seat {n}.", "{name} moves to seat {n}."),
    "stand_in_changed none": forms("You play again.", "{name} plays again."),
    "stand_in_changed": forms(
        "A {level} computer player plays for you.", "A {level} computer player plays for {name}."
    ),
    "time_given none": forms("You have no extra time now.", "{name} has no extra time now."),
    "host_changed": forms("You are the host now.", "{name} is the host now."),
    "ready_changed true": forms("You are ready.", "{name} is ready."),
    "ready_changed false": forms("You are no longer ready.", "{name} is no longer ready."),
    "unready rules": forms("The rules changed, so you're no longer ready."),
    "unready turn_seconds": forms("The time for a turn changed, so you're no longer ready."),
    "unready seats": forms("The number of seats changed, so you're no longer ready."),
    "unready show_hands": forms("Whether hands are shown changed, so you're no longer ready."),
    "unready moved": forms("You have another seat now, so you're no longer ready."),
    "presence_changed true": forms("You are back.", "{name} is back."),
    "presence_changed false": forms(
        "You lost the connection; the seat is kept.", "{name} lost the connection; the seat is kept."
    ),
    "claim_made": forms(
        "Somebody claims to be you and wants your seat.", "Somebody claims to be {name} and wants the seat."
    ),
    "claim_ended": forms("The request for your seat is over.", "The request for {name}'s seat is over."),
    "claim_ended allowed": forms(
        "Your seat was given to the one who asked for it.", "{name}'s seat was given to the one who asked for it."
    ),
    "claim_ended administrator": forms(
        "The administrator gave your seat to the one who asked for it.",
        "The administrator gave {name}'s seat to the one who asked for it.",
    ),
    "claim_ended refused": forms(
        "Your seat was not given to the one who asked for it.",
        "{name}'s seat was not given to the one who asked for it.",
    ),
    "watcher_came": forms("{name} is watching."),
    "watcher_left": forms("{name} stopped watching."),
    "phase_changed waiting": forms("Waiting for the next game."),
    "phase_changed paused": forms("The game is paused until a player is back."),
    "phase_changed closed": forms("The table is closed."),
    "game_opened": forms("A new game begins."),
    "deal_mixed dropped": forms(
        "Your bytes for the deal are missing: the cards are shuffled without them.",
        "{name}'s bytes for the deal are missing: the cards are shuffled without them.",
    ),
    "game_placed": forms("A new game begins at a given position."),
    "game_cleared": forms("The table is cleared."),
    # about the host: where it is not known who that is, if it is the player, with its name
    "held": forms("The host paused the game.", "You paused the game.", "{name} paused the game."),
    "table_changed": forms(
        "The host changed the table: {changes}.",
        "You changed the table: {changes}.",
        "{name} changed the table: {changes}.",
    ),
    "table_changed none": forms("The host changed nothing.", "You changed nothing.", "{name} changed nothing."),
    "mute_changed true": forms("The host silenced {whom}.", "You silenced {whom}.", "{name} silenced {whom}."),
    "mute_changed false": forms("The host unsilenced {whom}.", "You unsilenced {whom}.", "{name} unsilenced {whom}."),
    "kicked": forms("The host kicked {whom}.", "You kicked {whom}.", "{name} kicked {whom}."),
    "kicked me": forms("The host kicked you.", "The host kicked you.", "{name} kicked you."),
    "banned": forms("The host banned {whom}.", "You banned {whom}.", "{name} banned {whom}."),
    "banned me": forms("The host banned you.", "The host banned you.", "{name} banned you."),
}
"""Every sentence of what happens, by the kind of event, with what makes the difference where it has several.

One form is for everybody; of two, the first is for the seat's own player. Three say what a seat does to another: if it
is yours, if you are the other, else. Four say what several do: only you, only one, you and others, others.
"""
DEPENDS_ON = {
    "card_chosen": "card",
    "claim_ended": "outcome",
    "cards_drawn": "reason",
    "direction_turned": "direction",
    "phase_changed": "phase",
    "presence_changed": "connected",
    "ready_changed": "ready",
    "seat_freed": "reason",
    "stand_in_changed": "level",
    "uno_rolled": "forgotten",
    "vote_cast": "rule",
}
"""The field by whose value an event has several sentences."""


def _row(event: Event | RoomEvent) -> str:
    """The row of `SENTENCES` for an event."""
    value = getattr(event, DEPENDS_ON.get(event.kind, ""), "")
    row = f"{event.kind} {value.value if isinstance(value, Enum) else value}".lower()
    return row if row in SENTENCES else event.kind


def _drawn(event: ev.CardsDrawn, voice: Voice) -> str:
    what = voice.cards(event.cards) if event.cards else cards_text(event.count)
    return voice.say(_row(event), event.seat, cards=what)


def _dealt(event: ev.RoundDealt, voice: Voice) -> str:
    said = voice.say("round_dealt", event.dealer, n=event.round)
    if not voice.whole:
        return said
    starts = voice.say("round_dealt starter", event.starter)
    return f"{said} {starts}{_hands(event.hands or {}, voice)}{_pile(event.stock, voice)}"


def _hands(hands: Mapping[int, Iterable[Card]], voice: Voice) -> str:
    """A line for each hand, for readers of a saved game."""
    return "".join(f"\n  {voice.name(seat)} has {voice.cards(tuple(hand))}" for seat, hand in hands.items())


def _pile(stock: Sequence[Card] | None, voice: Voice) -> str:
    """A line for the draw pile, for readers of a saved game."""
    return "" if stock is None or not voice.whole else f"\n  draw pile, top first: {voice.cards(stock[::-1])}"


def _played(event: ev.CardsPlayed, voice: Voice, manner: str = "") -> str:
    row = f"cards_played{manner or _manner(event)}"
    if row == "cards_played chain":
        places = {"chain": chain_text(event.cards, event.colours, voice)}
    else:
        places = {"cards": voice.cards(event.cards)}
    if row == "cards_played named":
        places["colour"] = voice.colour(event.colours[-1])
    if event.target is None:
        return voice.say(row, event.seat, **places)
    return voice.say(f"{row} aimed", event.seat, event.target, **places)


def _manner(event: ev.CardsPlayed) -> str:
    """How cards are played, as rows of `SENTENCES` end."""
    if _is_double(event.cards):
        return " together"
    if len(event.cards) > 1:
        return " chain"
    return " named" if event.colours and event.colours[-1] is not None else ""


def _is_double(cards: Sequence[Card]) -> bool:
    """Whether several cards are all of one number or symbol (N7); so may be a chain."""
    return len(cards) > 1 and not cards[0].wild and len({face.rank for face in cards}) == 1


def jump_in_text(event: ev.CardsPlayed, voice: Voice) -> str:
    """`bob jumps in with red 3.`, for a card played before the player whose turn it was (H4)."""
    return _played(event, voice, " jump")


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
        said = voice.of_all(list(event.counts), "", "", *map(_, SENTENCES["hands_moved swap"]))
    else:
        said = voice.say(f"hands_moved {event.reason.value}")
    if voice.whole:
        return f"{said}{_hands(event.hands, voice)}"
    mine = event.hands.get(voice.me) if voice.me is not None else None
    return said if mine is None else f"{said} {voice.say('hands_moved mine', cards=voice.cards(mine))}"


def _cards_passed(event: ev.CardsPassed, voice: Voice) -> str:
    said = voice.say("cards_passed")
    if voice.whole:
        gifts = ((voice.name(seat), voice.name(to), event.cards.get(seat)) for seat, to in event.to.items())
        return said + "".join(
            f"\n  {giver} gives {face.name if face else 'a card'} to {to}" for giver, to, face in gifts
        )
    me = voice.me
    giver = next((giver for giver, to in event.to.items() if to == me), None)
    if me is not None and me in event.to and me in event.cards:
        said += " " + voice.say("cards_passed given", event.to[me], card=voice.card(event.cards[me]))
    if giver is not None and giver in event.cards:
        said += " " + voice.say("cards_passed got", giver, card=voice.card(event.cards[giver]))
    return said


def _uno_caught(event: ev.UnoCaught, voice: Voice) -> str:
    if event.by is None:
        return voice.say("uno_caught none", event.seat)
    return voice.say("uno_caught", event.by, event.seat)


def _challenged(event: ev.Challenged, voice: Voice) -> str:
    said = voice.say(f"challenged {event.guilty}".lower(), event.seat, event.offender)
    if event.hand is None:
        return said
    return f"{said} {voice.say('challenged hand', event.offender, cards=voice.cards(event.hand))}"


def _round_ended(event: ev.RoundEnded, voice: Voice) -> str:
    if event.ranks:
        row = "round_ended blocked ranks" if event.blocked else "round_ended ranks"
        return voice.say(row, ranking=ranking(event.ranks, voice))
    if event.blocked and not event.winners:
        return voice.say("round_ended blocked none")
    gained = max((event.gains[seat] for seat in event.winners), default=0)
    said = _of_all("round_ended points" if gained else "round_ended", event.winners, voice, points=points_text(gained))
    return f"{voice.say('round_ended blocked')} {said}" if event.blocked else said


def _game_ended(event: ev.GameEnded, voice: Voice) -> str:
    return _of_all("game_ended", event.winners, voice) if event.winners else voice.say("game_ended none")


def _of_all(row: str, seats: Sequence[int], voice: Voice, **places: object) -> str:
    return voice.of_all(seats, *map(_, SENTENCES[row]), **places)


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
    """How long computer players take, for a list of a table's settings; an unknown pace by its own name."""
    return _(PACES[pace][1]) if pace in PACES else clean(pace)


def _seat_taken(event: rm.SeatTaken, voice: Voice) -> str:
    if event.bot is not None:
        return voice.say("seat_taken bot", name=clean(event.name), level=level_word(event.bot))
    return voice.say("seat_taken program" if event.program else "seat_taken", event.seat)


def _seat_freed(event: rm.SeatFreed, voice: Voice) -> str:
    if event.reason not in ("kicked", "banned"):
        return voice.say(_row(event), event.seat)
    if event.seat == voice.me:
        return voice.say_of_host(f"{event.reason} me")
    return voice.say_of_host(event.reason, whom=voice.name(event.seat))


def _seats_moved(event: rm.SeatsMoved, voice: Voice) -> str:
    moved, other = voice.name(event.to), voice.name(event.seat)
    if other == moved or not (event.seat < len(voice.names) and voice.names[event.seat]):
        # an empty seat still has the name of whoever sat there
        return voice.say("seats_moved empty", event.to, n=event.to + 1)
    return voice.say("seats_moved", event.to, event.seat)


def _time_given(event: rm.TimeGiven, voice: Voice) -> str:
    if not event.seconds:
        return voice.say("time_given none", event.seat)
    n = event.seconds
    you = ngettext("You have {n} extra second per turn.", "You have {n} extra seconds per turn.", n)
    they = ngettext("{name} has {n} extra second per turn.", "{name} has {n} extra seconds per turn.", n)
    return voice.of(event.seat, you, they, n=n)


def _table_changed(event: rm.TableChanged, voice: Voice) -> str:
    rules = [] if event.preset is None and event.options is None else [_("other rules")]
    told = [*rules, *other_changes(event)]
    return table_changed_text(", ".join(told), voice) if told else ""


def table_changed_text(changes: str, voice: Voice) -> str:
    """The host's changes: `bob changed the table: 6 seats, unlisted.`"""
    return voice.say_of_host("table_changed", changes=changes)


def other_changes(event: rm.TableChanged) -> list[str]:
    """A host's changes besides the rules, in words: seats, time limit, access, spectators."""
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
    ("programs", N_("programs allowed"), N_("no new programs")),
)
"""The words for a table's switch that is on, and that is off."""


def _watcher_left(event: rm.WatcherLeft, voice: Voice) -> str:
    name = clean(event.name)
    if event.reason in ("kicked", "banned"):
        return voice.say_of_host(event.reason, whom=name)
    return voice.say("watcher_left", name=name)


def _hands_shown(event: rm.HandsShown, voice: Voice) -> str:
    shown = [
        voice.of(seat, _("{name} (you): {cards}"), "{name}: {cards}", cards=voice.cards(hand))
        for seat, hand in enumerate(event.hands)
        if hand is not None
    ]
    return _("The hands were: {hands}.").format(hands="; ".join(shown)) if shown else ""


def held_text(voice: Voice) -> str:
    """The player who paused the game."""
    return voice.say_of_host("held")


def _placed(event: rm.GamePlaced, voice: Voice) -> str:
    lines = (event.position or "").splitlines() if voice.whole else ()
    return voice.say("game_placed") + "".join(f"\n  {clean(line)}" for line in lines)


def _ready(event: rm.ReadyChanged, voice: Voice) -> str:
    """Who was made unready is told why; the others see it, and were told what changed."""
    row = f"unready {event.why}"
    if row in SENTENCES and not voice.whole:
        return voice.say(row) if event.seat == voice.me else ""
    return _told(event, voice)


_EVENTS: dict[type[Event | RoomEvent], Callable[[Any, Voice], str]] = {
    ev.BallotDrawn: lambda e, v: v.say("ballot_drawn", rules="; ".join(map(rule_title, e.rules))),
    ev.RuleChosen: _rule_chosen,
    ev.RoundDealt: _dealt,
    ev.FirstCardReturned: lambda e, v: v.say("first_card_returned") + _pile(e.stock, v),
    ev.CardsPlayed: _played,
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: lambda e, v: v.say("draw_pile_renewed", n=e.count) + _pile(e.stock, v),
    ev.PlayerChosen: lambda e, v: v.say("player_chosen", e.seat, e.target),
    ev.HandsMoved: _hands_moved,
    ev.CardsPassed: _cards_passed,
    ev.UnoWindowClosed: lambda e, v: f"{v.who(e.seat)} can no longer be caught." if v.whole else "",
    ev.UnoRolled: lambda e, v: (
        v.of(e.seat, "You remember UNO.", "{name} remembers UNO.") if v.whole and not e.forgotten else _told(e, v)
    ),
    ev.UnoCaught: _uno_caught,
    ev.Challenged: _challenged,
    ev.Asked: lambda e, v: "",
    ev.RoundEnded: _round_ended,
    ev.GameEnded: _game_ended,
    rm.SeatTaken: _seat_taken,
    rm.SeatFreed: _seat_freed,
    rm.SeatsMoved: _seats_moved,
    rm.TimeGiven: _time_given,
    rm.TableChanged: _table_changed,
    rm.ReadyChanged: _ready,
    rm.HostChanged: lambda e, v: "" if e.seat is None else v.say("host_changed", e.seat),
    rm.WatcherLeft: _watcher_left,
    rm.MuteChanged: lambda e, v: v.say_of_host(f"mute_changed {e.muted}".lower(), whom=clean(e.name)),
    rm.Said: said_text,
    rm.Reacted: reacted_text,
    rm.PhaseChanged: lambda e, v: held_text(v) if e.held else _told(e, v),
    rm.GamePlaced: _placed,
    rm.HandsShown: _hands_shown,
    rm.GameSeed: lambda e, v: _("The seed of that game was {seed}.").format(seed=clean(e.seed)) if e.seed else "",
    rm.DealCommitted: lambda e, v: f"The server commits itself to {clean(e.commitment)}." if v.whole else "",
    rm.DealMixed: lambda e, v: " ".join(v.say("deal_mixed dropped", seat) for seat in e.dropped),
}
"""The events that need more than their row of `SENTENCES`."""


def event_text(event: Event | RoomEvent, voice: Voice) -> str:
    """The sentence for an event, from the viewer's side; empty if it is not worth a line."""
    return _EVENTS.get(type(event), _told)(event, voice)


def _told(event: Any, voice: Voice) -> str:
    """The row of an event; empty if it has none."""
    row = _row(event)
    return voice.say(row, getattr(event, "seat", -1), **_places(event, voice)) if row in SENTENCES else ""


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
            case str() as name if part.name == "rule":
                told[part.name] = rule_title(name)
            case str() as level if part.name == "level":
                told[part.name] = level_word(level)
            case str() | int() as held:
                told[part.name] = clean(str(held))
            case _:
                pass
    return told | {"place": ordinal(event.rank)} if isinstance(event, ev.PlayerOut) else told
