"""A second, independent reading of PROTOCOL.md, section 8: a table's picture as plain maps, without any of our types.

Written from the document alone, as somebody with another language would; the names are those on the wire.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]

ORDER = [colour + rank for colour in "RYGB" for rank in (*"0123456789", "S", "R", "+2")]
ORDER += ["W", "W+4", "WS", "WX", "WC"]


class Picture:
    """A snapshot's `room` and `game`, changed by entries. An absent field is an absent key."""

    def __init__(self, snapshot: Plain) -> None:
        self.n: int = snapshot["n"]
        self.room: Plain = snapshot["room"]
        self.game: Plain | None = snapshot.get("game")
        self.seat: int | None = snapshot.get("seat")

    def take_in(self, entry: Plain) -> None:
        if entry["n"] != self.n + 1:
            raise ValueError("an entry is missing")
        self.n += 1
        event = entry["event"]
        if event["k"] in ROOM:
            ROOM[event["k"]](self, event)
        elif event["k"] in GAME:
            assert self.game is not None
            GAME[event["k"]](self.game, event)

    def clear_marks(self) -> None:
        for occupant in self.room["occupants"]:
            if occupant is not None:
                occupant["ready"] = "bot" in occupant

    def clear_marks_outside_rounds(self) -> None:
        if self.room["phase"] in ("waiting", "between_rounds", "finished"):
            self.clear_marks()


def put(where: Plain, key: str, value: object) -> None:
    """Set a field that is absent where there is none."""
    if value is None:
        where.pop(key, None)
    else:
        where[key] = value


# --- the room ----------------------------------------------------------------------------------------------------


def seat_taken(table: Picture, event: Plain) -> None:
    occupant = {"name": event["name"], "ready": "bot" in event, "connected": True}
    put(occupant, "bot", event.get("bot"))
    table.room["occupants"][event["seat"]] = occupant
    table.clear_marks_outside_rounds()


def seat_freed(table: Picture, event: Plain) -> None:
    table.room["occupants"][event["seat"]] = None
    table.clear_marks_outside_rounds()


def phase_changed(table: Picture, event: Plain) -> None:
    table.room["phase"] = event["phase"]
    table.clear_marks_outside_rounds()


def game_opened(table: Picture, event: Plain) -> None:
    seats = len(table.room["occupants"])
    table.game = {
        "seats": seats,
        "seated": list(event["seated"]),
        "scores": [0] * seats,
        "playing": [False] * seats,
        "counts": [0] * seats,
        "phase": "between_rounds",
        "direction": 1,
        "first": False,
        **dict.fromkeys(("round", "shuffles", "turn", "passes", "decision", "stock_count"), 0),
        **{key: [] for key in ("discard", "false_calls", "out_of_turns", "windows_closed", "winners")},
    }
    put(table.game, "chosen", event.get("chosen"))
    if table.seat is not None:
        table.game["viewer"] = table.seat
        table.game["hands"] = [[] if seat == table.seat else None for seat in range(seats)]


ROOM: dict[str, Callable[[Picture, Plain], None]] = {
    "seat_taken": seat_taken,
    "seat_freed": seat_freed,
    "host_changed": lambda table, event: put(table.room, "host", event.get("seat")),
    "ready_changed": lambda table, event: put(table.room["occupants"][event["seat"]], "ready", event["ready"]),
    "presence_changed": lambda table, event: put(
        table.room["occupants"][event["seat"]], "connected", event["connected"]
    ),
    "watchers_changed": lambda table, event: put(table.room, "watchers", event["count"]),
    "phase_changed": phase_changed,
    "game_opened": game_opened,
    "game_seed": lambda table, event: None,
}

# --- the game ----------------------------------------------------------------------------------------------------


def hand_of(game: Plain, seat: int) -> list[str] | None:
    hands = game.get("hands")
    hand: list[str] | None = None if hands is None else hands[seat]
    return hand


def none(game: Plain, *keys: str) -> None:
    for key in keys:
        game.pop(key, None)


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
    empty(game, "discard", "winners")
    none(game, "colour", "waiting_for", "played_by", "window", "drawn")
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
    none(game, "drawn")


def cards_drawn(game: Plain, event: Plain) -> None:
    seat = event["seat"]
    game["counts"][seat] += event["count"]
    game["stock_count"] -= event["count"]
    hand = hand_of(game, seat)
    if hand is not None:
        hand += event["cards"]
        hand.sort(key=ORDER.index)
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


def window_gone(game: Plain, event: Plain) -> None:
    none(game, "window")
    game["windows_closed"].append(event["seat"])


def player_left(game: Plain, event: Plain) -> None:
    seat = event["seat"]
    game["seated"][seat] = False
    game["scores"][seat] = 0
    if game["phase"] == "playing":
        game["playing"][seat] = False
        game["stock_count"] += game["counts"][seat]
        game["counts"][seat] = 0
        game["shuffles"] += 1
        hand = hand_of(game, seat)
        if hand is not None:
            hand.clear()
    if game.get("window") == seat:
        none(game, "window")


def player_joined(game: Plain, event: Plain) -> None:
    game["seated"][event["seat"]] = True
    game["scores"][event["seat"]] = 0


def asked(game: Plain, event: Plain) -> None:
    game["decision"] += 1
    game["waiting_for"] = event["decision"]
    if event["decision"]["k"] == "take_turn":
        game["turn"] += 1
        none(game, "drawn")
        empty(game, "false_calls", "out_of_turns", "windows_closed")


def round_ended(game: Plain, event: Plain) -> None:
    over(game, event, "between_rounds")
    game["scores"] = [score + gain for score, gain in zip(game["scores"], event["gains"], strict=True)]


def over(game: Plain, event: Plain, phase: str) -> None:
    game["phase"] = phase
    none(game, "waiting_for", "window", "drawn")
    empty(game, "false_calls", "out_of_turns", "windows_closed")
    game["winners"] = list(event["winners"])


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
    "false_uno": lambda game, event: game["false_calls"].append(event["seat"]),
    "out_of_turn": lambda game, event: game["out_of_turns"].append(event["seat"]),
    "challenged": nothing,
    "time_ran_out": nothing,
    "player_left": player_left,
    "player_joined": player_joined,
    "asked": asked,
    "round_ended": round_ended,
    "game_ended": lambda game, event: over(game, event, "over"),
}
