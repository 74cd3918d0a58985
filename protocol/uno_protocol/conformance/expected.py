"""The `expect` lines of a scenario, compared with everyone's messages at the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Protocol

from uno_engine.scenario.text import Line, Words
from uno_protocol.conformance.likeness import same, same_in_any_order
from uno_protocol.conformance.person import ACTIONS, Person
from uno_protocol.conformance.picture import Plain, at, hand_of

Found = str | None
"""The difference from the expectation; None if there is none."""

QUESTIONS = (
    *("take_turn", "play_drawn", "name_colour", "choose_player", "answer_draw_four", "answer_stack", "keep_one"),
    *("vote", "pass_card", "confirm"),
)
FIELDS = {"name": "colour", "catch": "target", "choose": "target", "vote": "rule", "give": "card", "retain": "card"}
"""The field that a listed action's request copies from it (P-9.5)."""
WATCHER = "the spectator"
"""The viewer without a seat."""
DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}


class SceneTools(Protocol):
    """The parts of a played scenario that an expectation needs; `scenario.Scene` has them, and says what they do."""

    names: tuple[str, ...]

    def seated(self, seat: int) -> Person | None: ...

    def games(self) -> Iterator[tuple[str, Plain]]: ...

    def latest(self, person: Person) -> list[Plain]: ...

    def round_ended(self, who: str) -> Plain | None: ...

    def seen(self) -> list[Plain]: ...

    def called(self, seats: Sequence[int]) -> str: ...


Check = Callable[[SceneTools], Found]


@dataclass(frozen=True, slots=True)
class ExpectedLine:
    """One `expect` line and its check."""

    line: Line
    check: Check


def read(line: Line, names: Sequence[str]) -> ExpectedLine:
    """The expectation of a line. Raises ScenarioFault if it is not one."""
    before, colon, after = line.text.partition(":")
    words = Words(line, f"{before} {after}" if colon else line.text, names)
    words.one_of(("expect",))
    check = SUBJECTS[words.one_of(tuple(SUBJECTS))](words)
    words.end()
    return ExpectedLine(line, check)


def asked(game: Plain) -> list[int]:
    """The seats whose answers the game waits for."""
    waiting = game.get("waiting_for") or {}
    return [waiting["seat"]] if "seat" in waiting else list(waiting.get("seats", ()))


def _told(expected: object, of: Callable[[Plain], object]) -> Check:

    def check(scene: SceneTools) -> Found:
        found = ((who, of(game)) for who, game in scene.games())
        return next((f"{who} is told {value}" for who, value in found if value != expected), None)

    return check


def _turn(words: Words) -> Check:
    seat = words.seat()
    return _waits_for(lambda game: seat in asked(game))


def _asked(words: Words) -> Check:
    seat, kind = words.seat(), words.one_of(QUESTIONS)
    return _waits_for(lambda game: seat in asked(game) and game["waiting_for"]["k"] == kind)


def _waits_for(right: Callable[[Plain], bool]) -> Check:
    def check(scene: SceneTools) -> Found:
        wrong = ((who, game) for who, game in scene.games() if not right(game))
        return next((f"{who} is told that {scene.called(asked(game))} {_kind(game)}" for who, game in wrong), None)

    return check


def _kind(game: Plain) -> str:
    return f"is asked {game['waiting_for']['k']}" if game.get("waiting_for") else "is asked nothing"


def _by_seat(seat: int, value: int, field: str) -> Check:
    return _told(value, lambda game: game[field][seat])


def _has_lost(seat: int, game: Plain) -> bool:
    return seat in game["lost"]


def _noted(words: Words) -> Check:
    seat, points = words.seat(), words.number()

    def check(scene: SceneTools) -> Found:
        if scene.round_ended(WATCHER) is None:
            return None  # told to nobody before (N8)
        return _told(points, lambda game: at(game["noted"], seat))(scene)

    return check


def _game(words: Words) -> Check:
    how = words.one_of(("won", "open"))
    if how == "open":
        return _told(True, lambda game: game["phase"] != "over")
    seats = list(_seats(words))
    return _told(seats, lambda game: game["winners"] if game["phase"] == "over" else "no winner yet")


