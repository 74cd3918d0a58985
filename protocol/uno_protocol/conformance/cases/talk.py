"""Chat at a table and in the lobby: how it is cleaned, how often, and who may not (P-7.26 to P-7.29)."""

import unicodedata

from uno_protocol.conformance import tabled
from uno_protocol.conformance.checks import lost
from uno_protocol.conformance.link import PeerClosed, Silent
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, Skipped, alike, fail_if, same, says, skip_if

_REACTIONS = ("nice", "haha", "wow", "oops", "sorry", "thanks", "hurry", "good_game")
_MOST_AT_ONCE = 60
"""So often a case speaks at most to learn how often one may; five times are usual, and more are no fault (P-7.29)."""
_WITHOUT_END = 250
"""Somebody who may speak that often in a row may speak as often as they like, not just a few times (P-7.29)."""
_PATIENCE = 10
"""Seconds for which a case waits at most until it may speak again."""


def _tried(person: Person, type_: str = "chat", **fields: object) -> int:
    """Speak or react once; the seconds to wait if it is `limit` (P-7.29), 0 if it was carried out. Raises Failed."""
    answer = person.answer(person.request(type_, **fields))
    if answer["t"] == "ok":
        return 0
    seconds = answer.get("args", {}).get("seconds")
    if answer.get("code") != "limit" or isinstance(seconds, bool) or not isinstance(seconds, int) or seconds < 1:
        raise Failed(f"{type_} should be carried out, or be limit with the seconds to wait; there came {answer}")
    return seconds


def _say(person: Person, type_: str, **fields: object) -> None:
    """Speak or react, which must be carried out, as soon as the person may (P-7.29). Raises Failed or Skipped."""
    until = person.kit.world.now() + 2 * _PATIENCE
    while wait := _tried(person, type_, **fields):
        if wait > _PATIENCE or person.kit.world.now() > until:
            raise Skipped("the server lets people speak so seldom that this takes too long")
        person.kit.world.sleep(wait)


def _said(person: Person) -> str:
    """The text of the next `said`."""
    text = person.event("said").get("text")
    if not isinstance(text, str):
        raise Failed("said has no text")
    return text


def _told_at(person: Person, kind: str, after: int = 0) -> list[Message]:
    return [entry["event"] for entry in person.entries if entry["n"] > after and entry["event"]["k"] == kind]


def _listener(kit: Kit) -> Person:
    person = kit.person()
    person.link.hears_everybody = True
    return person


def _lines(person: Person, names: set[str] | None, seconds: float = 0.4) -> list[Message]:
    """The lobby lines of these people, or of all, from now until none arrives for a while."""
    found: list[Message] = []
    until = person.kit.world.now() + 5
    while person.kit.world.now() < until:
        try:
            message = person.link.next(seconds)
        except (Silent, PeerClosed):
            break
        if message["t"] == "lobby_said" and (names is None or message.get("name") in names):
            found.append(message)
    return found


def _at_once(person: Person, *requests: Message) -> int:
    """How often in a row that is let, over and over again, until it is `limit`. Raises Failed or Skipped."""
    for count in range(_MOST_AT_ONCE):
        if _tried(person, **requests[count % len(requests)]):
            return count
    raise Skipped(f"one may speak {_MOST_AT_ONCE} times at once and more, too often to be tried")


_WORD: Message = {"type_": "chat", "text": "word"}
_NICE: Message = {"type_": "react", "reaction": "nice"}


