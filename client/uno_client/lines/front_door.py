"""The front door in plain mode: numbered choices, the settings, your server."""

from collections.abc import Sequence

from uno_client.address import Address
from uno_client.config import Settings
from uno_client.core.front_door import door
from uno_client.core.lesson.beats import TOPICS
from uno_client.core.model.parts import Tone
from uno_client.core.people import numbered
from uno_client.front_door_games import FrontDoor, Read
from uno_client.lines.session import on_terminal, play_in_lines
from uno_client.preferences import SETTINGS, PreferenceStore, Wrong, settings_with
from uno_client.shell import OwnServer
from uno_client.wording import front_door as words
from uno_client.wording.front_door import Item
from uno_client.wording.words import means_no, means_yes
from uno_engine.language import _


class LinesDoor(FrontDoor):
    """What can be chosen, by number or by the beginning of its name."""

    def __init__(self, read: Read, memory: PreferenceStore) -> None:
        super().__init__(read, memory)
        self._keyboard = on_terminal()
        self._back = ""
        """The table where a seat is kept."""

    async def door(self) -> Item | None:
        await self.look()
        shown = self.shown()
        if shown is not None:
            print(words.running_text(shown.port, len(shown.people)))
        self._back = self.back()
        return await self.choose(door(shown, self._back), _("What would you like to do? Type a number."))

    async def joining(self) -> Item | None:
        shown = self.shown()
        for line, typed in [] if shown is None else words.joining_lines(shown):
            print(f"  {line}" if typed else line)
        return await self.choose((Item.ENTER, Item.STAY), _("Go in?"))

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        print(text)

    async def play(self, entry: Item, settings: Settings, address: Address | None, own: OwnServer | None) -> int:
        return await play_in_lines(
            settings, address, self._keyboard, self.memory, home=True, lesson=TOPICS.get(entry), own=own
        )

    async def change_settings(self) -> None:
        memory = self.memory
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
                self.settings()
            except Wrong as takes:
                told = str(takes)
                if not value and setting is not None and setting.title:
                    print(_(setting.says))
            if told:
                print(told)

    async def choose(self, lines: Sequence[Item], question: str) -> Item | None:
        while True:
            print(question)
            first = int(Item.RETURN not in lines)  # the others keep their numbers
            titles = [entry.named(self._back) for entry in lines]
            for number, (entry, title) in enumerate(zip(lines, titles, strict=True), first):
                print(f"  {number}. {title}{f': {_(entry.meaning)}' if entry.meaning else ''}")
            line = await self._keyboard.line()
            if line is None:
                return None
            if line == "0" and not first:
                return Item.RETURN
            if (chosen := numbered(line, lines[1 - first :])) is not None:
                return chosen
            if line.casefold() == "quit":
                return Item.QUIT if Item.QUIT in lines else lines[-1]
            begins = [title.casefold().startswith(line.casefold()) for title in titles]
            if line and begins.count(True) == 1:
                return lines[begins.index(True)]
            if not line and lines[0] in (Item.PLAY, Item.RETURN):
                return lines[0]
            if line:
                print(_("Type one of the numbers, or how one of the lines begins; “quit” ends."))


def _shown(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else f"“{value}”" if value else "–"