def _round(words: Words) -> Check:
    how = words.one_of(("won", "open", "blocked"))
    winners = list(_seats(words)) if how == "won" else []

    def check(scene: SceneTools) -> Found:
        for who, game in scene.games():
            ended = scene.round_ended(who)
            over = game["phase"] != "playing"
            won = game["winners"] if ended is None else ended["winners"]  # A10: the last one left wins without an end
            blocked = ended is not None and bool(ended.get("blocked"))
            if not {"open": not over, "blocked": over and blocked, "won": over and won == winners}[how]:
                return f"{who} is told that the round is {f'over, won by {scene.called(won)}' if over else 'open'}"
        return None

    return check


def _seats(words: Words) -> tuple[int, ...]:
    return (words.seat(), *words.rest(words.seat))


def _hand(words: Words) -> Check:
    seat, cards = words.seat(), Counter(card.name for card in words.rest(words.card))

    def check(scene: SceneTools) -> Found:
        owner = scene.seated(seat)
        if owner is not None and Counter(owner.hand) != cards:
            return f"{scene.names[seat]} is told {_cards(owner.hand)}"
        for who, game in scene.games():
            known = hand_of(game, seat)
            if game["counts"][seat] != cards.total() or (known is not None and Counter(known) != cards):
                return f"{who} is told {game['counts'][seat]} cards{'' if known is None else f', {_cards(known)}'}"
        return None

    return check


def _has(words: Words) -> Check:
    seat, card = words.seat(), words.card().name

    def check(scene: SceneTools) -> Found:
        owner = scene.seated(seat)
        hand = [] if owner is None else owner.hand
        return None if card in hand else f"{scene.names[seat]} is told {_cards(hand)}"

    return check


def _sees(words: Words) -> Check:
    viewer, owner = words.seat(), words.seat()
    cards = Counter(card.name for card in words.rest(words.card))

    def check(scene: SceneTools) -> Found:
        shown = list(_shown(scene, viewer, owner))
        if any(Counter(hand) == cards for hand in shown):
            return None
        return f"{scene.names[viewer]} is shown {' and '.join(map(_cards, shown)) or 'no hand'}"

    return check


def _blind(words: Words) -> Check:
    viewer, owner = words.seat(), words.seat()

    def check(scene: SceneTools) -> Found:
        shown = next(_shown(scene, viewer, owner), None)
        return None if shown is None else f"{scene.names[viewer]} is shown {_cards(shown)}"

    return check


def _shown(scene: SceneTools, viewer: int, owner: int) -> Iterator[list[str]]:
    """Every hand of `owner` that the last step showed to `viewer`, and the open one, if any."""
    person = scene.seated(viewer)
    if person is None:
        return
    for event in scene.latest(person):
        if event["k"] == "challenged" and event["offender"] == owner and event.get("hand") is not None:
            yield event["hand"]
        elif event["k"] == "hand_opened" and event["seat"] == owner:
            yield event["cards"]
    if owner in person.game["open_hands"]:
        yield hand_of(person.game, owner) or []


def _playable(words: Words) -> Check:
    seat, cards = words.seat(), {card.name for card in words.rest(words.card)}

    def check(scene: SceneTools) -> Found:
        person = scene.seated(seat)
        listed = [] if person is None else person.listed
        found = {entry["card"] for entry in listed if entry["k"] == "play"}
        return None if found == cards else f"{scene.names[seat]} may play {_cards(found)}"

    return check


def _list(words: Words) -> Check:
    """`list a R5 W(name_colour) draw name=R`: what is listed for a seat, in any order (P-9.4)."""
    seat, due = words.seat(), [_action(words, one) for one in words.rest(lambda: words.word("an action"))]

    def check(scene: SceneTools) -> Found:
        person = scene.seated(seat)
        listed = [] if person is None else person.listed
        return None if same_in_any_order(listed, due) else f"{scene.names[seat]} may do {listed}"

    return check


