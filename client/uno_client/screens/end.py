"""The end of a round: a victory is loud, a defeat calm; the ranking is below.

Rows go first to the ranking, then to what was won tonight, to two lines of the log, and the rest to the picture above.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from uno_client.core.deal_text import deal_text
from uno_client.core.lesson.beats import OVER
from uno_client.core.model import Model
from uno_client.core.plays import last_card
from uno_client.drawing.faces import CardSize, face, frame_card, tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import Depth, Paint, mix
from uno_client.drawing.texts import width, wrap
from uno_client.screens.around import Keys, frame_of, paused
from uno_client.screens.frame import framed
from uno_client.screens.pieces import SaidLine, altered, light, paragraph, put, put_all, put_named, wrapped
from uno_client.screens.table.words import tint
from uno_client.screens.told import at_table, rows_of
from uno_client.structs import replace
from uno_client.wording.tables import TONIGHT, goal_text, records_of, wins_of
from uno_client.wording.words import voice_of
from uno_engine.cards import Card, Colour, points
from uno_engine.events import GameEnded, RoundEnded
from uno_engine.language import N_, _, ngettext, pgettext
from uno_engine.rules import Goal
from uno_engine.state import View
from uno_protocol.faces import face_letters
from uno_protocol.fold import TableView
from uno_protocol.labels import worded
from uno_protocol.result import RoundCounts, RoundResult
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import Voice, cards_text, listing, ordinal, points_text
from uno_protocol.wording.options import preset_text

LOOKED_AT = 12
"""Lines of the log."""


class Standing(Struct, frozen=True):
    """A line of the ranking. `cards`: how many the player held over the round, turn by turn; empty: unknown.

    `left` are the cards in the hand, None if they are not shown, and `count` says how many; `worth` is what the place
    is for, in words. `ready` for the next round: None where nobody waits for that. `face`: its letters.
    """

    place: str
    name: str
    cards: tuple[int, ...] = ()
    left: tuple[Card, ...] | None = None
    count: str = ""
    gained: str = ""
    total: str = ""
    worth: str = ""
    own: bool = False
    won: bool = False
    gone: bool = False
    ready: bool | None = None
    face: str = ""


class RoundOver(NamedTuple):
    """A round that is over, at the table where it was played."""

    table: TableView
    game: View
    result: RoundResult
    winners: tuple[int, ...]
    voice: Voice

    @property
    def won(self) -> bool:
        """Whether the player has won."""
        return self.voice.me in self.winners

    @property
    def shout(self) -> str:
        """What is said in block letters of a victory: the player's, or that of those whom they watch."""
        if self.won:
            return _("YOU WIN")
        names = listing([self.voice.name(seat) for seat in self.winners]).upper()
        said = ngettext("{names} WINS", "{names} WIN", len(self.winners)).format(names=names)
        return said if self.voice.me is None and self.winners else ""

    @property
    def card(self) -> Card | None:
        """The card that won."""
        return last_card(self.game, self.winners)

    @property
    def held(self) -> tuple[Card, ...]:
        """What the player had left."""
        me, hands = self.voice.me, self.result.hands
        if me is None or self.won:
            return ()
        shown = None if hands is None else hands[me]
        return tuple(self.game.hands[me] if shown is None and me == self.game.viewer else shown or ())

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What decided the round: each with a title, and what is told."""
        return [] if self.result.counts is None else facts_of(self.result.counts, self.voice)

    @property
    def standings(self) -> list[Standing]:
        """The ranking, the first at the top."""
        ranking = []
        table, game, result, winners, voice = self
        there = {one.name: one for one in table.room.occupants if one is not None}
        places, by_points = self.places(), game.rules.goal.by_points
        waits = table.room.phase is not RoomPhase.FINISHED  # there the marks are those of the game's start
        for seat in sorted(places, key=lambda seat: (places[seat], seat)):
            name, gained, left = voice.name(seat), result.gains[seat], self.left(seat)
            shown = result.hands[seat] if result.hands is not None else () if not left and seat in winners else None
            held = _("out") if seat in game.lost else cards_text(left) if left else pgettext("cards left", "none")
            ranking.append(
                Standing(
                    str(places[seat]),
                    name,
                    () if result.counts is None else result.counts.held[seat],
                    shown,
                    held,
                    (f"+{gained}" if gained else "–") if by_points else "",
                    str(result.scores[seat]) if by_points else "",
                    points_text(result.scores[seat]) if by_points else held,
                    seat == voice.me,
                    seat in winners,
                    name not in there,
                    there[name].ready if waits and name in there else None,
                    face_letters(there[name].face) if name in there else "",
                )
            )
        return ranking

    def left(self, seat: int) -> int:
        """How many cards somebody had left."""
        counts = self.result.counts
        return self.game.counts[seat] if counts is None else counts.held[seat][-1]

    def rank(self, score: int) -> int:
        """A score such that the lowest is the best."""
        return -score if self.game.rules.goal is Goal.POINTS else score

    def places(self) -> dict[int, int]:
        """The place of every player: as the game gave them, else by points, else by the cards that were left."""
        played = [seat for seat, name in enumerate(self.result.names) if name or self.game.seated[seat]]
        if self.game.rules.goal.by_points:
            worth = {seat: (self.rank(self.result.scores[seat]), 0) for seat in played}
        elif self.result.ranks:
            ranks = {seat: at for at, seats in enumerate(self.result.ranks) for seat in seats}
            worth = {seat: (ranks.get(seat, len(played)), 0) for seat in played}
        else:
            worth = {seat: (int(seat not in self.winners), self.left(seat)) for seat in played}
        return {seat: 1 + sum(other < worth[seat] for other in worth.values()) for seat in played}


def over_of(model: Model) -> RoundOver | None:
    """How the round ended; None until that is known."""
    table, game, result = model.table, model.game, model.result
    if table is None or game is None or result is None:
        return None
    winners = result.winners if result.game_winners is None else result.game_winners
    return RoundOver(table, game, result, winners, _voice(model, table, result))


def _since(model: Model) -> tuple[SaidLine, ...]:
    """What was said and done since the end."""
    log = model.play.log
    ended = [at for at, line in enumerate(log) if isinstance(line.event, (RoundEnded, GameEnded))]
    return at_table(replace(model, play=replace(model.play, log=log[ended[-1] + 1 if ended else 0 :])), LOOKED_AT)


def _voice(model: Model, table: TableView, result: RoundResult) -> Voice:
    """The names at the end of the round: somebody else may sit there now."""
    now = voice_of(table)
    names = tuple(then or name for then, name in zip(result.names, now.names, strict=False))
    own = table.seat is not None and model.name in result.names
    return Voice(names, names.index(model.name) if own else None, now.orange)


def _header(over: RoundOver) -> str:
    """The rules, what is over, and the goal."""
    table, game, result, *_rest = over
    ended = _("round {n} is over").format(n=result.round) if result.game_winners is None else _("the game is over")
    goal = [] if game.rules.goal is Goal.SINGLE_ROUND else [goal_text(game.rules)]
    return " · ".join([worded("table_rules", preset=preset_text(table.room.preset)), ended, *goal])


def title_of(over: RoundOver) -> str:
    """Who won."""
    kind = "round" if over.result.game_winners is None else "wins"
    nobody, *said = (worded(f"{kind}_{who}") for who in ("nobody", "you", "one", "with", "several"))
    n = over.result.round
    return over.voice.of_all(over.winners, *said, n=n) if over.winners else nobody.format(n=n)


def how_of(over: RoundOver) -> str:
    """How: the rest of the title's sentence."""
    _table, game, result, winners, voice = over
    if result.blocked:
        return worded("blocked", n=result.round)
    card = last_card(game, winners)
    gained = result.gains[winners[0]] if len(winners) == 1 and game.rules.goal is Goal.POINTS else 0
    said = worded("with_card") if card is not None else ""
    if gained and card is not None:
        said = ngettext("with the {card} and {n} point", "with the {card} and {n} points", gained)
    elif gained:
        said = ngettext("with {n} point", "with {n} points", gained)
    return said.format(card="" if card is None else voice.card(card), n=gained)


