"""The table in play, from the model: players, piles, your hand, the log, and what is asked (`asked`)."""

from collections import Counter
from collections.abc import Mapping

from uno_client.core import chat, replay
from uno_client.core.actions.letters import choices
from uno_client.core.legal_moves import advised, lists, only_answer, raised
from uno_client.core.lesson.beats import BEATS, TOPICS, CalloutTarget
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import Dialogue, LetterStage
from uno_client.core.model.replay import Replay
from uno_client.core.plays import RecentPlay, landed, recent_plays
from uno_client.core.standing import on_turn, waited_for
from uno_client.messages import Key, Pointed, Typed
from uno_client.screens.around import Keys, frame_of, notices, seconds_of
from uno_client.screens.frame import Frame, Hint
from uno_client.screens.pieces import SaidLine
from uno_client.screens.table.asked import TableShown, box_of, own_rule, press, prompt_of, shout_of
from uno_client.screens.table.scene import (
    Callout,
    Did,
    Hand,
    HeldCard,
    Log,
    Piles,
    Plate,
    Prompt,
    Slider,
    SliderMark,
    TableScene,
    ToldWords,
    Tone,
)
from uno_client.screens.told import at_table, told_lines
from uno_client.structs import replace
from uno_client.wording.chat import log_text, speaker
from uno_client.wording.tables import goal_text, near_mercy
from uno_client.wording.words import error_text, voice_of
from uno_engine import events as ev
from uno_engine.actions import Draw
from uno_engine.cards import Card, card
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import AnswerDrawFour, AnswerStack, asked
from uno_engine.language import _, ngettext
from uno_engine.rules import Goal, Uno
from uno_protocol.labels import worded
from uno_protocol.messages import Reason
from uno_protocol.records.showing import MarkedPlace
from uno_protocol.room import Occupant, RoomEvent
from uno_protocol.sentences import chain_text, ordinal, rule_title
from uno_protocol.wording.options import preset_text

LATELY = 3
"""Entries of the log, at most, that are said on the felt."""
LOG_ENTRIES = 60
"""Entries of the log that are looked at: more than there are rows."""
STORY = 6


def scene_of(model: Model, keys: Keys) -> TableScene:
    """The table with everything on it. There is a game."""
    if model.replay is not None:
        return _again(replay.shown(model), model.replay, keys)
    table = TableShown.of(model, keys)
    question, box, callout = prompt_of(table), box_of(table), _callout(table)
    if box is not None and callout is not None:  # it would be in the way
        said = " ".join((question.words, *(told.words for told in callout.lines)))
        question, callout = replace(question, words=said), None
    elif callout is not None and callout.paper and question.chip:  # it says what to do
        question = replace(question, words="")
    plays = recent_plays(model.play.log)
    story, penalties = plays[-STORY:], landed(model.play.log)
    return TableScene(
        _frame(table),
        _players(table, plays, penalties),
        _piles(table),
        question,
        _hand(table, chooses=box is not None and box.card is None),
        box,
        None if box is not None else shout_of(table),
        tuple(_told_play(table, each) for each in story),
        _log(model, keys),
        callout,
        0 if model.seat is None else penalties.get(model.seat, 0),
        simple=model.settings.wants.slow,
    )


def _again(model: Model, seen: Replay, keys: Keys) -> TableScene:
    """The table of a game that is shown again: nothing is asked there, and a slider tells where it is."""
    table = TableShown.of(model, keys)
    plays, penalties = recent_plays(model.play.log), landed(model.play.log)
    hand = _hand(table, chooses=False)
    cards = tuple(replace(held, spot=None) for held in hand.cards)
    said = tuple(ToldWords(each.text, each.ink) for each in notices(model))
    ended = replace(seen, at=seen.end)
    frame = _frame(table)
    facts = " · ".join(filter(None, (replay.seat_text(seen), frame.facts)))
    watched = hand.words if table.game.round else ""  # before the deal nobody has cards
    if watched and model.seat is None and seen.showing.open_hands:
        watched = _("All hands are open; {key} shows them from a seat.").format(key="e")
    return TableScene(
        replace(frame, facts=facts, warning=_("false record") if seen.false else frame.warning),
        _players(table, plays, penalties),
        _piles(table),
        Prompt(replay.said_now(seen), tone="strong"),
        replace(hand, cards=cards, at=None, back=False, lit=True, words=watched),
        story=tuple(_told_play(table, each) for each in plays[-STORY:]),
        log=_log(model, keys),
        callout=Callout(said) if said else None,
        penalty=0 if model.seat is None else penalties.get(model.seat, 0),
        slider=Slider(
            *(seen.at, seen.end, _marks(seen), seen.running, replay.turn_text(seen), replay.turn_text(ended)),
            *(replay.PACES[seen.pace].name, Typed(" ")),
        ),
        simple=model.settings.wants.slow,
    )