def _action(words: Words, text: str) -> Plain:
    kind, _, value = text.partition("=")
    if kind in FIELDS and value:
        field = FIELDS[kind]
        return {"k": kind, field: words.seat_called(value) if field == "target" else value, "asks": []}
    if kind in ACTIONS:
        return {"k": kind, "asks": []}
    card, _, asks = text.partition("(")
    return {"k": "play", "card": card, "asks": asks[:-1].split(",") if asks else []}


def _events(words: Words) -> Check:
    """`told cards_played uno_window_opened+asked`: the events since the last step; joined ones in any order."""
    due = [one.split("+") for one in words.rest(lambda: words.word("an event"))]

    def check(scene: SceneTools) -> Found:
        kinds, at = [event["k"] for event in scene.seen()], 0
        for some in due:
            if sorted(kinds[at : at + len(some)]) != sorted(some):
                return f"the events are {', '.join(kinds)}"
            at += len(some)
        return None if at == len(kinds) else f"the events are {', '.join(kinds)}"

    return check


def _untold(words: Words) -> Check:
    never = words.rest(lambda: words.word("an event"))
    return lambda scene: next((f"{one['k']} is told" for one in scene.seen() if one["k"] in never), None)


def _event(words: Words) -> Check:
    """`event uno_caught seat=a by=c`: the fields of the last such event since the last step; seats by name."""
    kind, due = words.word("an event"), dict(one.split("=") for one in words.rest(lambda: words.word("a field")))

    def check(scene: SceneTools) -> Found:
        values = {key: _value(value, scene.names) for key, value in due.items()}
        found = next((event for event in reversed(scene.seen()) if event["k"] == kind), None)
        return None if same(found, values, empty=True) else f"the event is {found}"

    return check


def _question(words: Words) -> Check:
    """`question answer_stack seat=b penalty=2`: all of what the game asks."""
    kind, due = words.word("a question"), dict(one.split("=") for one in words.rest(lambda: words.word("a field")))

    def check(scene: SceneTools) -> Found:
        wanted = {"k": kind, **{key: _value(value, scene.names) for key, value in due.items()}}
        return _told(wanted, lambda game: game.get("waiting_for"))(scene)

    return check


def _value(text: str, names: Sequence[str]) -> object:
    words = {"true": True, "false": False, "nobody": None, **{name: seat for seat, name in enumerate(names)}}
    return int(text) if text.isdigit() else words.get(text, text)


def _cards(found: Iterable[Any]) -> str:
    return " ".join(sorted(found)) or "no cards"


SUBJECTS: Mapping[str, Callable[[Words], Check]] = {
    "turn": _turn,
    "count": lambda words: _by_seat(words.seat(), words.number(), "counts"),
    "score": lambda words: _by_seat(words.seat(), words.number(), "scores"),
    "top": lambda words: _told(words.card().name, lambda game: game["discard"][-1] if game["discard"] else "no card"),
    "colour": lambda words: _told(words.colour().value, lambda game: game.get("colour", "no colour")),
    "direction": lambda words: _told(DIRECTIONS[words.one_of(tuple(DIRECTIONS))], lambda game: game["direction"]),
    "stock": lambda words: _told(words.number(), lambda game: game["stock_count"]),
    "penalty": lambda words: _told(words.number(), lambda game: game["owed"]),
    "dealer": lambda words: _told(words.seat(), lambda game: game.get("dealer")),
    "lost": lambda words: _told(True, partial(_has_lost, words.seat())),
    "rank": lambda words: _told(list(_seats(words)), lambda game: [*chain(*game["ranks"])] or game["out"]),
    "asked": _asked,
    "hand": _hand,
    "has": _has,
    "sees": _sees,
    "blind": _blind,
    "noted": _noted,
    "round": _round,
    "game": _game,
    "playable": _playable,
    "list": _list,
    "told": _events,
    "untold": _untold,
    "event": _event,
    "question": _question,
}
"""Everything that can be expected, by the word after `expect`; each function reads the rest of the line."""
