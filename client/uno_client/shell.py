"""The shell that joins the client's core to a link: inputs go in, commands are carried out."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from os.path import expanduser
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Protocol

from uno_client import messages as msg
from uno_client.address import Address, parse_address
from uno_client.config import Settings
from uno_client.core.model import Model
from uno_client.core.model.deal import DealPart
from uno_client.core.model.parts import Lesson, Notice, Screen, SettingsPart, StartPart, Tone
from uno_client.core.model.table import LAID, HandPart, PlayPart
from uno_client.core.requests import Next
from uno_client.core.update import update as core_update
from uno_client.exits import EXIT_HUNG_UP
from uno_client.names import name_of_user, with_digits
from uno_client.net.token_store import TokenStore
from uno_client.preferences import PreferenceStore
from uno_client.structs import replace
from uno_client.trust import Terms
from uno_engine.language import _
from uno_engine.shuffle import SEED_BYTES
from uno_protocol.faces import NAMES
from uno_protocol.messages import LoggedIn, Resumed

if TYPE_CHECKING:
    from uno_client.core.lesson.local_table import LocalTable
    from uno_client.net.discovery import Discovery
    from uno_client.net.known_servers import KnownServers
    from uno_client.net.link import ClientLink
    from uno_protocol.discovery import Reach

After = Callable[[msg.Input, Model], None]
"""Called after each input with that input and the model before it."""
AS_THE_FIRST = msg.GoOn()
SOLO_PATIENCE = 3.0
"""Seconds after which a private server is taken for dead."""


def known_at_start(settings: Settings, *, fixed: bool, attended: bool) -> Model:
    """What the client knows at the start. `fixed`: the server is given. `attended`: somebody can be asked who it is."""
    start = StartPart(
        fixed_server=fixed,
        attended=attended,
        openly=settings.openly,
        tls=settings.tls,
        proposed=settings.kept.name or "",
        first_request=settings.first_request,
        new=settings.new_table,
        autostart=settings.solo,
    )
    kept = SettingsPart(settings.wants, rule_sets=settings.kept.rules)
    play = PlayPart(deal=DealPart(token_bytes(SEED_BYTES)))
    return Model(
        start=start, settings=kept, play=play, hand=HandPart(order=LAID[settings.wants.order]), name=settings.name or ""
    )


def behind_door(model: Model, lesson: Lesson | None) -> Model:
    """The model at the start of a game that returns to the front door: one that is played alone is dealt immediately.

    `lesson`: it is that beat of the lesson.
    """
    alone = model.start.autostart
    start = replace(model.start, at_home=True, deals=alone, autostart=alone or lesson is not None)
    return replace(model, start=start, lesson=lesson)


class OwnServer(Protocol):
    """The player's own server, on which they play."""

    async def ended(self, *, starts: bool = False) -> str | None:
        """None if it runs; else empty. `starts`: it is started again where it was; if that fails, why."""