def _marks(seen: Replay) -> tuple[SliderMark, ...]:
    """The marks of a game that is shown again, unless they are hidden."""
    return tuple(_mark_of(stop) for stop in seen.showing.marks if seen.whole)


def _mark_of(stop: MarkedPlace) -> SliderMark:
    kind, _blank, number = stop.text.partition(" ")
    if number:
        return SliderMark(stop.at, worded("round", n=int(number)) if number != "1" else "")
    return SliderMark(stop.at, *_NAMED_MARKS[kind])


_NAMED_MARKS: Mapping[str, tuple[str, Tone]] = {
    "uno": ("UNO", "uno"),
    "caught": ("!", "alarm"),
    "challenge": ("+4", "alarm"),
    "swap": ("⇄", "quiet"),
    "end": ("★", "uno"),
}
"""The sign above a mark of the slider, and its tone, by kind of mark."""


def _told_play(table: TableShown, play: RecentPlay) -> tuple[str, Did]:
    return _("first card") if play.seat is None else table.voice.name(play.seat), _did(play)


# around the table


def _frame(table: TableShown) -> Frame:
    model, game, room, keys, _voice = table
    facts = [worded("round", n=game.round)] if game.round else []  # else nothing is dealt yet
    if model.lesson is not None:
        step = sum(beat.topic is not None for beat in BEATS[: model.lesson.beat + 1])
        facts = [_("step {n} of {all}").format(n=step, all=len(TOPICS))]
    if game.rules.goal.by_points and model.seat is not None:
        facts.append(_("you {score}").format(score=game.scores[model.seat]))
    if game.rules.goal is not Goal.SINGLE_ROUND:
        facts.append(goal_text(game.rules))
    if room.watchers:
        facts.append(worded("watchers", n=len(room.watchers)))
    if room.screens:
        facts.append(ngettext("{n} screen", "{n} screens", len(room.screens)).format(n=len(room.screens)))
    facts.append(worded("table_rules", preset=preset_text(room.preset)))
    hints = keys.hints if model.draft.open else (*_letters(table), *keys.hints)
    frame = frame_of(model, replace(keys, hints=hints), room.name, " · ".join(facts))
    return replace(frame, clock="", urgent=False, question="", notices=(), shout="")


def _letters(table: TableShown) -> tuple[Hint, ...]:
    """The letters that answer what is asked (M6)."""
    model, question = table.model, table.model.question
    if model.link.lost or model.away:
        return ()
    if not isinstance(question, Dialogue):
        return table.keys.letters
    numbered = question.stage is LetterStage.PLAYER  # by their place in the list: one key has to do
    said = choices(question, model)
    digits = [each for each in said if each.letter.isdigit() and not numbered]
    hints = [Hint(f"{digits[0].letter}-{digits[-1].letter}", "")] if digits else []
    for at, each in enumerate(said, 1):
        if each not in digits:
            letter = str(at) if numbered else each.letter
            hints.append(Hint(letter, each.says, 1, Typed(letter[0].lower())))
    return tuple(hints)


def _log(model: Model, keys: Keys) -> Log:
    count, scroll = len(told_lines(model)), model.reading.scroll if model.page is None else 0  # else a page scrolls
    lines = [*at_table(model, LOG_ENTRIES, max(1, count - scroll))]
    if scroll:
        lines.append(SaidLine(_("… PgDn: newer lines")))
    elif lines and lines[-1].ink != "chat":
        lines[-1] = SaidLine(lines[-1].text)
    flipped = model.reading.log
    return Log(
        _("{key} hides it").format(key=keys["log"]),
        tuple(lines),
        beside=bool(scroll) or (not flipped and model.lesson is None),
        over=bool(scroll) or flipped or model.draft.open,
    )


