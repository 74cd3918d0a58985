"""A game, a hand and the choices in whole lines of words, fit to be read aloud."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from uno_client.core import chat
from uno_client.core.actions.cards import short
from uno_client.core.deal_text import deal_text
from uno_client.core.legal_moves import layable, lists, offered, uno_due
from uno_client.core.model import Model
from uno_client.core.model.table import GROUPS, LogLine, Order
from uno_client.core.navigation import at_the_game
from uno_client.core.opening import starter_text
from uno_client.core.plays import gathered
from uno_client.core.standing import being_dealt
from uno_client.lines.room_text import room_lines
from uno_client.screens.around import Keys
from uno_client.screens.end import how_of, over_of, title_of
from uno_client.screens.numbers import numbers_blocks
from uno_client.screens.page import Paragraph
from uno_client.screens.pages import rules_blocks
from uno_client.screens.rules_shown import ShownRules
from uno_client.screens.table.asked import TableShown, challenge_box, own_rule, question_text, waited_text
from uno_client.screens.table.of_model import reasons_told
from uno_client.wording.tables import late_text, near_mercy, tally_sentences
from uno_client.wording.words import own_rule_text, voice_of
from uno_engine import actions as act
from uno_engine import decisions as asks
from uno_engine.cards import Card, Colour, rank_word
from uno_engine.events import Asked, RoundDealt
from uno_engine.language import N_, _, ngettext
from uno_engine.rules import Goal, RulesRefused
from uno_engine.state import Phase, View
from uno_protocol.faces import face_letters
from uno_protocol.labels import worded
from uno_protocol.messages import NewTable, Numbers, Rules
from uno_protocol.room import GameSeed, HandsShown, PhaseChanged, ReadyChanged, Room, RoomPhase, rules_of
from uno_protocol.sentences import Voice, cards_text, chain_text, listing, rule_text, rule_title
from uno_protocol.wording.questions import mercy_text, under_text

HINT = N_("Type help to see what you can do now.")
NO_KEYS = Keys(names=defaultdict(str))
"""Nothing is pressed in plain mode: of a scene it says what names no key."""


def told_rules_lines(told: Rules) -> list[str]:
    """The rules of a table that one is not at, as the server tells them."""
    lines = rules_lines(_("Table {name}").format(name=told.name), told)
    if told.fingerprint and not any(told.fingerprint in line for line in lines):
        said = _("The server gives these rules the fingerprint {fingerprint}.")
        lines.append(said.format(fingerprint=told.fingerprint))
    return [*lines, *([_("This is a test deal: the cards were chosen in advance.")] if told.test else [])]


def rules_lines(whose: str, agreed: Room | NewTable | Rules, custom: str | None = None) -> list[str]:
    """Everything that was agreed on, as the page of the rules has it."""
    try:
        rules = rules_of(agreed.preset, agreed.options, agreed.own_text)
    except RulesRefused:
        rules = None
    return [f"{whose}.", *map(_block, rules_blocks(ShownRules(whose, agreed.preset, rules, custom)))]


def numbers_lines(told: Numbers) -> list[str]:
    """What players have done on the server, as its page has it."""
    return [*map(_block, numbers_blocks(told))]


def _block(said: Paragraph) -> str:
    words = f"{said.words.removesuffix(':')}:" if said.titles else said.words
    return f" {words}" if said.left else words


def reason_lines(model: Model) -> list[str]:
    """Why cards of the hand cannot be played now, one line a reason."""
    voice = voice_of(model.table)
    told = ((listing([voice.card(face) for face in each.cards]), each.words) for each in reasons_told(model))
    return [f"{faces[:1].upper()}{faces[1:]}. {words}" if faces else words for faces, words in told]


def heard_lines(model: Model, log: Sequence[LogLine]) -> list[str]:
    """Lines of the log as plain mode shows them; without what is said by those whom the player has muted."""
    heard = [line for line in log if not chat.unheard(model, line.event)]
    gathers = gathered([line for line in heard if line.text or event_lines(line, model)], voice_of(model.table))
    return [said for line in gathers for said in event_lines(line, model)]


def event_lines(line: LogLine, model: Model) -> list[str]:
    """A line of the log: mostly itself; the hands of a round one by one."""
    match line.event:
        case HandsShown(hands):
            voice, shown = voice_of(model.table), ((seat, held) for seat, held in enumerate(hands) if held is not None)
            yours, theirs = _("You held {cards}."), _("{name} held {cards}.")
            return [voice.of(seat, yours, theirs, cards=voice.cards(held)) for seat, held in shown]
        case GameSeed(tally=tally):  # `rules` tells the seed
            checked = model.play.deal.checked
            return [*tally_sentences(tally), *([] if checked is None or checked.unsaid else [deal_text(checked)])]
        case PhaseChanged(RoomPhase.FINISHED) if (checked := model.play.deal.checked) is not None and checked.unsaid:
            return [line.text, deal_text(checked)] if line.text else [deal_text(checked)]
        case ReadyChanged(seat=seat) if seat == model.seat and being_dealt(model):  # not the player's doing
            return []
        case Asked(asks.Confirm()) if model.game is not None and not model.asked:  # N12: everyone reads it
            return [own_rule_text(model.game.rules)]
        case PhaseChanged(RoomPhase.BETWEEN_ROUNDS) if model.start.autostart and line.text == worded("shuffling"):
            return []
        case PhaseChanged(RoomPhase.CLOSED):  # the notice of being in the lobby again says it
            return []
        case RoundDealt() if model.spelled:  # M6: whom the computer drew, before the shuffle
            return [line.text, starter_text(model)]
        case _:
            return [line.text] if line.text else []


def state_lines(model: Model) -> list[str]:
    """The table in mid-game: top card, colour, direction, stock, everybody's cards."""
    game = model.game
    if game is None or game.phase is not Phase.PLAYING or not game.discard:
        return room_lines(model)
    voice = voice_of(model.table)
    top = worded("on_top", card=voice.card(game.discard[-1]), colour=voice.colour(game.colour))
    pile = worded("stock", cards=cards_text(game.stock_count))
    held = [f"{voice.who(seat)} {_held(game, seat)}" for seat in range(game.seats) if game.playing[seat]]
    way = _("Play goes clockwise.") if game.direction == 1 else _("Play goes counter-clockwise.")
    return [f"{top} {way} {pile}", _("Cards: {counts}.").format(counts=", ".join(held))]


