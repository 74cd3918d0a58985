"""What the player is asked: the line above the hand, boxes to choose from, and what is shouted."""

from collections.abc import Mapping
from typing import NamedTuple

from uno_client.core import legal_moves as legal
from uno_client.core.actions import dialogue
from uno_client.core.actions.letters import ask
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import Dialogue, Pending
from uno_client.core.navigation import BY_LETTERS, at_the_game, key_place
from uno_client.core.standing import on_turn
from uno_client.messages import Key, Pointed, Typed
from uno_client.screens.around import AWAY, TURN, Keys, clock_of, lost, paused
from uno_client.screens.table.scene import Box, BoxChoice, Prompt, Shout, TimeLeft, Tone
from uno_client.wording.tables import late_text
from uno_client.wording.words import own_rule_text, voice_of
from uno_engine import decisions as asks
from uno_engine import events as ev
from uno_engine.actions import CallUno, CanPlay, Challenge, Draw, Keep, Pass
from uno_engine.answers import DRAW_FOUR, INNOCENT
from uno_engine.cards import Card, Colour, Rank
from uno_engine.language import N_, _, ngettext
from uno_engine.rules import Stacking
from uno_engine.state import View, next_seat
from uno_protocol.labels import worded
from uno_protocol.room import Occupant, Room, RoomPhase
from uno_protocol.sentences import Voice, cards_text, listing
from uno_protocol.wording.questions import OF_OTHERS, mercy_text, under_text

UNO_SECONDS = 1.2
"""How long somebody's call of UNO is shouted."""
LATE = 5.0
"""Seconds left from which a clock is pink."""
_CHIPS: Mapping[Scope, str] = {
    **dict.fromkeys((Scope.CHALLENGE, Scope.STACK), N_("ANSWER")),
    **dict.fromkeys((Scope.COLOUR, Scope.PLAYER), N_("YOUR CHOICE")),
}
"""What is before the question, where it is more than your turn."""


class TableShown(NamedTuple):
    """A model that has a game, its table's room, the names of its keys, and how to speak of it."""

    model: Model
    game: View
    room: Room
    keys: Keys
    voice: Voice

    @classmethod
    def of(cls, model: Model, keys: Keys) -> "TableShown":
        """The table of a model."""
        assert model.table is not None
        assert model.game is not None
        return cls(model, model.game, model.table.room, keys, voice_of(model.table))


def press(key: str) -> Key | Typed:
    """What a click means that is a key, by its name."""
    return Typed(key) if len(key) == 1 else Key("enter")


def _and(*said: str) -> str:
    return " ".join(filter(None, said))


# the line above the hand


def prompt_of(table: TableShown) -> Prompt:
    """Whose turn it is, and what can be done."""
    model, _game, _room, keys, voice = table
    if model.link.lost:
        return Prompt(lost(model), tone="alarm")
    if model.away:
        return Prompt(_(AWAY), tone="strong")
    if model.phase is RoomPhase.PAUSED:
        return Prompt(paused(model, keys), tone="strong")
    if model.answering and model.asked:
        return Prompt(worded("sent"))
    who = "" if model.seat is None else f"{voice.name(model.seat)} {len(model.left)}"
    if isinstance(model.question, Dialogue):
        return Prompt(ask(model.question, model), _("HUMAN PLAYS"), who=who)
    if not model.asked and not _of_card(model):
        return _others(table, who)
    if key_place(model) is Scope.SAYING:
        return Prompt(_(TURN), _("YOUR TURN"), who=who)
    place = at_the_game(model)
    chip = N_("HUMAN PLAYS") if place in BY_LETTERS else _CHIPS.get(place, N_("YOUR TURN"))
    return Prompt(_and(_uno_news(table), _catch_hint(table), question_text(table, place)), _(chip), who=who)


def _of_card(model: Model) -> bool:
    """Whether the open question is what to do with a card that is to be played."""
    return isinstance(model.question, Pending) and bool(model.question.answers.laid.cards)


