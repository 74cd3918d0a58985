"""A client that has come back: resume, replay, snapshot, and its requests (P-5, P-6.4, P-8.6)."""

import secrets
from typing import Any

from uno_protocol.conformance.link import PeerClosed
from uno_protocol.conformance.scripted.cases.greeting import logins_within
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, CODE, DRAW, action, card
from uno_protocol.conformance.scripted.stage import ENTRANCES, PLAYS, RETURNING, Stage, counted
from uno_protocol.conformance.verdicts import Failed, Message, Skipped, fail_if, skip_if


def _counts(stage: Stage, resume: Message) -> None:
    """`resume` names the last entry that the server sent. Raises Skipped if it names none, Failed if another."""
    counted(resume)
    _is(resume, table=CODE, seen=stage.place.n)


def _is(resume: Message, **due: Any) -> None:
    """`resume` has these fields; None means absent. Raises Failed."""
    for field, value in due.items():
        fail_if(resume.get(field) != value, f"resume should have {field} {value!r}, and has {resume.get(field)!r}")


def _back(stage: Stage, guest: Guest, **fields: Any) -> tuple[Guest, Message]:
    """Break the connection; the next one and its `resume`, which is answered. Raises Skipped if there is none."""
    guest.reset()
    back = stage.returns()
    return back, stage.resumed(back, **fields)


def _anew(stage: Stage, guest: Guest) -> Guest:
    for request in guest.collect(2.0):
        stage.settle(guest, request)
    back = stage.perhaps()
    if back is None:
        raise Failed("the client does not begin anew")
    return back


def _whole_life(stage: Stage) -> None:
    """A session from its login over a loss, if the client comes back, to its end."""
    guest = stage.seated()
    guest.say({"t": "error", "code": "internal", "text": "What was that?"})
    stage.answers(guest)
    guest.reset()
    back = stage.perhaps()
    if back is not None:
        stage.resumed(back)
        stage.answers(back)
        back.bye("kicked", come_back=False)
    stage.program.ended(1.0)


def _lost_login(stage: Stage) -> Guest:
    guest = stage.greeted()
    guest.hear("login")
    guest.reset()
    return stage.greeted(stage.returns())


