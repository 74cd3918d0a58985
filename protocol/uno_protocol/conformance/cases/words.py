"""Words: messages with what they say, for clients that ask for it (P-4.9)."""

import re
from typing import Any

from uno_protocol.conformance.checks import lost
from uno_protocol.conformance.link import unpacked
from uno_protocol.conformance.placed import begin, lines, settle
from uno_protocol.conformance.rounds import may_move, turn_of, wait_for
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, fail_if, same, until

POSITION = "rules: official | seats: a b | hand a: R5 R6 R7 | hand b: B1 B2 B3 | stock: {} Y4 Y5 Y6 | discard: R9"


def _speaks(person: Person, message: Message, what: str) -> str:
    """The words of a message, of which there must be some. Raises Failed."""
    words = message.get("words")
    if not isinstance(words, str) or not words.strip():
        raise Failed(f"{person.name} wants words, and {what} has {words!r}")
    return words


def _of(person: Person, kind: str) -> Message:
    """The last entry of a kind."""
    found = [entry for entry in person.entries if entry["event"]["k"] == kind]
    fail_if(not found, f"{person.name} was told of no {kind}")
    return found[-1]


def _worded(value: Any) -> bool:
    """Whether something in a message has words."""
    if isinstance(value, dict):
        return "words" in value or any(map(_worded, value.values()))
    return isinstance(value, list) and any(map(_worded, value))


def _at_the_position(kit: Kit, drawn: str, words: tuple[str, str]) -> list[Person]:
    """Two people who want words, or none, where the first draws that card from the pile next."""
    kit.need("scenario")
    people = []
    for kit.words in words:
        people.append(kit.person())
    kit.words = ""
    people[0].open({"position": lines(POSITION.format(drawn)), "turn_seconds": 0})
    people[1].join(people[0].code)
    for one in people:
        one.ok("ready")
    begin(people)
    return people


def _draws(people: list[Person]) -> list[Message]:
    """The first draws a card: the entry as each of them got it."""
    people[0].play("draw")
    settle(people)
    return [_of(one, "cards_drawn") for one in people]


class WordsCases(Kit):
    def english(self) -> None:
        """WO-1 P-4.9: asks for words in English -> welcome says en; what happens, what is asked and what is refused has
        words, and names are in them"""
        self.words = "en"
        same("words of welcome", "en", self.greet(self.connect()).get("words"))
        ann, bob = people = self.table(2)
        _speaks(ann, ann.refused("start", "not_ready"), "a refusal")
        entry = _of(ann, "seat_taken")
        fail_if(bob.name not in _speaks(ann, entry, "seat_taken"), f"the words should name {bob.name}: {entry}")
        for one in people:
            one.ok("ready")
        ann.ok("start")
        wait_for(people, lambda: any(map(may_move, people)), self.timeout)
        asked = turn_of(people)
        _speaks(asked, asked.legal or {}, "a question")
        waiting = next(one for one in people if one is not asked)
        settle(people)
        fail_if(
            asked.name not in _speaks(waiting, _of(waiting, "asked"), "asked"), "the words do not name who is asked"
        )

    def an_unknown_language(self) -> None:
        """WO-2 P-4.9: asks for words in a language that no server knows -> welcome says en"""
        for tag in ("x-none", "x" * 16):
            same(f"words of welcome after {tag}", "en", self.greet(self.connect(), words=tag).get("words"))

    def not_asked(self) -> None:
        """WO-3 P-4.9: plays beside somebody who wants words, and does not want any -> no message has any"""
        ann, bob = _at_the_position(self, "Y3", ("en", ""))
        bob.ok("why_not")
        bob.ok("table_rules", table=ann.code)
        bob.ok("history")
        bob.refused("start", "not_host")
        _draws([ann, bob])
        bob.back()
        bob.find(lambda one: one["t"] == "snapshot", "snapshot")
        for link in self._links:
            for body in link.bodies if link is not ann.link else ():
                fail_if(_worded(unpacked(body)), f"nobody asked for words, and got {unpacked(body)}")

    def what_is_hidden(self) -> None:
        """WO-4 P-4.9 P-13.1: draws another card in each of two games, with words -> other words to who draws, the same
        to others"""
        told = []
        for card in ("Y3", "BS"):
            people = _at_the_position(self, card, ("en", "en"))
            said = [_speaks(one, entry, "cards_drawn") for one, entry in zip(people, _draws(people), strict=True)]
            told.append([words.replace(people[0].name, "a") for words in said])
        (mine, theirs), (mine_too, theirs_too) = told
        fail_if(mine == mine_too, f"who draws Y3 is told the same as who draws BS: {mine}")
        same("the words to the other player", theirs, theirs_too)

    def what_was_missed(self) -> None:
        """WO-5 P-4.9 P-8.6 P-8.8: comes back to what was missed, and asks for the history -> both have words, and they
        are those that somebody who stayed got"""
        self.words = "en"
        ann, bob, cem = self.table(3, turn_seconds=0)
        for one in (ann, bob, cem):
            one.ok("ready")
        ann.ok("start")
        settle([ann, bob, cem])
        asked = turn_of([ann, bob, cem])
        away, stays = (one for one in (ann, bob, cem) if one is not asked)
        seen = away.n
        lost(away, stays)
        asked.play("draw")
        settle([asked, stays])
        away.back(table=away.code, seen=seen)
        until(away, lambda: away.n >= stays.n, f"entry {stays.n}")
        due = _speaks(stays, _of(stays, "cards_drawn"), "cards_drawn")
        same("the words of what was missed", due, _speaks(away, _of(away, "cards_drawn"), "a missed entry"))
        past = [entry for entry in away.ok("history")["entries"] if entry["event"]["k"] == "cards_drawn"]
        same("the words in the history", due, _speaks(away, past[-1], "an entry of a history"))

    def the_rules(self) -> None:
        """WO-6 P-4.9 P-7.15: asks for the rules of two tables, with words -> parts of sentences, which say how many
        cards are dealt, and what the host has written"""
        self.words = "en"
        own = {"extra": "0,0,1", "customizable_rule": "own"}
        tables = ({"options": {"hand_size": "9"}}, {"options": {**own, "hand_size": "8"}, "own_text": "Sing it!"})
        said = []
        for new in tables:
            person = self.person()
            person.open(new)
            parts = self.person().ok("table_rules", table=person.code).get("words", [])
            fail_if(not all(part["title"] and part["lines"] for part in parts), f"a part says nothing: {parts}")
            said.append(" ".join(line for part in parts for line in part["lines"]))
        for due, other, text in (("9", "8", said[0]), ("8", "9", said[1])):
            numbers = re.findall(r"\d+", text)
            fail_if(due not in numbers or other in numbers, f"{due} cards are dealt, and the words are {text!r}")
        fail_if("Sing it!" not in said[1], f"the words lack the host's own rule: {said[1]!r}")