def question_text(table: TableShown, place: Scope) -> str:
    """The question that the player is to answer."""
    model, game, _room, _keys, voice = table
    if _of_card(model):
        return _and(dialogue.prompt(model), _uno_hint(table))
    match game.waiting_for:
        case asks.TakeTurn():
            fatal = mercy_text(game, model.seat, 1) if legal.lists(model, Draw) else ""
            return _and(_chaining(table) or _your_turn(model, place), fatal, _uno_hint(table))
        case asks.PlayDrawn():
            return _drawn(table, place)
        case asks.NameColour() | asks.ChoosePlayer():
            return dialogue.prompt(model)
        case asks.AnswerDrawFour(penalty=penalty):
            return _and(_chaining(table) or _ways_out(table, penalty), mercy_text(game, model.seat, penalty))
        case asks.AnswerStack(penalty=penalty, under=under):
            out = _chaining(table) or _ways_out(table, penalty)
            return _and(under_text(under, voice), out, mercy_text(game, model.seat, penalty))
        case asks.KeepOne():
            said = _("Which of your {colour} cards do you keep? The others go under the top card.")
            return said.format(colour=voice.colour(game.colour))
        case asks.PassCard():
            name = voice.name(next_seat(game, model.seat or 0))
            return _("Which card do you pass on to {name}?").format(name=name)
        case asks.Confirm():
            return _("Press Enter when you're done.")
        case _:
            return ""


def _your_turn(model: Model, place: Scope) -> str:
    if place in BY_LETTERS:
        return ""
    if legal.playable(model):
        return _("Play a card, or draw.") if legal.lists(model, Draw) else _("Play a card.")
    if legal.lists(model, Draw):
        return _("Nothing fits: draw a card (Enter).")
    return _("Nothing fits, and nothing can be drawn: pass (Enter).") if legal.lists(model, Pass) else ""


def _chaining(table: TableShown) -> str:
    """What can follow in the chain that is being built; empty if none is."""
    model = table.model
    if not model.hand.chain.cards:
        return ""
    follows = model.hand.chain.follows
    if follows is None:
        return "…"
    if not follows:
        return _("No other card can follow. Enter plays all.")
    return _("Space adds a lit card. Enter plays all.")


def _drawn(table: TableShown, place: Scope) -> str:
    model, game, _room, keys, voice = table
    card = voice.card(game.drawn) if game.drawn else _("a card")
    if place in BY_LETTERS:
        said = _("You drew {card}.") if legal.playable(model) else _("You drew {card}. You can't play it.")
        return said.format(card=card)
    if not legal.playable(model):
        return _("You drew {card}. You can't play it: Enter keeps it.").format(card=card)
    said = _("You drew {card} and must play it: press Enter.")
    if legal.lists(model, Keep):
        said = _("You drew {card}. Enter plays it, {key} keeps it.")
    return _and(said.format(card=card, key=keys["keep"]), _uno_hint(table))


def _ways_out(table: TableShown, penalty: int) -> str:
    """What can be done about a penalty; a challenge is explained in its box."""
    model, _game, _room, keys, _voice = table
    if legal.lists(model, Challenge):
        return _("Take the cards, or challenge?")
    said = _("Take {cards} ({key}), or pass them on with a lit card (Enter).")
    said = said if legal.lists(model, CanPlay) else _("Take {cards} ({key}).")
    return said.format(cards=cards_text(penalty), key=_taking(model, keys))


def _taking(model: Model, keys: Keys) -> str:
    return keys["accept"] if legal.only_answer(model) is None else _("Enter")


def _uno_hint(table: TableShown) -> str:
    """What there is to know of UNO before the next play."""
    model, key = table.model, table.keys["uno"]
    if model.hand.uno:
        if model.asked and not model.hand.chain.cards and not legal.playable(model):
            return _("Your UNO call lapses if you draw.")
        return _("You call UNO with this play; {key} takes it back.").format(key=table.keys["undo"])
    if legal.uno_due(model) and (model.hand.chain.cards or (legal.may_choose_card(model) and legal.playable(model))):
        return _("That leaves one card: call UNO first with {key}!").format(key=key)
    if legal.may_claim(model):
        return _("{key} calls UNO with a Customizable that leaves you one card.").format(key=key)
    if legal.may_owe(model):
        return _("{key} calls UNO with a card that moves hands and leaves you one.").format(key=key)
    return ""


def _catch_hint(table: TableShown) -> str:
    caught = legal.catches(table.model)
    if not caught:
        return ""
    said = _("{name} didn't call UNO: press {key} to catch!")
    return said.format(name=table.voice.name(caught[0]), key=table.keys["catch"])


