"""A session's picture of a table: plain maps, changed by entries as PROTOCOL.md says (P-8).

Written from the document alone, as in any other language. Names are those on the wire, and every function does what
the event of its name does.
"""

from collections.abc import Callable, Iterable
from typing import Any

Plain = dict[str, Any]

ORDER = [colour + rank for colour in "RYGB" for rank in (*"0123456789", "S", "R", "+2")]
ORDER += ["W", "W+4", "WS", "WX", "WC"]


# What an absent field of the game stands for (P-8.3), where it is not "none".
ABSENT: Plain = {
    **dict.fromkeys(("round", "shuffles", "turn", "passes", "decision", "stock_count", "owed"), 0),
    "first": False,
    **dict.fromkeys(("discard", "false_calls", "out_of_turns", "windows_closed", "winners"), ()),
    **dict.fromkeys(("ballot", "out", "leavers", "lost", "ranks", "open_hands", "votes", "gifts", "noted"), ()),
}


# The keys of a table, an occupant, a remark, a game and a decision; all others are ignored (P-11.1), and nil is the
# same as absence (P-3.8).
ROOM_KEYS = (
    *("code", "name", "preset", "options", "rules", "fingerprint", "turn_seconds", "occupants", "host", "phase"),
    *("watchers", "listed", "locked", "watching", "password", "show_hands", "test", "held", "muted", "remarks"),
    *("tally", "own_text", "pace"),
)
OCCUPANT_KEYS = ("name", "bot", "ready", "connected", "stand_in", "extra_seconds")
REMARK_KEYS = ("name", "text", "seat")
TALLY_KEYS = ("name", "games", "wins", "caught", "biggest", "longest")
GAME_KEYS = (
    *("viewer", "seats", "seated", "scores", "chosen", "phase", "dealer", "starter", "playing", "direction"),
    *("waiting_for", "counts", "colour", "played_by", "target", "custom", "claimed", "window", "hands", "drawn"),
    *ABSENT,
)
DECISION_KEYS = ("k", "seat", "seats", "offender", "penalty", "skips", "under")


def known(told: Plain, keys: Iterable[str]) -> Plain:
    """The given keys that are present and not nil."""
    return {key: told[key] for key in keys if told.get(key) is not None}


def known_room(told: Plain) -> Plain:
    room = known(told, ROOM_KEYS)
    room["occupants"] = [None if one is None else known(one, OCCUPANT_KEYS) for one in room["occupants"]]
    room["remarks"] = [known(one, REMARK_KEYS) for one in room["remarks"]]
    if "tally" in room:
        room["tally"] = [known(one, TALLY_KEYS) for one in room["tally"]]
    return room


def known_decision(told: Plain) -> Plain:
    decision = known(told, DECISION_KEYS)
    if not decision.get("skips"):
        none(decision, "skips")
    return decision


def written_out(told: Plain | None) -> Plain | None:
    if told is None:
        return None
    absent = {key: list(value) if value == () else value for key, value in ABSENT.items()}
    game = {**absent, **known(told, GAME_KEYS)}
    if "waiting_for" in game:
        game["waiting_for"] = known_decision(game["waiting_for"])
    if all(hand is None for hand in game.get("hands", ())):
        none(game, "hands")
    return game


class Picture:
    """A snapshot's `room` and `game`, changed by entries. An absent key stands for null."""

    def __init__(self, snapshot: Plain) -> None:
        self.n: int = snapshot["n"]
        self.room: Plain = known_room(snapshot["room"])
        self.game: Plain | None = written_out(snapshot.get("game"))
        self.seat: int | None = snapshot.get("seat")

    def take_in(self, entry: Plain) -> None:
        """Apply the next entry; an event of an unknown kind changes nothing. Raises ValueError."""
        if entry["n"] != self.n + 1:
            raise ValueError("an entry is missing")
        self.n += 1
        event = {key: value for key, value in entry["event"].items() if value is not None}
        if event["k"] in ROOM:
            ROOM[event["k"]](self, event)
        elif event["k"] in GAME:
            if self.game is None:
                raise ValueError("no game has been opened")
            GAME[event["k"]](self.game, event)
        elif event["k"] in BY_RULES:
            if self.game is None:
                raise ValueError("no game has been opened")
            BY_RULES[event["k"]](self.game, event, self.room["rules"]["goal"])

    @property
    def hand(self) -> list[str]:
        """The viewer's hand; empty for a spectator."""
        own = None if self.game is None or self.seat is None else hand_of(self.game, self.seat)
        return own or []

    def clear_marks(self) -> None:
        """Clear all ready marks, except the permanent ones (P-7.7)."""
        for occupant in self.room["occupants"]:
            if occupant is not None:
                occupant["ready"] = "bot" in occupant or "stand_in" in occupant

    def clear_marks_outside_rounds(self) -> None:
        """Clear them only outside rounds."""
        if self.room["phase"] in ("waiting", "between_rounds", "finished"):
            self.clear_marks()


