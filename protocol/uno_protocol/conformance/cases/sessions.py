"""Names, tokens, resuming, taking over (P-5)."""

import unicodedata

from uno_protocol.conformance.checks import alike, lost, same
from uno_protocol.conformance.link import PeerLink
from uno_protocol.conformance.rounds import move
from uno_protocol.conformance.tools import Failed, Kit, Person, absent, fail_if, skip_if, told


def _login(kit: Kit, name: str) -> tuple[PeerLink, dict[str, object]]:
    link = kit.greeted()
    link.send({"t": "login", "name": name, **kit.secret})
    return link, kit.expect(link, "logged_in", "error")


def _named(kit: Kit, name: str, due: str) -> None:
    _, answer = _login(kit, name)
    fail_if(answer.get("name") != due, f"the name should be {due!r}, got {answer}")


def _rejected(kit: Kit, name: str, *reasons: str) -> None:
    link, answer = _login(kit, name)
    args = answer.get("args")
    reason = args.get("reason") if isinstance(args, dict) else None
    if answer.get("code") != "name_rejected" or reason not in reasons:
        raise Failed(f"expected name_rejected ({' or '.join(reasons)}) for {name!r}, got {answer}")
    link.send({"t": "login", "name": kit.name(), **kit.secret})
    kit.expect(link, "logged_in")


def _bad_token(kit: Kit, token: str) -> None:
    link = kit.greeted()
    link.send({"t": "resume", "token": token})
    kit.refuses_and_closes(link, "bad_token")


