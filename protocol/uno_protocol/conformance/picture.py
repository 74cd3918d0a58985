"""A session's picture of a table: plain maps, changed by entries as PROTOCOL.md says (P-8).

Written from the document alone, as in any other language. Names are those on the wire, and every method does what the
event of its name does.
"""

from collections.abc import Iterable
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
    *("tally", "own_text", "pace", "gone", "screens", "claim", "claim_number", "programs", "commitment"),
    "shares",
)
OCCUPANT_KEYS = ("name", "bot", "ready", "connected", "stand_in", "extra_seconds", "face", "program", "share")
REMARK_KEYS = ("name", "text", "seat")
TALLY_KEYS = ("name", "games", "wins", "caught", "biggest", "longest")
GAME_KEYS = (
    *("viewer", "seats", "seated", "scores", "chosen", "phase", "dealer", "starter", "playing", "direction"),
    *("waiting_for", "counts", "colour", "played_by", "target", "custom", "claimed", "window", "hands", "drawn"),
    *ABSENT,
)
DECISION_KEYS = ("k", "seat", "seats", "offender", "penalty", "skips", "under")


def copied(value: Any) -> Any:
    """A plain value once more, which shares no map and no list with it."""
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    return [copied(one) for one in value] if isinstance(value, list) else value


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


TABLE_KEYS = (
    *("preset", "options", "turn_seconds", "password", "listed", "locked", "watching", "show_hands", "rules"),
    *("fingerprint", "pace", "programs"),
)


def put(where: Plain, key: str, value: object) -> None:
    """Set a field, or remove it if the value is None."""
    if value is None:
        where.pop(key, None)
    else:
        where[key] = value


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


def no_longer_open(game: Plain, seat: int) -> None:
    if seat in game["open_hands"]:
        game["open_hands"].remove(seat)
        hide(game, seat)


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


def over(game: Plain, event: Plain, phase: str) -> None:
    game["phase"] = phase
    game["owed"] = 0
    none(game, "waiting_for", "window", "claimed", "target", "drawn")
    empty(game, "false_calls", "out_of_turns", "windows_closed")
    game["winners"] = list(event["winners"])