def put(where: Plain, key: str, value: object) -> None:
    """Set a field, or remove it if the value is None."""
    if value is None:
        where.pop(key, None)
    else:
        where[key] = value


def seat_taken(table: Picture, event: Plain) -> None:
    occupant = {"name": event["name"], "ready": "bot" in event, "connected": True, "extra_seconds": 0}
    put(occupant, "bot", event.get("bot"))
    table.room["occupants"][event["seat"]] = occupant
    table.clear_marks_outside_rounds()


def seat_freed(table: Picture, event: Plain) -> None:
    table.room["occupants"][event["seat"]] = None
    table.clear_marks_outside_rounds()


def seats_moved(table: Picture, event: Plain) -> None:
    seats, one, other = table.room["occupants"], event["seat"], event["to"]
    seats[one], seats[other] = seats[other], seats[one]
    table.room["host"] = {one: other, other: one}.get(table.room["host"], table.room["host"])
    table.clear_marks_outside_rounds()


def stand_in_changed(table: Picture, event: Plain) -> None:
    occupant = table.room["occupants"][event["seat"]]
    put(occupant, "stand_in", event.get("level"))
    occupant["ready"] = "level" in event


TABLE_KEYS = (
    *("preset", "options", "turn_seconds", "password", "listed", "locked", "watching", "show_hands", "rules"),
    *("fingerprint", "pace"),
)


def table_changed(table: Picture, event: Plain) -> None:
    for key in TABLE_KEYS:
        if key in event:
            table.room[key] = event[key]
    if "seats" in event:
        seats = table.room["occupants"][: event["seats"]]
        table.room["occupants"] = seats + [None] * (event["seats"] - len(seats))
    if "own_text" in event:
        put(table.room, "own_text", event["own_text"] or None)
    if {"preset", "options", "seats", "turn_seconds", "own_text"} & set(event):
        table.clear_marks_outside_rounds()


def mute_changed(table: Picture, event: Plain) -> None:
    muted = table.room["muted"]
    if event["muted"]:
        table.room["remarks"] = [one for one in table.room["remarks"] if one["name"] != event["name"]]
    (muted.append if event["muted"] else muted.remove)(event["name"])


def said(table: Picture, event: Plain) -> None:
    table.room["remarks"] = [*table.room["remarks"], known(event, REMARK_KEYS)][-20:]


def phase_changed(table: Picture, event: Plain) -> None:
    table.room["phase"] = event["phase"]
    table.room["held"] = event.get("held", False)
    table.clear_marks_outside_rounds()


def game_cleared(table: Picture, _event: Plain) -> None:
    table.game = None


def game_opened(table: Picture, event: Plain) -> None:
    seats = len(table.room["occupants"])
    game = {
        "seats": seats,
        "seated": list(event["seated"]),
        "scores": [0] * seats,
        "playing": [False] * seats,
        "counts": [0] * seats,
        "phase": "between_rounds",
        "direction": 1,
    }
    table.game = written_out(game)
    assert table.game is not None
    put(table.game, "chosen", event.get("chosen"))
    rules = table.room["rules"]
    if int(rules["extra"].split(",")[2]) and rules["customizable_rule"] != "vote":
        table.game["custom"] = rules["customizable_rule"]
    if table.seat is not None:
        table.game["viewer"] = table.seat
        table.game["hands"] = [[] if seat == table.seat else None for seat in range(seats)]


def game_seed(table: Picture, event: Plain) -> None:
    if event.get("tally"):
        table.room["tally"] = [known(one, TALLY_KEYS) for one in event["tally"]]