def _uno_news(table: TableShown) -> str:
    """What is said of a call of UNO just before your turn, when nothing is shouted."""
    for line in reversed(table.model.play.log):
        match line.event:
            case ev.UnoCalled(seat) if seat != table.model.seat and table.game.counts[seat] == 1:
                return _and(_("UNO!"), _("{name} has one card left.").format(name=table.voice.name(seat)))
            case ev.Asked(decision) if table.model.seat not in asks.asked(decision):
                break
            case _:
                pass
    return ""


def _others(table: TableShown, who: str) -> Prompt:
    """What there is to know while others play."""
    model, game, _room, keys, voice = table
    if legal.lists(model, CallUno):
        said = _("You have one card and haven't called UNO: quick, press {key}!").format(key=keys["uno"])
        return Prompt(said, keys["uno"].upper(), "alarm", who)
    card = jumping(model)
    jump = _("Your {card} is the same as the one on the pile.").format(card=voice.card(card)) if card else ""
    hints = _and(_catch_hint(table), jump)
    if hints:
        return Prompt(hints, keys["jump" if jump else "catch"].upper(), "alarm", who)
    call = ""
    if model.hand.uno:
        call = _("You call UNO with your next play; {key} takes it back.").format(key=keys["undo"])
    return Prompt(_and(waited_text(table), call, late_text(game, model.seat)))


def jumping(model: Model) -> Card | None:
    """The card that can be played out of turn; None: none can."""
    if model.asked or model.phase is not RoomPhase.PLAYING:
        return None
    return next((card for card in model.left if legal.layable_as(model, card) is not None), None)


def waited_text(table: TableShown) -> str:
    """A sentence saying which players the game waits for, and what they must do."""
    model, game, _room, _keys, voice = table
    waiting = game.waiting_for
    if waiting is None:
        return "…"
    seats = asks.asked(waiting)
    who = listing([voice.name(seat) for seat in seats])
    if seats and all(_missing(table.room.occupants[seat]) for seat in seats):
        return _("Waiting for {who}, who is away.").format(who=who)
    if isinstance(waiting, asks.TakeTurn) and model.spelled:
        return _("{name} PLAYS").format(name=who.upper())
    cost = waiting.penalty if isinstance(waiting, asks.AnswerDrawFour | asks.AnswerStack) else 0
    return _(_THEIRS[type(waiting)]).format(who=who, penalty=cost, cards=cards_text(cost))


_THEIRS: Mapping[type[asks.Decision], str] = {**OF_OTHERS, asks.TakeTurn: N_("{who} is thinking …")}


def _missing(occupant: Occupant | None) -> bool:
    """Whether somebody has a seat and nobody is there to play for it."""
    return occupant is not None and occupant.plays and not occupant.connected and occupant.stand_in is None


def own_rule(table: TableShown) -> str:
    """The host's own rule, for those who confirm it or wait for it; empty where it isn't asked about."""
    return own_rule_text(table.game.rules) if isinstance(table.game.waiting_for, asks.Confirm) else ""


# what is loud


def box_of(table: TableShown) -> Box | None:
    """The colours, answers or players to choose from."""
    model = table.model
    if not on_turn(model) and not _of_card(model):
        return None
    match at_the_game(model):
        case Scope.COLOUR:
            return _colours(table)
        case Scope.PLAYER if dialogue.choices(model):  # none is seen while it is asked whether to quit
            return _partners(table)
        case Scope.CHALLENGE if legal.lists(model, Challenge) and not model.hand.chain.cards:
            return challenge_box(table)
        case _:
            return None


def _colours(table: TableShown) -> Box:
    model, voice = table.model, table.voice
    picks = (
        BoxChoice(
            colour.value.lower(),
            voice.colour(colour),
            cards_text(sum(card.colour is colour for card in model.left)),
            Pointed(place),
            colour,
        )
        for place, colour in enumerate(Colour)
    )
    return Box("", tuple(picks), dialogue.cursor(model))


def _partners(table: TableShown) -> Box:
    """The players to choose from; where hands are swapped, with what that means."""
    model, game = table.model, table.game
    asked = dialogue.asked_now(model)
    laid = asked.answers.laid.cards if asked is not None else ()
    swaps = (*game.discard, *laid)[-1].rank in (Rank.SWAP_HANDS, Rank.SEVEN)
    own = len(model.left) - (bool(laid) and not model.hand.chain.cards)
    partners = []
    for place, each in enumerate(dialogue.choices(model)):
        count = game.counts[each.seat or 0]
        words, tone = _gain(own - count) if swaps else (cards_text(count), "quiet")
        partners.append(BoxChoice(str(place + 1), each.name, words, Pointed(place), count=count, tone=tone))
    return Box("", tuple(partners), dialogue.cursor(model))


