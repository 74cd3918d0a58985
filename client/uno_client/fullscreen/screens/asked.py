"""The sentence below the hand: what the player is asked, or whom everyone is waiting for."""

from uno_client.core.actions.action import Action
from uno_client.core.actions.play import ACCEPT, CATCH, CHALLENGE, JUMP, KEEP, UNO
from uno_client.core.card_dialogue import written
from uno_client.core.legal_moves import (
    catches,
    lists,
    may_choose_card,
    may_claim,
    may_owe,
    only_answer,
    playable,
    targets,
    uno_due,
)
from uno_client.core.model import Model
from uno_client.core.model.question import Dialogue, PickColour, PickPlayer
from uno_client.core.model.table import COLOURS
from uno_client.core.navigation import BY_LETTERS, Scope, place_of
from uno_client.core.standing import on_turn
from uno_client.fullscreen.keys import Intent, key_of, keys_of
from uno_client.fullscreen.mouse import named, pressable, spot, with_buttons
from uno_client.fullscreen.screens import letters
from uno_client.fullscreen.themes import SHAPES
from uno_client.fullscreen.widgets import Line, Lines, clip, colour_name, colour_style, face, fit, width, wrap
from uno_client.screens.around import Keys, paused
from uno_client.wording.tables import late_text, mercy_text, under_text
from uno_client.wording.words import own_rule_text, voice_of, whom_text
from uno_engine import decisions as asks
from uno_engine.actions import CallUno, CanPlay, Challenge, Draw, Keep, Pass
from uno_engine.answers import DRAW_FOUR, INNOCENT
from uno_engine.cards import Card, Rank
from uno_engine.language import _
from uno_engine.rules import Stacking
from uno_engine.state import View
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import Voice, cards_text, listing, rule_title

MOST_LINES = 4
"""Lines that the sentence may take: a challenge with all its ways out and what they cost, in the smallest terminal."""
OWN_LINES = 6
"""Lines that it may take with the host's custom rule, which everybody has to read."""


def prompt_lines(model: Model, game: View, columns: int) -> Lines:
    """The sentence, with the chain so far above it and the colours or players to choose from below."""
    spelled = model.spelled and place_of(model) in (*BY_LETTERS, Scope.WATCHING)
    if spelled and model.phase is RoomPhase.PLAYING and not model.answering:
        return [*letters.headline(model, game, columns), *_by_letters(model, game, columns)]
    prompt = _sentence(model, game, columns)[: OWN_LINES if isinstance(game.waiting_for, asks.Confirm) else MOST_LINES]
    if model.spelled and model.phase is RoomPhase.PLAYING:
        prompt = [*letters.headline(model, game, columns), *prompt]
    if model.hand.chain.cards:
        prompt = [*_chain(model, columns), *prompt]
    if place_of(model) is Scope.COLOUR:
        prompt.append(_colours(model))
    if place_of(model) is Scope.PLAYER:
        prompt += _choices(model, game, columns)
    return prompt


def _by_letters(model: Model, game: View, columns: int) -> Lines:
    """What is asked where letters answer it; while others play, what else there is to know."""
    voice = voice_of(model.table)
    match game.waiting_for:
        case asks.PlayDrawn() if model.asked:
            return letters.question_lines(model, columns, _drew(model, game, voice))
        case waiting if waiting is not None and not model.asked and not isinstance(model.question, Dialogue):
            return letters.question_lines(model, columns, _others(model, game, voice, headed=True))
        case _:
            return letters.question_lines(model, columns, _catch_hint(model, voice))


def _drew(model: Model, game: View, voice: Voice) -> str:
    """The card just drawn."""
    card = voice.card(game.drawn) if game.drawn else _("a card")
    if not playable(model):
        return _("You drew {card}. You can't play it.").format(card=card)
    return _("You drew {card}.").format(card=card)


def _sentence(model: Model, game: View, columns: int) -> Lines:
    """On the player's turn it is filled with the colour in play, after its letter and shape."""
    words, keys = pressable(_prompt(model, game), _("Enter"))
    if not on_turn(model) or model.answering:
        return with_buttons(wrap(words, columns - 1, "class:prompt", indent="", margin=" "), keys)
    colour = game.colour
    style = f"{'class:selected' if colour is None else colour_style(colour)} class:yours"
    sign = " " if colour is None else f" {colour.value}{SHAPES[colour]} "
    (first, *rest), *more = with_buttons(wrap(words, columns, style, indent="", margin=" " * width(sign)), keys)
    lines: Lines = [[(first[0], sign + first[1].lstrip()), *rest], *more]
    return [clip(line, columns, style) for line in lines]


def _prompt(model: Model, game: View) -> str:
    """What the game waits for, in one sentence, and what may be forgotten."""
    voice = voice_of(model.table)
    if model.phase is RoomPhase.PAUSED:
        return paused(model, Keys(names=keys_of(model)))
    match model.question:
        case PickColour(card):
            asked_for = _("Which colour for your {card}?").format(card=voice.card(card) + stands_for(card, game))
            return _and(asked_for, _uno_hint(model))
        case PickPlayer(card):
            return _and(whom_text(card, voice, stands_for(card, game)), _uno_hint(model))
        case _:
            pass
    if model.answering and model.asked:
        return _("Sent …")
    if not model.asked:
        return _others(model, game, voice)
    return _and(_catch_hint(model, voice), _asked(model, game, voice))