def _about(count: int) -> int:
    """The most that `count` may have become, with what the time since allows."""
    return count + max(1, count // 2)


tabled.of_group(__name__, "TA")


class TalkCases(Kit):
    def chat(self) -> None:
        """TA-1 P-7.26 P-8.2: chats at a table -> said to all there, the speaker and the spectator"""
        ann, bob = self.table(2)
        cem = self.person()
        cem.watch(ann.code)
        _say(bob, "chat", text="good evening")
        for one in (ann, bob, cem):
            event = one.event("said")
            alike("the event", {"k": "said", "name": bob.name, "text": "good evening", "seat": bob.seat}, event)
        same("the numbers", [ann.n, ann.n], [bob.n, cem.n])

    def chat_of_who_watches(self) -> None:
        """TA-2 P-7.26 P-8.3: chats as a spectator -> said to all there, without a seat"""
        ann, bob = self.watched()
        _say(bob, "chat", text="hello", to="table")
        event = ann.event("said")
        alike("the event", {"k": "said", "name": bob.name, "text": "hello", "seat": None}, event)

    def chat_is_of_one_table(self) -> None:
        """TA-4 P-7.26: chats at one table -> nobody hears it at another, or in the lobby"""
        ann, bob = self.hosted(2)
        bob.open()
        bob.catch_up()
        cem = _listener(self)
        _say(ann, "chat", text="between us")
        ann.event("said")
        self.quiet(bob.link)
        fail_if(_lines(cem, {ann.name}), "the lobby hears what is said at a table")

    def chat_in_mid_round(self) -> None:
        """TA-5 P-7.26: chats during a round, and while the game is paused -> said; the question stays"""
        ann, bob = self.playing(2)
        before = (ann.decision, ann.waiting_for, list(ann.hand))
        _say(bob, "chat", text="my turn?")
        same("the text", "my turn?", _said(ann))
        ann.ok("pause")
        _say(bob, "react", reaction="hurry")
        ann.event("reacted")
        same("the question and the hand", before, (ann.decision, ann.waiting_for, list(ann.hand)))

    def remarks(self) -> None:
        """TA-6 P-7.26 P-8.7: says more than 20 things, and somebody sits down -> the last 20 are in the snapshot,
        oldest first, with name and seat"""
        people = self.table(5, seats=6)
        texts = []
        for turn in range(5):
            for one in people:
                _say(one, "chat", text=(text := f"{turn} {one.name}"))
                texts.append((one.name, one.seat, text))
        last = self.person()
        last.join(people[0].code)
        found = [(one["name"], one.get("seat"), one["text"]) for one in last.room["remarks"]]
        same("the remarks", texts[-20:], found)
        people[0].catch_up()
        same("the remarks in the folded picture", last.room["remarks"], people[0].room["remarks"])

    def remarks_of_who_has_left(self) -> None:
        """TA-7 P-7.26: says something and leaves -> it stays in the room for those who come later"""
        ann, bob = self.table(2)
        _say(bob, "chat", text="goodbye")
        bob.ok("leave_table")
        cem = self.person()
        cem.watch(ann.code)
        same("the remarks", [(bob.name, "goodbye")], [(one["name"], one["text"]) for one in cem.room["remarks"]])

    def what_was_said_meanwhile(self) -> None:
        """TA-8 P-7.26 P-8.6: is away while others chat, and resumes -> said, with its number, once"""
        ann, bob = self.table(2)
        bob.catch_up()
        lost(bob, ann)
        _say(ann, "chat", text="where are you?")
        bob.back(table=bob.code, seen=bob.n)
        same("the text", "where are you?", _said(bob))
        bob.catch_up()
        same("how often", 1, len(_told_at(bob, "said")))

    def said_once(self) -> None:
        """TA-9 P-7.26 P-6.4: sends a chat again with its id -> ok, and it is said once"""
        ann, bob = self.table(2)
        _say(bob, "chat", text="once")
        bob.link.send({"t": "chat", "id": bob.last_id, "text": "once"})
        fail_if(bob.answer(bob.last_id)["t"] != "ok", "a repeat gets the answer that it got")
        ann.catch_up()
        same("how often", 1, len(_told_at(ann, "said")))

    def one_line(self) -> None:
        """TA-10 P-7.26 P-13.3: says something with line breaks, tabs and runs of blanks -> one line, with single
        blanks, and none at its ends"""
        ann, _ = self.table(2)
        for text, due in ((" a\nb\r\nc\td  ", "a b c d"), ("a   b\u2028c\u2029d", "a b c d")):
            _say(ann, "chat", text=text)
            same(f"{text!r}", due, _said(ann))

    def nothing_that_moves_the_cursor(self) -> None:
        """TA-11 P-7.26 P-13.3: says something with control, format and directional characters, and what is drawn as
        nothing -> none of them in what is said"""
        ann, bob = self.table(2)
        for one, text in (
            (ann, "a\x1b]52;c;eHg=\x07b"),
            (ann, "a\x00\x08\x7f\x9bb"),
            (ann, "a\u202e\u2066\u200f\u200b\ufeff\u2060b"),
            (bob, "a\u3164\u2800\u115f\u034fb"),
            (bob, "a\ue000\U000e0041b"),
        ):
            _say(one, "chat", text=text)
            found = _said(ann)
            bad = [letter for letter in found if unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cn")]
            fail_if(bad or any(letter in found for letter in "\u3164\u2800\u115f\u034f"), f"{text!r} became {found!r}")
            if not found.startswith("a") or not found.endswith("b"):
                raise Failed(f"of {text!r} the letters are not left: {found!r}")

    def marks_are_few(self) -> None:
        """TA-12 P-7.26: says something in NFD, and with a hundred marks on a letter -> NFC, few marks"""
        ann, _ = self.table(2)
        _say(ann, "chat", text="cafe\u0301")
        same("what is said", "caf\u00e9", _said(ann))
        _say(ann, "chat", text="x" + "\u0302" * 100 + "y")
        found = _said(ann)
        fail_if(not found.endswith("y") or len(found) > 12, f"a hundred marks are told as {len(found)} characters")

    def long_speeches(self) -> None:
        """TA-13 P-7.26 P-10.1: says more than there may be -> it is cut at limits.chat_length"""
        most = self.limit("chat_length")
        ann, _ = self.table(2)
        for length in (most, most + 1, 1024):
            _say(ann, "chat", text="x" * length)
            found = _said(ann)
            if len(found) > most or (length == most and found != "x" * most) or found[: most - 3] != "x" * (most - 3):
                raise Failed(f"{length} characters are told as {len(found)}: {found[:10]}...{found[-10:]}")

    def too_long_to_be_read(self) -> None:
        """TA-14 P-7.26 P-3.10 P-3.6: says more than 1,024 characters -> bad_schema, field text"""
        ann, bob = self.table(2)
        says(ann.refused("chat", "bad_schema", text="x" * 1025), "text")
        bob.catch_up()
        same("what was said", [], _told_at(bob, "said"))

    def nothing_to_read(self) -> None:
        """TA-15 P-7.26 P-12.1: says nothing that could be seen -> bad_text, field text; nothing is told"""
        ann, bob = self.table(2)
        for text in ("", "   ", "\n\t", "\u200b\u2060", "\x1b\x07", "\u3164"):
            says(ann.refused("chat", "bad_text", text=text), "text")
        bob.catch_up()
        same("what was said", [], _told_at(bob, "said"))

    def markup(self) -> None:
        """TA-16 P-7.26 P-13.3: says markup and format strings -> they are told as they are"""
        ann, _ = self.table(2)
        for text in ("<b>hi</b> a<b", "{x} %s %(y)d", "&amp; $HOME \\n `ls`"):
            _say(ann, "chat", text=text)
            same("what is said", text, _said(ann))

    def reactions(self) -> None:
        """TA-17 P-7.26 P-8.2: reacts in every way there is -> reacted, with name and seat; not kept"""
        ann, bob = self.table(2)
        for one, some in ((ann, _REACTIONS[:4]), (bob, _REACTIONS[4:])):
            for reaction in some:
                _say(one, "react", reaction=reaction)
                due = {"k": "reacted", "name": one.name, "reaction": reaction, "seat": one.seat}
                alike("the event", due, ann.event("reacted"))
        cem = self.person()
        cem.watch(ann.code)
        same("the remarks", [], cem.room["remarks"])

    def reactions_of_who_watches(self) -> None:
        """TA-18 P-7.26: reacts as a spectator -> reacted, without a seat"""
        ann, bob = self.watched()
        _say(bob, "react", reaction="wow")
        due = {"k": "reacted", "name": bob.name, "reaction": "wow", "seat": None}
        alike("the event", due, ann.event("reacted"))

    def speaking_too_fast(self) -> None:
        """TA-20 P-7.29 P-10.4 P-12.1: chats until it is refused, waits as long as told, and chats again -> limit with
        the seconds, and what was refused is not said; after that time something is"""
        ann, bob = self.table(2)
        let: list[str] = []
        while not (wait := _tried(bob, text=(text := f"word {len(let)}"))):
            let.append(text)
            fail_if(len(let) == _WITHOUT_END, f"{len(let)} times in a row, and limit is not told")
        skip_if(wait > _PATIENCE, f"the server lets speak again after {wait} seconds, too long to wait")
        bob.catch_up(0)
        self.world.sleep(wait)
        fail_if(_tried(bob, text="after that"), f"{wait} seconds were to be waited, and then it is limit again")
        until = ann.kit.timeout
        ann.find(lambda one: one["t"] == "entry" and one["event"].get("text") == "after that", "said", until)
        same("what was said", [*let, "after that"], [event["text"] for event in _told_at(ann, "said")])
        self.stays(bob.link)

    def speaking_and_reacting(self) -> None:
        """TA-21 P-7.29: chats until it is limit, then another chats and reacts -> as often in all"""
        ann, bob = self.table(2)
        often = _at_once(ann, _WORD)
        if (both := _at_once(bob, _WORD, _NICE)) > _about(often):
            raise Failed(f"one may speak {often} times at once, and speak and react {both} times")

    def speaking_here_and_there(self) -> None:
        """TA-22 P-7.29: chats in the lobby and then at a table -> together as often as at a table alone"""
        ann, bob = self.hosted(2)
        often = _at_once(ann, _WORD)
        before = sum(not _tried(bob, to="lobby", text="word") for _ in range(max(1, often - 1)))
        skip_if(not before, "the server lets nobody speak in its lobby at the moment")
        bob.open()
        if before + (after := _at_once(bob, _NICE)) > _about(often):
            raise Failed(f"one may speak {often} times at once, and {before} times in the lobby and {after} at a table")

    def each_for_oneself(self) -> None:
        """TA-23 P-7.29: chats as often as it may, while others chat -> the others are not in its way"""
        ann, bob = self.table(2)
        _at_once(ann, _WORD)
        fail_if(_tried(bob, text="now me"), "one has spoken as often as it may, and another is refused")

    def what_is_refused_does_not_count(self) -> None:
        """TA-24 P-7.29 P-6.6: tries to say what is refused -> what was refused does not count"""
        ann, bob = self.table(2)
        often = _at_once(ann, _WORD)
        for _ in range(often + 1):
            bob.refused("chat", "bad_text", text="\u200b")
        if (after := _at_once(bob, _WORD)) < max(1, often - max(1, often // 3)):
            raise Failed(f"one may speak {often} times at once, and only {after} times after what was refused")

    def lobby(self) -> None:
        """TA-25 P-7.27: chats in the lobby -> lobby_said with one number to every session there; to nobody else"""
        ann, bob, cem, dan = (_listener(self) for _ in range(4))
        cem.open()
        cem.catch_up()
        dan.ok("spectate_table", table=cem.code)
        stranger = self.greeted()
        stranger.hears_everybody = True
        _say(ann, "chat", to="lobby", text="who plays?")
        heard = [_lines(one, {ann.name}) for one in (ann, bob)]
        for lines in heard:
            same("what is heard", [(ann.name, "who plays?")], [(one["name"], one["text"]) for one in lines])
        same("the number", heard[0][0]["n"], heard[1][0]["n"])
        for one in (cem, dan):
            fail_if(_lines(one, {ann.name}), "the lobby is heard at a table")
        self.quiet(stranger)

    def the_answer_before_the_line(self) -> None:
        """TA-26 P-7.27 P-6.3: chats in the lobby -> first the answer, then lobby_said"""
        person = _listener(self)
        order: list[str] = []
        id = person.request("chat", to="lobby", text="first the answer")
        while len(order) < 2:
            message = self.hear(person.link)
            skip_if(message.get("code") == "limit", "the server lets nobody speak in its lobby at the moment")
            if message.get("name") == person.name or message.get("id") == id:
                order.append(message["t"])
        same("the order", ["ok", "lobby_said"], order)

    def lines_are_numbered(self) -> None:
        """TA-27 P-7.27: listens to the lobby -> lines numbered without gaps"""
        ann, bob = _listener(self), self.person()
        for count in range(4):
            _say(bob, "chat", to="lobby", text=f"line {count}")
        numbers = [line["n"] for line in _lines(ann, None)]
        if len(numbers) < 4 or numbers[0] < 1 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise Failed(f"the numbers are {numbers}")

    def lobby_talk(self) -> None:
        """TA-28 P-7.27: asks what was said in the lobby, all of it and after a number -> at most 50 lines, oldest
        first, as they were said; then those after that one"""
        ann, bob = self.people(2)
        for count in range(3):
            _say(ann, "chat", to="lobby", text=f"line {count}")
        lines = bob.ok("lobby_talk")["lines"]
        mine = [line for line in lines if line["name"] == ann.name]
        same("what was said", ["line 0", "line 1", "line 2"], [line["text"] for line in mine])
        numbers = [line["n"] for line in lines]
        if len(lines) > 50 or numbers != sorted(set(numbers)):
            raise Failed(f"lobby_talk gives {len(lines)} lines with the numbers {numbers}")
        later = bob.ok("lobby_talk", after=mine[1]["n"])["lines"]
        if not later or later[0]["n"] <= mine[1]["n"] or "line 2" not in [line["text"] for line in later]:
            raise Failed(f"after {mine[1]['n']} there came {[line['n'] for line in later]}")
        same("after the last", [], bob.ok("lobby_talk", after=2**53 - 1)["lines"])

    def lobby_talk_at_a_table(self) -> None:
        """TA-29 P-7.27: asks at a table what was said in the lobby -> lobby_talk, as everywhere"""
        ann, bob = self.people(2)
        _say(ann, "chat", to="lobby", text="for later")
        bob.open()
        lines = bob.ok("lobby_talk")["lines"]
        if (ann.name, "for later") not in [(line["name"], line["text"]) for line in lines]:
            raise Failed("what was said is not in lobby_talk")

    def lobby_from_a_table(self) -> None:
        """TA-30 P-7.27 P-12.1: chats in the lobby from a table -> already_at_table; nobody hears it"""
        ann, bob, cem = self.person(), self.person(), _listener(self)
        ann.open()
        bob.watch(ann.code)
        for one in (ann, bob):
            says(one.refused("chat", "already_at_table", to="lobby", text="hello"), table=ann.code)
        fail_if(_lines(cem, {ann.name, bob.name}), "what was refused is heard in the lobby")

    def lobby_is_cleaned(self) -> None:
        """TA-31 P-7.27 P-7.26: says unclean things in the lobby, and nothing -> cleaned; bad_text"""
        person = _listener(self)
        _say(person, "chat", to="lobby", text=" a\n\x1b[2J\u202eb  c ")
        lines = person.ok("lobby_talk")["lines"]
        (text,) = [line["text"] for line in lines if line["name"] == person.name]
        same("what is said", "a [2Jb c", text)
        says(person.refused("chat", "bad_text", to="lobby", text="\u200b"), "text")

    def said_once_in_the_lobby(self) -> None:
        """TA-32 P-7.27 P-6.4: sends a chat to the lobby again with its id -> ok, and it is said once"""
        ann, bob = _listener(self), self.person()
        _say(bob, "chat", to="lobby", text="once")
        bob.link.send({"t": "chat", "id": bob.last_id, "to": "lobby", "text": "once"})
        fail_if(bob.answer(bob.last_id)["t"] != "ok", "a repeat gets the answer that it got")
        same("how often", 1, len(_lines(ann, {bob.name})))

    def nothing_is_replayed(self) -> None:
        """TA-33 P-7.27: loses the connection in the lobby, others chat, and it resumes -> nothing is replayed"""
        ann, bob = self.people(2)
        ann.ok("list_tables")
        ann.drop()
        _say(bob, "chat", to="lobby", text="too late")
        ann.back()
        ann.link.hears_everybody = True
        same("what is heard", [], _lines(ann, {bob.name}))
        fail_if("too late" not in [line["text"] for line in ann.ok("lobby_talk")["lines"]], "lobby_talk lacks it")

    def back_in_the_lobby(self) -> None:
        """TA-34 P-7.27: leaves a table and listens -> the lobby is heard again"""
        ann, bob = _listener(self), self.person()
        ann.open()
        ann.ok("leave_table")
        _say(bob, "chat", to="lobby", text="welcome back")
        same("what is heard", ["welcome back"], [line["text"] for line in _lines(ann, {bob.name})])

    def mute(self) -> None:
        """TA-36 P-7.28 P-12.1: silences somebody, who chats and reacts -> mute_changed to all, the name in the room;
        muted each time, and nothing is told"""
        ann, bob = self.table(2)
        ann.ok("mute", name=bob.name)
        for one in (ann, bob):
            event = one.event("mute_changed")
            same("the event", (bob.name, True), (event.get("name"), event.get("muted")))
        bob.refused("chat", "muted", text="mmm")
        bob.refused("react", "muted", reaction="hurry")
        _say(ann, "chat", text="peace")
        bob.event("said")
        bob.ok("ready")
        ann.catch_up()
        same("what was said", ["peace"], [event["text"] for event in _told_at(ann, "said")])
        same("the muted", [bob.name], ann.room["muted"])

    def muted_at_one_table(self) -> None:
        """TA-38 P-7.28: is muted at one table -> may chat in the lobby, and at another"""
        ann, bob = self.table(2)
        ann.ok("mute", name=bob.name)
        bob.ok("leave_table")
        _say(bob, "chat", to="lobby", text="free")
        bob.open()
        _say(bob, "chat", text="free here too")

    def speaking_again(self) -> None:
        """TA-39 P-7.28: unsilences somebody, twice, also after they have left -> ok each time, mute_changed once; they
        can chat when they are back"""
        ann, bob = self.table(2)
        ann.ok("mute", name=bob.name)
        ann.ok("mute", name=bob.name)
        bob.ok("leave_table")
        for _ in range(2):
            ann.ok("mute", name=bob.name, muted=False)
        ann.catch_up()
        told_ = [event.get("muted", False) for event in _told_at(ann, "mute_changed")]
        same("what was told", [True, False], told_)
        same("the muted", [], ann.room["muted"])
        bob.join(ann.code)
        _say(bob, "chat", text="thank you")

    def mute_nobody(self) -> None:
        """TA-40 P-7.28 P-12.1: mutes a name that is not at the table, no name, and a computer player -> no_such_player,
        field name"""
        ann, _ = self.table(2, seats=3)
        ann.ok("add_bot")
        bot = ann.event("seat_taken")["name"]
        for name in (self.name(), bot, ""):
            says(ann.refused("mute", "no_such_player", name=name), "name")

    def the_next_host_unmutes(self) -> None:
        """TA-41 P-7.28 P-7.5: becomes host again and unsilences somebody -> carried out"""
        ann, bob, cem = self.table(3)
        ann.ok("mute", name=cem.name)
        bob.refused("mute", "not_host", name=cem.name, muted=False)
        ann.ok("hand_over", seat=bob.seat)
        bob.ok("mute", name=cem.name, muted=False)
        _say(cem, "chat", text="at last")

    def what_the_muted_have_said(self) -> None:
        """TA-42 P-7.28 P-8.7: silences somebody who has chatted, and others come -> newcomers are not told what that
        player said, but what others said"""
        ann, bob = self.table(2, seats=3)
        _say(ann, "chat", text="one")
        _say(bob, "chat", text="two")
        ann.ok("mute", name=bob.name)
        for come in (Person.join, Person.watch):
            later = self.person()
            come(later, ann.code)
            same("the remarks", [(ann.name, "one")], [(one["name"], one["text"]) for one in later.room["remarks"]])
            later.ok("leave_table")
        ann.ok("mute", name=bob.name, muted=False)
        later = self.person()
        later.watch(ann.code)
        same("the remarks", ["one"], [one["text"] for one in later.room["remarks"]])