def _own(over: RoundOver) -> Iterable[SaidLine]:
    """What somebody else's victory means for the player."""
    _table, game, result, winners, voice = over
    if over.won or voice.me is None or not game.rules.goal.by_points:
        return
    lost = points(over.held)
    if lost and len(winners) == 1 and game.rules.goal is Goal.POINTS:
        said = ngettext("{n} point for {name}.", "{n} points for {name}.", lost)
        yield SaidLine(said.format(n=lost, name=voice.name(winners[0])))
    behind = abs(result.scores[voice.me] - min(result.scores, key=over.rank))
    if behind:
        said = ngettext("You're {place}, {n} point behind.", "You're {place}, {n} points behind.", behind)
        yield SaidLine(said.format(place=ordinal(over.places()[voice.me]), n=behind), "quiet")


def _times(n: int) -> str:
    return "" if n == 1 else f"{n}×"


def _turns_led(counts: RoundCounts) -> Sequence[int]:
    """For how many turns each seat alone had the fewest cards; whoever has none is no longer in the round."""
    led = [0] * len(counts.held)
    for now in list(zip(*counts.held, strict=True))[:-1]:  # the last numbers are those of the end
        fewest = min(filter(None, now), default=0)
        if fewest and now.count(fewest) == 1:
            led[now.index(fewest)] += counts.every
    return led