def _key(model: Model, does: Intent | Action) -> str:
    """The key of an action, which can be clicked in the sentence if it is a letter."""
    key = key_of(model, does)
    return named(key) if len(key) == 1 else key


def _and(*said: str) -> str:
    """Sentences one after the other; empty ones are left out."""
    return " ".join(filter(None, said))


def _asked(model: Model, game: View, voice: Voice) -> str:
    """The question that the player is to answer."""
    match game.waiting_for:
        case asks.TakeTurn():
            if model.hand.chain.cards:
                return _chaining(model)
            fatal = mercy_text(game, model.seat, 1) if lists(model, Draw) else ""
            return _and(_your_turn(model), fatal, _uno_hint(model))
        case asks.PlayDrawn():
            return _drawn(model, game, voice)
        case asks.NameColour():
            return _("Which colour do you name?")
        case asks.ChoosePlayer():
            card = game.discard[-1] if game.discard else None
            return whom_text(card, voice, "" if card is None else stands_for(card, game))
        case asks.AnswerDrawFour(offender=offender, penalty=penalty):
            name = voice.name(offender)
            said = _("{name} played a Wild Draw Four.").format(name=name)
            fatal = mercy_text(game, model.seat, penalty)
            return _and(said, _ways_out(model, penalty), _stakes(model, name, penalty), fatal)
        case asks.AnswerStack(penalty=penalty, under=under):
            faced = _and(_("You face a penalty."), under_text(under, voice))
            return _and(faced, _ways_out(model, penalty), mercy_text(game, model.seat, penalty))
        case asks.KeepOne():
            said = _("Which of your {colour} cards do you keep? The others go under the top card.")
            return said.format(colour=voice.colour(game.colour))
        case asks.PassCard():
            return _("Which card do you pass on to the next player?")
        case asks.Confirm():
            return _and(own_rule_text(game.rules), _("Press Enter when you're done."))
        case asks.Vote() | None:
            return ""


def _ways_out(model: Model, penalty: int) -> str:
    """What can be done about a penalty."""
    match lists(model, CanPlay), lists(model, Challenge):
        case False, False:
            said = _("Take {cards} ({key})?")
        case True, False:
            said = _("Take {cards} ({key}) or pass them on with a marked card (Enter)?")
        case False, True:
            said = _("Take {cards} ({key}) or challenge the bluff ({challenge})?")
        case _:
            said = _(
                "Take {cards} ({key}), pass them on with a marked card (Enter) or challenge the bluff ({challenge})?"
            )
    key = _key(model, ACCEPT) if only_answer(model) is None else _("Enter")
    return said.format(cards=cards_text(penalty), key=key, challenge=_key(model, CHALLENGE))


def _stakes(model: Model, offender: str, penalty: int) -> str:
    """What a challenge can cost either side (O5, Q6; H2 where penalties are passed on)."""
    if model.rules is None or not lists(model, Challenge):
        return ""
    if model.rules.stacking is not Stacking.OFF or penalty == DRAW_FOUR:
        said = _("If you're right, {name} draws {n}; if not, you draw {more}.")
    else:
        said = _("If you're right, {name} draws {four} for each bluff and you the rest; if not, you draw {more}.")
    return said.format(name=offender, n=penalty, four=DRAW_FOUR, more=penalty + INNOCENT)


def _drawn(model: Model, game: View, voice: Voice) -> str:
    card = voice.card(game.drawn) if game.drawn else _("a card")
    if not playable(model):
        return _("You drew {card}. You can't play it: Enter keeps it.").format(card=card)
    said = _("You drew {card}. Enter plays it: you must play it.")
    if lists(model, Keep):
        said = _("You drew {card}. Enter plays it, {key} keeps it.")
    return _and(said.format(card=card, key=_key(model, KEEP)), _uno_hint(model))


def _chaining(model: Model) -> str:
    """What can be done with the chain so far."""
    if model.hand.chain.follows is None:
        more = _("Checking what may follow …")
    elif playable(model):
        more = _("Space adds a marked card.")
    else:
        more = _("Nothing more can follow.")
    return _and(more, _("Enter plays all."), _uno_hint(model))


def _your_turn(model: Model) -> str:
    if playable(model):
        return _("Your turn: play a card or draw.") if lists(model, Draw) else _("Your turn: play a card.")
    if lists(model, Draw):
        return _("Your turn: you have no card to play, draw one (Enter).")
    return _("Your turn: nothing to draw, you must pass (Enter).") if lists(model, Pass) else _("Your turn.")


