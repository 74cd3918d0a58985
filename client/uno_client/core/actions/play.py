"""What is done in a round: draw, keep, pass, answer the game's questions, call UNO, catch, jump in."""

from collections.abc import Callable

from uno_client.core import legal_moves as moves
from uno_client.core.actions import action as asks
from uno_client.core.actions.action import Action, Then, Who
from uno_client.core.actions.cards import play_of, read_card, with_card
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Tone
from uno_client.core.model.question import GivenAnswers, YesNo
from uno_client.core.model.table import ChainDraft
from uno_client.core.navigation import AT_CARDS, HAND_KEYS
from uno_client.core.people import those
from uno_client.core.requests import Step, hint, still, want
from uno_client.core.standing import in_play
from uno_client.messages import Act, Ask
from uno_client.structs import replace
from uno_client.wording.words import error_text, voice_of
from uno_engine import actions as act
from uno_engine.cards import Card, Colour
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import AnswerDrawFour, AnswerStack, KeepOne
from uno_engine.language import N_, _
from uno_engine.legal import goes_on
from uno_engine.rules import CaughtBy, RuleSet, Uno
from uno_protocol import messages as net
from uno_protocol.labels import worded
from uno_protocol.sentences import cards_text


def ask_what_follows(model: Model, chain: ChainDraft) -> Step:
    """The chain is that now; the server is asked what may come next."""
    game = model.game
    model = replace(model, hand=replace(model.hand, chain=chain, sought=None), question=None, notice=None)
    model = model.pointing_at(min(model.hand.selected, max(0, len(model.left) - 1)))
    if game is None or not chain.cards:
        return still(model)
    request = net.Continuations(
        id=1,
        decision=game.decision,
        cards=[card.name for card in chain.cards],
        colours=[colour and colour.value for colour in chain.colours] if any(chain.colours) else [],
    )
    return want(model, Ask(request))


def barred(model: Model) -> tuple[net.Reason, ...]:
    """The cards left in hand that cannot follow in the chain that is being built, each with its clause."""
    place = len(model.hand.chain.cards) + 1
    cards = [card for card in dict.fromkeys(model.left) if moves.layable_as(model, card) is None]
    return tuple(
        net.Reason(card=card.name, code="chain_broken", clause=_clause(model, card), args={"place": place})
        for card in cards
    )


def misfit(model: Model, card: Card) -> str:
    """The sentence for a card that cannot come next, with its clause."""
    voice, clause = voice_of(model.table), _clause(model, card)
    last = voice.card(model.hand.chain.cards[-1])
    said = worded("cannot_follow", card=voice.card(card), last=last)
    return f"{said[:1].upper()}{said[1:]} {clause}: {_(CLAUSES[clause])}"


def _clause(model: Model, card: Card) -> str:
    """Q3 for a card that would fit if no action card had been laid, else Q2; N7 for a double."""
    if model.game is not None and not model.game.rules.chains:
        return "N7"
    game, top, colour = model.game, model.hand.chain.cards[-1], model.hand.chain.colours[-1]
    return "Q3" if game is not None and goes_on(game, card, top, top.colour or colour) else "Q2"


def do(model: Model, action: act.PlayerAction, yes: str = N_("do it anyway")) -> Step:
    """Send what the player does, behind a question if the table punishes it."""
    question = moves.costly(model, action)
    if question is None:
        return want(replace(model, question=None), Act(action))
    return still(replace(model, question=YesNo(question, Act(action), _(yes)), notice=None))


def lay(model: Model, action: act.Play) -> Step:
    """Lay cards, after the confirmation that they need."""
    return do(model, action, N_("play and call") if model.asked else N_("play anyway"))


def _jump(model: Model, answers: GivenAnswers) -> Step:
    """Jump in with the card that is the same as the one on top; else play a card out of turn, at its price."""
    if model.asked:
        return hint(model, _("It's your turn: Enter plays the card."), Tone.INFO)
    action = play_of(model, answers)
    if not action.cards or (moves.layable_as(model, action.cards[0]) is None and moves.costly(model, action) is None):
        return hint(model, _("You have no card to jump in with."), Tone.INFO)
    return lay(model, action)


def jumping_with(model: Model, card: Card | None) -> GivenAnswers:
    """The card that can be played out of turn, if there is one, or else `card`."""
    same = [each.card for each in moves.layable(model)]
    card = card if card in same or not same else same[0]
    return GivenAnswers() if card is None or model.asked else with_card(card)


def _answer(kind: Callable[[int], act.PlayerAction]) -> Then:
    """What sends that answer. If a rule forbids it, the server says which."""

    def done(model: Model, _answers: GivenAnswers) -> Step:
        if not model.asked:
            return hint(model, _("It's not your turn."), Tone.INFO)
        return do(model, kind(model.seat or 0))

    return done


