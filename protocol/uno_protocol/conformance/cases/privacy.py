"""Secrets: two games that differ only in what a viewer may not know look the same to it (P-13.1)."""

from collections.abc import Callable

from uno_protocol.conformance.link import unpacked
from uno_protocol.conformance.moves import BALLOT, asked, go, placed, refusal, settle, until
from uno_protocol.conformance.placed import Told, begin, can, lines, named_nowhere, said_since, unlike
from uno_protocol.conformance.tools import Failed, Kit, Person, fail_if

Play = Callable[[list[Person]], None]

WORLD = (
    "rules: official uno_grace=0 out_of_turn_penalty=2 | seats: a b c | hand a: R5 R6 G9 W | hand b: R1 {b} | "
    "hand c: R2 {c} | stock: {stock} | discard: R9"
)


def _seen(kit: Kit, position: str, play: Play, viewers: tuple[int, ...]) -> list[list[Told]]:
    """Each viewer's messages of a game from `position`, from its beginning on, with codes and names blanked."""
    people = placed(kit, position, watching=1)
    words = [people[0].code, people[0].room["name"], *(one.name for one in people)]
    found = []
    marks = [_beginning(one) for one in people]
    play(people)
    settle(people)
    for viewer in viewers:
        one = people[viewer]
        kit.stays(one.link)
        kit.closing_seen = False
        found.append(said_since(one, marks[viewer], words))
    return found


def _beginning(person: Person) -> int:
    shots = [at for at, body in enumerate(person.link.bodies) if unpacked(body)["t"] == "snapshot"]
    return shots[-1]


def _the_same(kit: Kit, viewers: tuple[int, ...], *games: tuple[str, Play]) -> None:
    """Two games are the same to these viewers: what is said, and the size of every message. Raises Failed."""
    one, other = (_seen(kit, position, play, viewers) for position, play in games)
    for viewer, first, second in zip(viewers, one, other, strict=True):
        difference = unlike(first, second)
        fail_if(difference is not None, f"to viewer {viewer + 1} the games differ: {difference}")


THINKING = "rules: official uno_grace=0 | seats: a b | hand a: R5 R6 R7 R8 | hand b: {} | discard: R9"
GAMES = 3
"""Of each kind, at the same time, so that a slow machine slows both kinds."""
LONGER = 0.2
"""Seconds by which every pause of one kind is longer than each of the other, if that is no chance."""
LONGEST = 12.0
"""Seconds after which a case waits no longer for a computer player."""


def _in_words(pauses: list[float]) -> str:
    return ", ".join(f"{pause:.2f}" for pause in sorted(pauses))


def _pauses(kit: Kit, *positions: str) -> list[list[float]]:
    """For each of the positions, how long the computer player thinks in so many games of it, in seconds."""
    hosts = [_against_the_computer(kit, position) for _ in range(GAMES) for position in positions]
    first = [host.decision for host in hosts]
    for host in hosts:
        host.play("play", cards=["R5"])
    asked_at: dict[int, float] = {}
    took: dict[int, float] = {}
    end = kit.world.now() + LONGEST
    while len(took) < len(hosts):
        fail_if(kit.world.now() > end, f"the computer player has not moved after {LONGEST:g} seconds")
        for number, host in enumerate(hosts):
            host.linger(0.004)
            questions = host.decision - first[number]
            if questions >= 1:
                asked_at.setdefault(number, kit.world.now())
            if questions >= 2:
                took.setdefault(number, kit.world.now() - asked_at[number])
    return [[took[number] for number in range(at, len(hosts), len(positions))] for at in range(len(positions))]


def _against_the_computer(kit: Kit, position: str) -> Person:
    """The host of a table whose game has begun at a position, with a computer player in the other seat."""
    host = kit.person()
    host.open({"position": lines(position), "turn_seconds": 0, "bots": ["normal"]})
    host.ok("ready")
    begin([host])
    return host


def _three_turns(people: list[Person]) -> None:
    a, b, c, _ = people
    a.ok("why_not")
    refusal(a, "play", "not_in_hand", cards=["Y1"])
    refusal(a, "catch", "nothing_to_catch", target=1)
    go(people, "a plays R5 > b take_turn", "b draws > b play_drawn", "b keeps > c take_turn")
    b.ok("play", cards=["R1"], decision=c.decision)
    go(people, "c plays R2 > a take_turn")


def _hidden_things_differ(kit: Kit) -> None:
    one = WORLD.format(b="B1 G3 Y7", c="B2 G4 Y8", stock="Y1 Y2 Y3 Y4")
    other = WORLD.format(b="W W+4 RS", c="R2 R3 G+2", stock="R8 W RR B+2")
    _the_same(kit, (0, 3), (one, _three_turns), (other, _three_turns))