_FACTS: Sequence[tuple[str, Callable[[RoundCounts], Sequence[int]], int, Callable[[int], str]]] = (
    (N_("Called a bluff"), lambda counts: counts.challenges_won, 1, _times),
    (N_("Caught without UNO"), lambda counts: counts.caught, 1, _times),
    (N_("Most cards drawn"), lambda counts: counts.drawn, 3, cards_text),
    (N_("Longest in front"), _turns_led, 3, lambda n: ngettext("{n} turn", "{n} turns", n).format(n=n)),
)
"""What can be told of a round, the weightiest first: by which numbers of the players, from how many on, and how."""
MOST_FACTS = 3
SHARED = 2
"""Players who may share a fact: what more have in common decided nothing."""


def facts_of(counts: RoundCounts, voice: Voice) -> list[tuple[str, str]]:
    """What decided a round, counted and never guessed: each with a title, and whom it is about."""
    told = []
    for title, of, least, said in _FACTS:
        most = max(numbers := of(counts), default=0)
        names = [voice.whom(seat) for seat, n in enumerate(numbers) if n == most]
        if most >= least and len(names) <= SHARED:
            told.append((_(title), ", ".join(filter(None, (listing(names), said(most))))))
    return told[:MOST_FACTS]


def _tally(over: RoundOver) -> Iterable[SaidLine]:
    """What everybody has done at this table so far, once a game is over."""
    table, result = over.table, over.result
    if table.room.tally and result.game_winners is not None:
        yield SaidLine(f"{_(TONIGHT)}: {' · '.join(wins_of(table.room.tally))}", "strong")
        if records := records_of(table.room.tally):
            yield SaidLine(" · ".join(records), "quiet")


def _deal(model: Model) -> Iterable[SaidLine]:
    """How the check of the deal went, once a game is over."""
    if (checked := model.play.deal.checked) is not None:
        yield SaidLine(deal_text(checked), "alarm" if checked.bad else "quiet")


def _another(model: Model, table: TableView, keys: Keys) -> str:
    """A sentence listing who is ready for another game, and when it begins."""
    ready = [each.name for each in table.room.occupants if each is not None and each.ready and each.bot is None]
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    said = []
    if ready:
        told = ngettext("{names} is ready for a rematch.", "{names} are ready for a rematch.", len(ready))
        said.append(told.format(names=listing(ready)))
    too = _("Press Enter if you're ready too, {key} to leave.").format(key=keys["leave"])
    said.append(worded("you_watch") if model.seat is None else too)
    if left is not None:
        said.append(_("It begins in {n} s.").format(n=round(left)))
    return " ".join(said)


