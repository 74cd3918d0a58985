"""Questions: what a game asks its viewer, or whom it waits for, in a sentence."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from uno_engine import decisions as asks
from uno_engine.actions import CanPlay, Draw, Keep, Pass
from uno_engine.answers import DRAW_FOUR, INNOCENT
from uno_engine.cards import Card, Rank, rank_word
from uno_engine.decisions import Decision, asked
from uno_engine.language import N_, _, ngettext
from uno_engine.rules import LONGEST_SENTENCE, RuleSet, Stacking, Uno, WildDrawFourNeeds
from uno_engine.state import PublicGame, next_seat
from uno_protocol.labels import worded
from uno_protocol.room import Room
from uno_protocol.sentences import Voice, cards_text, held_text, listing, rule_title
from uno_protocol.text import clean

Kinds = Collection[type[Any]]
"""The kinds of actions (`Listed`) that the viewer can take."""


def named_card(face: Card, voice: Voice, custom: str | None) -> str:
    """A card in words; of a Customizable card with the rule that it stands for, in brackets."""
    stands_for = f" ({rule_title(custom)})" if custom is not None and face.rank is Rank.CUSTOMIZABLE else ""
    return voice.card(face) + stands_for


def whom_text(face: Card, voice: Voice, custom: str | None) -> str:
    """The question for which player a card is."""
    if face.rank in (Rank.SWAP_HANDS, Rank.SEVEN):
        return worded("swap_whom")
    return worded("card_player", card=named_card(face, voice, custom))


def own_rule_text(rules: RuleSet) -> str:
    """What the host's own rule says, for those who confirm it (N12)."""
    return worded("own_rule", text=clean(rules.own_text, LONGEST_SENTENCE))


def mercy_text(game: PublicGame, seat: int | None, drawn: int) -> str:
    """The warning that drawing that many cards puts the player out of the round (N8), or nothing."""
    if seat is None or not game.rules.mercy or game.counts[seat] + drawn < game.rules.mercy:
        return ""
    return _("Drawing {cards} puts you out of the round!").format(cards=cards_text(drawn))


def under_text(under: Card | None, voice: Voice) -> str:
    """Which card a passed-on penalty comes from (N2); empty if it is on top."""
    return "" if under is None else _("The penalty came from {card}.").format(card=voice.card(under))


def paused_text(room: Room, voice: Voice) -> str:
    """Why a game is paused: the host's wish, or who is away."""
    if room.held:
        return held_text(voice)
    away = [one.name for one in room.occupants if one is not None and one.plays and not one.connected]
    if not away:
        return worded("paused")
    said = ngettext(
        "The game is paused until {names} is back.", "The game is paused until {names} are back.", len(away)
    )
    return said.format(names=listing(away))


def waited_text(decision: Decision, voice: Voice) -> str:
    """Whom the game waits for, and what for."""
    who = listing([voice.name(seat) for seat in asked(decision)])
    cost = decision.penalty if isinstance(decision, asks.AnswerDrawFour | asks.AnswerStack) else 0
    return _(OF_OTHERS[type(decision)]).format(who=who, penalty=cost, cards=cards_text(cost))


OF_SEVERAL: Mapping[type[Decision], str] = {
    asks.PassCard: N_("Waiting for {who} to pass on a card."),
    asks.Vote: N_("Waiting for {who} to vote."),
    asks.Confirm: N_("Waiting for {who} to confirm."),
}
"""Decisions of several players, of whom some may have answered since the server said whom it waits for."""
OF_OTHERS: Mapping[type[Decision], str] = {
    **OF_SEVERAL,
    asks.TakeTurn: N_("{who}'s turn."),
    asks.PlayDrawn: N_("{who} drew a card and may play it."),
    asks.NameColour: N_("{who} must name a colour."),
    asks.ChoosePlayer: N_("{who} must choose a player."),
    asks.AnswerDrawFour: N_("{who} must take {penalty} or challenge."),
    asks.AnswerStack: N_("{who} must take {cards} or pass them on."),
    asks.KeepOne: N_("{who} must keep one card of a colour."),
}
"""What others are waited for to do."""


def question_text(game: PublicGame, voice: Voice, kinds: Kinds, drawn: Card | None = None) -> str:
    """What the game asks the reader, who can do things of these kinds (`Listed`); empty if it asks somebody else.

    `drawn`: the card that the reader has just drawn, if it is known.
    """
    decision = game.waiting_for
    if decision is None or voice.me not in asked(decision):
        return ""
    if type(decision) is asks.PlayDrawn:
        return _drawn_text(drawn, voice, kinds)
    return " ".join(filter(None, _YOURS[type(decision)](game, voice, kinds)))