class ClientReturningCases(Stage):
    def resumes_where_it_was(self) -> None:
        """CL-41 P-5.9 P-8.6 SHOULD: sends three entries and breaks the connection -> resume with the token, the table's
        code, and the number of the last entry"""
        guest = self.seated()
        guest.say(self.place.said("one"), self.place.said("two"), self.place.said("three"))
        self.answers(guest)
        _, resume = _back(self, guest)
        _is(resume, token=self.token, table=CODE, seen=self.place.n)
        if unknown := set(resume) - {"t", "token", "table", "seen"}:
            raise Failed(f"resume has the keys {sorted(unknown)} (P-3.7)")

    def unknown_events_count(self) -> None:
        """CL-42 P-8.5 P-11.1: sends entries of an unknown kind, and breaks the connection -> resume counts them"""
        guest = self.seated()
        guest.say(self.place.entry("comet_seen", tail=3), self.place.said("look!"), self.place.entry("comet_gone"))
        self.answers(guest)
        _, resume = _back(self, guest)
        _counts(self, resume)

    def the_replay_is_taken_in(self) -> None:
        """CL-43 P-8.6: replays what was missed after resumed, and breaks the connection again -> the next resume counts
        what was replayed"""
        guest = self.seated()
        self.answers(guest)
        self.place.said("you have missed this")
        self.place.said("and this")
        back, _ = _back(self, guest)
        self.answers(back)
        _, resume = _back(self, back)
        _counts(self, resume)

    def a_snapshot_instead(self) -> None:
        """CL-44 P-8.6 P-8.7: sends a snapshot far ahead instead of a replay, and breaks the connection again -> the
        next resume goes on from the snapshot"""
        guest = self.seated()
        self.answers(guest)
        self.place.n = self.place.picture.n = 900
        back, _ = _back(self, guest, whole=True)
        back.say(self.place.said("much has happened"))
        self.answers(back)
        _, resume = _back(self, back)
        _counts(self, resume)

    def a_snapshot_from_before(self) -> None:
        """CL-45 P-5.10 P-8.6: sends a snapshot with a lower number than was told before, as after a loss of what was
        stored -> the client takes it: the next resume goes on from there"""
        guest = self.seated()
        guest.say(*(self.place.said(f"line {at}") for at in range(10)))
        self.answers(guest)
        self.place.n = self.place.picture.n = 5
        back, _ = _back(self, guest, whole=True)
        self.answers(back)
        _, resume = _back(self, back)
        _counts(self, resume)

    def a_gap(self) -> None:
        """CL-46 P-8.5 SHOULD: leaves an entry out -> the client resumes without seen"""
        guest = self.seated()
        self.place.said("this one is kept back")
        guest.say(self.place.said("and this one comes"))
        back = _anew(self, guest)
        _is(self.resumed(back), token=self.token, seen=None)
        self.answers(back)

    def an_entry_twice(self) -> None:
        """CL-47 P-8.5 SHOULD: tells an entry again that it has told before -> the client resumes without seen: it is
        not the next one"""
        guest = self.seated()
        said = self.place.said("twice")
        guest.say(said, said)
        _is(self.resumed(_anew(self, guest)), token=self.token, seen=None)

    def a_bad_token(self) -> None:
        """CL-48 P-5.6: refuses the token with bad_token and closes -> a login on a new connection, and the token is no
        longer shown"""
        guest = self.seated()
        guest.reset()
        back = self.returns()
        self.resumes(back)
        back.say({"t": "error", "code": "bad_token", "text": "This token is good for nothing."})
        back.bye("bad_token", come_back=False)
        again = self.perhaps()
        if again is None:
            if self.program.ended() is None and not self.program.shown.strip():
                raise Failed("after bad_token the client neither logs in anew nor says why it does not")
            return
        self.greeted(again)
        self.program.types("start")
        if (began := again.hear("login", "resume"))["t"] == "resume":
            raise Failed(f"the client shows {'the same' if began.get('token') == self.token else 'a'} token again")
        self.token = secrets.token_urlsafe(24)
        again.say({"t": "logged_in", "name": self.name, "token": self.token})
        self.sound()

    def another_server(self) -> None:
        """CL-49 P-5.5 P-5.10: comes back as a server with another id -> no token is shown to it: a login, or the end"""
        guest = self.seated()
        guest.reset()
        back = self.greeted(self.returns(), server_id="another")
        self.program.types("start")
        for message in back.collect(2.0):
            fail_if(self.token in str(message), f"{message['t']} shows the token to another server")
            if message["t"] == "login":
                break
        self.sound()

    def a_bad_number(self) -> None:
        """CL-50 P-8.6: answers resume with bad_seq -> the client resumes without seen, here or on a new connection, or
        says so; not with the same number again"""
        guest = self.seated()
        guest.reset()
        back = self.returns()
        counted(self.resumes(back))
        back.say({"t": "error", "code": "bad_seq", "field": "seen", "args": {"n": 1}})
        found = [one for one in back.collect(1.5) if one["t"] == "resume"]
        if not found and (again := self.perhaps()) is not None:
            self.greeted(again)
            found = [again.hear("resume", "login")]
        fail_if(any(one.get("seen") is not None for one in found), "the client asks for the same entries again")
        if not found and self.program.ended() is None and not self.program.shown.strip():
            raise Failed("the client does not go on, and does not say why")
        self.sound()

    def unanswered_requests_again(self) -> None:
        """CL-51 P-6.4 P-5.9 SHOULD: breaks the connection before a request is answered -> after resumed the client
        sends it again, with its id, as it was"""
        guest = self.playing()
        first = self.turn(guest, card("R2"), card("R4"), DRAW)
        back, _ = _back(self, guest)
        again = self.request(back, *PLAYS)
        if again is None:
            raise Failed(f"{first['t']} with the id {first['id']} is not sent again")
        fail_if(again != first, f"{first!r} comes again as {again!r}")

    def answered_requests_not_again(self) -> None:
        """CL-52 P-6.4 P-5.9: answers a request and breaks the connection -> after resumed it does not come again"""
        guest = self.playing()
        play = self.turn(guest, card("R2"))
        guest.say({"t": "ok", "id": play["id"]})
        guest.say(self.place.entry("cards_played", seat=0, cards=["R2"]), self.place.asked("take_turn", seat=1))
        guest.say(self.place.legal())
        self.answers(guest)
        back, _ = _back(self, guest)
        for request in back.collect(1.5):
            if request.get("id") in [one.get("id") for one in guest.heard]:
                raise Failed(f"{request['t']} with the id {request['id']} was answered, and comes again")

    def ids_rise_across_connections(self) -> None:
        """CL-53 P-6.1: lets the client ask on two connections of a session -> every new request has a higher id"""
        guest = self.playing()
        play = self.turn(guest, card("R2"), DRAW)
        guest.say({"t": "error", "id": play["id"], "code": "stale", "args": {"decision": self.place.decision}})
        self.answers(guest)
        back, _ = _back(self, guest)
        later = self.turn(back, card("R4"), DRAW)
        fail_if(later["id"] <= play["id"], f"after the id {play['id']} there comes {later['id']}")

    def the_last_id_is_taken(self) -> None:
        """CL-54 P-6.1 P-5.8: says in resumed that an id of 5,000 was the last -> new requests have higher ids"""
        guest = self.playing()
        back, _ = _back(self, guest, last_id=5000)
        later = self.turn(back, card("R2"), DRAW)
        fail_if(later["id"] <= 5000, f"after a last_id of 5000 there comes {later['id']}")

    def a_lower_last_id(self) -> None:
        """CL-55 P-6.4 P-6.1: says a lower last_id in resumed than was used, as after a restart -> the client goes on,
        with ids above any that it has used"""
        guest = self.playing()
        play = self.turn(guest, card("R2"), DRAW)
        guest.say({"t": "error", "id": play["id"], "code": "stale", "args": {"decision": self.place.decision}})
        self.answers(guest)
        highest = self.last_id
        back, _ = _back(self, guest, last_id=1)
        later = self.turn(back, card("R4"), DRAW)
        fail_if(later["id"] <= highest, f"after the id {highest} there comes {later['id']}")

    def the_table_is_gone(self) -> None:
        """CL-56 P-5.8 P-7.10: says in resumed that the session is no longer at a table -> the client goes on without
        it, or says so and ends"""
        guest = self.playing()
        guest.reset()
        back = self.returns()
        self.resumes(back)
        back.say({"t": "resumed", "name": self.name, "last_id": self.last_id})
        for request in back.collect(1.0):
            fail_if(request["t"] in PLAYS, f"the client sends {request['t']} for a table that is gone")
            self.settle(back, request)
        self.survives(back)

    def the_token_is_a_secret(self) -> None:
        """CL-57 P-5.5: gives a token, plays, breaks the connection, and says bye -> the token is in nothing that the
        client shows"""
        _whole_life(self)
        fail_if(self.token.encode() in self.program.shown, "the token is shown")

    def the_token_is_kept_well(self) -> None:
        """CL-114 P-5.5 SHOULD: gives a token, plays, breaks the connection, and says bye, and looks at the client's
        files -> the token is in no file that others may read: by its mode, and those of the folders that it lies in"""
        _whole_life(self)
        for path in self.program.kept:
            if self.token.encode() in path.read_bytes() and self.program.is_open_to_others(path):
                raise Failed(f"the token lies in {path.name}, which others may read")

    def a_login_without_an_answer(self) -> None:
        """CL-58 P-5.9 P-5.1: breaks the connection between login and logged_in -> the client logs in again, or ends"""
        guest = self.greeted()
        guest.hear("login")
        guest.reset()
        back = self.perhaps(8.0)
        if back is None:
            skip_if(self.program.ended() is None, "the client asks its user what to do")
            return
        self.greeted(back)
        fail_if(back.hear("login", "resume")["t"] == "resume", "the client resumes with a token that nobody gave it")

    def the_entrance_again(self) -> None:
        """CL-59 P-6.4 P-5.10 SHOULD: breaks the connection before the request for a table is answered, and resumes
        without a table -> the request again, with its old id, or a new one for the same table; or the client says so
        and ends"""
        guest = self.entered()
        first = self.entrance(guest)
        guest.reset()
        back = self.returns()
        self.resumes(back)
        back.say({"t": "resumed", "name": self.name, "last_id": 0})
        try:
            again = self.request(back, *ENTRANCES)
        except Failed:
            self.survives(back)
            return
        if again is None:
            raise Failed(f"{first['t']} is not asked again")
        fail_if(again["id"] == first["id"] and again != first, f"{first!r} comes again as {again!r}")

    def a_list_before_an_old_answer(self) -> None:
        """CL-120 P-9.4 P-6.4 P-6.3 SHOULD: carries a draw out, and breaks the connection before its answer; after
        resumed come what it brought about, the next list, and then ok to the draw that is asked again -> the client
        plays from that list: it holds until another one comes"""
        guest = self.playing()
        draw = self.turn(guest, DRAW)
        place = self.place
        place.entry("cards_drawn", seat=0, count=1, reason="turn", cards=["R7"])
        place.asked("play_drawn")
        next_ = (action("keep"), card("R7"))
        place.legal(*next_)
        back, _ = _back(self, guest)
        for _ in range(5):
            later = self.request(back, *PLAYS)
            if later is None:
                break
            if later.get("decision") == place.decision:
                fail_if(later["t"] not in ("keep", "play"), f"the client sends {later!r:.200}")
                return
            if later["id"] == draw["id"]:
                back.say({"t": "ok", "id": draw["id"]})
                self.type_one(back, *next_)
            else:
                back.say({"t": "error", "id": later["id"], "code": "stale", "args": {"decision": place.decision}})
        raise Failed("the client does not answer the question that is asked now")

    def the_name_is_held_by_a_lost_login(self) -> None:
        """CL-137 P-5.4 P-5.9 SHOULD: breaks the connection between login and logged_in, then says name_taken twice ->
        the client tries the same name again, as its own lost login may hold it, and gets in"""
        guest, name = _lost_login(self), self.name
        for _ in range(2):
            fail_if(guest.hear("login")["name"] != name, "the client takes another name")
            guest.say({"t": "error", "code": "name_taken", "field": "name"})
            try:
                guest.waits()
            except PeerClosed:
                again = self.perhaps(max(RETURNING, self.timeout))
                if again is None:
                    raise Failed("the client gives up the name, which its own lost login may hold") from None
                guest = self.greeted(again)
        self.log_in(guest)
        self.answers(guest)

    def the_name_is_held_for_ever(self) -> None:
        """CL-138 P-5.9 P-5.4 SHOULD: breaks the connection between login and logged_in, and says name_taken for 6
        seconds -> no storm: not more than 20 logins"""
        count = logins_within(self, _lost_login(self), 6.0, {"code": "name_taken", "field": "name"})
        fail_if(count > 20, f"within 6 seconds the client logs in {count} times")
        self.sound()

    def a_slow_resume(self) -> None:
        """CL-139 P-5.10: answers resume after 3 seconds, as a server that has just started -> the client waits"""
        guest = self.seated()
        guest.reset()
        back = self.returns()
        resume = self.resumes(back)
        fail_if(back.collect(3.0) or back.ended, "the client does not wait for the answer to resume")
        self.answer_resume(back, resume)
        self.answers(back)

    def too_old_to_be_answered(self) -> None:
        """CL-140 P-6.4 P-6.6: breaks the connection before a request is answered, and says old_id to its repeat -> the
        client takes that as a refusal: it does not send that id again, and plays in its next turn"""
        guest = self.playing()
        first = self.turn(guest, card("R2"), DRAW)
        back, _ = _back(self, guest)
        again = self.request(back, *PLAYS)
        if again is None or again["id"] != first["id"]:
            raise Skipped("the client does not repeat what was not answered (CL-51)")
        back.say({"t": "error", "id": again["id"], "code": "old_id", "args": {"last_id": again["id"] + 9}})
        back.say(self.place.asked("take_turn", seat=BOB), self.place.legal())
        later = self.turn(back, card("R4"), DRAW)
        fail_if(later["id"] <= first["id"], f"the client sends {later['t']} with the id {later['id']}, too old")
