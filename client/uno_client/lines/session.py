"""The game as lines of text, for a pipe or a screen reader: prints events, and reads commands from standard input."""

import asyncio
import os
import sys
from collections.abc import Iterable, Sequence

from uno_client.address import Address
from uno_client.config import Settings, SettingsRefused, playing_on
from uno_client.core import server_picker
from uno_client.core.actions import dialogue, letters
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.core.model.parts import Lesson, LinkPhase, Scope, Screen
from uno_client.core.model.question import Dialogue, FormField, LetterStage, Pending, YesNo
from uno_client.core.model.table import Countdown
from uno_client.core.navigation import to_connect
from uno_client.core.requests import Step, still, want
from uno_client.core.standing import RESTING
from uno_client.exits import EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_SIGNAL, EXIT_UNAVAILABLE
from uno_client.front_door_games import keep_seat
from uno_client.lines import game_text, room_text
from uno_client.lines.commands import command_in, obey
from uno_client.lines.qr_code import invitation_lines
from uno_client.lines.replay import SLASH
from uno_client.lines.server_list import HELP, LOOKING, NOTHING, FoundLines
from uno_client.lines.stdin_reader import Echo, Keyboard
from uno_client.messages import Connecting, Discovered, Input, Invited, LinkDown, LinkUp, Quit, Stop, Tick
from uno_client.net.own_servers import ServerFailed, private_server
from uno_client.net.token_store import TokenStore
from uno_client.preferences import PreferenceStore, settings_file
from uno_client.screens.around import lost
from uno_client.shell import OwnServer, Shell, behind_door, known_at_start, look_round
from uno_client.signals import signals_end
from uno_client.structs import replace
from uno_client.trust import Doubt, Trust
from uno_client.wording.sanitize import clean_message
from uno_client.wording.tables import late_text
from uno_client.wording.trust import EXPOSED, after_words, before_words, heading, pinned
from uno_client.wording.words import means_no, means_yes
from uno_engine.actions import Listed
from uno_engine.events import CardsDrawn
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import listing

SETTLE_SECONDS = 10.0
"""The longest that a command waits for what was asked before it."""
HELD_SECONDS = 0.3
"""The longest that a command waits for the answer to a play, which the table may hold back for a while (U3)."""
NOTHING_SECONDS = 3.0
LAST_SECONDS = 10.0
"""Seconds left at which the player is warned; of a shorter time, half of it."""
NO_PASSWORD = N_("you can't join this server without its password")
BACK_WORDS = ("-", "back")
"""What leads back to the question before, and from the first one out of the dialogue."""
_ENTERS = (net.JoinTable, net.SpectateTable, net.CreateTable)