def _held(game: View, seat: int) -> str:
    """How many cards a player holds, and where that is dangerous how many are too many."""
    count = game.counts[seat]
    return _("{n} of {most}").format(n=count, most=game.rules.mercy) if near_mercy(game, seat) else str(count)


def midgame_lines(model: Model) -> list[str]:
    """For players who come in mid-round: the table, their hand, and whom it waits for.

    Empty where that is oneself: the question tells it all.
    """
    game = model.game
    if game is None or game.phase is not Phase.PLAYING or not game.discard or model.asked:
        return []
    table = TableShown.of(model, NO_KEYS)
    own = hand_line(model) if model.seat is not None and game.playing[model.seat] else ""
    awaited = waited_text(table) if game.waiting_for is not None else ""
    told = (*state_lines(model), own, late_text(game, model.seat), own_rule(table), awaited)
    return list(filter(None, told))


def ended_lines(model: Model) -> list[str]:
    """For players who come after a round: who won, and the points or tonight's tally."""
    if (over := over_of(model)) is None:
        return []
    title, how = title_of(over), how_of(over)
    said = f"{title}. {how}" if how.endswith(".") else f"{title} {how}".strip() + "."
    points = over.game.rules.goal.by_points
    return [said, *fact_lines(model), *(score_lines(model) if points else tally_sentences(over.table.room.tally or []))]


def fact_lines(model: Model) -> list[str]:
    """What decided the round that is over, and whose face is which."""
    if (over := over_of(model)) is None:
        return []
    people = [one for one in over.table.room.occupants if one and one.bot is None]
    faces = [f"{one.name} {letters}" for one in people if (letters := face_letters(one.face))]
    facts = [f"{what}: {who}." for what, who in over.facts]
    return [*facts, *([_("Faces: {faces}.").format(faces=", ".join(faces))] if len(faces) > 1 else [])]


def score_lines(model: Model) -> list[str]:
    """Everybody's points."""
    game, table = model.game, model.table
    if game is None or table is None:
        return [_("There are no scores yet.")]
    voice = voice_of(table)
    seats = [seat for seat in range(game.seats) if game.seated[seat]]
    if game.rules.goal is Goal.LOW_POINTS:
        seats.sort(key=lambda seat: game.scores[seat])
    scores = ", ".join(f"{voice.who(seat)} {game.scores[seat]}" for seat in seats)
    over = game.phase is not Phase.PLAYING
    said = _("Scores after round {n}: {scores}.") if over else _("Scores in round {n}: {scores}.")
    lines = [said.format(n=game.round, scores=scores)]
    if game.noted:
        noted = ", ".join(f"{voice.who(seat)} {points}" for seat, points in sorted(game.noted.items()))
        lines.append(_("Points of players who were out with too many cards: {points}.").format(points=noted))
    return [*lines, *tally_sentences(table.room.tally or [])]


def hand_line(model: Model) -> str:
    """The player's hand: by colour, special cards last and empty groups too (M6), or in the wanted order."""
    if not model.cards:
        return _("You hold no cards.")
    voice, count = voice_of(model.table), len(model.cards)
    if model.hand.order is not Order.COLOUR:
        said = ngettext("You hold {n} card: {cards}.", "You hold {n} cards: {cards}.", count)
        return said.format(n=count, cards=voice.cards(model.laid(model.hand.order)))
    groups = [(colour, [card for card in model.cards if card.colour is colour]) for colour in GROUPS]
    said = " ".join(_group(voice, colour, cards) for colour, cards in groups)
    return ngettext("You hold {n} card. {cards}", "You hold {n} cards. {cards}", count).format(n=count, cards=said)


