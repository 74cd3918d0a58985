"""The front door in plain mode: numbered choices, the settings, your server."""

from collections.abc import Sequence
from contextlib import AsyncExitStack

from uno_client.address import Address
from uno_client.core.front_door import LEARNING, LEAVING, STOPPING, door
from uno_client.core.lesson.beats import TOPICS
from uno_client.core.people import numbered
from uno_client.exits import EXIT_SIGNAL
from uno_client.front_door_games import Home, Read
from uno_client.lines.session import on_terminal, play_in_lines
from uno_client.lines.stdin_reader import Keyboard
from uno_client.net.private_server import SoloFailed, private_server
from uno_client.preferences import SETTINGS, PreferenceStore, Wrong, settings_with
from uno_client.wording import front_door as words
from uno_client.wording.front_door import Item
from uno_client.wording.words import means_no, means_yes
from uno_engine.language import _


async def run_front_door(read: Read, memory: PreferenceStore) -> int:
    """Ask what to do, and do it, until the player goes. The exit code."""
    return await FrontDoor(Home(read, memory), on_terminal()).run()


class FrontDoor:
    """What can be chosen, by number or by the beginning of its name."""

    def __init__(self, home: Home, keyboard: Keyboard) -> None:
        self._home = home
        self._keyboard = keyboard
        self._back = ""
        """The table where a seat is kept."""

    async def run(self) -> int:
        """Ask until the player goes. The exit code."""
        home = self._home
        try:
            return await self._ask()
        finally:
            await home.look()
            if home.hosted is not None and home.began:
                print(words.goes_on_text(home.hosted.address.port))

    async def _ask(self) -> int:
        while True:
            await self._home.look()
            shown = self._home.shown()
            if shown is not None:
                print(words.running_text(shown.port, len(shown.people)))
            self._back = self._home.back()
            entry = await self._choice(door(shown, self._back), _("What would you like to do? Type a number."))
            if entry is None or entry is Item.QUIT:
                if await self._may_go(asks=entry is not None):
                    return 0
            elif (code := await self._do(entry)) >= EXIT_SIGNAL:
                return code

    async def _do(self, entry: Item) -> int:
        home = self._home
        match entry:
            case Item.LEARN:
                entry = await self._choice(LEARNING, _(words.LEARNING)) or entry
                return await self._play(entry, TOPICS[entry]) if entry in TOPICS else 0
            case Item.HOST:
                if fault := await home.start(print):
                    print(fault)
                    return 0
                shown = home.shown()
                for line, typed in [] if shown is None else words.joining_lines(shown):
                    print(f"  {line}" if typed else line)
                enters = await self._choice((Item.ENTER, Item.STAY), _("Go in?")) is Item.ENTER
                return await self._play(Item.ENTER) if enters else 0
            case Item.SETTINGS:
                await self._settings()
            case Item.STOP:
                people = shown.people if (shown := home.shown()) is not None else frozenset()
                if not people or await self._choice(STOPPING, words.stop_question(people)) is Item.SURE:
                    await self._stop()
            case _:
                return await self._play(entry)
        return 0

    async def _play(self, entry: Item, lesson: int | None = None) -> int:
        home = self._home
        solo: Address | None = None
        async with AsyncExitStack() as stack:
            if entry is Item.PLAY:
                try:
                    solo = await stack.enter_async_context(private_server())
                except SoloFailed as failed:
                    print(failed)
                    return 0
            address, settings, own = home.entered(entry, solo)
            return await play_in_lines(
                settings, address, self._keyboard, home.memory, home=True, lesson=lesson, own=own
            )

    async def _stop(self) -> bool:
        fault = await self._home.stop(print)
        print(fault or _(words.STOPPED))
        return not fault

    async def _may_go(self, *, asks: bool) -> bool:
        """Whether the player goes, having said what is to become of the server that was started here."""
        if not self._home.began:
            return True
        answer = await self._choice(LEAVING, _(words.LEAVING)) if asks else None
        if answer is Item.END:
            return await self._stop()
        self._home.began = answer is not Item.KEEP
        return answer is not Item.STAY

    async def _settings(self) -> None:
        memory = self._home.memory
        while True:
            for key, row in SETTINGS.items():
                if row.title:
                    print(f"  {key} {_shown(getattr(memory.kept, key))}: {_(row.title)}")
            print(_("Change one, as in “bell never”, or press Enter to go back. “bell” alone says what it takes."))
            if not (line := await self._keyboard.line()):
                return
            key, _space, value = line.partition(" ")
            key, value, setting = key.lower(), value.strip(), SETTINGS.get(key.lower())
            if setting is not None and setting.switch:
                value = "on" if means_yes(value) else "off" if means_no(value) else value
            try:
                told = memory.keep(**settings_with(key, value))
                self._home.settings()
            except Wrong as takes:
                told = str(takes)
                if not value and setting is not None and setting.title:
                    print(_(setting.says))
            if told:
                print(told)

    async def _choice(self, entries: Sequence[Item], question: str) -> Item | None:
        """What the player chooses; None at the end of input."""
        while True:
            print(question)
            first = int(Item.RETURN not in entries)  # the others keep their numbers
            titles = [entry.named(self._back) for entry in entries]
            for number, (entry, title) in enumerate(zip(entries, titles, strict=True), first):
                print(f"  {number}. {title}{f': {_(entry.meaning)}' if entry.meaning else ''}")
            line = await self._keyboard.line()
            if line is None:
                return None
            if line == "0" and not first:
                return Item.RETURN
            if (chosen := numbered(line, entries[1 - first :])) is not None:
                return chosen
            if line.casefold() == "quit":
                return Item.QUIT if Item.QUIT in entries else entries[-1]
            begins = [title.casefold().startswith(line.casefold()) for title in titles]
            if line and begins.count(True) == 1:
                return entries[begins.index(True)]
            if not line and entries[0] in (Item.PLAY, Item.RETURN):
                return entries[0]
            if line:
                print(_("Type one of the numbers, or how one of the lines begins; “quit” ends."))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"“{value}”" if value else "–"