def _turn(game: PublicGame, voice: Voice, kinds: Kinds) -> list[str]:
    return [_turn_text(game, voice, kinds), mercy_text(game, voice.me, 1) if Draw in kinds else ""]


def _turn_text(game: PublicGame, voice: Voice, kinds: Kinds) -> str:
    if CanPlay not in kinds:
        passes = _("Your turn: nothing to draw, you must pass.") if Pass in kinds else worded("your_turn")
        return _("Your turn: you have no card to play, draw one.") if Draw in kinds else passes
    if Draw not in kinds:
        return _("Your turn: play a card.")
    assert voice.me is not None
    if game.counts[voice.me] == 2 and game.rules.uno is Uno.CALL and game.rules.uno_penalty > 0:  # UNO comes first (U1)
        return _("Two cards left: say UNO, then play.")
    if game.colour is None:
        return _("Your turn: play a card or draw.")
    top, colour = game.discard[-1], voice.colour(game.colour)
    if top.colour is None:
        return _("Your turn: {colour} or wild.").format(colour=colour)
    return _("Your turn: {colour}, {rank} or wild.").format(colour=colour, rank=rank_word(top.rank))


def _drawn_text(drawn: Card | None, voice: Voice, kinds: Kinds) -> str:
    card = voice.card(drawn) if drawn else _("a card")
    said = _("You drew {card}; you can't play it.")
    if CanPlay in kinds:
        said = _("You drew {card}: play it or keep it?") if Keep in kinds else _("You drew {card}: you must play it.")
    return said.format(card=card)


def _draw_four(game: PublicGame, voice: Voice, kinds: Kinds) -> list[str]:
    decision = game.waiting_for
    assert isinstance(decision, asks.AnswerDrawFour)
    name, n, stacks = voice.name(decision.offender), decision.penalty, game.rules.stacking is not Stacking.OFF
    before = game.discard[-2].colour if len(game.discard) > 1 else None
    if stacks and CanPlay in kinds:
        said = _("{name} plays +4 on you: draw {n}, pass it on, or call the bluff?")
    elif n > DRAW_FOUR or before is None or game.rules.wild_draw_four_needs is not WildDrawFourNeeds.NO_COLOUR_MATCH:
        said = _("{name} plays +4 on you: draw {n}, or call the bluff?")
    else:
        said = _("{name} plays +4 on you: fair only if {name} held no {colour}.")
    lost = "" if stacks or n == DRAW_FOUR else _("If you lose, you draw {n}.").format(n=n + INNOCENT)
    return [said.format(name=name, n=n, colour=voice.colour(before)), lost, mercy_text(game, voice.me, n)]


def _stack(game: PublicGame, voice: Voice, kinds: Kinds) -> list[str]:
    decision = game.waiting_for
    assert isinstance(decision, asks.AnswerStack)
    n = decision.penalty
    said = _("{cards} coming: pass them on, or draw.") if CanPlay in kinds else _("{cards} coming: nothing to pass on.")
    return [said.format(cards=cards_text(n)), under_text(decision.under, voice), mercy_text(game, voice.me, n)]


def _pass_card(game: PublicGame, voice: Voice, _kinds: Kinds) -> list[str]:
    assert voice.me is not None
    return [_("Which card do you pass on to {name}?").format(name=voice.name(next_seat(game, voice.me)))]


_KEEP = N_("Which {colour} card do you keep? The others go under the top card.")
_YOURS: Mapping[type[Decision], Callable[[PublicGame, Voice, Kinds], list[str]]] = {
    asks.TakeTurn: _turn,
    asks.NameColour: lambda *_asked: [worded("which_colour")],
    asks.ChoosePlayer: lambda game, voice, _kinds: [whom_text(game.discard[-1], voice, game.custom)],
    asks.AnswerDrawFour: _draw_four,
    asks.AnswerStack: _stack,
    asks.KeepOne: lambda game, voice, _kinds: [_(_KEEP).format(colour=voice.colour(game.colour))],
    asks.Vote: lambda *_asked: [worded("vote")],
    asks.Confirm: lambda game, *_asked: [own_rule_text(game.rules), _("Do it, then press the button.")],
    asks.PassCard: _pass_card,
}