# players


def _players(table: TableShown, plays: tuple[RecentPlay, ...], penalties: Mapping[int, int]) -> tuple[Plate, ...]:
    game, me = table.game, table.model.seat
    first = 0 if me is None else me + 1
    around = [(first + at) % game.seats for at in range(game.seats)]
    seats = [seat for seat in around if seat != me and (game.seated[seat] or table.room.occupants[seat])]
    last = {play.seat: play for play in plays}
    return tuple(_plate(table, seat, last.get(seat), penalties.get(seat, 0)) for seat in seats)


def _plate(table: TableShown, seat: int, last: RecentPlay | None, penalty: int) -> Plate:
    model, game, room, _keys, voice = table
    occupant, waiting = room.occupants[seat], game.waiting_for
    mark, tone = _mark(table, seat, occupant)
    news, alarmed = "", bool(penalty) or game.window == seat
    if isinstance(waiting, AnswerDrawFour | AnswerStack) and seat in asked(waiting):
        news, alarmed = f"+{waiting.penalty}?", True
    elif near_mercy(game, seat) and game.playing[seat]:
        news, alarmed = _("{n} of {most} cards").format(n=game.counts[seat], most=game.rules.mercy), True
    elif last is not None and last.jumped:
        news = _("jumped in")
    return Plate(
        seat,
        voice.name(seat),
        game.counts[seat] if game.playing[seat] else None,
        seat in waited_for(model),
        "" if last is None else _did(last),
        _note(table, seat, occupant),
        mark,
        tone,
        str(game.scores[seat]) if game.rules.goal.by_points else "",
        alarmed,
        news,
        penalty,
        tuple(game.hands[seat]) if seat in game.open_hands else None,
    )


def _mark(table: TableShown, seat: int, occupant: Occupant | None) -> tuple[str, Tone]:
    """What is said before the number of cards: the player's fate, UNO, or who plays instead."""
    game = table.game
    if seat in game.out:
        return worded("place", place=ordinal(game.out.index(seat) + 1)), "good"
    if not game.playing[seat] and game.round:
        return _("out") if game.seated[seat] else worded("not_playing"), "quiet"
    if game.counts[seat] == 1 and game.rules.uno is not Uno.OFF:
        return (worded("no_uno"), "alarm") if game.window == seat else ("UNO", "uno")
    if occupant is None or occupant.bot is not None:
        return "", "quiet"
    if occupant.stand_in is not None:
        return _("computer"), "alarm"
    return "" if occupant.connected else _("offline"), "alarm"


def _note(table: TableShown, seat: int, occupant: Occupant | None) -> str:
    """What is said behind a name, where there is room."""
    said = [_("host")] if seat == table.room.host else []
    if occupant is not None and occupant.bot is not None:
        said.append(_("bot"))
    elif occupant is not None:
        said += [_("program")] if occupant.program else []
        said += [f"+{occupant.extra_seconds} s"] if occupant.extra_seconds else []
    return ", ".join([*said, *([_("muted")] if chat.muted(table.model, table.voice.name(seat)) else [])])


def _did(play: RecentPlay) -> Did:
    if play.cards:
        return play.cards[-1]
    return _("drew {n}").format(n=play.drew + play.penalty) if not play.what else _(play.what)


# piles and hand


def _piles(table: TableShown) -> Piles:
    model, game, _room, keys, voice = table
    waiting = game.waiting_for
    advice = advised(model)
    due = f"+{waiting.penalty}" if isinstance(waiting, AnswerDrawFour | AnswerStack) else ""
    spot: Key | Typed | None = None
    if on_turn(model) and lists(model, Draw):
        spot = Key("enter") if isinstance(only_answer(model), Draw) else press(keys["draw"])
    return Piles(
        game.discard[-1] if game.discard else None,
        tuple(game.discard[-3:-1]),
        game.stock_count,
        game.colour,
        _("no colour yet") if game.colour is None else voice.colour(game.colour),
        game.direction == 1,
        due,
        "" if game.custom is None else f"{_('Customizable')}: {rule_title(game.custom)}",
        advice is not None and isinstance(advice.action, Draw),
        spot,
    )