def _what_next(model: Model, table: TableView, keys: Keys) -> str:
    """What to press now, or whom everybody waits for."""
    if table.room.phase is RoomPhase.CLOSED:
        return worded("table_is_closed")
    if table.room.held:
        return paused(model, keys)
    if table.room.phase is RoomPhase.WAITING:
        return _another(model, table, keys)
    if model.seat is None:
        return worded("you_watch")
    if model.lesson is not None:
        return _(OVER).format(leave=keys["leave"])
    if table.room.phase is RoomPhase.FINISHED:
        quits = model.start.autostart and not model.start.at_home
        over = _("The game is over. Press Enter for a rematch, {key} to leave.")
        over = _("The game is over. Press Enter for a rematch, {key} to quit.") if quits else over
        return over.format(key=keys["leave"])
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    soon = "" if left is None else _("The next round begins in {n} s.").format(n=round(left))
    if model.occupant is not None and model.occupant.ready:
        return " ".join((worded("you_ready"), soon or _("Waiting for the others.")))
    return " ".join(filter(None, (_("Press Enter when you're ready."), soon)))


WIDEST = 150
TOP = (2, 22)
"""Rows of what is above the ranking, at least, and at most unless half of the screen is more."""
LOG = 3
"""Rows that the log has at most while the picture above wants more, with an empty one above."""
TALLY = 4
"""Rows of what was won tonight, at most."""
SIZES = (CardSize.HUGE, CardSize.LARGE, CardSize.MEDIUM, CardSize.SMALL)
BARS = "▁▂▃▄▅▆▇"
BESIDE = 70
"""Columns from which what decided the round is beside what a defeat means."""
STEPS = {0: 1.0, 1: 0.72, 2: 0.55}
"""How high a step of the podium is, by its place."""
_PODIUM: dict[Depth, tuple[tuple[Paint, Paint], ...]] = {
    Depth.TRUE: (("#d9a520", "#1c1400"), ("#9aa3b2", "#10131a"), ("#8a5a36", "#ffffff")),
    Depth.FEW: (("#d7af00", "#000000"), ("#a8a8a8", "#000000"), ("#875f00", "#ffffff")),
    Depth.SIXTEEN: (("ansiyellow", "ansiblack"), ("ansiwhite", "ansiblack"), ("ansibrightblack", "ansiwhite")),
}
"""Gold, silver and bronze, with their inks."""


FEAST = (600, 12)
"""Milliseconds and pictures until a victory is there: its card, its letters, its confetti."""


