"""Screens: sessions of televisions and projectors, which only watch (P-5.14)."""

from uno_protocol.conformance.person import Person
from uno_protocol.conformance.shapes import example, requests
from uno_protocol.conformance.tools import Kit, absent, alike, fail_if, listing, same
from uno_protocol.conformance.verdicts import text_of

ALLOWED = {"list_tables", "table_rules", "spectate_table", "leave_table", "history", "record", "logout"}
"""What a screen may ask for."""


def _refused(tv: Person) -> None:
    """Send everything else. Raises Failed."""
    for type_ in sorted(requests().keys() - ALLOWED):
        tv.refused(type_, "not_seated", **example(type_))


class ScreenCases(Kit):
    def names(self) -> None:
        """TV-1 P-5.14 P-5.3: logs in as a screen without a name and with somebody's, and without a name as a player ->
        the screens get names that nobody else has; name_rejected for the player"""
        ann, tv = self.person(), self.screen()
        link = self.greeted()
        link.send({"t": "login", "name": ann.name, "screen": True, **self.secret})
        names = {ann.name, tv.name, text_of(self.expect(link, "logged_in"), "name")}
        fail_if(len(names) < 3 or "" in names, f"the names of a player and two screens are {names}")
        link = self.greeted()
        link.send({"t": "login", **self.secret})
        self.refused(link, "name_rejected")

    def only_watching(self) -> None:
        """TV-2 P-5.14: asks as a screen for all that is more than watching, in the lobby and at a table -> not_seated
        every time, and nothing changes"""
        ann, tv = self.person(), self.screen()
        ann.open()
        _refused(tv)
        tv.refused("join_table", "not_seated", table=ann.code)
        tv.ok("table_rules", table=ann.code)
        tv.watch(ann.code)
        _refused(tv)
        tv.refused("join_table", "not_seated", table=ann.code)
        tv.ok("history")
        ann.catch_up()
        same("what happened", ["watcher_came"], [one["event"]["k"] for one in ann.entries])
        tv.ok("leave_table")

    def among_the_screens(self) -> None:
        """TV-3 P-5.14 P-8.4 P-7.15: watches a game as a screen, returns, and leaves -> it gets a spectator's picture;
        it is listed among the screens, and not among the watchers"""
        ann, bob = self.playing(2)
        one, other = self.screen(), self.screen()
        for tv in (one, other):
            tv.watch(ann.code)
            alike("the event", {"k": "watcher_came", "name": tv.name, "screen": True}, ann.event("watcher_came"))
        fail_if(one.seat is not None or "hands" in one.game or one.legal is not None, "a screen has a seat or a hand")
        for each in (ann, other):
            same("the screens", [one.name, other.name], each.room.get("screens"))
            same("the watchers", [], each.room["watchers"])
        same("the watchers in the list", 0, listing(bob)[ann.code].get("watchers", 0))
        one.drop()
        one.back()
        one.find(lambda message: message["t"] == "snapshot", "snapshot")
        one.refused("chat", "not_seated", text="hello")
        for tv in (one, other):
            tv.ok("leave_table")
            same("who left", tv.name, ann.event("watcher_left").get("name"))
        fail_if(not absent(ann.room, "screens"), "screens that have left are still listed")

    def at_the_door(self) -> None:
        """TV-4 P-5.14 P-7.17 P-7.18: watches as a screen where nobody may watch, without the password, and when it was
        kicked and banned -> it is refused and put out as a spectator is"""
        ann, tv = self.hosted(1, {"watching": False})[0], self.screen()
        tv.refused("spectate_table", "no_watching", table=ann.code)
        ann.ok("change_table", watching=True, password="p")
        tv.refused("spectate_table", "wrong_password", table=ann.code)
        for ban in (False, True):
            tv.entered(tv.ok("spectate_table", table=ann.code, password="p"))
            ann.ok("kick", name=tv.name, ban=ban)
            tv.find(lambda message: message["t"] == "put_out", "put_out")
        tv.refused("spectate_table", "banned", table=ann.code, password="p")
        ann.catch_up()
        fail_if(not absent(ann.room, "screens"), "a screen that was kicked is still listed")