def _group(voice: Voice, colour: Colour | None, cards: Sequence[Card]) -> str:
    name = _("special") if colour is None else voice.colour(colour)
    ranks = ", ".join(rank_word(card.rank) for card in cards)
    return _("{group}: {cards}.").format(group=name.capitalize(), cards=ranks or _("none"))


def choice_lines(model: Model, *, again: bool = False) -> list[str]:
    """The question that is open, with numbered answers; empty if there is nothing to choose.

    `again`: the player knows the table and the hand, so only the choices are said.
    """
    if model.hand.chain.cards:
        return chain_lines(model)
    listed = offered(model)
    if not listed:
        return []
    voice = voice_of(model.table)
    lines = [_("You can:")] if again or not model.asked else _question(model)
    lines += [f" {at}. {CHOICES[type(action)](action, voice)}" for at, action in enumerate(listed, start=1)]
    if model.asked and uno_due(model) and layable(model):
        lines.append(_("This play leaves you one card: add uno to call it. For example: 1 uno"))
    return lines


def chain_lines(model: Model) -> list[str]:
    """The chain that is being built, and what may follow it (Q2, Q3)."""
    chain, voice = model.hand.chain, voice_of(model.table)
    lines = [_("Together: {chain}.").format(chain=chain_text(chain.cards, chain.colours, voice))]
    if chain.follows is None:
        return lines
    if chain.follows:
        choices = [f" {at}. {_written(action.card, voice)}" for at, action in enumerate(chain.follows, 1)]
        lines += [_("It can go on with:"), *choices, _("Type a number to go on, send to play it, undo, or drop.")]
    else:
        lines.append(_("Type send to play it, undo, or drop."))
    return [*lines, _("This play leaves you one card: send uno calls it.")] if uno_due(model) else lines


def _question(model: Model) -> list[str]:
    if model.game is None:
        return []
    table, hand = TableShown.of(model, NO_KEYS), hand_line(model)
    voice, game = table.voice, table.game
    match model.waiting_for:
        case asks.TakeTurn():
            turn = _("Your turn: type a number, S to sort, P to play, T to take a card, or a command.")
            whose = [_("HUMAN PLAYS")] if model.spelled else []
            fatal = mercy_text(game, model.seat, 1) if lists(model, act.Draw) else ""
            return [*state_lines(model), hand, *whose, f"{turn} {fatal}".rstrip()]
        case asks.PlayDrawn():
            said = _("You drew {card}; you can't play it.")
            if lists(model, act.CanPlay):
                keeps = lists(model, act.Keep)
                said = _("You drew {card}: play it or keep it?") if keeps else _("You drew {card}: you must play it.")
            return [said.format(card=_("a card") if game.drawn is None else voice.card(game.drawn))]
        case asks.AnswerDrawFour(penalty=penalty):
            box = challenge_box(table)
            stakes = () if box is None else (box.words, box.choices[1].words)
            return [hand, " ".join(filter(None, (*stakes, mercy_text(game, model.seat, penalty))))]
        case asks.AnswerStack(penalty=penalty, under=under):
            said = _("You face a penalty of {cards}: take them or pass them on?")
            said = said if layable(model) else _("You face a penalty of {cards}: take them?")
            more = under_text(under, voice), mercy_text(game, model.seat, penalty)
            return [hand, " ".join(filter(None, (said.format(cards=cards_text(penalty)), *more)))]
        case asks.Vote():
            return [_("Which rule for the Customizable cards? Vote by number or name.")]
        case asks.Confirm():
            return [own_rule(table), _("Do what it says, then type done.")]
        case asks.ChoosePlayer():
            return [*state_lines(model)[1:], question_text(table, at_the_game(model))]
        case _:
            return [hand, question_text(table, at_the_game(model))]


CHOICES: Mapping[type[act.Listed], Callable[[Any, Voice], str]] = {
    act.CanPlay: lambda a, v: _("play {card}").format(card=_written(a.card, v)),
    act.Draw: lambda a, v: _("draw a card"),
    act.Keep: lambda a, v: worded("keep"),
    act.Pass: lambda a, v: _("pass"),
    act.Name: lambda a, v: v.colour(a.colour),
    act.Choose: lambda a, v: _("choose {name}").format(name=v.name(a.target)),
    act.Cast: lambda a, v: _("vote for: {rule}").format(rule=f"{rule_title(a.rule)}. {rule_text(a.rule)}".strip()),
    act.Give: lambda a, v: _("pass on {card}").format(card=_written(a.card, v)),
    act.Retain: lambda a, v: _("keep {card}").format(card=_written(a.card, v)),
    act.Accept: lambda a, v: _("accept the penalty"),
    act.Done: lambda a, v: _("done"),
    act.Challenge: lambda a, v: _("challenge: it was a bluff"),
    act.CallUno: lambda a, v: _("call UNO"),
    act.Catch: lambda a, v: _("catch {name}, who forgot UNO").format(name=v.name(a.target)),
}
"""How each kind of choice is said."""


def _written(face: Card, voice: Voice) -> str:
    return voice.card(face) if face.wild else f"{voice.card(face)} ({short(face)})"