def _gain(fewer: int) -> tuple[str, Tone]:
    """What a swap means: with so many cards fewer afterwards."""
    if not fewer:
        return _("as many cards"), "quiet"
    if fewer > 0:
        return ngettext("{n} fewer card", "{n} fewer cards", fewer).format(n=fewer), "good"
    return ngettext("{n} more card", "{n} more cards", -fewer).format(n=-fewer), "quiet"


def challenge_box(table: TableShown) -> Box | None:
    """What a challenge is about, and what each answer can cost; None if none is open."""
    model, game, _room, keys, voice = table
    waiting = game.waiting_for
    if not isinstance(waiting, asks.AnswerDrawFour) or not game.discard:
        return None
    name, penalty = voice.name(waiting.offender), waiting.penalty
    said = _("{name} played a Wild Draw Four on you and named {colour}.")
    said = said.format(name=name, colour=voice.colour(game.colour))
    answers = [
        BoxChoice(
            _taking(model, keys),
            _("Take {cards}").format(cards=cards_text(penalty)),
            _and(_("You miss your turn."), mercy_text(game, model.seat, penalty)),
            press(_taking(model, keys)),
        ),
        BoxChoice(keys["challenge"], _("Challenge"), _stakes(model, name, penalty), press(keys["challenge"])),
    ]
    if legal.lists(model, CanPlay):
        answers.append(BoxChoice(_("Enter"), _("Pass them on"), _("With a lit card."), Key("enter")))
    return Box(said, tuple(answers), card=game.discard[-1])


def _stakes(model: Model, offender: str, penalty: int) -> str:
    """What a challenge can cost either side (O5, Q6; H2 where penalties are passed on)."""
    if model.rules is None or model.rules.stacking is not Stacking.OFF or penalty == DRAW_FOUR:
        said = _("If it's a bluff, {name} draws {n}; if not, you draw {more}.")
    else:
        said = _("For each bluff {name} draws {four} and you the rest; if there's none, you draw {more}.")
    return said.format(name=offender, n=penalty, four=DRAW_FOUR, more=penalty + INNOCENT)


def shout_of(table: TableShown) -> Shout | None:
    """What nobody is to overlook; never on top of a question of the player's."""
    model, _game, _room, keys, voice = table
    if on_turn(model) or model.question is not None or model.page is not None or model.phase is not RoomPhase.PLAYING:
        return None
    timed = model.play.countdown is not None and model.play.countdown.seconds is not None
    if not model.away and not model.link.lost:
        if legal.lists(model, CallUno):
            told = _("Press {key}!").format(key=keys["uno"])  # the line above the hand says why
            return Shout(_("UNO?"), (told,), timed=timed, spot=press(keys["uno"]))
        if caught := legal.catches(model):
            name, key = voice.name(caught[0]), keys["catch"]
            cost = cards_text(0 if model.rules is None else model.rules.uno_penalty)
            told = _("Press {key}, and {name} draws {cards}.").format(key=key, name=name, cards=cost)
            forgot = _("{name} forgot to call UNO.").format(name=name)
            return Shout(_("CATCH!"), (forgot, told), timed=timed, spot=press(key))
        if (card := jumping(model)) is not None:
            same, key = _("You hold the same {card}.").format(card=voice.card(card)), keys["jump"]
            told = _("Press {key} to play it out of turn.").format(key=key)
            return Shout(_("JUMP IN!"), (same, told), timed=timed, spot=press(key))
    return _called(model, voice)


def _called(model: Model, voice: Voice) -> Shout | None:
    """A call of UNO that was just heard."""
    for line in reversed(model.play.log):
        if model.now - line.at > UNO_SECONDS:
            return None
        if isinstance(line.event, ev.UnoCalled):
            said = voice.of(line.event.seat, _("You have one card left."), _("{name} has one card left."))
            return Shout(_("UNO!"), (said,), "uno")
    return None


def time_left(model: Model) -> TimeLeft | None:
    """The clock of the decision that is open, which bounds every shout."""
    clock, words = model.play.countdown, clock_of(model)[0]
    left = None if clock is None or not words else clock.left(model.now)
    if clock is None or left is None:
        return None
    return TimeLeft(min(1.0, left / clock.of) if clock.of else 1.0, words, left <= LATE)