def on_terminal() -> Keyboard:
    """The keyboard, which is read from now on; what is printed leaves line by line, whatever the terminal can show."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace", line_buffering=True)
    keyboard = Keyboard(asyncio.get_running_loop())
    keyboard.start()
    return keyboard


async def play_in_lines(
    settings: Settings,
    address: Address | None,
    keyboard: Keyboard | None = None,
    memory: PreferenceStore | None = None,
    *,
    home: bool = False,
    lesson: int | None = None,
    own: OwnServer | None = None,
) -> int:
    """Play on that server, or on one that is asked for, until the player or the server ends it. The exit code.

    `home`: it returns to the front door, and a solo game is dealt immediately. `lesson`: it is that beat of the lesson.
    `own`: it is the player's own server.
    """
    player = Player(settings, keyboard or on_terminal(), attended=sys.stdin.isatty(), memory=memory)
    player.shell.own = own
    if home:
        model = behind_door(player.shell.model, None if lesson is None else Lesson(beat=lesson))
        if address is not None and not model.start.autostart:  # else it is said elsewhere
            print(_("Type quit to come back here."))
        player.shell.model = model
    end = await player.run(address)
    if end.code == EXIT_INTERRUPTED:  # the terminal shows ^C on this line
        print()
    if end.text:
        print(f"uno-client: {end.text}", file=sys.stderr)
    _tell_way_back(player.shell.model)
    return end.code


def _tell_way_back(model: Model) -> None:
    if said := keep_seat(model):
        print(said)


def _ring() -> None:
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
        tokens = TokenStore.for_run(solo=settings.solo)
        memory = memory or (PreferenceStore(settings_file(os.environ), settings.kept) if attended else None)
        self.shell = Shell(model, tokens, self._after, memory=memory)
        self.shell.bell = _ring
        self.shell.play_on = self._play_on
        self._position = ""
        """Where to play on alone, before anything else is read."""
        self._guest: Player | None = None
        """The player in that game."""
        self._named = True
        """The server is the one of the command line."""
        self._servers = FoundLines()
        self._shown: tuple[int, tuple[Listed, ...]] = (-1, ())
        self._asked = -1
        """The last decision whose question was said in full."""
        self._hint: list[str] = []
        self._heard = 0
        """How much of the log has been said."""
        self._timer: asyncio.TimerHandle | None = None
        """Goes off when little time is left."""
        self._warned = -1
        """The last decision with that reminder."""
        self._deal_told: tuple[RoomPhase, int] | None = None
        """The pause before a deal with that reminder: the phase, and the round that is over."""
        self._back = False
        """The link is back, and the choices haven't been shown since."""
        self._stepped = asyncio.Event()
        self._deaf = False
        self._missed = ""
        """Why the last table that was asked for let nobody in."""

    async def run(self, address: Address | None) -> Quit:
        """Play on the server at `address`, at the lesson's table, or on a server that is asked for, until the end."""
        self.shell.begin(self._obey_all())
        if address is not None:
            self.shell.connect(address, self._settings.name, self._settings.password)
        elif (lesson := self.shell.model.lesson) is not None:
            self.shell.learn(lesson.beat)
        else:
            self.shell.begin(self._look_for_servers())
        try:
            with signals_end(self.shell.signalled):
                return await self.shell.finish()
        finally:
            self._stop_timer()
            self._echo.show()

    async def _look_for_servers(self) -> None:
        model, reach = self.shell.model, self._settings.discover
        self._named, start = False, replace(model.start, fixed_server=False)
        server = self._settings.kept.server if start.at_home else None
        model = replace(model, start=start, server=replace(model.server, address=server or ""))
        self.shell.model = to_connect(model)
        self._ask_server()
        if reach.off:
            return
        print(_(LOOKING))
        remind = asyncio.get_running_loop().call_later(NOTHING_SECONDS, self._remind)
        try:
            await look_round(self.shell, reach, TokenStore.of_user().known).run()
        finally:
            remind.cancel()

    def _remind(self) -> None:
        if _at_door(self.shell.model) and not self.shell.model.picker.found:
            print(_(NOTHING))

    def _ask_server(self) -> None:
        model = self.shell.model
        if self._deaf:
            self._end()
        elif model.link.wants_password:
            self._ask_secretly(_("Type the server's password."), _("UNO_PASSWORD is another way"))
        elif not model.link.no_name:  # else the notice asks
            server = model.server.address
            again = _("Which server? Type HOST or HOST:PORT, or press Enter for {server}.")
            print(again.format(server=server) if server else _("Which server? Type HOST or HOST:PORT."))

    async def _obey_all(self) -> None:
        while (line := await self._keyboard.line()) is not None:
            await self._settle()
            self.obey(line)
            if self._position:
                await self._play_aside()
            if self.shell.ended:  # lines typed after that are for whoever reads next
                return
        await self._settle()
        self._deaf = True
        self._end()

    def _play_on(self, position: str) -> None:
        self._position = position

    async def _play_aside(self) -> None:
        """Play alone from a position, until the player comes back, or is wanted at the table."""
        position, self._position = self._position, ""
        try:
            settings = playing_on(self._settings, position)
            async with private_server(test_deals=True) as address:
                self._guest = guest = Player(settings, self._keyboard, self._echo, attended=sys.stdin.isatty())
                guest.shell.model = behind_door(guest.shell.model, None)
                end = await guest.run(address)
        except (SettingsRefused, ServerFailed) as refused:
            print(f"uno-client: {refused}", file=sys.stderr)
            return
        finally:
            self._guest = None
        if end.code >= EXIT_SIGNAL:
            self.shell.signalled(end.code)
        elif self.shell.model.replay is not None:
            print(_("Back in the replay."))

    def _end(self) -> None:
        """The end of input answers no question, and leaves where nobody else can lead on."""
        if isinstance(self.shell.model.question, Doubt):
            self._carry_out(server_picker.give_up(self.shell.model))
        model = self.shell.model
        if model.link.wants_password:
            self.shell.quit(EXIT_FAILURE, _(NO_PASSWORD))
        if model.link.no_name:
            self.shell.quit(EXIT_FAILURE, model.link.no_name)
        if model.table is None and self._missed:
            self.shell.quit(EXIT_FAILURE, self._missed)
        if model.link.lost or _at_door(model):
            self.shell.quit(EXIT_UNAVAILABLE if model.link.text else 0, model.link.text)
        if model.table is None or model.seat is not None:
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
        if model.link.lost or _at_door(model) or isinstance(model.question, (Pending, Doubt)):
            return 0.0
        if model.answering:
            return HELD_SECONDS
        coming = model.screen is Screen.TABLE and model.table is None
        inviting = model.invitation is not None and not model.invitation.pages
        return SETTLE_SECONDS if not model.link.online or model.link.pending or coming or inviting else 0.0

    def obey(self, line: str) -> None:
        """Do what a typed line asks for: an answer to an open question, or a command."""
        self.shell.feed(Tick(asyncio.get_running_loop().time()))
        model = self.shell.model = replace(self.shell.model, touched=self.shell.model.now)
        if isinstance(model.question, Doubt):
            self._take_answer(model.question, line)
        elif isinstance(model.question, YesNo) and self._answered(line):
            pass
        elif _at_door(model):
            self._take_server(line)
        elif not (isinstance(model.question, (Pending, Dialogue)) and self._answered(line)):
            self._carry_out(*obey(model, line, self._shown[1]))

    def _take_answer(self, doubt: Doubt, line: str) -> None:
        """An empty line continues after a first visit, 1 always; everything else means no, as does the end of input."""
        agrees = line == "1" or (not line and doubt.verdict is Trust.FIRST_VISIT)
        step = server_picker.go_on if agrees and not doubt.stops else server_picker.give_up
        self._carry_out(step(self.shell.model))
        if _at_door(self.shell.model) and not agrees:
            self._ask_server()

    def _take_server(self, line: str) -> None:
        """Connect: to the server of that number or address, with the password, or under another name."""
        model, link = self.shell.model, self.shell.model.link
        word = line.lower()
        if link.wants_password:  # P-5.11
            self._echo.show()
            if not line:
                self.shell.quit(EXIT_FAILURE, _(NO_PASSWORD))
                return
            model = replace(model, form=model.form.filled("password", line))
        elif link.no_name:
            model = replace(model, form=model.form.filled("name", line or model.name))
        elif word == "quit":
            self.shell.quit(0)
            return
        elif word in ("help", "?") or not (line or model.server.address):
            _print([*([] if self._settings.discover.off else [_(LOOKING)]), _(HELP)])
            return
        elif word == "list":
            _print(self._servers.all(model.picker.found or ()))
            return
        elif line.isascii() and line.isdigit():
            found = self._servers.numbered(line, model.picker.found or ())
            if found is None:
                print(_("There's no game {number} now. Type list to see them all.").format(number=line[:9]))
                return
            model = model.picking(found.key)
        else:
            model = replace(model.picking(None), form=model.form.filled("server", line or model.server.address))
        link = replace(link, wants_password=False, no_name="")
        start = replace(model.start, fixed_server=self._named)
        self._carry_out(server_picker.connect(replace(model, link=link, start=start)))

    def _ask_secretly(self, question: str, other_way: str = "") -> None:
        if self._echo.hide():
            print(f"{question} {_('(Your typing is hidden.)')}")
        else:
            shown = _("(Your typing is shown; {other_way}.)") if other_way else _("(Your typing is shown.)")
            print(f"{question} {shown.format(other_way=other_way)}")

    def _carry_out(self, step: Step, said: Sequence[str] = ()) -> None:
        before, (model, inputs, commands) = self.shell.model, step
        self.shell.model = model
        self._tell_said(before)
        if untold := self.shell.remember_chosen(before):
            known = before.settings.rule_sets
            new = (line for name, line in model.settings.rule_sets.items() if known.get(name) != line)
            said = (untold, *(_("Keep this line instead: {line}").format(line=line) for line in new))
        _print(said)
        self._tell_reasons()
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
                self._carry_out(want(dropped, then))
            case YesNo() if means_no(line):
                self._carry_out(still(model), [_("Cancelled.")])
                self.shell.model = dropped
            case Dialogue() if _is_command(line):
                return False
            case Dialogue() if not line:
                self._ask_again()
            case Dialogue():
                back = line.lower() in BACK_WORDS
                self._carry_out(letters.back(model) if back else letters.answer(model, line))
                if self.shell.model.question is None and not self.shell.model.answering:
                    _print(game_text.choice_lines(self.shell.model, again=True))
            case Pending(place=Scope.COLOUR) if line.lower().startswith(("colour ", "color ")):
                self._carry_out(dialogue.answer(model, line.split(maxsplit=1)[1]))
            case Pending(before=None) if not line or line.lower() in BACK_WORDS:
                self._carry_out(still(model), [_("Cancelled.")])
                self.shell.model = dropped
            case Pending() if not line or line.lower() in BACK_WORDS:
                self._carry_out(dialogue.back(model))
            case Pending(field=field) if (field is not None and field.hidden) or command_in(line) is None:
                self._carry_out(dialogue.answer(model, line))
            case _:
                self.shell.model = dropped
                return False
        self._echo.show()
        return True

    def _ask_open(self, before: Model) -> None:
        match self.shell.model.question:
            case question if question is before.question:
                pass
            case YesNo(text=text):
                print(f"{text} {_('Type yes or no.')}")
            case Pending(field=FormField(hidden=True) as field):
                self._ask_secretly(f"{field.label}? {_('An empty line cancels.')}")
            case Pending(field=FormField() as field):
                print(f"{field.label}? {field.hint}")
            case Pending():
                model = self.shell.model
                names = listing([each.name for each in dialogue.choices(model) if each.name])
                print(dialogue.prompt(model), _("Type one of these, or - to go back: {names}.").format(names=names))
            case Dialogue():
                self._ask_again()
            case Doubt() as doubt:
                _print(_doubt_lines(doubt))
                if doubt.stops or self._deaf:
                    self._carry_out(server_picker.give_up(self.shell.model))

    def _tell_said(self, before: Model) -> None:
        notice = self.shell.model.notice
        if notice is not None and notice is not before.notice:
            print(notice.text)

    def _ask_again(self) -> None:
        """Put the open question of a card that is played letter by letter (M6)."""
        asking = self.shell.model.question
        if isinstance(asking, Dialogue):
            back = _("Type - for no card.") if asking.stage is LetterStage.COLOUR else _("Type - to go back.")
            print(f"{letters.question(asking, self.shell.model)} {back}")

    def _after(self, message: Input, before: Model) -> None:
        model = self.shell.model
        if self._guest is not None and model.replay is None:
            self._guest.shell.quit(0)
        self._tell_link(message, before)
        self._tell_news(message, before)
        self._tell_said(before)
        if model.invitation is not None and isinstance(message, Invited | net.MoveCode):
            moves = isinstance(message, net.MoveCode) or not model.invitation.asked
            _print(invitation_lines(model, self._settings.wants.theme, moves=moves))
        if isinstance(message, LinkDown) and _at_door(model) and model.question is None:
            self._ask_server()
        if isinstance(message, net.ServerMessage):
            self._tell_reasons()
            self._tell_answer(clean_message(message), before)
            self._tell_table(message, before)
            if any(each.id == getattr(message, "id", None) for each in before.link.pending):
                self._ask_again()
        self._follow_clock(before)
        if self._deaf and (model.table is None or model.phase in (RoomPhase.FINISHED, RoomPhase.CLOSED)):
            self.shell.quit(0)
        self._prompt(model)
        self._ask_open(before)
        self._stepped.set()

    def _follow_clock(self, before: Model) -> None:
        """Remind the player of the time: before a turn is over, and when a deal comes by itself (P-9.8)."""
        model, countdown = self.shell.model, self.shell.model.play.countdown
        if countdown is before.play.countdown:
            return
        self._stop_timer()
        left = None if countdown is None else countdown.left(model.now)
        if countdown is None or left is None:
            self._deal_told = None
        elif model.phase in RESTING:
            deal = (model.phase, 0 if model.game is None else model.game.round)
            if deal != self._deal_told:
                print(room_text.running_out(model, left))
            self._deal_told = deal
        elif countdown.decision != self._warned:
            due = min(LAST_SECONDS, (countdown.of or left) / 2)
            self._timer = asyncio.get_running_loop().call_later(max(0.0, left - due), self._remind_of_time, countdown)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _remind_of_time(self, countdown: Countdown) -> None:
        model = self.shell.model
        if countdown is not model.play.countdown or model.phase is not RoomPhase.PLAYING or not model.asked:
            return
        self._warned = countdown.decision
        left = countdown.left(asyncio.get_running_loop().time())
        if left is not None and model.link.online:
            print(room_text.running_out(model, left))

    def _tell_news(self, message: Input, before: Model) -> None:
        """Say what is new at the table and in the lobby. Cards drawn one by one wait for what follows (T30)."""
        model = self.shell.model
        log, told = model.play.log, model.play.told
        if isinstance(message, net.Entry) and log and isinstance(log[-1].event, CardsDrawn):
            return
        fresh, self._heard = log[max(0, len(log) - (told - self._heard)) :] if told > self._heard else (), told
        if isinstance(message, net.LobbySaid) and model.table is None and model.chat.lobby is not before.chat.lobby:
            _print(room_text.in_lobby(model, model.chat.lobby[-1:]))
        elif model.table is None or before.table is not None:  # else it is said with the table
            _print(game_text.heard_lines(model, fresh))

    def _tell_reasons(self) -> None:
        """Say why cards can't be played, where the full screen opens a page of it."""
        model = self.shell.model
        if model.page is Scope.REASONS:
            _print(game_text.reason_lines(model))
            self.shell.model = replace(model, page=None)

    def _tell_answer(self, message: net.ServerMessage, before: Model) -> None:
        model = self.shell.model
        match message:
            case net.Tables() if not any(isinstance(each, (net.ListTables, *_ENTERS)) for each in model.link.pending):
                if not isinstance(model.question, (Pending, YesNo)):
                    _print(room_text.table_lines(model.lobby, at_table=model.table is not None))
            case net.Talk():
                _print(room_text.lobby_history(model, before))
            case net.Numbers() as told:
                _print(game_text.numbers_lines(told))
            case net.Rules() as told:
                _print(game_text.told_rules_lines(told))
            case net.Follow():
                _print(game_text.choice_lines(model))
            case net.Error(id=int(id)):
                self._refused(next((each for each in before.link.pending if each.id == id), None), before)

    def _refused(self, request: net.Request | None, before: Model) -> None:
        model = self.shell.model
        if isinstance(request, net.PlayRequest):
            _print(game_text.choice_lines(model, again=True))
        elif isinstance(request, _ENTERS) and model.table is None:
            self._missed = "" if model.notice is None else model.notice.text
            if self._deaf or (self._settings.spectate and model.question is None):
                self.shell.quit(EXIT_FAILURE, self._missed)
        elif model.draft.text and not before.draft.text:
            print(_("Type say to say it again."))

    def _tell_table(self, message: net.ServerMessage, before: Model) -> None:
        model = self.shell.model
        if isinstance(message, net.Snapshot):
            if before.table is None:
                self._hint = room_text.waiting_lines(model)
                alone = before.start.deals or model.lesson
                _print(room_text.welcome_lines(model) if alone else room_text.room_lines(model))
                _print(room_text.chat_lines(model))
            elif before.seat is None and model.game is not None:
                _print(filter(None, [late_text(model.game, model.seat)]))
            if before.seat is None:
                _print(room_text.timer_lines(model))
            if before.table is None or self._back:
                _print(game_text.midgame_lines(model) or game_text.ended_lines(model))
            self._shown, self._asked = (-1, ()), -1
        elif isinstance(message, net.Legal) and self._back:  # much was told since the question was put
            self._back = False
            self._shown, self._asked = (-1, ()), -1
        elif isinstance(message, net.Entry) and model.result is not None and before.result is None:
            _print(game_text.fact_lines(model))
            if model.rules is not None and model.rules.goal.by_points:
                _print(game_text.score_lines(model))

    def _tell_link(self, message: Input, before: Model) -> None:
        model = self.shell.model
        match message:
            case LinkUp(fingerprint, words, unseen=True, stored=stored):
                print(f"uno-client: {pinned(model.server.address, fingerprint, words, stored=stored)}", file=sys.stderr)
            case Discovered() as found if _at_door(model):
                _print(self._servers.news(found))
            case Connecting(address) if not (self._named or before.link.lost):
                print(_("Connecting to {address} …").format(address=address))
            case LinkDown(_, retry_in) if retry_in is not None and before.link.online:
                print(f"{lost(model)}.")
            case net.LoggedIn() | net.Resumed() if before.link.lost:
                self._back = True
            case net.LoggedIn() | net.Resumed() if not (model.start.deals or model.lesson):
                server = model.server.name or model.server.address
                print(_("Connected to {server} as {name}.").format(server=server, name=model.name))
                _print([_(EXPOSED)] if model.server.exposed else [])

    def _prompt(self, model: Model) -> None:
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


def _at_door(model: Model) -> bool:
    """Whether the next line is for a connection: a server, its password, or another name."""
    return model.screen is Screen.CONNECT and model.link.phase is LinkPhase.IDLE and not model.start.fixed_server


def _doubt_lines(doubt: Doubt) -> list[str]:
    said = [f"{heading(doubt)}.", *before_words(doubt)]
    if doubt.stops:
        return said
    first = doubt.verdict is Trust.FIRST_VISIT
    answers = _("Press Enter if the words are the same. 2 goes back.") if first else _("Type 1 to go on, 2 to go back.")
    words = [f"    {' '.join(doubt.words)}"] if doubt.words else []
    return [*said, *words, after_words(doubt), answers]


def _is_command(line: str) -> bool:
    """Whether a line is a command in mid-dialogue, where single letters and numbers are answers."""
    if line.startswith(SLASH):
        return True
    word = line.split(maxsplit=1)[0].lower().rstrip("?") if line else ""
    return len(word) > 1 and word not in BACK_WORDS and command_in(line) is not None


def _print(said: Iterable[str]) -> None:
    for line in said:
        print(line)