class SeenGame(Plain):
    """One viewer's knowledge of a game; a method for each event that changes it."""

    goal = ""
    """The option, which some events depend on."""

    def take_in(self, event: Plain) -> None:
        """Apply an event of the game."""
        if event["k"] in FIELD:
            put(self, FIELD[event["k"]][0], event[FIELD[event["k"]][1]])
        else:
            getattr(self, f"on_{event['k']}")(event)

    def on_round_dealt(self, event: Plain) -> None:
        self["phase"] = "playing"
        for key in ("round", "dealer", "starter", "stock_count"):
            self[key] = event[key]
        self["counts"] = list(event["counts"])
        self["playing"] = list(self["seated"])
        self["direction"] = 1
        self["turn"] = self["passes"] = 0
        self["first"] = False
        self["shuffles"] += 2
        self["owed"] = 0
        empty(self, "discard", "winners", "out", "leavers", "lost", "noted")
        none(self, "colour", "waiting_for", "played_by", "target", "window", "claimed", "drawn")
        if "hands" in self:
            dealt = event.get("hands") or [None] * self["seats"]
            own = self["viewer"]
            self["hands"] = [
                sorted(hand or [], key=ORDER.index) if seat == own else hand for seat, hand in enumerate(dealt)
            ]

    def on_first_card_turned(self, event: Plain) -> None:
        self["discard"].append(event["card"])
        self["stock_count"] -= 1
        self["first"] = True
        put(self, "colour", None if event["card"].startswith("W") else event["card"][0])

    def on_first_card_returned(self, _event: Plain) -> None:
        self["discard"].pop()
        self["stock_count"] += 1
        self["first"] = False
        self["shuffles"] += 1

    def on_cards_played(self, event: Plain) -> None:
        seat, cards = event["seat"], event["cards"]
        hand = hand_of(self, seat)
        if hand is not None:
            for card in cards:
                hand.remove(card)
        self["counts"][seat] -= len(cards)
        self["discard"] += cards
        named = (event.get("colours") or [None])[-1]
        if not cards[-1].startswith("W"):
            self["colour"] = cards[-1][0]
        elif named is not None:
            self["colour"] = named
        self["first"] = False
        self["played_by"] = seat
        self["passes"] = 0
        put(self, "target", event.get("target"))
        none(self, "drawn", "claimed")

    def on_cards_drawn(self, event: Plain) -> None:
        seat = event["seat"]
        self["counts"][seat] += event["count"]
        self["stock_count"] -= event["count"]
        hand = hand_of(self, seat)
        if hand is not None:
            put_in(hand, event["cards"])
        if event["reason"] == "turn":
            self["passes"] = 0
            if "cards" in event:
                self["drawn"] = event["cards"][-1]

    def on_draw_pile_renewed(self, event: Plain) -> None:
        self["stock_count"] = event["count"]
        self["discard"] = self["discard"][-1:]
        self["shuffles"] += 1

    def on_passed(self, _event: Plain) -> None:
        self["passes"] += 1

    def on_ballot_drawn(self, event: Plain) -> None:
        self["phase"] = "voting"
        self["playing"] = list(self["seated"])
        self["ballot"] = event["rules"]
        self["shuffles"] += 1

    def on_vote_cast(self, event: Plain) -> None:
        if "rule" in event:
            by_seat(self, "votes", event["seat"], event["rule"])
        answered(self, event["seat"])

    def on_rule_chosen(self, event: Plain) -> None:
        self["phase"] = "between_rounds"
        self["custom"] = event["rule"]
        self["shuffles"] += 1
        empty(self, "votes")
        none(self, "waiting_for")

    def on_hands_moved(self, event: Plain) -> None:
        for seat, count in enumerate(event["counts"]):
            if count is None:
                continue
            self["counts"][seat] = count
            if "hands" in self:
                hand = at(event.get("hands", []), seat)
                self["hands"][seat] = None if hand is None else sorted(hand, key=ORDER.index)
        if event["reason"] == "shuffle":
            self["shuffles"] += 1

    def on_card_chosen(self, event: Plain) -> None:
        if "card" in event:
            by_seat(self, "gifts", event["seat"], event["card"])
        answered(self, event["seat"])

    def on_cards_passed(self, event: Plain) -> None:
        for giver, receiver in enumerate(event["to"]):
            if receiver is None:
                continue
            self["counts"][giver] -= 1
            self["counts"][receiver] += 1
            card = at(event.get("cards", []), giver)
            given, got = hand_of(self, giver), hand_of(self, receiver)
            if given is not None:
                given.remove(card)
            if got is not None:
                put_in(got, [card])
        empty(self, "gifts")

    def on_colour_discarded(self, event: Plain) -> None:
        hand = hand_of(self, event["seat"])
        if hand is not None:
            for card in event["cards"]:
                hand.remove(card)
        self["counts"][event["seat"]] -= len(event["cards"])
        self["discard"] = [*self["discard"][:-1], *event["cards"], self["discard"][-1]]

    def on_hand_opened(self, event: Plain) -> None:
        self["open_hands"].append(event["seat"])
        self.setdefault("hands", [None] * self["seats"])[event["seat"]] = list(event["cards"])

    def on_hand_closed(self, event: Plain) -> None:
        self["open_hands"].remove(event["seat"])
        if event.get("hidden"):
            hide(self, event["seat"])

    def on_player_out(self, event: Plain) -> None:
        self["playing"][event["seat"]] = False
        self["out"].append(event["seat"])
        no_longer_open(self, event["seat"])

    def on_false_uno(self, event: Plain) -> None:
        self["false_calls"].append(event["seat"])
        none(self, "claimed")

    def _window_gone(self, event: Plain) -> None:
        none(self, "window", "claimed")
        self["windows_closed"].append(event["seat"])

    on_uno_window_closed = on_uno_called = on_uno_caught = _window_gone

    def on_player_left(self, event: Plain) -> None:
        seat = event["seat"]
        self["seated"][seat] = False
        self["scores"][seat] = 0
        by_seat(self, "noted", seat, None)
        if self["phase"] in ("playing", "voting") and self["playing"][seat]:
            if self["round"]:
                self["leavers"].append(seat)
            by_seat(self, "votes", seat, None)
            leave_round(self, seat)
        if self.get("window") == seat:
            none(self, "window")

    def on_player_lost(self, event: Plain) -> None:
        seat = event["seat"]
        self["lost"].append(seat)
        if self.goal == "until_last":
            self["leavers"].append(seat)
        leave_round(self, seat)

    def on_player_joined(self, event: Plain) -> None:
        others = [score for score, seated in zip(self["scores"], self["seated"], strict=True) if seated]
        self["scores"][event["seat"]] = max(others, default=0) if self.goal == "low_points" else 0
        self["seated"][event["seat"]] = True

    def on_asked(self, event: Plain) -> None:
        self["decision"] += 1
        self["waiting_for"] = known_decision(event["decision"])
        kind = event["decision"]["k"]
        if kind in ("answer_draw_four", "answer_stack"):
            self["owed"] = event["decision"]["penalty"]
        if kind == "take_turn":
            self["turn"] += 1
            self["owed"] = 0
            none(self, "drawn", "claimed")
            empty(self, "false_calls", "out_of_turns", "windows_closed")

    def on_round_ended(self, event: Plain) -> None:
        over(self, event, "between_rounds")
        self["ranks"] = event.get("ranks", [])
        self["noted"] = event.get("noted", [])
        self["scores"] = [score + gain for score, gain in zip(self["scores"], event["gains"], strict=True)]

    def on_game_ended(self, event: Plain) -> None:
        if self["phase"] == "playing":
            empty(self, "noted")
        over(self, event, "over")
        empty(self, "votes", "gifts")

    def on_uno_rolled(self, _event: Plain) -> None:
        self["shuffles"] += 1

    def on_out_of_turn(self, event: Plain) -> None:
        self["out_of_turns"].append(event["seat"])

    def on_confirmed(self, event: Plain) -> None:
        answered(self, event["seat"])


