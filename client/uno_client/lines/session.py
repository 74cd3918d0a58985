"""The game as lines of text, for a pipe or a screen reader: prints events, and reads commands from standard input."""

import asyncio
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace

from uno_client.address import Address, AddressFault
from uno_client.config import Settings
from uno_client.core import card_dialogue
from uno_client.core.actions import dialogue, letters
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.core.model.parts import Lesson, Page
from uno_client.core.model.question import Dialogue, FormField, LetterStage, Pending, YesNo
from uno_client.core.requests import want
from uno_client.core.standing import way_back
from uno_client.core.update import BACK
from uno_client.exits import EXIT_FAILURE, EXIT_PROTOCOL, EXIT_UNAVAILABLE
from uno_client.lines import chat_text, game_text, room_text
from uno_client.lines.commands import SLASH, command_in, obey
from uno_client.lines.no_echo import Echo
from uno_client.lines.outcomes import Context, Did, Outcome, Tell
from uno_client.lines.qr_code import invitation_lines
from uno_client.lines.reminders import Alarm
from uno_client.lines.server_list import LOOKING, NOTHING, QUESTION, QUESTION_AGAIN, FoundLines, help_lines
from uno_client.lines.stdin_reader import Keyboard
from uno_client.messages import Input, Invited, LinkDown, LinkUp, Quit, Stop, Tick
from uno_client.net.discovery import Discovery
from uno_client.net.token_store import TokenStore
from uno_client.preferences import PreferenceStore, settings_file
from uno_client.shell import Shell, known_at_start
from uno_client.signals import signals_end
from uno_client.trust import Doubt, Trust
from uno_client.wording.sanitize import clean_message
from uno_client.wording.tables import late_text
from uno_client.wording.trust import EXPOSED, pinned, reason
from uno_client.wording.words import means_no, means_yes, voice_of
from uno_engine.actions import Listed
from uno_engine.language import _
from uno_protocol import messages as net
from uno_protocol.discovery import Reach
from uno_protocol.messages import Request
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import listing

SETTLE_SECONDS = 10.0
"""The longest that a command waits for what was asked before it."""
HELD_SECONDS = 0.3
"""The longest that a command waits for the answer to a play, which the table may hold back for a while (U3)."""
SOLO_PATIENCE = 3.0
"""Seconds after which a private server is taken for dead."""
NOTHING_SECONDS = 3.0
"""Seconds after which the client says that it found no game."""
BACK_WORDS = ("-", "back")
"""What leads back to the question before, and from the first one out of the dialogue."""
_LOOKS = (net.WhyNot, net.TableRules, net.ListTables, net.LobbyTalk, net.Chat, net.React)
"""Requests that do nothing in the game: a card that is played letter by letter waits for the answer."""


async def run_plain(settings: Settings, address: Address | None) -> int:
    """Play in plain mode until the player or the server ends it. Gives the exit code."""
    return await play_in_lines(settings, address, AtKeyboard(on_terminal()))


