"""The front door in plain mode: numbered choices, the settings, your server."""

from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack

from uno_client.address import Address
from uno_client.config import Settings
from uno_client.core.front_door import LEARNING, LEAVING, STOPPING, door
from uno_client.core.lesson.beats import TOPICS
from uno_client.core.naming import numbered
from uno_client.exits import EXIT_SIGNAL
from uno_client.front_door_games import OPTIONS, Read, game_name, hosting, own_host, own_name
from uno_client.lines.session import AtKeyboard, on_terminal, play_in_lines
from uno_client.lines.stdin_reader import Keyboard
from uno_client.net.hosted_server import Host, Hosted, HostFailed
from uno_client.net.private_server import SoloFailed, private_server
from uno_client.preferences import SETTINGS, PreferenceStore, Value, settings_with
from uno_client.wording import front_door as words
from uno_client.wording.front_door import Hosting, Item
from uno_client.wording.words import means_no, means_yes
from uno_engine.language import _
from uno_protocol import catalogues


async def run_front_door(read: Read, memory: PreferenceStore) -> int:
    """Ask what to do, and do it, until the player goes. The exit code."""
    return await FrontDoor(read, memory, on_terminal(), own_host()).run()


class FrontDoor:
    """What can be chosen, by number or by the beginning of its name."""

    def __init__(self, read: Read, memory: PreferenceStore, keyboard: Keyboard, host: Host) -> None:
        self._read = read
        self._memory = memory
        self._keyboard = keyboard
        self._host = host
        self._hosted: Hosted | None = None
        self._began = False
        """The server was started in this run, and the player hasn't said whether it should keep running."""

    async def run(self) -> int:
        """Ask until the player goes. The exit code."""
        try:
            return await self._ask()
        finally:
            await self._look()
            if self._hosted is not None and self._began:
                print(words.goes_on_text(self._hosted.address.port))

    async def _ask(self) -> int:
        while True:
            await self._look()
            shown = self._seen()
            if shown is not None:
                print(words.running_text(shown.port, len(shown.people)))
            entry = await self._choice(door(shown), _("What would you like to do? Type a number."))
            if entry is None or entry is Item.QUIT:
                if await self._may_go(asks=entry is not None):
                    return 0
                continue
            code = await self._do(entry)
            if code >= EXIT_SIGNAL:
                return code

    async def _look(self) -> None:
        """Find out whether the player's own server runs."""
        self._hosted = await self._host.find()
        self._began = self._began and self._hosted is not None

    async def _do(self, entry: Item) -> int:
        match entry:
            case Item.PLAY | Item.JOIN:
                return await self._play(entry)
            case Item.LEARN:
                topic = await self._choice(LEARNING, _(words.LEARNING))
                if topic is not None and topic in TOPICS:
                    playing = AtKeyboard(self._keyboard, self._memory, home=True, lesson=TOPICS[topic])
                    return await play_in_lines(self._current(Item.JOIN), None, playing)
            case Item.HOST:
                return await self._host_game()
            case Item.SETTINGS:
                await self._settings()
            case Item.STOP:
                people = shown.people if (shown := self._seen()) is not None else ()
                if not people or await self._choice(STOPPING, words.stop_question(people)) is Item.SURE:
                    await self._stop()
            case _:
                pass
        return 0

    def _current(self, entry: Item) -> Settings:
        settings = self._read(self._memory.kept, OPTIONS[entry])
        catalogues.choose(settings.language)
        return settings

    def _seen(self) -> Hosting | None:
        """What is shown of the player's own server."""
        if self._hosted is None:
            return None
        return hosting(self._host, self._hosted, own_name(self._current(Item.JOIN)))

    async def _play(self, entry: Item) -> int:
        settings = self._current(entry)
        async with AsyncExitStack() as stack:
            address: Address | None = None
            if settings.solo:
                try:
                    address = await stack.enter_async_context(private_server())
                except SoloFailed as failed:
                    print(failed)
                    return 0
            elif entry is Item.ENTER and self._hosted is not None:
                address = self._hosted.address
                self._memory.hosted = str(address)
            return await play_in_lines(settings, address, AtKeyboard(self._keyboard, self._memory, home=True))

    async def _host_game(self) -> int:
        await self._look()
        if self._hosted is None:
            print(_(words.STARTING))
            try:
                self._hosted = await self._host.start(game_name(self._current(Item.JOIN)))
            except HostFailed as failed:
                print(failed)
                return 0
            self._began = True
        shown = self._seen()
        for line, typed in [] if shown is None else words.joining_lines(shown):
            print(f"  {line}" if typed else line)
        if await self._choice((Item.ENTER, Item.STAY), _("Go in?")) is Item.ENTER:
            return await self._play(Item.ENTER)
        return 0

    async def _stop(self) -> bool:
        """Whether the server has stopped."""
        print(_(words.STOPPING))
        try:
            if self._hosted is not None:
                await self._host.stop(self._hosted)
        except HostFailed as failed:
            print(failed)
            return False
        self._hosted, self._began = None, False
        print(_(words.STOPPED))
        return True

    async def _may_go(self, *, asks: bool) -> bool:
        """Whether the player goes, having said what is to become of the server that was started here."""
        if not self._began:
            return True
        answer = await self._choice(LEAVING, _(words.LEAVING)) if asks else None
        if answer is Item.END:
            return await self._stop()
        self._began = answer is not Item.KEEP
        return answer is not Item.STAY

    async def _settings(self) -> None:
        """Show the settings, and change them by `name value` until an empty line."""
        while True:
            for key, row in SETTINGS.items():
                if row.title:
                    print(f"  {key} {_shown(getattr(self._memory.kept, key))}: {_(row.title)}")
            print(_("Change one, as in “bell never”, or press Enter to go back. “bell” alone says what it takes."))
            line = await self._keyboard.line()
            if not line:
                return
            key, _space, value = line.partition(" ")
            changed, told = _typed(key.lower(), value.strip())
            if changed is None:
                asked = SETTINGS.get(key.lower())
                if not value and asked is not None and asked.title:
                    print(_(asked.says))
                print(told)
            else:
                if told := self._memory.keep(**changed):
                    print(told)
                self._current(Item.JOIN)

    async def _choice(self, entries: Sequence[Item], question: str) -> Item | None:
        """What the player chooses; None at the end of input."""
        while True:
            print(question)
            _print(_row(number, entry) for number, entry in enumerate(entries, 1))
            line = await self._keyboard.line()
            if line is None:
                return None
            if (chosen := numbered(line, entries)) is not None:
                return chosen
            if line.casefold() == "quit":
                return Item.QUIT if Item.QUIT in entries else entries[-1]
            named = [each for each in entries if line and _(words.TITLES[each]).casefold().startswith(line.casefold())]
            if len(named) == 1:
                return named[0]
            if not line and entries[0] is Item.PLAY:
                return entries[0]
            if line:
                print(_("Type one of the numbers, or how one of the lines begins; “quit” ends."))


def _row(number: int, entry: Item) -> str:
    title, meaning = _(words.TITLES[entry]), words.MEANINGS[entry]
    return f"  {number}. {title}: {_(meaning)}" if meaning else f"  {number}. {title}"


def _typed(key: str, value: str) -> tuple[dict[str, Value | None] | None, str]:
    """A setting as `settings_with` takes it; switches accept yes and no, too."""
    if key in SETTINGS and SETTINGS[key].switch:
        value = "on" if means_yes(value) else "off" if means_no(value) else value
    return settings_with(key, value)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"“{value}”" if value else "–"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
