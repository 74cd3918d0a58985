"""Faces: wishes, the face by the name, the robot (P-5.15)."""

from zlib import crc32

from uno_protocol.conformance.checks import same
from uno_protocol.conformance.tools import Kit, Person

FACES = 24
ROBOT = 5


def _faces(one: Person) -> list[object]:
    return [None if each is None else each.get("face") for each in one.room["occupants"]]


def _by(name: str) -> int:
    return crc32(name.encode()) % FACES


def _named(kit: Kit, face: int) -> str:
    """A new name that leads to this face."""
    return next(name for name in iter(kit.name, None) if _by(name) == face)


class FacesCases(Kit):
    def a_wish(self) -> None:
        """FC-1 P-5.15: wishes for the first, the last and another face at login, sits down, moves, and sits at another
        table after a return -> has that face there, in seat_taken and snapshots"""
        ann, bob, cem = people = [self.person(face=wish) for wish in (0, FACES - 1, 7)]
        ann.open({"seats": 4})
        for one in (bob, cem):
            one.join(ann.code)
        for one in people:
            one.catch_up()
            same("the faces", [0, FACES - 1, 7, None], _faces(one))
        ann.ok("move_seat", seat=cem.seat, to=3)
        bob.catch_up()
        same("the faces after a move", [0, FACES - 1, None, 7], _faces(bob))
        bob.ok("leave_table")
        bob.back()
        bob.open()
        same("the face at another table", FACES - 1, _faces(bob)[0])

    def by_the_name(self) -> None:
        """FC-2 P-5.15: sits down without a wish, or with one for a face that is taken at the table -> the face of the
        name, or the next one that is free; those who leave free theirs"""
        names = [_named(self, FACES - 1) for _ in range(3)]
        ann, bob, cem = (self.person(name, face=wish) for name, wish in zip(names, (None, 2, 2), strict=True))
        dan = self.person(_named(self, FACES - 2))
        ann.open({"seats": 5})
        for one in (bob, cem, dan):
            one.join(ann.code)
        ann.catch_up()
        same("the faces", [FACES - 1, 2, 0, FACES - 2, None], _faces(ann))
        bob.ok("leave_table")
        eve = self.person(_named(self, FACES - 1))
        eve.join(ann.code)
        same("the faces with somebody else in the second seat", [FACES - 1, 1, 0, FACES - 2, None], _faces(eve))
        bob.join(ann.code)
        same("the face of somebody who comes again", 2, _faces(bob)[4])

    def by_a_name_of_other_letters(self) -> None:
        """FC-3 P-5.15 P-5.2: sits down without a wish under a name of two words in other letters, sent with more blanks
        -> the face of the name as it is shown"""
        for _ in range(3):
            name = f"{self.name(room=3)} öя"
            ann = self.person(f"  {name}")
            ann.open()
            same("the face", _by(name) + (_by(name) == ROBOT), _faces(ann)[0])

    def the_robot(self) -> None:
        """FC-4 P-5.15: people sit down who wish for the robot, or whose names lead to it, then computer players -> the
        people aren't robots, all computer players are"""
        ann, bob = (self.person(_named(self, ROBOT), face=wish) for wish in (ROBOT, None))
        ann.open({"seats": 4})
        bob.join(ann.code)
        for _ in range(2):
            ann.ok("add_bot")
        bob.catch_up()
        same("the faces", [ROBOT + 1, ROBOT + 2, ROBOT, ROBOT], _faces(bob))

    def programs(self) -> None:
        """FC-6 P-5.18 P-5.15: two programs sit down beside a person, one wishing for a face; one is moved, one comes
        back and sits at another table -> both are marked and robots, in seat_taken and snapshots; the person isn't"""
        ann, bob, cem = (self.person(face=face, program=mark) for face, mark in ((7, True), (8, False), (None, True)))
        bob.open({"seats": 4})
        for one in (ann, cem):
            one.join(bob.code)
        bob.ok("move_seat", seat=cem.seat, to=3)
        for one in (ann, bob, cem):
            one.catch_up()
            same("the faces", [8, ROBOT, None, ROBOT], _faces(one))
            same(
                "the marks", [None, True, None, True], [each and each.get("program") for each in one.room["occupants"]]
            )
        ann.ok("leave_table")
        ann.back()
        ann.open()
        same("the mark at another table", True, ann.room["occupants"][0].get("program"))

    def in_the_list(self) -> None:
        """FC-7 P-5.15: lists the tables while people and a computer player sit at one, and after somebody has left ->
        tables with the faces at that table, as they sit"""
        ann, bob = self.person(face=9), self.person(face=2)
        ann.open({"seats": 5, "bots": ["normal"]})
        bob.join(ann.code)
        for told in ([9, ROBOT, 2], [9, ROBOT]):
            page = bob.ok("list_tables", after=ann.code[:-1])
            same("the faces", told, page.get("faces", {}).get(ann.code))
            bob.ask("leave_table")

    def closed_to_programs(self) -> None:
        """FC-8 P-5.18: programs join a table before it is closed to them, while it is, when it is open again, and one
        that was opened closed -> no_programs while it is, they may watch; whoever sits there stays; people sit down"""
        ann, bob, cem = self.person(), self.person(program=True), self.person(program=True)
        ann.open({"seats": 4})
        bob.join(ann.code)
        ann.ok("change_table", programs=False)
        cem.refused("join_table", "no_programs", table=ann.code)
        cem.ok("spectate_table", table=ann.code)
        cem.refused("join_table", "no_programs", table=ann.code)
        cem.ok("leave_table")
        self.person().join(ann.code)
        ann.catch_up()
        same("the seats", [False, True, False, None], [one and "program" in one for one in ann.room["occupants"]])
        dan = self.person()
        dan.open({"programs": False})
        cem.refused("join_table", "no_programs", table=dan.code)
        ann.ok("change_table", programs=True)
        cem.join(ann.code)

    def no_such_face(self) -> None:
        """FC-5 P-5.15 P-3.6: wishes for faces that there are not -> error bad_schema with the field face, kept"""
        for wish in (-1, FACES, 2.0, "7", True):
            link = self.greeted()
            link.send({"t": "login", "name": self.name(), "face": wish, **self.secret})
            same("the field", "face", self.refused(link, "bad_schema").get("field"))
            self.log_in(link, self.name())