def on_terminal() -> Keyboard:
    """The keyboard, which is read from now on; what is printed leaves line by line, whatever the terminal can show."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace", line_buffering=True)
    keyboard = Keyboard(asyncio.get_running_loop())
    keyboard.start()
    return keyboard


@dataclass(frozen=True, slots=True)
class AtKeyboard:
    """The player at the keyboard: the keyboard itself, and the store for their preferences.

    `home`: it returns to the front door, and a solo game is dealt immediately. `lesson`: it is that beat of the lesson.
    """

    keyboard: Keyboard
    memory: PreferenceStore | None = None
    home: bool = False
    lesson: int | None = None


async def play_in_lines(settings: Settings, address: Address | None, play: AtKeyboard) -> int:
    """Play on that server, or on one that is asked for. The exit code."""
    if address is not None or play.lesson is not None:
        return await _play(settings, play, address)
    settings = replace(settings, password=None)  # it is the password of no server that is found
    code = 0
    proposed = settings.kept.server or "" if play.home else ""
    while (asked := await ask_address(play.keyboard, settings.discover, proposed)) is not None:
        print(_("Connecting to {address} …").format(address=asked))
        code = await _play(settings, play, asked)
        if code != EXIT_UNAVAILABLE:  # a slip of the finger is asked for again
            break
    return code


async def _play(settings: Settings, play: AtKeyboard, address: Address | None) -> int:
    with Echo() as echo:
        player = Player(settings, play.keyboard, echo, attended=sys.stdin.isatty(), memory=play.memory)
        if play.home:
            learns = play.lesson is not None
            if not (learns or settings.solo):  # else it is said with the welcome
                print(_("Type quit to come back here."))
            lesson = None if play.lesson is None else Lesson(beat=play.lesson)
            start = replace(
                player.shell.model.start, at_home=True, deals=settings.solo, autostart=learns or settings.solo
            )
            player.shell.model = replace(player.shell.model, start=start, lesson=lesson)
        try:
            end = await player.run(address)
        except asyncio.CancelledError:  # Ctrl-C, which stands on this line
            print()
            _tell_way_back(player.shell.model)
            raise
    if end.text:
        print(f"uno-client: {end.text}", file=sys.stderr)
    _tell_way_back(player.shell.model)
    return end.code


def _tell_way_back(model: Model) -> None:
    if back := way_back(model):
        print(_("Your seat is kept. To come back: {back}").format(back=back))


async def ask_address(keyboard: Keyboard, reach: Reach, proposed: str = "") -> Address | None:
    """Ask which server until an answer makes sense, and tell meanwhile which are found; None at the end of input.

    With the address: whether it was typed, and not chosen by the number of what was found. An empty line takes the
    one that is proposed, if any.
    """
    told = FoundLines()
    print(_(QUESTION_AGAIN).format(server=proposed) if proposed else _(QUESTION))
    if not reach.off:
        print(_(LOOKING))
    discovery = Discovery(
        reach,
        lambda found, trouble: _print(told.news(found, trouble if not reach.off else "")),
        known=TokenStore.of_user().known,
    )
    looking = asyncio.create_task(discovery.run())
    reminding = asyncio.get_running_loop().call_later(NOTHING_SECONDS, lambda: _remind(discovery, reach))
    try:
        while (line := await keyboard.line()) is not None:
            if line.lower() == "quit":
                return None
            line = line or proposed
            if line.lower() in ("", "help", "?"):
                _print(help_lines(looking=not reach.off))
                continue
            if line.lower() == "list" and not reach.off:
                _print(told.all())
                continue
            try:
                return told.meant(line)
            except AddressFault as fault:
                print(fault)
        return None
    finally:
        reminding.cancel()
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)


def _remind(discovery: Discovery, reach: Reach) -> None:
    if not reach.off and not discovery.found():
        print(_(NOTHING))


def _ring() -> None:
    """Ring the bell of a terminal."""
    if sys.stdout.isatty():
        print("\a", end="", flush=True)


class Player:
    """One person at lines: tells what happens, asks when asked, obeys commands one after the other."""

    def __init__(
        self,
        settings: Settings,
        keyboard: Keyboard,
        echo: Echo | None = None,
        *,
        attended: bool = True,
        memory: PreferenceStore | None = None,
    ) -> None:
        """`attended`: somebody can be asked who a server is."""
        self._settings = settings
        self._keyboard = keyboard
        self._echo = echo or Echo()
        model = known_at_start(settings, fixed=True, attended=attended)
        model = replace(model, start=replace(model.start, in_lines=True))
        patience = SOLO_PATIENCE if settings.solo else None
        tokens = TokenStore.for_run(solo=settings.solo)
        memory = memory or (PreferenceStore(settings_file(os.environ), settings.kept) if attended else None)
        self.shell = Shell(model, tokens, self._after, patience, tls=settings.tls, memory=memory)
        self.shell.bell = _ring
        self._shown: tuple[int, tuple[Listed, ...]] = (-1, ())
        self._asked = -1
        """The last decision whose question was said in full."""
        self._hint: list[str] = []
        self._snapshot_due = False
        self._address: Address | None = None
        self._unwanted: set[int] = set()
        """Requests for lists after a refusal that asks another question: their answers aren't shown."""
        self._alarm = Alarm(lambda: self.shell.model)
        self._back = False
        """The link is back, and the choices haven't been shown since."""
        self._stepped = asyncio.Event()
        self._deaf = False
        self._missed = ""
        """Why the table that was asked for at the start was not reached."""

    async def run(self, address: Address | None) -> Quit:
        """Play on the server at `address`, or the lesson, until the end."""
        self._address = address
        if address is not None:
            self.shell.connect(address, self._settings.name, self._settings.password)
        elif (lesson := self.shell.model.lesson) is not None:
            self.shell.learn(lesson.beat)
        reader = asyncio.create_task(self._obey_all())
        self.shell.watch(reader)
        try:
            with signals_end(self.shell.quit):
                return await self.shell.finish()
        finally:
            self._alarm.stop()
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _obey_all(self) -> None:
        while (line := await self._keyboard.line()) is not None:
            await self._settle()
            self.obey(line)
            if self.shell.ended:  # lines typed after that are for whoever reads next
                return
        await self._settle()
        self._deaf = True
        link, question = self.shell.model.link, self.shell.model.question
        if link.wants_password:
            self._take_password("")
        if link.no_name:
            self.shell.quit(EXIT_FAILURE, link.no_name)
        if isinstance(question, Doubt):
            self._take_answer(question, "")
        if self.shell.model.table is None and self._missed:
            self.shell.quit(EXIT_FAILURE, self._missed)
        if self.shell.model.link.lost:
            self.shell.quit(EXIT_UNAVAILABLE, self.shell.model.link.text)
        if self.shell.model.table is None or self.shell.model.seat is not None:
            self.shell.feed(Stop())

    async def _settle(self) -> None:
        """Wait for the answers to earlier commands: lines of a pipe arrive together."""
        deadline = asyncio.get_running_loop().time() + SETTLE_SECONDS
        while (patience := self._patience()) > 0:
            self._stepped.clear()
            try:
                async with asyncio.timeout_at(min(deadline, asyncio.get_running_loop().time() + patience)):
                    await self._stepped.wait()
            except TimeoutError:
                return

    def _patience(self) -> float:
        """How many seconds a command may wait for the ones before it; 0 if there is nothing to wait for."""
        model = self.shell.model
        asked = model.link.wants_password or model.link.no_name
        if model.link.lost or asked or isinstance(model.question, (Pending, Doubt)):
            return 0.0
        if model.answering:
            return HELD_SECONDS
        connecting = not model.link.online
        inviting = model.invitation is not None and not model.invitation.pages
        return SETTLE_SECONDS if connecting or model.link.pending or self._snapshot_due or inviting else 0.0

    def obey(self, line: str) -> None:
        """Do what a typed line asks for: an answer to an open question, or a command."""
        self.shell.feed(Tick(asyncio.get_running_loop().time()))
        self.shell.model = replace(self.shell.model, touched=self.shell.model.now)
        model = self.shell.model
        if model.link.wants_password:
            self._take_password(line)
            return
        if model.link.no_name:
            self._take_name(line)
            return
        if isinstance(model.question, Doubt):
            self._take_answer(model.question, line)
            return
        if not (isinstance(self.shell.model.question, (YesNo, Pending, Dialogue)) and self._answered(line)):
            self._carry_out(self._understood(line))

    def _ask_who(self, doubt: Doubt) -> None:
        """Show the doubt, and ask whether to continue; or end if nobody may."""
        _print(room_text.doubt_lines(doubt))
        if doubt.stops or self._deaf:
            self.shell.quit(EXIT_PROTOCOL, reason(doubt))

    def _take_answer(self, doubt: Doubt, line: str) -> None:
        """An empty line continues after a first visit, 1 always; everything else means no, as does the end of input."""
        if line == "1" or (not line and doubt.verdict is Trust.FIRST_VISIT and not self._deaf):
            self.shell.model = replace(self.shell.model, question=None)
            self.shell.go_on(doubt.fingerprint, openly=doubt.verdict is Trust.PLAIN)
        else:
            self.shell.quit(EXIT_PROTOCOL, reason(doubt))

    def _ask_password(self) -> None:
        if self._deaf:
            self._take_password("")
        else:
            self._ask_secretly(_("Type the server's password."), _("UNO_PASSWORD is another way"))

    def _take_password(self, line: str) -> None:
        """P-5.11: try again with the server's password."""
        self._echo.show()
        if not line or self._address is None:
            self.shell.quit(1, _("you can't join this server without its password"))
            return
        model = self.shell.model
        link, start = replace(model.link, wants_password=False), replace(model.start, fixed_server=True)
        self.shell.model = replace(model, link=link, start=start)
        self.shell.connect(self._address, self._settings.name, line)

    def _take_name(self, line: str) -> None:
        """Try again with the name that was typed, or with the one that was proposed."""
        model = self.shell.model
        name, link = line or model.name, replace(model.link, no_name="")
        self.shell.model = replace(model, name=name, link=link, start=replace(model.start, fixed_server=True))
        if self._address is not None:
            self.shell.connect(self._address, name, self._settings.password)

    def _ask_secretly(self, question: str, other_way: str = "") -> None:
        """Ask for what should not be seen, and say whether it will be."""
        if self._echo.hide():
            print(f"{question} {_('(Your typing is hidden.)')}")
        else:
            shown = _("(Your typing is shown; {other_way}.)") if other_way else _("(Your typing is shown.)")
            print(f"{question} {shown.format(other_way=other_way)}")

    def _understood(self, line: str) -> Outcome:
        return obey(Context(self.shell.model, self._shown[1]), line)

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Tell(said):
                _print(said)
                self._ask_again()
            case Did((model, inputs, commands), said):
                before, self.shell.model = self.shell.model, model
                self._tell_said(before)
                if untold := self.shell.remember_chosen(before):
                    known = before.settings.rule_sets
                    new = (line for name, line in model.settings.rule_sets.items() if known.get(name) != line)
                    said = (untold, *(_("Keep this line instead: {line}").format(line=line) for line in new))
                _print(said)
                if model.page is Page.REASONS and before.page is not model.page:
                    _print(game_text.reason_lines(model.reading.reasons, voice_of(model.table)))
                    self.shell.model = replace(model, page=None)
                self._ask_open(before)
                self.shell.take(inputs, commands)
                if not inputs and model.question is before.question:
                    self._ask_again()

    def _answered(self, line: str) -> bool:
        """Whether the line answers the open question; a command drops it."""
        model = self.shell.model
        dropped = replace(model, question=None)
        match model.question:
            case YesNo(then=then) if means_yes(line):
                self._carry_out(Did(want(dropped, then)))
            case YesNo() if means_no(line):
                self._carry_out(Tell((_("Cancelled."),)))
                self.shell.model = dropped
            case Dialogue() if _is_command(line):
                return False
            case Dialogue() if not line:
                self._ask_again()
            case Dialogue():
                back = line.lower() in BACK_WORDS
                self._carry_out(Did(letters.back(model) if back else letters.answer(model, line)))
                if self.shell.model.question is None and not self.shell.model.answering:
                    _print(game_text.choice_lines(self.shell.model, again=True))
            case Pending(before=None) if not line or line.lower() in BACK_WORDS:
                self._carry_out(Tell((_("Cancelled."),)))
                self.shell.model = dropped
            case Pending() if not line or line.lower() in BACK_WORDS:
                self._carry_out(Did(dialogue.back(model)))
            case Pending(field=field) if (field is not None and field.hidden) or command_in(line) is None:
                self._carry_out(Did(dialogue.answer(model, line)))
            case _:
                self.shell.model = dropped
                return False
        self._echo.show()
        return True

    def _ask_open(self, before: Model) -> None:
        """Put the open question, if it is new."""
        match self.shell.model.question:
            case question if question is before.question:
                pass
            case YesNo(text=text):
                print(f"{text} {_('Type yes or no.')}")
            case Pending(field=FormField(hidden=True) as field):
                self._ask_secretly(f"{field.label}? {_('An empty line cancels.')}")
            case Pending(field=FormField() as field):
                print(f"{field.label}? {field.hint}")
            case Pending() as asked:
                names = listing([each.name for each in dialogue.choices(self.shell.model) if each.name])
                print(
                    f"{dialogue.prompt(asked)} {_('Type one of these, or - to go back: {names}.').format(names=names)}"
                )
            case Dialogue():
                self._ask_again()
            case Doubt() as doubt:
                self._ask_who(doubt)
            case _:
                pass

    def _tell_said(self, before: Model) -> None:
        """Print what there is to say, if it is new."""
        notice = self.shell.model.notice
        if notice is not None and notice is not before.notice and notice.text != _(BACK):
            print(notice.text)

    def _ask_again(self) -> None:
        """Put the open question of a card that is played letter by letter (M6)."""
        asking = self.shell.model.question
        if isinstance(asking, Dialogue):
            back = _("Type - for no card.") if asking.stage is LetterStage.COLOUR else _("Type - to go back.")
            print(f"{card_dialogue.question(asking, self.shell.model)} {back}")

    def _after(self, message: Input, before: Model) -> None:
        model = self.shell.model
        self._tell_link(message, before)
        _print(chat_text.news_lines(model, message, before))
        self._tell_said(before)
        if isinstance(message, Invited):
            _print(invitation_lines(model, self._settings.wants.theme))
        if model.link.wants_password and isinstance(message, LinkDown):
            self._ask_password()
        if isinstance(message, net.ServerMessage):
            self._tell_answer(clean_message(message), before)
            self._tell_table(message, before)
            answered = [each for each in before.link.pending if each.id == getattr(message, "id", None)]
            if any(isinstance(each, _LOOKS) for each in answered):
                self._ask_again()
            self._alarm.follow(message, before)
        if self._deaf and (model.table is None or model.phase in (RoomPhase.FINISHED, RoomPhase.CLOSED)):
            self.shell.quit(0)
        self._prompt(model)
        self._ask_open(before)
        self._stepped.set()

    def _tell_answer(self, message: net.ServerMessage, before: Model) -> None:
        model = self.shell.model
        if isinstance(message, net.Error) and model.table is None and self._asked_first(message.id, before):
            self._missed = model.notice.text if model.notice is not None else _("that table let nobody in")
        match message:
            case net.Tables(id=id) if id in self._unwanted:
                self._unwanted.discard(id)
            case net.Tables() if not any(isinstance(each, net.ListTables) for each in model.link.pending):
                _print(room_text.table_lines(model.lobby.tables or (), at_table=model.table is not None))
            case net.Talk():
                _print(chat_text.lobby_history(model, before))
            case net.Rules() as told:
                _print(game_text.told_rules_lines(told))
            case net.Reasons(reasons=reasons) if before.reading.wonder is None:
                _print(game_text.reason_lines(reasons, voice_of(model.table)))
            case net.Follow():
                _print(game_text.choice_lines(model))
            case net.Error(id=int(id)) if any(_is_play(request, id) for request in before.link.pending):
                _print(game_text.choice_lines(model, again=True))
            case net.Error(id=int(id)) if self._may_come_in(before, id):
                pass
            case net.Error(id=int()) if model.draft.text and not before.draft.text:
                print(_("Type say to say it again."))
            case net.Error(id=int()) if self._settings.spectate and model.table is None:
                self.shell.quit(1, model.notice.text if model.notice is not None else _("there's no such table"))
            case _:
                pass

    def _asked_first(self, id: int | None, before: Model) -> bool:
        """Whether that is the request for the table of the command line."""
        first = self._settings.first_request
        return first is not None and any(
            isinstance(each, type(first)) and each.id == id and getattr(each, "table", None) == self._settings.table
            for each in before.link.pending
        )

    def _may_come_in(self, before: Model, id: int) -> bool:
        """Whether there is another way into the table that was refused; then the list isn't shown."""
        model = self.shell.model
        request = next((each for each in before.link.pending if each.id == id), None)
        if not isinstance(request, (net.JoinTable, net.SpectateTable)) or model.question is None:
            return False
        if self._deaf:
            self.shell.model = replace(model, question=None)
            return False
        self._unwanted |= {each.id for each in model.link.pending if isinstance(each, net.ListTables)}
        return True

    def _tell_table(self, message: net.ServerMessage, before: Model) -> None:
        model = self.shell.model
        match message:
            case net.Joined():
                self._snapshot_due = True
            case net.Snapshot():
                self._snapshot_due = False
                if before.table is None:
                    self._hint = room_text.waiting_lines(model)
                    _print(
                        room_text.welcome_lines(model)
                        if before.start.deals or model.lesson
                        else room_text.room_lines(model)
                    )
                    _print(chat_text.table_history(model))
                    _print(room_text.timer_lines(model))
                elif before.seat is None and model.seat is not None:
                    print(_("You're in seat {n} now.").format(n=model.seat + 1))
                    if model.game is not None and (late := late_text(model.game, model.seat)):
                        print(late)
                    _print(room_text.timer_lines(model))
                if before.table is None or self._back:
                    _print(game_text.midgame_lines(model) or game_text.ended_lines(model))
                self._shown, self._asked = (-1, ()), -1
            case net.Legal() if self._back:  # much was told since the question was put
                self._back = False
                self._shown, self._asked = (-1, ()), -1
            case net.Entry(event={"k": "round_ended"}) if _counts_points(model):
                _print(game_text.score_lines(model))
            case _:
                pass

    def _tell_link(self, message: Input, before: Model) -> None:
        model = self.shell.model
        match message:
            case LinkUp(fingerprint, words, unseen=True, stored=stored):
                print(
                    f"uno-client: {pinned(model.server.address, fingerprint, words, stored=stored)}",
                    file=sys.stderr,
                )
            case LinkDown(_, retry_in) if retry_in is not None and before.link.online:
                print(_lost(model, before))
            case net.LoggedIn() | net.Resumed() if before.link.lost:
                print(_(BACK))
                self._back = True
            case net.LoggedIn() | net.Resumed() if not (model.start.deals or model.lesson):
                server = model.server.name or model.server.address
                print(_("Connected to {server} as {name}.").format(server=server, name=model.name))
                _print([_(EXPOSED)] if model.server.exposed else [])
            case _:
                pass

    def _prompt(self, model: Model) -> None:
        """Show the choices when they are new, and what to do before a game when that is new."""
        hint = room_text.waiting_lines(model)
        if hint != self._hint:
            self._hint = hint
            _print(hint)
        listed = offered(model)
        if model.phase not in (RoomPhase.PLAYING, RoomPhase.PAUSED):
            self._asked = -1  # the next game counts from the beginning
        decision = -1 if model.game is None else model.game.decision
        if (decision, listed) == self._shown or not model.link.online:
            return
        self._shown = (decision, listed)
        if listed and model.seat is not None:
            _print(game_text.choice_lines(model, again=decision == self._asked))
            self._asked = decision


def _lost(model: Model, before: Model) -> str:
    """A sentence saying that the connection was lost, and why."""
    if model.link.stopped:
        return _("{reason} Waiting for it to come back.").format(reason=before.link.text)
    why = (before.link.text or model.link.text).rstrip(".")
    if not why or why == _("the connection was lost"):
        return _("Connection lost. Reconnecting.")
    return _("Connection lost: {reason}. Reconnecting.").format(reason=why)


def _counts_points(model: Model) -> bool:
    return model.rules is not None and model.rules.goal.by_points


def _is_command(line: str) -> bool:
    """Whether a line is a command in mid-dialogue, where single letters and numbers are answers."""
    if line.startswith(SLASH):
        return True
    word = line.split(maxsplit=1)[0].lower().rstrip("?") if line else ""
    return len(word) > 1 and word not in BACK_WORDS and command_in(line) is not None


def _is_play(request: Request, id: int) -> bool:
    return request.id == id and isinstance(request, net.PlayRequest)


def _print(said: Iterable[str]) -> None:
    for line in said:
        print(line)