def show(canvas: Canvas, model: Model, keys: Keys, feast: float = 1) -> None:
    """The screen, drawn; `feast` is how much of a victory is there (0 to 1)."""
    table, over = model.table, over_of(model)
    name, asked = (_("Result"), "") if table is None else (table.room.name, _what_next(model, table, keys))
    with framed(canvas, frame_of(model, keys, name, "" if over is None else _header(over), asked), WIDEST) as place:
        (x, y, columns, rows), end = place, place.y + place.rows
        count = 0 if over is None else len(over.standings)
        log = rows_of(_since(model), columns, rows)
        tally = wrapped(() if over is None else (*_deal(model), *_tally(over)), columns, "  ")[:TALLY]
        spare = rows - (count + 1 if count else 0) - (len(tally) + 1 if tally else 0)
        told, (least, most) = min(LOG, len(log) + 1) if log or not tally else 0, TOP
        top = max(least, min(spare - told, max(most, rows // 2)))
        pitch = 2 if spare - top - told >= count else 1
        if over is None:
            canvas.put(x, y + (top - 2) // 2, worded("between"), canvas.roles.strong, bold=True)
        elif over.shout:
            _victory(canvas, Rect(x, y, columns, top), over, feast)
        else:
            _defeat(canvas, Rect(x, y, columns, top), over)
        y += top + max(0, min(2, spare - top - told - count * (pitch - 1)))
        if over is not None:
            _standings(canvas, Rect(x, y, columns, end - y), pitch, over.standings)
            y += 1 + count * pitch
        y += bool(tally) and end - y > len(tally)
        y = put_all(canvas, x, y, tally[: max(0, end - y)], columns)
        put_all(canvas, x, y + 1, log[len(log) - max(0, min(len(log), end - y - 1)) :], columns)


def _largest(rows: int, columns: int) -> CardSize | None:
    """The largest card that fits; None: none does."""
    return next((size for size in SIZES if size.rows <= rows and size.columns <= columns), None)


# somebody's victory that is worth a feast: yours, or that of those whom you watch


def _victory(canvas: Canvas, area: Rect, over: RoundOver, feast: float) -> None:
    """First the card grows, then the letters are there one by one, then confetti falls."""
    card, spelled, fallen = (min(1.0, max(0.0, 3 * feast - part)) for part in range(3))
    x, y, columns, rows = area
    middle = canvas.columns / 2
    letters = next(high for least, high in ((28, 7.5), (17, 5), (5, 2.5), (0, 0)) if rows >= least)
    said = f"{title_of(over)} {how_of(over)}".rstrip() + "." * (not how_of(over).endswith("."))
    at, wide, taken = y + (rows >= 17), 0.0, 0.0
    if letters and canvas.signs.unicode:
        colours = [canvas.palette.lit[colour].body for colour in Colour]
        paints = [mix(paint, "#ffffff", 0.12) if canvas.palette.dark else paint for paint in colours]
        seen = round(spelled * len(over.shout))
        paints = [paints[at % 4] if at < seen else canvas.roles.ground for at in range(len(over.shout))]
        wide, taken = block_letters(canvas, middle, at, over.shout, paints, columns, letters)
    elif letters:
        taken = 1.0
        canvas.centre(middle, at, f"* * *  {over.shout}  * * *", canvas.roles.strong, bold=True)
    top, at = at, at + int(taken + 0.5) + (rows >= 17)
    at += paragraph(
        canvas, x, at, SaidLine(said, "strong", bold=not letters), columns, max(1, y + rows - at), centred=True
    )
    at += rows >= 13
    _stage(canvas, Rect(x, at, columns, y + rows - at - (rows >= 9)), over, card)
    if fallen:
        _confetti(canvas, Rect(0, y, canvas.columns, rows - 1), fallen, wide / 2 + 2, top + int(taken + 0.5))


def _stage(canvas: Canvas, area: Rect, over: RoundOver, grown: float) -> None:
    """The podium, the card that won, as far as it has grown, and what decided the round, side by side."""
    x, y, columns, rows = area
    steps = over.standings[:3]
    step = 18 if columns >= 110 else 12
    stands = canvas.palette.depth in _PODIUM and rows >= 6 and columns >= 70 and len(steps) > 1
    podium = (step + 1) * len(steps) + 3 if stands else 0
    size = _largest(rows - 2 * (rows > 4), columns // 4) if over.card is not None else None
    card = size.columns + 5 if size is not None else 0
    told = min(2 + max((width(f"{title}: {said}") for title, said in over.facts), default=-2), columns - podium - card)
    x += (columns - podium - card - told) // 2
    if stands:
        _podium(canvas, Rect(x, y, step, rows), steps)
    if size is not None and over.card is not None:
        room, smaller = size, SIZES[SIZES.index(size) :]
        size = smaller[round((1 - grown) * (len(smaller) - 1))]
        left = x + podium + 1 + (room.columns - size.columns) // 2
        top = y + (rows - size.rows) // 2
        canvas.blit(face(over.card, size, canvas.palette), left, top)
        if size is not CardSize.SMALL:
            frame_card(canvas, left, top, size, canvas.palette)
    if told > 14:
        _facts(canvas, Rect(x + podium + card, y, told, rows), over.facts)


def _podium(canvas: Canvas, area: Rect, steps: Sequence[Standing]) -> None:
    x, y, columns, rows = area
    for at, place in enumerate((1, 0, 2)[: len(steps)] if len(steps) > 2 else (1, 0)):
        standing, (fill, ink) = steps[place], _PODIUM[canvas.palette.depth][place]
        high = max(2, round(rows * STEPS[place]))
        left, top = x + at * (columns + 1), y + rows - high
        canvas.box(left, top, columns, high, fill)
        middle = left + columns / 2
        inside = Canvas(columns - 2, 2, palette=canvas.palette)
        inside.centre(columns / 2 - 1, 0, standing.name, ink, bold=True)
        inside.centre(columns / 2 - 1, 1, standing.worth, ink)
        canvas.blit(inside, left + 1, top + (high > 6))
        if high > 4:
            big = 5 if high > 9 and place == 0 else 2.5
            block_letters(canvas, middle, y + rows - big - 0.5 * (high > 5), standing.place, [ink], columns, big)
        elif high > 2:
            canvas.centre(middle, y + rows - 1, standing.place, ink, bold=True)


def _facts(canvas: Canvas, area: Rect, facts: Sequence[tuple[str, str]]) -> None:
    """What decided the round, each with a star; the answer on a line of its own where both are too long for one."""
    x, y, columns, rows = area
    blocks = [
        [f"{title}: {said}"]
        if width(f"{title}: {said}") <= columns - 2
        else [*wrap(f"{title}:", columns - 2), *wrap(said, columns - 2)]
        for title, said in facts
    ]
    gap = int(sum(map(len, blocks)) + len(blocks) - 1 <= rows)
    y += max(0, (rows - sum(map(len, blocks)) - gap * (len(blocks) - 1)) // 2)
    for lines in blocks:
        if y + len(lines) > area.y + rows:
            return
        canvas.put(x, y, "★" if canvas.signs.unicode else "*", altered(canvas)[1])
        for line in lines:
            canvas.put(x + 2, y, line, canvas.roles.text)
            y += 1
        y += gap


def _confetti(canvas: Canvas, area: Rect, fallen: float, aside: float, high: int) -> None:
    """Confetti near nothing else, so `aside` of the middle above row `high`; `fallen`: the share of its way."""
    blank, seed = (" ", canvas.roles.ground), 7
    for _dot in range(area.columns * area.rows // 6):
        seed = (seed * 1103515245 + 12345) % 2**31
        x, y = seed // 7 % (area.columns - 2) + 1, area.y + int(seed // 1009 % area.rows * fallen)
        near = [
            (column, row) for row in range(y - 1, y + 2) for column in range(max(0, x - 3), min(area.columns, x + 4))
        ]
        if y < high and abs(x - area.columns / 2) < aside:
            continue
        if any((char, under) != blank for char, _ink, under in (canvas.paints(*place) for place in near)):
            continue
        paint = canvas.palette.lit[tuple(Colour)[seed // 3 % 4]].body
        if not canvas.signs.unicode:
            canvas.put(x, y, "*.+o"[seed // 3 % 4], canvas.roles.quiet)
            continue
        canvas.dot(2 * x, 2 * y + seed // 5 % 2, paint)
        if seed % 3:
            canvas.dot(2 * x + 1, 2 * y + seed // 5 % 2, paint)


# somebody else's


def _defeat(canvas: Canvas, area: Rect, over: RoundOver) -> None:
    """Who won, with which card, and what that means for the player: on a band of the card's colour."""
    x, y, columns, rows = area
    facts, wide = over.facts[: len(over.facts) * (len(over.facts) > 1)], columns >= BESIDE  # one is in the words
    told = min(40 if columns >= 100 else 22, 2 + max((width(f"{title}: {said}") for title, said in facts), default=-2))
    below, told = (0, told) if wide else (min(len(facts), rows - 11), 0)
    band = rows - 1 - (below + 1 if below > 0 else 0) if rows > 6 else rows
    if canvas.palette.felt and over.card is not None and band > 4:
        tint = canvas.palette.lit[over.card.colour].body
        canvas.fill(0, y + 1, canvas.columns, band - 1, mix(canvas.roles.ground, tint, 0.6 * canvas.palette.felt))
        y, band = y + 1, band - 1
    size = _largest(band - 2 * (band > 6), columns // 4) if over.card is not None else None
    gap = 6 if columns > 70 else 3
    card = 0 if size is None else size.columns + gap
    meaning = _meaning(canvas, columns - card - told - 2 * bool(told), band, over)
    gap = min(gap, columns - card - meaning.columns - told) * bool(told)
    x += (columns - card - meaning.columns - gap - told) // 2
    if size is not None and over.card is not None:
        canvas.blit(face(over.card, size, canvas.palette), x, y + (band - size.rows) // 2)
    canvas.blit(meaning, x + card, y)
    if told:
        _facts(canvas, Rect(x + card + meaning.columns + gap, y, told, band), facts)
    elif below > 0:
        _facts(canvas, Rect(area.x, area.y + rows - below, columns, below), facts[:below])


def _meaning(canvas: Canvas, columns: int, rows: int, over: RoundOver) -> Canvas:
    """Title, your cards, and beside or below them what they cost: as narrow as it can be."""
    how = f"{how_of(over)}{'.' * (not how_of(over).endswith('.'))}" if how_of(over) else ""
    told = wrapped([SaidLine(title_of(over), "strong", bold=True), *([SaidLine(how)] if how else [])], columns)
    fact = [SaidLine(f"{title}: {said}") for title, said in over.facts] if len(over.facts) == 1 else []
    own, held = wrapped([*_own(over), *fact], columns), over.held
    label = SaidLine(_("You held {cards}:").format(cards=cards_text(len(held))), "quiet")
    words, longest = len(told), max((width(line.text) for line in own), default=0)
    each = (columns + 1) // max(1, len(held)) - 1
    fits = (
        (size, beside)
        for size in (CardSize.MEDIUM, CardSize.SMALL)
        for beside in (2 + longest, 0)
        if size.columns <= each and (size.columns + 1) * len(held) + beside <= columns
        if words + size.rows + (2 if beside and len(own) <= size.rows else len(own) + 4) <= rows
    )
    size, beside = next(fits, (None, 0)) if held else (None, 0)
    cards = 0 if size is None else (size.columns + 1) * len(held)
    below = [] if beside else own
    high = 0 if not held else (1 if size is None else size.rows) + 1
    airy = int(rows >= words + high + len(below) + bool(high) + bool(below))
    y = max(0, (rows - words - high - len(below) - airy * (bool(high) + bool(below))) // 2)
    natural = max(cards + beside, width(label.text) * bool(held), *(width(line.text) for line in (*told, *below)))
    drawn = Canvas(columns if held and size is None else natural, rows, palette=canvas.palette)
    y = put_all(drawn, 0, y, told[: max(0, rows - y)], columns)
    if high and y + airy + high <= rows:
        y += airy
        put(drawn, 0, y, label, columns)
        if size is None:
            _little(drawn, 0, y + 1, columns, held)
        else:
            for at, card in enumerate(held):
                drawn.blit(face(card, size, canvas.palette), at * (size.columns + 1), y + 1)
            if 2 * len(own) <= size.rows + 1:
                own = [line for each in own for line in (each, SaidLine(""))][:-1]
            put_all(drawn, cards + 2, y + 1 + (size.rows - len(own)) // 2, own if beside else (), columns)
        y += high
    put_all(drawn, 0, y + airy, below[: max(0, rows - y - airy)], columns)
    return drawn


def _little(canvas: Canvas, x: int, y: int, columns: int, cards: Sequence[Card], *, glued: bool = False) -> None:
    """Cards in a line of text, as many as there is room for, and how many more; `glued`: bodies would touch others."""
    for at, card in enumerate(cards):
        drawn = tiny(card, canvas.palette)
        if glued and canvas.palette.shaded:
            words = drawn.text()[0].strip()
            drawn = Canvas(width(words) + 1, 1, palette=canvas.palette)
            drawn.put(0, 0, words, tint(card.colour, canvas.palette), bold=True)
        more = f"+{len(cards) - at}" if at < len(cards) - 1 else ""
        if drawn.columns > columns - (width(more) + 1 if more else 0):
            canvas.put(x, y, f"+{len(cards) - at}", canvas.roles.strong, bold=True)
            return
        canvas.blit(drawn, x, y)
        x, columns = x + drawn.columns + 1, columns - drawn.columns - 1


# the ranking


def _standings(canvas: Canvas, area: Rect, pitch: int, standings: Sequence[Standing]) -> None:
    x, y, columns, rows = area
    first, quiet = standings[0], canvas.roles.quiet
    cards, held = pgettext("at most 14 columns", "cards") if first.cards else "", pgettext("at most 14 columns", "left")
    if columns >= 100:
        cards, held = _("Cards over the round") if first.cards else "", _("Left in the hand")
    points = pgettext("at most 9 columns", "round") if first.total else ""
    total = pgettext("at most 9 columns", "total") if first.total else ""
    marks = 2 if any(each.ready is not None for each in standings) else 0
    right = x + columns - marks
    named = min(13 if columns < 70 else 16 if columns < 100 else 24, 7 + max(width(each.name) for each in standings))
    bars = (0 if not cards else 12 if columns < 70 else 18 if columns < 100 else 34) + 2 * bool(cards)
    left = x + 3 + named + bars
    canvas.put(x + 3 + named, y, cards, quiet)
    canvas.put(left, y, held, quiet)
    canvas.put_right(right, y, total, quiet)
    ends = right - (max(width(total), 6) + 2 if total else 0)
    canvas.put_right(ends, y, points, quiet)
    room = ends - (max(width(points), 5) + 2 if points else 0) - left
    most = max((max(each.cards, default=0) for each in standings), default=0)
    for line, each in zip(range(y + 1, y + rows, pitch), standings, strict=False):
        if each.own:
            canvas.fill(x - 1, line, columns + 2, 1, canvas.roles.raised)
            canvas.put(x - 1, line, canvas.signs.here, canvas.roles.strong, bold=True)
        loud = each.own or each.won
        ink = quiet if each.gone else canvas.roles.strong if loud else canvas.roles.text
        canvas.put(x, line, each.place, quiet)
        name = SaidLine(each.name, "strong" if loud else "quiet" if each.gone else "text", bold=loud)
        put_named(canvas, x + 3, line, each.face, name, named - 2)
        _bars(canvas, x + 3 + named, line, bars - 2, each, most)
        if each.left:
            _little(canvas, left, line, room, each.left, glued=pitch == 1)
        else:
            put(canvas, left, line, SaidLine(each.count, "good" if each.won else "text"), room)
        canvas.put_right(ends, line, each.gained, ink, bold=each.won)
        canvas.put_right(right, line, each.total, canvas.roles.strong, bold=True)
        if each.ready is not None:
            ink = canvas.roles.good if each.ready else quiet
            canvas.put(x + columns - 1, line, light(canvas, lit=each.ready), ink)


def _bars(canvas: Canvas, x: int, y: int, columns: int, each: Standing, most: int) -> None:
    """How many cards somebody held over the round; out of digits where there are no blocks."""
    count = len(each.cards)
    if columns < 2 or not count:
        return
    wide = min(columns, count * (2 if canvas.signs.unicode else 1))
    for at in range(wide):
        held = each.cards[at * count // wide]
        ink = canvas.roles.strong if each.own else canvas.roles.quiet
        if not held:
            done = each.won and at == wide - 1
            char, ink = ("●" if canvas.signs.unicode else "0") if done else " ", canvas.roles.good
        elif canvas.signs.unicode:
            char = BARS[max(0, min(6, round(held * 7 / most) - 1))]
        else:
            char = str(min(9, held))
        canvas.put(x + at, y, char, ink)