class PrivacyCases(Kit):
    def other_hands_and_the_draw_pile(self) -> None:
        """PV-1 P-13.1 P-8.2: plays two games in which the other hands and the draw pile differ, and does the same in
        both -> viewers who cannot know them get the same, in words and sizes: snapshots, entries, lists, refusals"""

        _hidden_things_differ(self)

    def the_last_card(self) -> None:
        """PV-2 P-13.1: leaves one card in two games, in which other cards are left, and is caught in both -> to the
        others the same, in words and sizes"""

        def play(people: list[Person]) -> None:
            a, b, _, _ = people
            a.play("play", cards=["R5"])
            until(b, lambda: can(b, k="catch", target=0), "catch in the list")
            b.play("catch", target=0)

        game = (
            "rules: official uno_grace=0 | seats: a b c | hand a: R5 {} | hand b: B1 B2 | hand c: G1 G2 | stock: {} "
            "| discard: R9"
        )
        _the_same(self, (1, 2, 3), (game.format("W+4", "Y1 Y2"), play), (game.format("Y8", "R1 W"), play))

    def what_a_challenge_was_judged_by(self) -> None:
        """PV-3 P-13.1 P-9.3: challenges two bluffs that were judged by other hands -> the same, in words and sizes, to
        those not shown the hand"""

        def play(people: list[Person]) -> None:
            go(people, "a plays W+4:G > b answer_draw_four", "b challenges > b take_turn")

        world = "rules: official | seats: a b c | hand a: W+4 {} | hand b: B1 | hand c: G1 | stock: {} | discard: R9"
        one, other = world.format("R1 G5 B7", "Y1 Y2 Y3 Y4"), world.format("RS RR W", "Y5 Y6 Y7 Y8")
        _the_same(self, (2, 3), (one, play), (other, play))

    def who_voted_for_what(self) -> None:
        """PV-4 P-13.1 P-7.14: votes for other rules in two games, and all vote but one -> to the others the same, in
        words and sizes"""

        def voting(rule: str) -> Play:
            def play(people: list[Person]) -> None:
                people[0].play("vote", rule=rule)
                people[1].play("vote", rule="discard_colour")

            return play

        _the_same(self, (1, 2, 3), (BALLOT, voting("hands_move_on")), (BALLOT, voting("discard_colour")))

    def which_card_was_passed_on(self) -> None:
        """PV-5 P-13.1: passes on other cards in two games -> others get the same, in words and sizes"""
        world = (
            "rules: skyrus uno_grace=0 customizable_rule=everyone_passes_one | seats: a b c d | hand a: WC R5 R6 | "
            "hand b: {} | hand c: {} | hand d: G1 G2 | discard: R9"
        )

        def play(people: list[Person]) -> None:
            people[0].play("play", cards=["WC"], colours=["R"])
            for one in people[:4]:
                asked(one, "pass_card")
            for one, card in zip(people[:4], ("R5", None, None, "G1"), strict=True):
                one.play("give", card=card or one.hand[0])

        one, other = world.format("B1 B2", "Y1 Y2"), world.format("W RS", "B+2 G+2")
        _the_same(self, (4,), (one, play), (other, play))

    def the_order_of_a_hand(self) -> None:
        """PV-6 P-13.1 P-1.6: deals the same hand in other orders -> to its player, too, the same, in words and sizes"""

        def play(people: list[Person]) -> None:
            people[0].ok("why_not")
            people[0].play("draw")
            asked(people[0], "play_drawn")

        world = "rules: official | seats: a b c | hand a: {} | hand b: B1 B2 | hand c: G1 G2 | stock: Y1 | discard: R9"
        one, other = world.format("R5 G9 W Y3"), world.format("W Y3 G9 R5")
        _the_same(self, (0, 1, 2, 3), (one, play), (other, play))

    def a_held_catch(self) -> None:
        """PV-7 P-13.1 P-9.7: catches within uno_grace in one game and not in the other; a call comes in both -> to the
        others the same: a held catch leaves no trace"""
        world = "rules: official uno_grace=2 | seats: a b c | hand a: R5 R6 | hand b: B1 | hand c: G1 | discard: R9"

        def catching(catches: bool) -> Play:
            def play(people: list[Person]) -> None:
                a, b, c, _ = people
                a.play("play", cards=["R5"])
                until(c, lambda: can(c, k="catch", target=0), "catch in the list")
                asked(b, "take_turn")
                until(a, lambda: can(a, k="uno"), "uno in the list")
                if catches:
                    c.request("catch", target=0, decision=c.decision)
                c.ok("why_not")  # answered in its turn, which the catch does not wait for (P-6.2)
                a.play("uno")

            return play

        _the_same(self, (0, 1, 3), (world, catching(True)), (world, catching(False)))

    def refusals(self) -> None:
        """PV-8 P-13.1 P-6.6: is refused time and again in one game and asks nothing in the other -> to the others the
        same: a refusal leaves no trace"""
        world = WORLD.format(b="B1 G3", c="B2 G4", stock="Y1 Y2 Y3 Y4")

        def asking(asks: bool) -> Play:
            def play(people: list[Person]) -> None:
                _, b, c, _ = people
                if asks:
                    refusal(b, "draw", "not_your_turn")
                    refusal(b, "play", "not_in_hand", cards=["Y9"])
                    b.ok("why_not")
                    refusal(b, "catch", "nothing_to_catch", target=0)
                    c.ask("start")  # which is not for this one, and not for now
                go(people, "a plays R5 > b take_turn")

            return play

        _the_same(self, (0, 3), (world, asking(True)), (world, asking(False)))

    def snapshots_and_replays(self) -> None:
        """PV-9 P-13.1 P-8.6 P-8.8: resumes, takes snapshots and asks for the history in two games in which the other
        hands and the draw pile differ -> the same, in words and sizes: snapshot, replay, list, history"""

        def seen(position: str) -> list[Told]:
            a, b, _, _ = people = placed(self, position, watching=1)
            start = a.n
            go(people, "a draws > a play_drawn", "a keeps > b take_turn")
            b.play("draw")
            settle(people)
            words = [a.code, a.room["name"], *(one.name for one in people)]
            found: list[Told] = []
            for one in (a, people[3]):
                for fields in ({}, {"table": one.code, "seen": start}):
                    one.back(**fields)
                    self.find(one.link, lambda message: message["t"] == "clock", "clock")
                    one.ok("history")
                    self.stays(one.link)
                    self.closing_seen = False
                    found += said_since(one, 0, words)
            return found

        one = WORLD.format(b="B1 G3 Y7", c="B2 G4 Y8", stock="Y1 Y2 Y3 Y4")
        other = WORLD.format(b="W W+4 RS", c="R2 R3 G+2", stock="Y1 W RR B+2")
        difference = unlike(seen(one), seen(other))
        fail_if(difference is not None, f"the games differ: {difference}")

    def a_card_is_nowhere(self) -> None:
        """PV-10 P-13.1: reads all texts that others are told of a hand, in play, when its player leaves, and in lists
        -> a card that stays in the hand is in none of them"""
        position = WORLD.format(b="G7 Y7 BR", c="B2 G4", stock="Y1 Y2 Y3 Y4")
        a, b, c, watcher = people = placed(self, position, watching=1)
        links = [one.link for one in (a, c, watcher)]
        go(people, "a plays R5 > b take_turn")
        settle(people)
        c.play("play", cards=["R2"])
        go(people, "b plays R1 > c take_turn")
        settle(people)
        refusal(a, "play", "not_in_hand", cards=["B3"])
        b.drop()
        b.back(table=b.code, seen=b.n)
        a.back()
        links.append(a.link)
        a.find(lambda one: one["t"] == "snapshot", "snapshot")
        settle([c, a, watcher])
        b.ok("leave_table")
        settle([c, a, watcher])
        named_nowhere(links, "G7", "Y7", "BR")

    def who_comes_later(self) -> None:
        """PV-11 P-13.1 P-7.11: sits down during a round where somebody has left -> the newcomer is not shown the cards
        that were dealt to the seat"""
        a, b, c = self.playing(3, turn_seconds=0)
        hand = list(c.hand)
        c.ok("leave_table")
        settle([a, b])
        late = self.person()
        late.join(a.code)
        shown = (late.game.get("hands") or [None] * 3)[late.seat or 0]
        fail_if(shown, f"the newcomer is shown {shown}, and dealt were {hand}")
        late.refused("draw", "out_of_game", decision=late.decision)

    def pauses_of_computer_players(self) -> None:
        """PV-12 P-13.1: plays with a computer player: three games in which it can play every card, three in which it
        can play none -> its pauses are no longer in the ones than in the others"""
        self.need("scenario")
        found = []
        for _ in range(2):  # that it is so twice is no chance
            one, other = _pauses(self, THINKING.format("R1 R2 RS W"), THINKING.format("B1 B2 BS G3"))
            if max(min(one) - max(other), min(other) - max(one)) < LONGER:
                return
            found.append(f"{_in_words(one)} seconds with cards to play, {_in_words(other)} without any")
        raise Failed(f"it thought {'; and then '.join(found)}")

    def words_of_hidden_things(self) -> None:
        """PV-13 P-4.9 P-13.1: plays the two games of PV-1 with words -> to viewers who cannot know what differs the
        words are the same, too"""
        self.words = "en"
        _hidden_things_differ(self)
