"""The lobby: all tables, found by code or name, opened, and listed page by page."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from uno_engine.bots.reactions import PACES
from uno_engine.levels import SEARCHES
from uno_engine.options import differences, fingerprint
from uno_engine.presets import preset
from uno_engine.rules import OWN_TEXT, RuleSet
from uno_engine.shuffle import SEED_BYTES
from uno_protocol.messages import NewTable, Rules, TableLine, Tables
from uno_protocol.room import Room, own_text_of
from uno_protocol.wire import told_rules
from uno_server.base import limits, names
from uno_server.base.rate_limit import addresses_in, counted_as
from uno_server.base.refusal import Refusal
from uno_server.base.secrets import Entropy
from uno_server.base.states import AT_REST
from uno_server.table import positions
from uno_server.table.dealing import Dealing
from uno_server.table.seats import deserted
from uno_server.table.state import TableState, check_experts
from uno_server.table.table import Table, checked_rules, clean_sentence
from uno_server.table.thinking import AtOnce, Thinker

# No vowels, so no code is a word; no letter that looks like another or like a digit.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
CODE_ALPHABET = frozenset(CODE_LETTERS)
CODE_LENGTH = 4


def is_code(text: str) -> bool:
    """Whether the text has the form of a code: it finds a table that has it, also if it was meant as a name."""
    code = " ".join(normalize("NFC", text).split()).upper()
    return len(code) == CODE_LENGTH and CODE_ALPHABET.issuperset(code)


class Lobby:
    """All tables of the server."""

    def __init__(
        self,
        entropy: Entropy,
        limits: limits.Limits,
        thinker: Thinker = AtOnce(),  # noqa: B008
        close: Callable[[Table], None] = Table.close,
    ) -> None:
        """`close`: closes a table that makes room for another."""
        self._entropy = entropy
        self._close = close
        self._thinker = thinker
        self._experts: set[TableState] = set()
        """The tables that an expert sits at."""
        self.test_deals = False
        """Whether tables can be opened at a position (P-7.30)."""
        self._limits = limits
        self._tables: dict[str, Table] = {}
        self._by_name: dict[str, str] = {}
        self._by_opener: defaultdict[str, set[Table]] = defaultdict(set)
        """By what the address of the opener counts as."""
        self._numbers = 0
        self._listed: list[str] = []
        """The codes of the tables that are listed, in order."""
        self._rows: dict[str, tuple[TableLine, list[int]]] = {}
        """By code: rows of the list, each with the faces beside it, in the order of their seats."""
        self._pages: dict[int, Tables] = {}
        """By the number of listed tables before it: the pages for a client that reads the whole list."""
        self._changed: set[str] = set()
        """The codes of tables of which rows and pages do not know yet."""

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables.values())

    def __len__(self) -> int:
        return len(self._tables)

    def __getitem__(self, code: str) -> Table:
        return self._tables[code]

    def find(self, text: str) -> Table | None:
        """The table with that code or name; upper and lower case are the same."""
        text = " ".join(text.split())
        by_code = self._tables.get(text.upper())
        return by_code or self._tables.get(self._by_name.get(names.key(text), ""))

    def find_for(self, text: str, own: str | None) -> Table | None:
        """The table for somebody at the table with code `own`: an unlisted table can be found only by its code."""
        table = self.find(text)
        if table is None or table.room.listed or own == table.room.code:
            return table
        return table if text.strip().upper() == table.room.code else None

    def open(self, name: str, new: NewTable, field: str = "name", opener: str = "") -> Table:
        """A new, empty table; its computer players (`new.bots`) sit down after its host. `field` has the name.

        `opener`: the address that has too many deserted tables at some time; empty: never.
        Raises Refusal `name_rejected`, `name_taken`, `rules_refused` (with the option), `table_full` or `limit`.
        """
        try:
            name = names.clean(name, limits.TABLE_NAME_LENGTH)
        except names.NameRejected as fault:
            raise Refusal("name_rejected", field=field, args={"reason": fault.reason}, text=str(fault)) from None
        if self.find(name) is not None:
            raise Refusal("name_taken", field=field, text="a table with that name already exists")
        room = self._room(name, new)
        self._make_room(opener)
        self._numbers += 1
        dealing = None if new.position else Dealing.drawn(self._entropy)
        room.commitment = dealing and dealing.commitment
        table = Table(self._numbers, room, new.bot_pause, self._entropy(SEED_BYTES), self._entropy)
        table.opener, table.dealing, table.settled.dealing = opener, dealing, dealing
        if new.position:
            table.set_access(table.access._replace(position=new.position))
        if new.password:
            table.set_password(new.password)
        self.put(table)
        return table

    def _make_room(self, opener: str) -> None:
        """Close the table deserted longest where there are too many. Raises Refusal `limit` if all have a game, and
        closes none then."""
        place = counted_as(opener)
        opened = self._by_opener.get(place, ()) if opener else ()
        neighbours = [one for one in opened if one.deserted_since is not None]
        own, most = [one for one in neighbours if one.opener == opener], self._limits.deserted_per_address
        abandoned, full = "too many abandoned games from your address: finish one", "the server cannot take more tables"
        crowds: tuple[tuple[Collection[Table], int, str], ...] = (
            (own, most, abandoned),
            (neighbours, most * addresses_in(place), abandoned),
            (self._tables.values(), self._limits.tables, full),
        )
        leaving: dict[int, Table] = {}
        for crowd, many, why in crowds:  # each with all that is in the one before
            if len(crowd) - len(leaving) < many:
                continue
            idle = [
                (one.deserted_since, one.number, one)
                for one in crowd
                if one.deserted_since is not None and one.room.phase in AT_REST and one.number not in leaving
            ]
            if not idle:
                raise Refusal("limit", args={"tables": many}, text=why)
            leaving[min(idle)[1]] = min(idle)[2]
        for table in leaving.values():
            self._close(table)

    def count_from(self, last_number: int) -> None:
        """New tables get numbers above that."""
        self._numbers = last_number

    def put(self, table: Table) -> None:
        """Take in a table that is new, or comes from the journal."""
        table.limits, table.changed, table.experts = self._limits, self._changed, self._experts
        table.play.bots.thinker = self._thinker
        if table.seats_expert():
            self._experts.add(table)
        self._tables[table.room.code] = table
        self._changed.add(table.room.code)
        self._by_name[names.key(table.room.name)] = table.room.code
        self._by_opener[counted_as(table.opener)].add(table)

    def remove(self, table: Table) -> None:
        """Forget a closed table."""
        del self._tables[table.room.code]
        self._by_opener[place := counted_as(table.opener)].discard(table)
        if not self._by_opener[place]:
            del self._by_opener[place]
        if self._by_name.get(key := names.key(table.room.name)) == table.room.code:
            del self._by_name[key]  # else another of that look has it, from a journal of 0.2
        self._changed.add(table.room.code)

    def rules(self, table: Table, request: int) -> Rules:
        """The complete rules of a table."""
        room, rules = table.room, table.rules
        short = _in_short(rules, room.preset)
        return Rules(
            id=request,
            table=room.code,
            name=room.name,
            preset=room.preset,
            options=short.options,
            rules=told_rules(rules),
            fingerprint=short.fingerprint,
            own_text=short.own_text,
            turn_seconds=room.turn_seconds,
            password=room.password,
            watching=room.watching,
            show_hands=room.show_hands,
            test=room.test,
        )

    def page(self, after: str) -> Tables:
        """One page of tables with codes after `after`, to be sent only, with id 0.

        As long as nothing on it changes, everybody who goes through the list gets the same value; after a change, one
        that shares all other rows with it.
        """
        while self._changed:
            self._look_again(self._changed.pop())
        first = bisect_right(self._listed, after)
        page = self._pages.get(first)
        if page is None:
            end = first + limits.TABLES_PER_PAGE
            rows = [self._row(code) for code in self._listed[first:end]]
            faces = {row.code: found for row, found in rows if found}
            closed = [row.code for row, _ in rows if self._tables[row.code].room.programs is False]
            tables = [row for row, _ in rows]
            page = Tables(id=0, tables=tables, more=len(self._listed) > end, faces=faces, no_programs=closed)
            if first % limits.TABLES_PER_PAGE == 0:
                self._pages[first] = page
        return page

    def _look_again(self, code: str) -> None:
        """Forget the row of a table that has changed, and the pages that are no longer true."""
        self._rows.pop(code, None)
        listed = code in self._tables and self._tables[code].room.listed
        at = bisect_left(self._listed, code)
        was_listed = self._listed[at : at + 1] == [code]
        if listed and was_listed:
            self._pages.pop(at - at % limits.TABLES_PER_PAGE, None)
        elif listed or was_listed:
            self._listed[at : at + was_listed] = [code] if listed else []
            self._pages.clear()

    def _row(self, code: str) -> tuple[TableLine, list[int]]:
        row = self._rows.get(code)
        if row is None:
            table = self._tables[code]
            faces = [one.face for one in table.room.occupants if one is not None and one.face is not None]
            row = self._rows[code] = line(table), faces
        return row

    def _room(self, name: str, new: NewTable) -> Room:
        preset_, options, seats = new.preset, dict(new.options), new.seats
        own_text = clean_sentence(new.own_text, "new.")
        if new.position:
            if not self.test_deals:
                text = "this server opens no tables at a position: it was started without --allow-test-deals"
                raise Refusal("no_test_deals", field="new.position", text=text)
            preset_, options, seats = positions.read(new.position)
            own_text = options.pop(OWN_TEXT, "")
        occupants: list[None] = [None] * seats
        room = Room(self._code(), name, preset_, options, new.turn_seconds, list(occupants))
        room.test = bool(new.position)
        room.listed, room.watching, room.show_hands = new.listed, new.watching, new.show_hands
        room.password = bool(new.password)
        room.programs = None if new.programs else False
        room.own_text = own_text or None
        room.pace = next((pace for pace, factor in PACES.items() if factor == new.bot_pause), None)
        room.own_text = own_text_of(checked_rules(room, "new.")) or None
        experts = sum(level in SEARCHES for level in new.bots)
        check_experts(self._experts, experts, self._limits.expert_seats, "new.bots")
        if len(new.bots) >= seats:
            raise Refusal(
                "table_full", field="new.bots", args={"seats": seats}, text="the computer players leave no seat for you"
            )
        return room

    def _code(self) -> str:
        while True:
            drawn = self._entropy(CODE_LENGTH)
            if max(drawn) >= 256 - 256 % len(CODE_LETTERS):
                continue  # else the first letters would come more often
            code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)
            if code not in self._tables and names.key(code) not in self._by_name:
                return code


class _Short(NamedTuple):
    """Rules in a line of the list."""

    options: dict[str, str]
    own_text: str
    fingerprint: str


@lru_cache(maxsize=256)
def _in_short(rules: RuleSet, preset_: str) -> _Short:
    """Rules as they differ from a preset. To look that up costs more than all else of a row."""
    options = differences(rules, preset(preset_))
    own_text = options.pop(OWN_TEXT, "")
    return _Short(options, own_text, fingerprint(rules))


def line(table: Table) -> TableLine:
    """One table in a listing."""
    room = table.room
    short = _in_short(table.rules, room.preset)
    people = sum(1 for occupant in room.occupants if occupant is not None and occupant.bot is None)
    host = None if room.host is None or deserted(room) else room.occupants[room.host]
    return TableLine(
        code=room.code,
        name=room.name,
        seats=len(room.occupants),
        people=people,
        bots=sum(1 for occupant in room.occupants if occupant is not None) - people,
        phase=room.phase.value,
        preset=room.preset,
        options=short.options,
        fingerprint=short.fingerprint,
        host=None if host is None else host.name,
        password=room.password,
        locked=room.locked,
        watching=room.watching,
        watchers=len(room.watchers),
        test=room.test,
    )