class Shell:
    """A model, the link that feeds it, and someone (`after`) who looks at every step and may feed more."""

    def __init__(
        self,
        model: Model,
        tokens: TokenStore,
        after: After,
        patience: float | None = None,
        update: Callable[[Model, msg.Input], Next] = core_update,
        memory: PreferenceStore | None = None,
    ) -> None:
        """`model` says whether somebody can be asked who a server is, and whether passwords may go openly.

        `memory`: where the name and the address of a login are remembered; None: nowhere.
        """
        self.model, self._tokens, self._after = model, tokens, after
        alone = patience is None and model.start.autostart
        self._patience, self._update, self._memory = SOLO_PATIENCE if alone else patience, update, memory
        self.bell: Callable[[], None] = lambda: None
        self.play_on: Callable[[str], None] = lambda _position: None
        """Begins a game alone from a position; the player comes back from it."""
        self.own: OwnServer | None = None
        self._told_ended = False
        """The player has learned that their own server has ended."""
        self._terms = Terms(model.start.tls, model.start.attended, model.start.openly)
        self._wish: tuple[Address, str | None, str | None] | None = None
        """The server, the name and the password of the latest link."""
        self._chosen: dict[str, str] = {}
        """What to remember after the login."""
        self._link: ClientLink | LocalTable | None = None
        self._links: set[asyncio.Task[None]] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        """What is done beside; the end cancels it."""
        self._finding: asyncio.Task[None] | None = None
        """What looks for the addresses of the page."""
        self._inputs: deque[msg.Input] = deque()
        self._busy = False
        self._ended: asyncio.Future[msg.Quit] = asyncio.get_running_loop().create_future()

    def connect(
        self, address: Address, name: str | None, password: str | None = None, agreed: msg.GoOn = AS_THE_FIRST
    ) -> None:
        """Open the link to a server, in place of the one before, on what the player has agreed to (`Terms`)."""
        self._wish = address, name, password
        self._terms = dataclasses.replace(self._terms, accepted=agreed.accepted, once=agreed.openly)
        if self._link is not None:
            self._link.close()
        own = self.model.start.autostart or (self._memory is not None and str(address) == self._memory.hosted)
        self._chosen = {} if own else {"server": str(address)}
        self._chosen |= {} if name is None else {"name": with_digits(name)[0]}
        from uno_client.net.link import ClientLink  # with codec and connection: the first screen needs none of them

        terms, proposed, face = self._terms, self.model.start.proposed, self.model.settings.wants.face
        wish = NAMES.index(face) if face in NAMES else None
        self._link = link = ClientLink(
            *(address, name, self._tokens, lambda: self.model.position, self._patience, password, terms),
            proposed=proposed,
            face=wish,
            claims=agreed.claims,
            program=self.model.start.program,
        )
        self.begin(link.run(lambda message: self.feed(message) if link is self._link else None), among=self._links)

    def learn(self, beat: int) -> None:
        """Open the lesson's table at that beat, in the place of a server."""
        from uno_client.core.lesson.local_table import LocalTable  # with scenarios: most runs need none

        loop, name = asyncio.get_running_loop(), self.model.name or name_of_user()
        table = LocalTable(name, self.feed, lambda due: self.feed(msg.Taught(due)), loop.call_later, beat)
        self._link = table
        table.open()

    def feed(self, message: msg.Input) -> None:
        """Take in an input and carry out what follows. What `after` feeds meanwhile waits its turn."""
        self._inputs.append(message)
        if self._busy:
            return
        self._busy = True
        try:
            while self._inputs and not self._ended.done():
                self._step(self._inputs.popleft())
        finally:
            self._busy = False

    def take(self, inputs: Iterable[msg.Input], commands: Iterable[msg.Command]) -> None:
        """Carry out what a step leads to beside its model."""
        for command in commands:
            self._carry_out(command)
        for each in inputs:
            self.feed(each)

    def remember_chosen(self, before: Model) -> str:
        """Remember the order of the player's cards, and the sets of rules, if they are new since `before`.

        What is to be said if the sets could not be kept; else empty.
        """
        if self._memory is not None and before.hand.order is not self.model.hand.order:
            self._memory.keep(order=next(name for name, order in LAID.items() if order is self.model.hand.order))
        if before.settings.rule_sets == self.model.settings.rule_sets:
            return ""
        if self._memory is None or self._memory.file is None:
            return _("Settings are not kept here, so your sets of rules hold only until you quit.")
        return self._memory.keep(rules=self.model.settings.rule_sets)

    @property
    def ended(self) -> bool:
        """Whether it was said how the program ends."""
        return self._ended.done()

    def quit(self, code: int, text: str = "") -> None:
        """End with an exit code, and a line to say if something went wrong. The first call counts."""
        self._end(msg.Quit(code, text))

    def _end(self, end: msg.Quit) -> None:
        if not self._ended.done():
            self._ended.set_result(end)

    def signalled(self, code: int) -> None:
        """End with the code of a signal: as if the player quit, unless only the terminal is gone (SIGHUP)."""
        if code == EXIT_HUNG_UP:  # nobody decided that, so the seat is kept in the waiting room, too
            self.quit(code)
        else:
            self.feed(msg.Stop(code))

    def begin(
        self, work: Coroutine[None, None, None], among: set[asyncio.Task[None]] | None = None
    ) -> asyncio.Task[None]:
        """Do something beside, until the end. A fault of our own in it ends the program."""
        task, among = asyncio.get_running_loop().create_task(work), self.tasks if among is None else among
        among.add(task)
        task.add_done_callback(among.discard)
        task.add_done_callback(self._task_done)
        return task

    async def finish(self) -> msg.Quit:
        """Wait for the end, then close the link; what was sent still leaves. If cancelled, the seat is kept."""
        try:
            return await asyncio.shield(self._ended)
        finally:
            if self._link is not None:
                self._link.close()
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self._links, *self.tasks, return_exceptions=True)

    def _step(self, message: msg.Input) -> None:
        before = self.model
        now = asyncio.get_running_loop().time()
        for told in (msg.Tick(now), message):
            self.model, commands = self._update(self.model, told)
            for command in commands:
                self._carry_out(command)
        if self._memory is not None and isinstance(message, LoggedIn | Resumed):
            self._memory.keep(**self._chosen)
        if untold := self.remember_chosen(before):
            self.model = replace(self.model, notice=Notice(untold, Tone.FAULT, self.model.now))
        match message:
            case msg.LinkUp():
                self._told_ended = False
            case msg.LinkDown(retry_in=float()) if self.own is not None:
                self.begin(self._look_after(self.own, starts=False))
        self._after(message, before)

    async def _look_after(self, own: OwnServer, *, starts: bool) -> None:
        """Start the player's own server again, or tell them once that it has ended."""
        if (starts or not self._told_ended) and (why := await own.ended(starts=starts)) is not None:
            self._told_ended = True
            self.feed(msg.HostEnded(why))

    def _carry_out(self, command: msg.Command) -> None:
        match command:
            case msg.Send(request) if self._link is not None:
                self._link.send(request)
            case msg.Connect(address, name, password):
                self.connect(address, name or None, password or None)
            case msg.GoOn(accepted) if self._wish is not None:
                self.connect(*self._wish, replace(command, accepted=accepted or self._terms.accepted))
            case msg.Consider() | msg.ReadRecord() | msg.FindPages():
                self._find_out(command)
            case msg.SaveRecord(path, data):
                self.feed(save_record(path, data))
            case msg.Resync() if self._link is not None:
                self._link.resync()
            case msg.Quit():
                self._end(command)
            case msg.Bell():
                self.bell()
            case msg.PlayOn(position):
                self.play_on(position)
            case msg.Go() if self.own is not None:
                self.begin(self._look_after(self.own, starts=True))

    def _find_out(self, asked: msg.Consider | msg.ReadRecord | msg.FindPages) -> None:
        """Begin to find out beside what takes time."""
        match asked:
            case msg.Consider():
                self.begin(self._consider(asked))
            case msg.ReadRecord(data):
                self.begin(self._read_record(data))
            case msg.FindPages(address):
                self._find_pages(address)

    async def _consider(self, asked: msg.Consider) -> None:
        from uno_client.core.opinion import opinion

        found = await asyncio.to_thread(opinion, asked.record, asked.at, asked.eyes)
        self.feed(msg.Considered(asked.at, found))

    async def _read_record(self, data: bytes) -> None:
        from uno_client.replaying import shown

        file = await asyncio.to_thread(shown, data)
        self.feed(msg.Fetched(None if file is None else file.record))
        if file is not None and (checked := await file.checked()).false:
            self.feed(checked)

    def _find_pages(self, address: str) -> None:

        async def find() -> None:
            from uno_client.net.pages import find_pages

            self.feed(await find_pages(parse_address(address)))

        if self._finding is not None:
            self._finding.cancel()
        self._finding = self.begin(find())

    def _task_done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()) is not None and not self._ended.done():
            self._ended.set_exception(fault)


def save_record(path: str, data: bytes) -> msg.Saved:
    """Write a record into a file that there isn't yet; whether that succeeded."""
    try:
        file = Path(expanduser(path))
        if file.is_dir():
            return msg.Saved(path, _("that is a folder, so add the name of a file"))
        with file.open("xb") as opened:
            opened.write(data)
    except FileExistsError:
        return msg.Saved(path, _("there is a file of that name, so choose another one"))
    except (OSError, ValueError) as fault:  # the latter is a name that no system has
        return msg.Saved(path, getattr(fault, "strerror", None) or str(fault))
    return msg.Saved(path)


def look_round(shell: Shell, reach: Reach, known: KnownServers) -> Discovery:
    """What looks for servers, and asks them whether they are there while the first screen shows them."""
    from uno_client.net.discovery import Discovery

    return Discovery(
        reach,
        lambda found, trouble: shell.feed(msg.Discovered(found, trouble)),
        lambda: shell.model.screen is Screen.CONNECT,
        known,
    )