def _with_card(kind: Callable[[int, Card], act.PlayerAction]) -> Then:
    def done(model: Model, answers: GivenAnswers) -> Step:
        found = read_card(model, (answers.text or "").split())
        if found is None or found[1]:
            return hint(model, _("Which card? For example: R5"))
        return do(model, kind(model.seat or 0, found[0]))

    return done


def _may_call(model: Model) -> bool:
    begun = bool(moves.playable(model)) or bool(model.hand.chain.cards) or not model.asked
    later = (moves.uno_due(model) and begun) or moves.may_claim(model) or moves.may_owe(model)
    return moves.lists(model, act.CallUno) or (later and not model.hand.uno)


def _uno(model: Model, _answers: GivenAnswers) -> Step:
    """Call UNO now, with the next play, or falsely after a confirmation (U1, O7). Twice is once."""
    seat, rules = model.seat or 0, model.rules
    if rules is None or rules.uno is not Uno.CALL:
        return hint(model, _("At this table nobody has to call UNO."), Tone.INFO)
    if moves.lists(model, act.CallUno):
        return want(model, Act(act.CallUno(seat)))
    if model.hand.uno:
        return still(model)
    calls = replace(model, hand=replace(model.hand, uno=True), notice=None)
    due = moves.uno_due(model) or moves.may_claim(model) or moves.may_owe(model) or bool(model.hand.chain.cards)
    if due and not model.hand.chain.cards and moves.offered(model) and model.asked and not moves.playable(model):
        return hint(model, _("You have no card to play, so there's no play to call UNO with."), Tone.INFO)
    if due:
        return still(calls)
    if moves.playable(model) and rules.false_uno_penalty and model.game and seat not in model.game.false_calls:
        said = _("You have {n} cards: UNO with a play that leaves more than one costs {price}.")
        return hint(calls, said.format(n=len(model.cards), price=cards_text(rules.false_uno_penalty)))
    if moves.costly(model, act.CallUno(seat)) is None:
        return hint(model, _("There's no UNO to call now."), Tone.INFO)
    return do(model, act.CallUno(seat), N_("call anyway"))


def take_uno_back(model: Model) -> Step:
    """Play the next card without the call that was to go with it."""
    model = replace(model, hand=replace(model.hand, uno=False))
    return hint(model, _("Taken back: you won't call UNO with your next play."), Tone.INFO)


def taken(model: Model) -> str | None:
    """What a penalty is, on its key."""
    asked = model.waiting_for
    return _("take {n}").format(n=asked.penalty) if isinstance(asked, AnswerDrawFour | AnswerStack) else None


def catching(rules: RuleSet) -> bool:
    """Whether players catch each other at a table with these rules."""
    return rules.uno is Uno.CALL and rules.uno_penalty > 0 and rules.uno_caught_by is CaughtBy.OPPONENT


def why(model: Model, card: Card | None = None) -> Step:
    """Why `card` cannot be laid now, or come next in the chain; without one, why each card of the hand cannot."""
    if model.game is None:
        return hint(model, error_text("no_game"), Tone.INFO)
    if model.hand.chain.cards:
        return _why_not_next(model, card)
    if any(isinstance(each, (net.PlayRequest, net.WhyNot)) for each in model.link.pending):
        return still(model)  # a key pressed twice: the first one is being answered
    return want(replace(model.wondering(card), notice=None), Ask(net.WhyNot(id=1)))


def _why_not_next(model: Model, card: Card | None) -> Step:
    """Why a card, or each card of the hand, cannot come next in the chain that is being built (Q2, Q3)."""
    if model.hand.chain.follows is None:
        return hint(model, _("One moment: checking what may follow."), Tone.INFO)
    if card is None:
        reading = replace(model.reading, reasons=barred(model), scroll=0, rows=0)
        return still(replace(model, page=Scope.REASONS, reading=reading))
    if moves.layable_as(model, card) is None:
        return hint(model, misfit(model, card))
    said = _("{card} can come next.").format(card=voice_of(model.table).card(card))
    return hint(model, said[:1].upper() + said[1:], Tone.INFO)


def _why(model: Model, answers: GivenAnswers) -> Step:
    found = read_card(model, (answers.text or "").split())
    if answers.text is None:
        return why(model)
    if found is None:
        return hint(model, _("Which card? For example: R5"))
    if found[0] not in model.left:
        voice = voice_of(model.table)
        return hint(model, error_text("not_in_hand", {"card": found[0].name}, "", voice, "A9"))
    return why(model, found[0])


def _hint(model: Model, _answers: GivenAnswers) -> Step:
    from uno_client.core.coach import advice_text

    advice = moves.advised(model)
    assert advice is not None  # it is offered
    return hint(model, advice_text(advice, voice_of(model.table)), Tone.GOOD)


def _listed(*kinds: type[act.Listed]) -> Callable[[Model], bool]:
    return lambda model: bool(moves.listed(model, *kinds))


_CAUGHT = those(lambda model, each: each.seat in moves.catches(model))
_CARD = asks.line(N_("Which card"), N_("For example: R5"))