ROOM: dict[str, Callable[[Picture, Plain], None]] = {
    "seat_taken": seat_taken,
    "seat_freed": seat_freed,
    "host_changed": lambda table, event: put(table.room, "host", event.get("seat")),
    "ready_changed": lambda table, event: put(table.room["occupants"][event["seat"]], "ready", event["ready"]),
    "presence_changed": lambda table, event: put(
        table.room["occupants"][event["seat"]], "connected", event["connected"]
    ),
    "seats_moved": seats_moved,
    "stand_in_changed": stand_in_changed,
    "time_given": lambda table, event: put(table.room["occupants"][event["seat"]], "extra_seconds", event["seconds"]),
    "table_changed": table_changed,
    "mute_changed": mute_changed,
    "said": said,
    "watcher_came": lambda table, event: table.room["watchers"].append(event["name"]),
    "watcher_left": lambda table, event: table.room["watchers"].remove(event["name"]),
    "phase_changed": phase_changed,
    "game_opened": game_opened,
    "game_placed": game_cleared,
    "game_seed": game_seed,
    "game_cleared": game_cleared,
}


def hand_of(game: Plain, seat: int) -> list[str] | None:
    hands = game.get("hands")
    hand: list[str] | None = None if hands is None else hands[seat]
    return hand


def none(game: Plain, *keys: str) -> None:
    for key in keys:
        game.pop(key, None)


def put_in(hand: list[str], cards: list[str]) -> None:
    hand += cards
    hand.sort(key=ORDER.index)


def hide(game: Plain, seat: int) -> None:
    """Hide a hand from everyone but its own seat; a picture without any known hand has no `hands`."""
    if "hands" in game and game.get("viewer") != seat:
        game["hands"][seat] = None
        if all(hand is None for hand in game["hands"]):
            none(game, "hands")


def answered(game: Plain, seat: int) -> None:
    waiting = game.get("waiting_for", {})
    if waiting.get("k") in ("vote", "pass_card", "confirm"):
        game["waiting_for"] = {**waiting, "seats": [other for other in waiting["seats"] if other != seat]}


def by_seat(game: Plain, key: str, seat: int, value: object) -> None:
    """Put a value into an array by seat that ends with the last seat that has one."""
    values = game[key] + [None] * (game["seats"] - len(game[key]))
    values[seat] = value
    while values and values[-1] is None:
        values.pop()
    game[key] = values


def at(values: list[Any], seat: int) -> Any:
    return values[seat] if seat < len(values) else None


def empty(game: Plain, *keys: str) -> None:
    for key in keys:
        game[key] = []


def round_dealt(game: Plain, event: Plain) -> None:
    game["phase"] = "playing"
    for key in ("round", "dealer", "starter", "stock_count"):
        game[key] = event[key]
    game["counts"] = list(event["counts"])
    game["playing"] = list(game["seated"])
    game["direction"] = 1
    game["turn"] = game["passes"] = 0
    game["first"] = False
    game["shuffles"] += 2
    game["owed"] = 0
    empty(game, "discard", "winners", "out", "leavers", "lost", "noted")
    none(game, "colour", "waiting_for", "played_by", "target", "window", "claimed", "drawn")
    if "hands" in game:
        dealt = event.get("hands") or [None] * game["seats"]
        own = game["viewer"]
        game["hands"] = [
            sorted(hand or [], key=ORDER.index) if seat == own else hand for seat, hand in enumerate(dealt)
        ]


def first_card_turned(game: Plain, event: Plain) -> None:
    game["discard"].append(event["card"])
    game["stock_count"] -= 1
    game["first"] = True
    put(game, "colour", None if event["card"].startswith("W") else event["card"][0])


def first_card_returned(game: Plain, _event: Plain) -> None:
    game["discard"].pop()
    game["stock_count"] += 1
    game["first"] = False
    game["shuffles"] += 1


def cards_played(game: Plain, event: Plain) -> None:
    seat, cards = event["seat"], event["cards"]
    hand = hand_of(game, seat)
    if hand is not None:
        for card in cards:
            hand.remove(card)
    game["counts"][seat] -= len(cards)
    game["discard"] += cards
    named = (event.get("colours") or [None])[-1]
    if not cards[-1].startswith("W"):
        game["colour"] = cards[-1][0]
    elif named is not None:
        game["colour"] = named
    game["first"] = False
    game["played_by"] = seat
    game["passes"] = 0
    put(game, "target", event.get("target"))
    none(game, "drawn", "claimed")