def written_out(told: Plain | None) -> SeenGame | None:
    if told is None:
        return None
    absent = {key: list(value) if value == () else value for key, value in ABSENT.items()}
    game = SeenGame({**absent, **known(told, GAME_KEYS)})
    if "waiting_for" in game:
        game["waiting_for"] = known_decision(game["waiting_for"])
    if all(hand is None for hand in game.get("hands", ())):
        none(game, "hands")
    return game


class Picture:
    """A snapshot's `room` and `game`, changed by entries; shares nothing with them. An absent key stands for null."""

    def __init__(self, snapshot: Plain) -> None:
        snapshot = copied(snapshot)
        self.n: int = snapshot["n"]
        self.room: Plain = known_room(snapshot["room"])
        self.game: SeenGame | None = written_out(snapshot.get("game"))
        self.seat: int | None = snapshot.get("seat")

    def take_in(self, entry: Plain) -> None:
        """Apply the next entry; an event of an unknown kind changes nothing. Raises ValueError."""
        if entry["n"] != self.n + 1:
            raise ValueError("an entry is missing")
        self.n += 1
        event = {key: copied(value) for key, value in entry["event"].items() if value is not None}
        kind = event["k"]
        if kind in OCCUPANT:
            put(self.room["occupants"][event["seat"]], OCCUPANT[kind][0], event[OCCUPANT[kind][1]])
        elif kind in ROOM:
            getattr(self, f"on_{kind}")(event)
        elif kind in GAME - {*NOTHING}:
            if self.game is None:
                raise ValueError("no game has been opened")
            self.game.goal = self.room["rules"]["goal"]
            self.game.take_in(event)

    @property
    def hand(self) -> list[str]:
        """The viewer's hand; empty for a spectator."""
        own = None if self.game is None or self.seat is None else hand_of(self.game, self.seat)
        return own or []

    def on_seat_taken(self, event: Plain) -> None:
        occupant = {"name": event["name"], "ready": "bot" in event, "connected": True, "extra_seconds": 0}
        put(occupant, "bot", event.get("bot"))
        put(occupant, "face", event.get("face"))
        put(occupant, "program", event.get("program"))
        self.room["occupants"][event["seat"]] = occupant
        self.remember_gone(event["seat"], "")

    def remember_gone(self, seat: int, name: str) -> None:
        names = list(self.room.get("gone") or [""] * len(self.room["occupants"]))
        names[seat] = name
        put(self.room, "gone", names if any(names) else None)

    def on_seat_freed(self, event: Plain) -> None:
        if self.room["phase"] != "waiting":
            self.remember_gone(event["seat"], self.room["occupants"][event["seat"]]["name"])
        self.room["occupants"][event["seat"]] = None

    def on_seats_moved(self, event: Plain) -> None:
        seats, one, other = self.room["occupants"], event["seat"], event["to"]
        seats[one], seats[other] = seats[other], seats[one]
        self.room["host"] = {one: other, other: one}.get(self.room["host"], self.room["host"])
        put(self.room, "gone", None)

    def on_claim_made(self, event: Plain) -> None:
        put(self.room, "claim", event["seat"])
        put(self.room, "claim_number", event.get("number"))

    def on_claim_ended(self, event: Plain) -> None:
        none(self.room, "claim", "claim_number")

    def on_stand_in_changed(self, event: Plain) -> None:
        occupant = self.room["occupants"][event["seat"]]
        put(occupant, "stand_in", event.get("level"))
        put(occupant, "share", None)
        occupant["ready"] = "level" in event

    def on_ready_changed(self, event: Plain) -> None:
        occupant = self.room["occupants"][event["seat"]]
        occupant["ready"] = event["ready"]
        put(occupant, "share", event.get("share"))

    def on_table_changed(self, event: Plain) -> None:
        for key in TABLE_KEYS:
            if key in event:
                self.room[key] = event[key]
        if "seats" in event:
            seats = self.room["occupants"][: event["seats"]]
            self.room["occupants"] = seats + [None] * (event["seats"] - len(seats))
            put(self.room, "gone", None)
        if "own_text" in event:
            put(self.room, "own_text", event["own_text"] or None)

    def on_mute_changed(self, event: Plain) -> None:
        muted = self.room["muted"]
        if event["muted"]:
            self.room["remarks"] = [one for one in self.room["remarks"] if one["name"] != event["name"]]
        (muted.append if event["muted"] else muted.remove)(event["name"])

    def on_said(self, event: Plain) -> None:
        self.room["remarks"] = [*self.room["remarks"], known(event, REMARK_KEYS)][-20:]

    def on_phase_changed(self, event: Plain) -> None:
        self.room["phase"] = event["phase"]
        self.room["held"] = event.get("held", False)
        if event["phase"] == "waiting":
            put(self.room, "gone", None)
        if event["phase"] in ("waiting", "between_rounds", "finished"):
            for occupant in filter(None, self.room["occupants"]):
                occupant["ready"] = "bot" in occupant or "stand_in" in occupant
                put(occupant, "share", None)

    def on_game_cleared(self, _event: Plain) -> None:
        self.game = None
        none(self.room, "gone", "shares")

    on_game_placed = on_game_cleared

    def on_deal_committed(self, event: Plain) -> None:
        put(self.room, "commitment", event["commitment"])

    def on_deal_mixed(self, _event: Plain) -> None:
        put(self.room, "shares", None)

    def on_game_opened(self, event: Plain) -> None:
        put(self.room, "gone", None)
        put(self.room, "shares", event.get("shares") or None)
        seats = len(self.room["occupants"])
        game = {
            "seats": seats,
            "seated": list(event["seated"]),
            "scores": [0] * seats,
            "playing": [False] * seats,
            "counts": [0] * seats,
            "phase": "between_rounds",
            "direction": 1,
        }
        self.game = written_out(game)
        assert self.game is not None
        put(self.game, "chosen", event.get("chosen"))
        rules = self.room["rules"]
        if int(rules["extra"].split(",")[2]) and rules["customizable_rule"] != "vote":
            self.game["custom"] = rules["customizable_rule"]
        if self.seat is not None:
            self.game["viewer"] = self.seat
            self.game["hands"] = [[] if seat == self.seat else None for seat in range(seats)]

    def on_game_seed(self, event: Plain) -> None:
        if event.get("tally"):
            self.room["tally"] = [known(one, TALLY_KEYS) for one in event["tally"]]

    def on_host_changed(self, event: Plain) -> None:
        put(self.room, "host", event.get("seat"))

    def on_watcher_came(self, event: Plain) -> None:
        if event.get("screen"):
            self.room["screens"] = [*self.room.get("screens", ()), event["name"]]
        else:
            self.room["watchers"].append(event["name"])

    def on_watcher_left(self, event: Plain) -> None:
        name, screens = event["name"], self.room.get("screens", ())
        if name in screens:
            put(self.room, "screens", [one for one in screens if one != name] or None)
        else:
            self.room["watchers"].remove(name)


FIELD: dict[str, tuple[str, str]] = {
    "colour_named": ("colour", "colour"),
    "direction_turned": ("direction", "direction"),
    "uno_window_opened": ("window", "seat"),
    "uno_claimed": ("claimed", "seat"),
    "player_chosen": ("target", "target"),
}
"""The events that set one field of the game, and from which field of theirs."""
OCCUPANT: dict[str, tuple[str, str]] = {
    "presence_changed": ("connected", "connected"),
    "time_given": ("extra_seconds", "seconds"),
}
"""The same for the occupant of a seat."""
NOTHING = ("drawn_kept", "turn_missed", "uno_announced", "challenged", "time_ran_out")
"""The events of a game that change nothing in it."""
ROOM = {name[3:] for name in vars(Picture) if name.startswith("on_")} | set(OCCUPANT)
GAME = {name[3:] for name in vars(SeenGame) if name.startswith("on_")} | {*FIELD, *NOTHING}
"""Every event of a table, and of a game."""