def _row(
    label: str,
    what: str,
    kind: type[act.Draw | act.Keep | act.Pass | act.Accept | act.Challenge | act.Done],
    key: str = "",
    *where: Scope,
) -> Action:
    """One of the answers that need nothing else; its kind is its command."""
    return Action(kind.kind, label, what, _answer(kind), Who.SEATED, _listed(kind), key=key, where=where, tries=True)


_PENALTY = (Scope.CHALLENGE, Scope.STACK)
# A row is read as one.
# fmt: off
DRAW = _row(N_("draw"), N_("draw a card instead of playing"), act.Draw, "d", Scope.HAND)
KEEP = Action(
    "keep", N_("keep"), N_("keep the card you just drew"),
    lambda model, said: (_answer(act.Keep) if said.text is None else _with_card(act.Retain))(model, said), Who.SEATED,
    _listed(act.Keep, act.Retain),
    (asks.TextAsk(_CARD, due=lambda model, _answers: isinstance(model.waiting_for, KeepOne)),), usage="[CARD]",
    typing=N_("with a card: keep that one of the named colour"), key="k", where=(Scope.DRAWN,), tries=True
)
ACCEPT = replace(
    _row(N_("accept"), N_("draw the cards and miss your turn"), act.Accept, "a", *_PENALTY), otherwise=taken
)
CHALLENGE = _row(N_("challenge"), N_("challenge it as a bluff"), act.Challenge, "x", Scope.CHALLENGE)
UNO = Action(
    "uno", N_("UNO"), N_("call UNO: just before you play your next-to-last card, or right after"), _uno, Who.SEATED,
    _may_call, key="u", where=HAND_KEYS, under=lambda rules: rules.uno is Uno.CALL, tries=True
)
CATCH = Action(
    "catch", N_("catch!"), N_("catch a player who has one card and forgot to call UNO"),
    lambda model, said: do(model, act.Catch(model.seat or 0, said.seat)), Who.SEATED,
    lambda model: bool(moves.catches(model)),
    (asks.PickAsk(
        N_("Catch whom?"), _CAUGHT, asks.by_seat, usually=lambda m, _: len(moves.catches(m)) == 1, alone=True
    ),), usage="NAME",
    key="c", where=HAND_KEYS, under=catching, unless=N_("There's nobody to catch.")
)
JUMP = Action(
    "jump", N_("jump in"), N_("play the same card as the one on top out of turn"), _jump, Who.SEATED,
    lambda model: in_play(model) and not model.asked and bool(moves.playable(model)),
    (asks.COLOUR_OF, asks.PLAYER_OF), usage="[CARD]", key="j", where=(Scope.HAND,), tries=True,
    reads=lambda model, words: jumping_with(model, (read_card(model, words) or (None,))[0]),
    here=lambda model: jumping_with(model, model.under_cursor)
)
WHY = Action(
    "why", N_("why not?"), N_("show why you can't play your other cards"), _why, Who.SEATED,
    lambda model: model.asked and len(moves.playable(model)) < len(set(model.left)),
    (asks.TextAsk(_CARD, due=asks.never),), usage="[CARD]", key="n",
    where=(Scope.HAND, Scope.CHAIN, Scope.DRAWN, *_PENALTY), tries=True
)
PLAY = (
    DRAW,
    KEEP,
    _row(N_("pass"), N_("pass, when there's nothing to draw"), act.Pass, "p", Scope.HAND),
    ACCEPT,
    CHALLENGE,
    _row(N_("done"), N_("confirm that you did what the host's own rule says"), act.Done),
    UNO,
    CATCH,
    JUMP,
    Action(
        "colour", N_("name"), N_("name the colour of a wild"),
        lambda model, said: do(model, act.Name(model.seat or 0, said.colour or Colour.RED)), Who.SEATED,
        _listed(act.Name), (asks.COLOUR,), usage="NAME", tries=True
    ),
    Action(
        "choose", N_("choose"), N_("choose a player"),
        lambda model, said: do(model, act.Choose(model.seat or 0, said.seat)), Who.SEATED, _listed(act.Choose),
        (asks.CHOICE,), usage="PLAYER"
    ),
    Action(
        "vote", N_("vote"), N_("vote for a rule of the Customizable cards"),
        lambda model, said: do(model, act.Cast(model.seat or 0, said.whom.value if said.whom else "")), Who.SEATED,
        lambda model: bool(moves.ballot(model)), (asks.RULE,), usage="RULE",
        unless=N_("You've voted. Waiting for the others.")
    ),
    WHY,
    Action(
        "give", N_("give"), N_("pass on that card"), _with_card(act.Give), Who.SEATED, _listed(act.Give),
        (asks.TextAsk(_CARD),), usage="CARD"
    ),
    Action(
        "hint", N_("hint"), N_("say what a good player would do, and why (setting Coach)"), _hint, Who.SEATED,
        lambda model: moves.advised(model) is not None, key="h", where=AT_CARDS,
        unless=N_("The coach has nothing to say now.")
    ),
)
# fmt: on