def cards_drawn(game: Plain, event: Plain) -> None:
    seat = event["seat"]
    game["counts"][seat] += event["count"]
    game["stock_count"] -= event["count"]
    hand = hand_of(game, seat)
    if hand is not None:
        put_in(hand, event["cards"])
    if event["reason"] == "turn":
        game["passes"] = 0
        if "cards" in event:
            game["drawn"] = event["cards"][-1]


def draw_pile_renewed(game: Plain, event: Plain) -> None:
    game["stock_count"] = event["count"]
    game["discard"] = game["discard"][-1:]
    game["shuffles"] += 1


def passed(game: Plain, _event: Plain) -> None:
    game["passes"] += 1


def ballot_drawn(game: Plain, event: Plain) -> None:
    game["phase"] = "voting"
    game["playing"] = list(game["seated"])
    game["ballot"] = event["rules"]
    game["shuffles"] += 1


def vote_cast(game: Plain, event: Plain) -> None:
    if "rule" in event:
        by_seat(game, "votes", event["seat"], event["rule"])
    answered(game, event["seat"])


def rule_chosen(game: Plain, event: Plain) -> None:
    game["phase"] = "between_rounds"
    game["custom"] = event["rule"]
    game["shuffles"] += 1
    empty(game, "votes")
    none(game, "waiting_for")


def hands_moved(game: Plain, event: Plain) -> None:
    for seat, count in enumerate(event["counts"]):
        if count is None:
            continue
        game["counts"][seat] = count
        if "hands" in game:
            hand = at(event.get("hands", []), seat)
            game["hands"][seat] = None if hand is None else sorted(hand, key=ORDER.index)
    if event["reason"] == "shuffle":
        game["shuffles"] += 1


def card_chosen(game: Plain, event: Plain) -> None:
    if "card" in event:
        by_seat(game, "gifts", event["seat"], event["card"])
    answered(game, event["seat"])


def cards_passed(game: Plain, event: Plain) -> None:
    for giver, receiver in enumerate(event["to"]):
        if receiver is None:
            continue
        game["counts"][giver] -= 1
        game["counts"][receiver] += 1
        card = at(event.get("cards", []), giver)
        given, got = hand_of(game, giver), hand_of(game, receiver)
        if given is not None:
            given.remove(card)
        if got is not None:
            put_in(got, [card])
    empty(game, "gifts")


def colour_discarded(game: Plain, event: Plain) -> None:
    hand = hand_of(game, event["seat"])
    if hand is not None:
        for card in event["cards"]:
            hand.remove(card)
    game["counts"][event["seat"]] -= len(event["cards"])
    game["discard"] = [*game["discard"][:-1], *event["cards"], game["discard"][-1]]


def hand_opened(game: Plain, event: Plain) -> None:
    game["open_hands"].append(event["seat"])
    game.setdefault("hands", [None] * game["seats"])[event["seat"]] = list(event["cards"])


def hand_closed(game: Plain, event: Plain) -> None:
    game["open_hands"].remove(event["seat"])
    if event.get("hidden"):
        hide(game, event["seat"])


def out(game: Plain, event: Plain) -> None:
    game["playing"][event["seat"]] = False
    game["out"].append(event["seat"])
    no_longer_open(game, event["seat"])


def no_longer_open(game: Plain, seat: int) -> None:
    if seat in game["open_hands"]:
        game["open_hands"].remove(seat)
        hide(game, seat)


def false_uno(game: Plain, event: Plain) -> None:
    game["false_calls"].append(event["seat"])
    none(game, "claimed")


def window_gone(game: Plain, event: Plain) -> None:
    none(game, "window", "claimed")
    game["windows_closed"].append(event["seat"])


def player_left(game: Plain, event: Plain) -> None:
    seat = event["seat"]
    game["seated"][seat] = False
    game["scores"][seat] = 0
    by_seat(game, "noted", seat, None)
    if game["phase"] in ("playing", "voting") and game["playing"][seat]:
        if game["round"]:
            game["leavers"].append(seat)
        by_seat(game, "votes", seat, None)
        leave_round(game, seat)
    if game.get("window") == seat:
        none(game, "window")