class SessionsCases(Kit):
    def login(self) -> None:
        """SE-1 P-5.1 P-5.5: logs in -> logged_in with the name and a token of 64 characters at most"""
        name = self.name()
        person = Person(self, name)
        fail_if(not 0 < len(person.token) <= 64, f"the token has {len(person.token)} characters")
        self.stays(person.link)

    def tokens_differ(self) -> None:
        """SE-2 P-5.5: logs in 20 times under other names -> 20 tokens that nobody could guess from each other"""
        tokens = [self.person().token for _ in range(20)]
        differing = sum(len(set(letters)) > 1 for letters in zip(*tokens, strict=False))
        if len(set(tokens)) != 20 or differing < 8:
            raise Failed(f"{len(set(tokens))} of 20 tokens are different, and they differ at {differing} places")

    def a_request_without_a_session(self) -> None:
        """SE-3 P-5.1 P-12.1: asks before it has logged in -> error not_logged_in with the id, kept"""
        link = self.greeted()
        link.send({"t": "lobby_talk", "id": 4})
        self.refused(link, "not_logged_in", id=4)
        self.stays(link)

    def the_list_without_a_session(self) -> None:
        """SE-31 P-5.1: lists the tables before it has logged in, twice under one id that its session uses again ->
        tables with those that are listed, each time; the session's answer"""
        skip_if(bool(self.secret), "the server needs a password")
        ann, bob = self.person(), self.person()
        ann.open()
        bob.open({"listed": False})
        link = self.greeted()
        for _ in range(2):
            link.send({"t": "list_tables", "id": 1, "after": ann.code[:-1]})
            answer = self.expect(link, "tables")
            same("the id", 1, answer["id"])
            found = [line["code"] for line in answer["tables"]]
            same("whether the tables are listed", [True, False], [one.code in found for one in (ann, bob)])
        self.log_in(link, self.name())
        link.send({"t": "lobby_talk", "id": 1})
        self.expect(link, "lobby_talk")

    def login_twice(self) -> None:
        """SE-4 P-5.1 P-12.1: logs in twice -> error already_logged_in, kept"""
        person = self.person()
        person.link.send({"t": "login", "name": self.name()})
        self.refused(person.link, "already_logged_in")
        self.stays(person.link)

    def resume_within_a_session(self) -> None:
        """SE-5 P-5.1: resumes within a session -> error already_logged_in, kept"""
        person = self.person()
        person.link.send({"t": "resume", "token": person.token})
        self.refused(person.link, "already_logged_in")
        self.stays(person.link)

    def blanks_are_trimmed(self) -> None:
        """SE-6 P-5.2: logs in with blanks around and within the name -> the name without needless ones"""
        name = self.name(room=2)
        _named(self, f"   {name}   b  ", f"{name} b")

    def names_are_normalised(self) -> None:
        """SE-7 P-5.2: logs in with a name in NFD -> the name in NFC"""
        name = self.name(room=1) + "é"
        _named(self, unicodedata.normalize("NFD", name), unicodedata.normalize("NFC", name))

    def empty_names(self) -> None:
        """SE-8 P-5.3: logs in without any character -> name_rejected, empty, kept"""
        for name in ("", "    "):
            _rejected(self, name, "empty")

    def names_too_long(self) -> None:
        """SE-9 P-5.3 P-10.1: logs in with one character too many -> name_rejected, too_long, kept"""
        _rejected(self, "n" * (self.limit("name_length") + 1), "too_long")

    def names_as_long_as_may_be(self) -> None:
        """SE-10 P-5.3 P-10.1: logs in with as many characters as there may be -> logged_in"""
        name = self.name().ljust(self.limit("name_length"), "z")
        _named(self, name, name)

    def control_characters(self) -> None:
        """SE-11 P-5.3 P-13.3: logs in with control characters -> name_rejected, control, kept"""
        for mark in ("\x00", "\x07", "\x1b[31m", "\r", "\n", "\x7f", "\x9b"):
            _rejected(self, f"ab{mark}cd", "control", "invisible")

    def directional_characters(self) -> None:
        """SE-12 P-5.3 P-13.3: logs in with directional overrides -> name_rejected, control, kept"""
        for mark in ("\u202e", "\u2066", "\u200f", "\u200b", "\ufeff"):
            _rejected(self, f"ab{mark}cd", "control", "invisible")

    def invisible_letters(self) -> None:
        """SE-13 P-5.3: logs in with letters that are drawn as nothing -> name_rejected, invisible, kept"""
        for mark in ("\u3164", "\u2800", "\u00a0", "\u3000"):
            _rejected(self, f"ab{mark}cd", "invisible")

    def combining_marks(self) -> None:
        """SE-14 P-5.3: logs in with combining marks alone, many on one letter, or lone jamo -> name_rejected, kept"""
        _rejected(self, "\u0301\u0301", "combining")
        for jamo in ("\u1161", "\u11a8", "\ud7b0", "\ud7fb"):
            _rejected(self, f"abc{jamo}", "combining")
        _rejected(self, "abc" + "\u0302" * 5, "combining")

    def names_that_look_alike(self) -> None:
        """SE-15 P-5.3: logs in with a name in use, in other letters of the same look -> confusable, kept"""
        name = self.person(self.name(room=3) + "oea").name
        _rejected(self, name.upper(), "confusable")
        _rejected(self, name.replace("a", "\u0430").replace("o", "\u043e").replace("e", "\u0435"), "confusable")

    def a_name_in_use(self) -> None:
        """SE-16 P-5.4 P-12.1: logs in with a name that another session holds -> name_taken, kept"""
        holder = self.person()
        holder.ok("list_tables")
        link, answer = _login(self, holder.name)
        fail_if(answer.get("code") != "name_taken", f"expected name_taken, got {answer}")
        link.send({"t": "login", "name": self.name(), **self.secret})
        self.expect(link, "logged_in")

    def a_name_is_held_while_its_player_is_away(self) -> None:
        """SE-17 P-5.4 P-5.5: loses the connection, and logs in under the name of that session -> name_taken: the name
        is held"""
        holder = self.person()
        holder.ok("list_tables")
        holder.drop()
        _, answer = _login(self, holder.name)
        fail_if(answer.get("code") != "name_taken", f"expected name_taken, got {answer}")
        holder.back()

    def a_wrong_token(self) -> None:
        """SE-18 P-5.6: resumes with a token that nobody has -> error bad_token, then bye, closed"""
        _bad_token(self, "A" * 32)

    def tokens_that_are_nearly_right(self) -> None:
        """SE-19 P-5.6: resumes with a cut, a changed and an empty token, and one that is too long -> each time the very
        same error as for any wrong token"""
        person = self.person()
        person.ok("list_tables")
        token = person.token
        other = ("A" if token[0] != "A" else "B") + token[1:]
        answers = []
        for wrong in ("A" * 32, token[:-1], token + "A", other, "", token.swapcase(), "\u0410" * 8, "t" * 1000):
            link = self.greeted()
            link.send({"t": "resume", "token": wrong})
            answers.append(self.expect(link, "error"))
            self.closes(link, "bad_token", come_back=False)
        if any(answer != answers[0] for answer in answers) or answers[0].get("code") != "bad_token":
            raise Failed(f"the errors differ: {answers}")
        self.stays(person.link)

    def resume(self) -> None:
        """SE-20 P-5.8 P-5.5: resumes after a lost link -> resumed with name and last_id"""
        person = self.person()
        person.ok("list_tables")
        person.ok("list_tables")
        person.drop()
        resumed = person.back()
        if resumed.get("name") != person.name or resumed.get("last_id") != 2 or not absent(resumed, "table"):
            raise Failed(f"resumed tells {resumed}")

    def resume_without_a_request(self) -> None:
        """SE-21 P-5.8: resumes a session that has never asked for anything -> resumed with last_id 0"""
        person = self.person()
        fail_if(person.back().get("last_id", 0) != 0, "last_id is not 0")

    def resume_at_a_table(self) -> None:
        """SE-22 P-5.8 P-8.6: resumes at a table -> resumed with the code of the table"""
        ann, bob = self.table(2)
        bob.drop()
        resumed = bob.back()
        fail_if(resumed.get("table") != ann.code, f"resumed tells {resumed}")
        bob.find(lambda one: one["t"] == "snapshot", "snapshot")

    def the_newest_wins(self) -> None:
        """SE-23 P-5.7 P-12.3: resumes while the older connection is alive -> resumed; on the older one bye taken_over,
        come_back false, closed"""
        person = self.person()
        older = person.link
        person.back()
        self.closes(older, "taken_over", come_back=False)
        self.stays(person.link)

    def taken_over_in_a_game(self) -> None:
        """SE-24 P-5.7: is taken over at a table, and asks on the newer connection -> seat and game go on there"""
        people = self.playing(2)
        turn = next(one for one in people if one.asked)
        older, seen = turn.link, turn.n
        turn.back(table=turn.code, seen=seen)
        self.find(older, lambda one: one["t"] == "bye", "bye")
        turn.find(lambda one: one["t"] == "legal", "legal")
        move(turn)

    def taken_over_again_and_again(self) -> None:
        """SE-25 P-5.7: is taken over many times in a row -> the newest link alone is alive"""
        person = self.person()
        older = []
        for _ in range(8):
            older.append(person.link)
            person.back()
        for link in older:
            self.closes(link, "taken_over", come_back=False)
        self.stays(person.link)

    def a_good_token_after_a_bad_one(self) -> None:
        """SE-26 P-5.6 P-5.1: resumes after bad_token on a new connection -> resumed"""
        person = self.person()
        person.ok("list_tables")
        _bad_token(self, "wrong")
        person.back()

    def nobody_is_told_a_token(self) -> None:
        """SE-27 P-5.5: reads everything that others are told -> a player's token is nowhere in it"""
        ann, bob = self.playing(2)
        lost(bob, ann)
        bob.back()
        ann.event("presence_changed")
        fail_if(any(bob.token.encode() in body for body in ann.link.bodies), "the token of another player was told")

    def a_closed_connection_leaves_the_seat(self) -> None:
        """SE-28 P-4.7 P-5.9: closes its connection at a table -> the seat is held, and others are told"""
        ann, bob = self.table(2)
        bob.link.close()
        event = ann.event("presence_changed")
        fail_if(event.get("seat") != bob.seat or event.get("connected", False) is not False, f"the event tells {event}")
        bob.back()
        fail_if(ann.event("presence_changed").get("connected") is not True, "the return is not told")

    def a_password_that_nobody_asked_for(self) -> None:
        """SE-29 P-5.11: logs in with a password where none is asked for -> it is ignored: logged_in"""
        link = self.connect()
        skip_if(self.greet(link).get("password") is True, "the server asks for a password")
        link.send({"t": "login", "name": self.name(), "password": "anything"})
        answer = self.expect(link, "logged_in", "error")
        fail_if(answer["t"] != "logged_in", f"expected a needless password to be ignored, got {told(answer)}")

    def the_name_of_a_computer_player(self) -> None:
        """SE-30 P-5.3: logs in with the name of a computer player -> name_rejected, confusable, kept"""
        ann = self.person()
        ann.open({"seats": 2, "bots": ["normal"]})
        ann.catch_up()
        name = next(one["name"] for one in ann.room["occupants"] if one is not None and not absent(one, "bot"))
        _rejected(self, name, "confusable")
        _rejected(self, str(name).upper(), "confusable")

    def logging_out(self) -> None:
        """SE-32 P-5.19 P-12.3: logs out at a table -> ok, then bye logged_out, closed; seat and name are free,
        and the token is void"""
        ann, bob = self.table(2)
        bob.ok("logout")
        self.closes(bob.link, "logged_out", come_back=False)
        alike("seat_freed", {"seat": bob.seat, "reason": "left"}, ann.event("seat_freed"))
        _bad_token(self, bob.token)
        link, answer = _login(self, bob.name)
        fail_if(answer["t"] != "logged_in", f"expected logged_in under the free name, got {told(answer)}")
        self.stays(link)