def _uno_hint(model: Model) -> str:
    if model.hand.uno:
        if model.asked and not model.hand.chain.cards and not playable(model):
            return _("Your UNO call lapses if you draw.")
        return _("You call UNO with this play; {key} takes it back.").format(key=_key(model, Intent.UNDO))
    if uno_due(model) and (model.hand.chain.cards or (may_choose_card(model) and playable(model))):
        return _("That leaves one card: call UNO first with {key}!").format(key=_key(model, UNO))
    if may_claim(model):
        said = _("{key} calls UNO with a Customizable that leaves you one card.")
        return said.format(key=_key(model, UNO))
    if may_owe(model):
        said = _("{key} calls UNO with a card that moves hands and leaves you one.")
        return said.format(key=_key(model, UNO))
    return ""


def _others(model: Model, game: View, voice: Voice, *, headed: bool = False) -> str:
    """What there is to know while others play; `headed`: a headline says already whose turn it is."""
    if lists(model, CallUno):
        said = _("You have one card and haven't called UNO: quick, press {key}!")
        return said.format(key=_key(model, UNO))
    waiting = game.waiting_for
    if waiting is None:
        return "…"
    jump = _("You hold the same card: press {key} to jump in!") if playable(model) else ""
    jump = jump.format(key=_key(model, JUMP))
    call = ""
    if model.hand.uno:
        call = _("You call UNO with your next play; {key} takes it back.").format(key=_key(model, Intent.UNDO))
    they = "" if headed and isinstance(waiting, asks.TakeTurn) else _they(waiting, voice)
    if isinstance(waiting, asks.Confirm):
        they = _and(own_rule_text(game.rules), they)
    return _and(_catch_hint(model, voice), they, jump, call, late_text(game, model.seat))


def _catch_hint(model: Model, voice: Voice) -> str:
    targets = catches(model)
    if not targets:
        return ""
    said = _("{name} didn't call UNO: press {key} to catch!")
    return said.format(name=voice.name(targets[0]), key=_key(model, CATCH))


def _they(waiting: asks.Decision, voice: Voice) -> str:
    """A sentence saying which players the game waits for, and what they must do."""
    who = listing([voice.name(seat) for seat in asks.asked(waiting)])
    match waiting:
        case asks.TakeTurn():
            return _("{who}'s turn.").format(who=who)
        case asks.PlayDrawn():
            return _("{who} drew a card and may play it.").format(who=who)
        case asks.NameColour():
            return _("{who} must name a colour.").format(who=who)
        case asks.ChoosePlayer():
            return _("{who} must choose a player.").format(who=who)
        case asks.AnswerDrawFour():
            return _("{who} must take {penalty} or challenge.").format(who=who, penalty=waiting.penalty)
        case asks.AnswerStack():
            return _("{who} must take {cards} or pass them on.").format(who=who, cards=cards_text(waiting.penalty))
        case asks.KeepOne():
            return _("{who} must keep one card of a colour.").format(who=who)
        case asks.PassCard():
            return _("Waiting for {who} to pass on a card.").format(who=who)
        case asks.Vote():
            return _("Waiting for {who} to vote.").format(who=who)
        case asks.Confirm():
            return _("Waiting for {who} to confirm.").format(who=who)


def _choices(model: Model, game: View, columns: int) -> Lines:
    """The players to choose from, numbered, with their cards and the cursor on one."""
    voice, seats = voice_of(model.table), targets(model)
    at = model.question.at if isinstance(model.question, PickPlayer) else model.row
    lines: Lines = []
    line: Line = []
    for place, seat in enumerate(seats):
        here = place == at % len(seats)
        words = f" {'▸' if here else ' '}{place + 1} {fit(voice.name(seat), 14)} ({cards_text(game.counts[seat])}) "
        if line and width(line) + width(words) > columns:
            lines.append(line)
            line = []
        line.append((("class:selected class:strong" if here else "") + spot(place), words))
    return [*lines, line] if line else lines


def _colours(model: Model) -> Line:
    """The four colours, with the cursor on one."""
    voice = voice_of(model.table)
    at = model.question.at if isinstance(model.question, PickColour) else model.row % len(COLOURS)
    line: Line = [("", " ")]
    for place, colour in enumerate(COLOURS):
        style, word = colour_name(colour, voice.colour(colour))[0]
        marked = f" ▸{word}◂" if place == at else f"  {word} "
        line += [(style + (" class:chosen" if place == at else "") + spot(place), marked), ("", " ")]
    return line


def _chain(model: Model, columns: int) -> Lines:
    """The chain so far: its cards in order, each wild with its colour."""
    voice, chain = voice_of(model.table), model.hand.chain
    lines: Lines = []
    line: Line = [("class:label", f" {_('Together:')} ")]
    for at, (card, colour) in enumerate(zip(chain.cards, chain.colours, strict=True)):
        piece: Line = [("class:quiet", " → ")] if at else []
        piece.append((f"{colour_style(card.colour)} class:strong", face(card, written(model, card)).rstrip()))
        if colour is not None:
            piece += [("", ": "), (colour_style(colour), colour_name(colour, voice.colour(colour))[0][1])]
        if width(line) + width(piece) > columns:
            lines.append(line)
            line = [("", " " * 13)]
        line += piece
    return [*lines, line]


def stands_for(card: Card, game: View) -> str:
    """The rule of a Customizable card, in brackets."""
    return f" ({rule_title(game.custom)})" if game.custom is not None and card.rank is Rank.CUSTOMIZABLE else ""