def leave_round(game: Plain, seat: int) -> None:
    game["playing"][seat] = False
    by_seat(game, "gifts", seat, None)
    answered(game, seat)
    for key in ("target", "claimed"):
        if game.get(key) == seat:
            none(game, key)
    game["stock_count"] += game["counts"][seat]
    game["counts"][seat] = 0
    game["shuffles"] += 1
    hand = hand_of(game, seat)
    if hand is not None:
        hand.clear()
    no_longer_open(game, seat)


def player_lost(game: Plain, event: Plain, goal: str) -> None:
    seat = event["seat"]
    game["lost"].append(seat)
    if goal == "until_last":
        game["leavers"].append(seat)
    leave_round(game, seat)


def player_joined(game: Plain, event: Plain, goal: str) -> None:
    others = [score for score, seated in zip(game["scores"], game["seated"], strict=True) if seated]
    game["scores"][event["seat"]] = max(others, default=0) if goal == "low_points" else 0
    game["seated"][event["seat"]] = True


def asked(game: Plain, event: Plain) -> None:
    game["decision"] += 1
    game["waiting_for"] = known_decision(event["decision"])
    kind = event["decision"]["k"]
    if kind in ("answer_draw_four", "answer_stack"):
        game["owed"] = event["decision"]["penalty"]
    if kind == "take_turn":
        game["turn"] += 1
        game["owed"] = 0
        none(game, "drawn", "claimed")
        empty(game, "false_calls", "out_of_turns", "windows_closed")


def round_ended(game: Plain, event: Plain) -> None:
    over(game, event, "between_rounds")
    game["ranks"] = event.get("ranks", [])
    game["noted"] = event.get("noted", [])
    game["scores"] = [score + gain for score, gain in zip(game["scores"], event["gains"], strict=True)]


def over(game: Plain, event: Plain, phase: str) -> None:
    game["phase"] = phase
    game["owed"] = 0
    none(game, "waiting_for", "window", "claimed", "target", "drawn")
    empty(game, "false_calls", "out_of_turns", "windows_closed")
    game["winners"] = list(event["winners"])


def game_ended(game: Plain, event: Plain) -> None:
    if game["phase"] == "playing":
        empty(game, "noted")
    over(game, event, "over")
    empty(game, "votes", "gifts")


def uno_rolled(game: Plain, _event: Plain) -> None:
    game["shuffles"] += 1


def nothing(_game: Plain, _event: Plain) -> None:
    """Changes nothing."""


GAME: dict[str, Callable[[Plain, Plain], None]] = {
    "round_dealt": round_dealt,
    "first_card_turned": first_card_turned,
    "first_card_returned": first_card_returned,
    "cards_played": cards_played,
    "colour_named": lambda game, event: put(game, "colour", event["colour"]),
    "cards_drawn": cards_drawn,
    "draw_pile_renewed": draw_pile_renewed,
    "drawn_kept": nothing,
    "passed": passed,
    "turn_missed": nothing,
    "direction_turned": lambda game, event: put(game, "direction", event["direction"]),
    "uno_window_opened": lambda game, event: put(game, "window", event["seat"]),
    "uno_window_closed": window_gone,
    "uno_called": window_gone,
    "uno_announced": nothing,
    "uno_caught": window_gone,
    "false_uno": false_uno,
    "out_of_turn": lambda game, event: game["out_of_turns"].append(event["seat"]),
    "challenged": nothing,
    "time_ran_out": nothing,
    "player_left": player_left,
    "asked": asked,
    "round_ended": round_ended,
    "game_ended": game_ended,
    "ballot_drawn": ballot_drawn,
    "vote_cast": vote_cast,
    "rule_chosen": rule_chosen,
    "player_chosen": lambda game, event: put(game, "target", event["target"]),
    "hands_moved": hands_moved,
    "card_chosen": card_chosen,
    "confirmed": lambda game, event: answered(game, event["seat"]),
    "cards_passed": cards_passed,
    "colour_discarded": colour_discarded,
    "hand_opened": hand_opened,
    "hand_closed": hand_closed,
    "uno_claimed": lambda game, event: put(game, "claimed", event["seat"]),
    "uno_rolled": uno_rolled,
    "player_out": out,
}

BY_RULES: dict[str, Callable[[Plain, Plain, str], None]] = {
    "player_lost": player_lost,
    "player_joined": player_joined,
}
"""Events of the game too, but their effect depends on the goal."""