def _hand(table: TableShown, *, chooses: bool) -> Hand:
    model, game = table.model, table.game
    if model.seat is None:
        return Hand(words=worded("hidden_hands"))
    may, drawn, advice = raised(model), Counter(_just_drawn(model)), advised(model)
    best = model.left.index(advice.card) if advice is not None and advice.card in model.left else None
    cards = []
    for place, held in enumerate(model.left):
        drawn[held] -= 1
        cards.append(HeldCard(held, held in may, drawn[held] >= 0, place == best, Pointed(place)))
    plays = on_turn(model) and not isinstance(game.waiting_for, AnswerDrawFour | AnswerStack)
    at: int | None = min(model.hand.selected, len(cards) - 1)
    asked_at = next((line.at for line in reversed(model.play.log) if isinstance(line.event, ev.Asked)), 0.0)
    if not cards or not (plays or may or model.touched > asked_at):
        at = None
    words = "" if game.playing[model.seat] or cards else _("You're not playing this round.")
    return Hand(tuple(cards), at, back=chooses or not (may or plays), words=words)


def _just_drawn(model: Model) -> list[Card]:
    """The cards that came to you since you last pressed a key."""
    found: list[Card] = []
    for line in reversed(model.play.log):
        if line.at <= model.touched or isinstance(line.event, ev.RoundDealt):
            break
        if isinstance(line.event, ev.CardsDrawn) and line.event.seat == model.seat:
            found += line.event.cards or ()
    return found


# what is said on the felt


def _callout(table: TableShown) -> Callout | None:
    """The lesson's step, reasons, the host's own rule, several cards together, and the latest notice."""
    model = table.model
    told = notices(model)[model.link.lost :]  # the question says that the link is lost
    said = tuple(ToldWords(each.text, each.ink) for each in told)
    if model.page is Scope.REASONS:
        at, top = model.hand.selected, table.game.discard[-1:]
        right = 2 * at >= len(model.left) and all(each.colour for each in top)  # a wild's colour is only told
        return Callout(reasons_told(model), CalloutTarget.CARD, at, scroll=model.reading.scroll, right=right)
    if model.lesson is not None and model.lesson.due and model.lesson.beat < len(BEATS):
        beat = BEATS[model.lesson.beat]
        held = model.left.index(beat.card) if beat.card in model.left else 0
        done = ToldWords(_(beat.by_keys).format(**(model.lesson.keys or {})))
        return Callout((ToldWords(_(beat.says)), done, *said), beat.target, held, paper=True)
    said = (*_lately(model), *said)
    chain, rule = model.hand.chain, own_rule(table)
    if chain.cards:
        together = chain_text(chain.cards, chain.colours, table.voice)
        said = (ToldWords(_("Together: {cards}").format(cards=together), "strong"), *said)
    if rule:
        said = (ToldWords(rule, "strong"), *said)
    return Callout(said) if said else None


def _lately(model: Model) -> tuple[ToldWords, ...]:
    """What others said just now, and what happened besides play, where the log doesn't show it."""
    if model.reading.log or model.reading.scroll or model.draft.open:
        return ()
    found = []
    for line in told_lines(model)[-LATELY:]:
        remark = log_text(line.event, model.seat)
        beside = line.event is None or isinstance(line.event, RoomEvent)
        if beside and speaker(line.event) != model.name and model.now - line.at < seconds_of(line.text):
            said = ToldWords(line.text) if remark is None else ToldWords(remark, "chat")
            found.append(replace(said, logged=True))
    return tuple(found)


def reasons_told(model: Model) -> tuple[ToldWords, ...]:
    """Every reason why cards cannot be played, once, with its cards."""
    found: dict[str, list[Card]] = {}
    for reason in model.reading.reasons:
        if (face := _face(reason)) is not None:
            found.setdefault(_why(model, reason), []).append(face)
    if not found:
        return (ToldWords(_("You can play every card in your hand now."), "good"),)
    return tuple(ToldWords(sentence, cards=tuple(cards)) for sentence, cards in found.items())


def _face(reason: Reason) -> Card | None:
    try:
        return card(reason.card)
    except ValueError:
        return None


def _why(model: Model, reason: Reason) -> str:
    """The clause where it is known: it says the rule without naming the card."""
    if reason.clause in CLAUSES:
        return f"{reason.clause}: {_(CLAUSES[reason.clause])}"
    return error_text(reason.code, reason.args, reason.text, voice_of(model.table))
