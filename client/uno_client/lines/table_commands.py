"""Commands about tables: to find and open one, and what its host and players may ask of it. Pure."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import get_args

from uno_client.address import SCHEME, AddressFault, parse_address
from uno_client.core.model import Model
from uno_client.core.naming import Unclear, meant, people_here, read_seat, unlike
from uno_client.core.requests import MOST_EXTRA, extra_seconds
from uno_client.core.standing import (
    at_table,
    hosting,
    hosting_a_game,
    hosting_at_rest,
    hosting_bots,
    hosting_where,
    in_lobby,
    is_away,
    is_ready,
    is_there,
    to_be_ready,
    watching,
)
from uno_client.lines import room_text
from uno_client.lines.outcomes import Check, Command, Context, Feed, Outcome, Run, Secret, Tell, Want
from uno_client.lines.parse_table import (
    CHANGED,
    BadOption,
    Described,
    change_of,
    new_table,
    no_rule,
    read_described,
    split_name,
    with_password,
)
from uno_client.lines.room_text import named_rules
from uno_client.messages import Ask, Invite
from uno_client.preferences import NOTHING
from uno_client.wording.levels import LIKE, USUAL, level_text, level_text_at
from uno_client.wording.options import near
from uno_client.wording.rule_sets import (
    RuleLine,
    check_name,
    in_place_of,
    read_line,
    read_sets,
    rename,
    vain_text,
    words_of,
)
from uno_engine.explain import SECTIONS
from uno_engine.language import N_, _
from uno_engine.levels import BotLevel
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import TABLE
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol.messages import Request
from uno_protocol.room import Room, rules_of, with_text
from uno_protocol.sentences import level_word, listing

CODE_LENGTH = 4


def _at_table_already() -> Tell:
    return Tell((_("You're at a table; leave it first."),))


def _at_no_table() -> Tell:
    return Tell((_("You're not at a table. To list them: tables"),))


def no_seat() -> Tell:
    """The reply to spectators, and to players at no table."""
    return Tell((_("You don't have a seat."),))


def _not_host() -> Tell:
    return Tell((_("Only the host of the table can do that."),))


def _enter(make: Callable[[str, str], Request], usage: str) -> Run:
    """Go to a table: `make` gives the request for a name or code, and a password."""

    def run(setting: Context, words: list[str]) -> Outcome:
        model = setting.model
        if model.table is not None and not (watching(model) and usage.startswith("join")):
            return _at_table_already()
        if not words and model.table is not None:
            return Want(Ask(make(model.table.room.code, "")))  # who watches sits down
        try:
            name, password = _called(model, words)
        except AddressFault as fault:
            return Tell((str(fault),))
        return Want(Ask(make(name, password))) if name else Tell((_("For example: {usage}").format(usage=usage),))

    return run


def _called(model: Model, words: Sequence[str]) -> tuple[str, str]:
    """The name or code of a table, and its password if one follows. Raises AddressFault.

    A name may have blanks: what is in the list is looked for first, then a code in capitals.
    """
    if words and words[0].lower().startswith(SCHEME):
        return parse_address(words[0]).table or "", " ".join(words[1:])
    for at, word in enumerate(words):
        if at and word.lower().startswith("password="):
            return " ".join(words[:at]), " ".join((word[len("password=") :], *words[at + 1 :]))
    known = {word.casefold() for table in model.lobby.tables or () for word in (table.name, table.code)}
    for length in range(len(words), 0, -1):
        if " ".join(words[:length]).casefold() in known:
            return " ".join(words[:length]), " ".join(words[length:])
    if len(words) > 1 and len(words[0]) == CODE_LENGTH and words[0].isalpha() and words[0].isupper():
        return words[0], " ".join(words[1:])
    return " ".join(words), ""


def _describes_tables(model: Model) -> bool:
    return in_lobby(model) or hosting(model)


def _presets(_setting: Context, _words: list[str]) -> Outcome:
    return Tell(tuple(f"{name}: {_(said)}" for name, said in DESCRIPTIONS.items()))


def _options(_setting: Context, words: list[str]) -> Outcome:
    """Every rule that can be set, under headings; with the name of one: what each of its values means."""
    if not words:
        lines = []
        for section, names in SECTIONS.items():
            lines.append(f"{_(section)}:")
            for row in map(TABLE.__getitem__, names):
                choices = f" ({', '.join(row.choices)})" if row.choices else ""
                lines.append(f" {row.name}: {_(row.title)}{choices}")
        return Tell((*lines, _("To see what the values of a rule mean: options stacking")))
    option = TABLE.get(words[0].lower())
    if option is None:
        return Tell((no_rule(words[0]),))
    return Tell(tuple(f" {option.name}={value}: {option.explain(value)}" for value in option.choices))


def _sets(setting: Context, words: list[str]) -> Outcome:
    """The player's own sets of rules: list, save, rename, delete."""
    model = setting.model
    verb, name = (words[0].lower(), " ".join(words[1:])) if words else ("", "")
    if verb == "save" and name:
        return _save(setting, name)
    if verb == "rename" and name:
        return _rename(model, name)
    if verb in ("delete", "forget") and name:
        if name not in model.settings.rule_sets:
            return _no_set(model, name)
        left = rename(model.settings.rule_sets, name, NOTHING)
        return Feed(model.with_rule_sets(left), said=(_("{name} is deleted.").format(name=name),))
    if words:
        return Tell((_("For example: sets, sets save Friday, sets rename Friday Sunday, sets delete Friday"),))
    lines = [
        _("{name}: {rules}. To share: {line}").format(name=name, rules=named_rules(*line), line=line)
        for name, line in read_sets(model.settings.rule_sets).items()
    ]
    if not lines:
        return Tell((_("You have saved no rules yet. To save those of the table: sets save Friday"),))
    said = _('Open a table with one: create Kitchen rules="{name}"')
    return Tell((*lines, said.format(name=next(iter(model.settings.rule_sets)))))


def _no_set(model: Model, name: str) -> Tell:
    said = _("You have no set of rules called {name}").format(name=name)
    return Tell((said + near(name, model.settings.rule_sets) + ".",))


def _rename(model: Model, names: str) -> Outcome:
    """Rename a set: the longest name that `names` begins with gets the rest of it."""
    if names in model.settings.rule_sets:
        return Tell((_("Rename it to what? For example: sets rename {name} Sunday").format(name=names),))
    old = max((name for name in model.settings.rule_sets if names.startswith(f"{name} ")), key=len, default=None)
    if old is None:
        return _no_set(model, names)
    new = names.removeprefix(old).strip()
    try:
        sets = rename(model.settings.rule_sets, old, check_name(new))
    except ValueError as fault:
        return Tell((str(fault),))
    said = _("{name} is now called {new}.").format(name=old, new=new)
    return Feed(model.with_rule_sets(sets), said=(said,))


def _save(setting: Context, name: str) -> Outcome:
    """Save the rules of your table, else those of a table that would be opened."""
    model = setting.model
    try:
        name = check_name(name)
        if model.table is None:
            line = RuleLine(setting.new.preset, with_text(setting.new.options, setting.new.own_text))
        else:
            room = model.table.room
            line = RuleLine(room.preset, with_text(room.options, room.own_text))
        line = read_line(str(line))
    except ValueError as fault:
        return Tell((str(fault),))
    sets = model.settings.rule_sets
    said = [_("Saved as {name}: {line}").format(name=name, line=line), in_place_of(sets, name, str(line))]
    return Feed(model.with_rule_sets({**sets, name: str(line)}), said=tuple(filter(None, said)))


def _create(setting: Context, words: list[str]) -> Outcome:
    if setting.model.table is not None:
        return _at_table_already()
    name, rest = split_name(words)
    if not name:
        return Tell(
            (_("For example: create Kitchen, or create Kitchen seats=3 rules=street seconds=off password=secret"),)
        )

    def opened(said: Described) -> net.CreateTable:
        return net.CreateTable(id=1, name=name, new=new_table(setting.new, said))

    try:
        said = read_described(rest, read_sets(setting.model.settings.rule_sets))
        new = opened(said).new
    except BadOption as fault:
        return Tell((str(fault),))
    vain = vain_text(rules_of(new.preset, new.options, new.own_text), said.rule_words)
    return _asked(setting, said, opened, vain, _("Type the password of the new table."))


def _asked(setting: Context, said: Described, made: Callable[[Described], Request], vain: str, prompt: str) -> Outcome:
    """Ask the server for what was said, after its password by `prompt` if that is to be typed; tell what is in vain."""
    if said.asks_password:
        return Secret(" ".join(filter(None, (vain, prompt))), lambda typed: Ask(made(with_password(said, typed))))
    request = Ask(made(said))
    return Feed(setting.model, (request,), (vain,)) if vain else Want(request)


def _request(make: Callable[[], Request]) -> Run:
    return lambda _setting, _words: Want(Ask(make()))


def _seated(make: Callable[[], Request]) -> Run:
    return lambda setting, _words: Want(Ask(make())) if setting.model.seat is not None else no_seat()


def _start(setting: Context, words: list[str]) -> Outcome:
    """Begin the game; a player behind it is who starts where the rules let the host choose (A6)."""
    if not words:
        return Want(Ask(net.Start(id=1)))
    seat = read_seat(setting.model, words)
    return Tell((_("Who starts? For example: start bob"),)) if seat is None else Want(Ask(net.Start(id=1, chosen=seat)))


def _time(setting: Context, words: list[str]) -> Outcome:
    """The time left; with a number, more time for your seat, or for the one named before it."""
    model = setting.model
    if not words:
        return Tell(tuple(room_text.clock_lines(model)))
    if model.seat is None:
        return no_seat()
    seconds = _seconds(words[-1])
    if seconds is None:
        return Tell(
            (
                _("How many extra seconds, from 0 to {most}? For example: time 60, or time bob 60.").format(
                    most=MOST_EXTRA
                ),
            )
        )
    seat = read_seat(model, words[:-1]) if words[:-1] else model.seat
    if seat is None:
        return _nobody(model, words[:-1])
    if seat != model.seat and not model.hosting:
        return Tell((_("Only the host can change another player's time limit; for yourself: time 60"),))
    return Want(Ask(net.GiveTime(id=1, seat=seat, seconds=seconds)))


def _seconds(word: str) -> int | None:
    return 0 if word.lower() in ("off", "none", "no") else extra_seconds(word)


def _leave(setting: Context, _words: list[str]) -> Outcome:
    model = setting.model
    if model.table is None:
        return Tell((_("You're not at a table."),))
    leave = Ask(net.LeaveTable(id=1))
    game, seat = model.game, model.seat
    if game is not None and seat is not None and game.phase is Phase.PLAYING and game.playing[seat]:
        return Check(_("The round isn't over, and you can't rejoin it. Leave for good?"), leave)
    return Want(leave)


def _hosts(run: Run) -> Run:
    """Wrap a host's command: anybody else is refused without asking the server."""

    def checked(setting: Context, words: list[str]) -> Outcome:
        if setting.model.table is None:
            return _at_no_table()
        return run(setting, words) if setting.model.hosting else _not_host()

    return checked


def _asks(make: Callable[[], Request]) -> Run:
    return _hosts(_request(make))


def _checks(question: str, make: Callable[[], Request]) -> Run:
    return _hosts(lambda _setting, _words: Check(_(question), Ask(make())))


def _bot(setting: Context, words: list[str]) -> Outcome:
    """A computer player: of the usual level, of one of its own word or the player's, or of any on the wire."""
    word = " ".join(words).casefold() or USUAL
    known = {level_word(level).casefold(): level for level in LIKE}
    known |= {level: level for level in get_args(BotLevel)}
    if word in known:
        return Want(Ask(net.AddBot(id=1, level=known[word])))
    return Tell((_("There's no level {word}.").format(word=word), *_levels(setting, []).lines))


def _levels(setting: Context, _words: list[str]) -> Tell:
    """What each level would be like at your table, else at a table that would be opened."""
    table, new = setting.model.table, setting.new
    rules = (new.preset, with_text(new.options, new.own_text), new.seats)
    lines = [
        f"{level}: {level_text(level, *rules) if table is None else level_text_at(level, table.room, more=1)}."
        for level in LIKE
    ]
    return Tell(tuple(lines))


def _unbot(setting: Context, words: list[str]) -> Outcome:
    model = setting.model
    if model.table is None:
        return _at_no_table()
    seat = read_seat(model, words)
    bots = [seat for seat, one in enumerate(model.table.room.occupants) if one is not None and one.bot is not None]
    if seat is None and not words and len(bots) == 1:
        seat = bots[0]
    return Tell((_("Which one? For example: unbot 2"),)) if seat is None else Want(Ask(net.RemoveBot(id=1, seat=seat)))


def _change(setting: Context, words: list[str]) -> Outcome:
    table = setting.model.table
    if table is None or not words:
        return Tell(
            (
                _(
                    "Change what? For example: change rules=street, change stacking=any seats=3 seconds=off "
                    "password=secret"
                ),
            )
        )
    room = table.room
    try:
        said = read_described(list(words_of(" ".join(words))), read_sets(setting.model.settings.rule_sets), CHANGED)
        request = change_of(room, said)
    except BadOption as fault:
        return Tell((str(fault),))
    vain = ""
    if said.rule_words:  # the rules that there are may be unknown here
        own_text = room.own_text if request.own_text is None else request.own_text
        vain = vain_text(rules_of(request.preset or room.preset, request.options or {}, own_text), said.rule_words)
    return _asked(setting, said, partial(change_of, room), vain, _("Type the table's new password."))


def _move(setting: Context, words: list[str]) -> Outcome:
    """`move bob 3`, `move 2 3`, `move bob to cem`."""
    model = setting.model
    for at in range(len(words) - 1, 0, -1):
        behind = words[at + 1 :] if words[at].lower() == "to" else words[at:]
        seat, to = read_seat(model, words[:at]), read_seat(model, behind)
        if seat is not None and to is not None:
            return Want(Ask(net.MoveSeat(id=1, seat=seat, to=to)))
    return Tell((_("Move whom where? For example: move bob 3"),))


def _kick(*, ban: bool) -> Run:
    def done(name: str) -> Outcome:
        question = _("Ban {name} from this table?") if ban else _("Kick {name}? They can come back.")
        question = question.format(name=name)
        return Check(question, Ask(net.Kick(id=1, name=name, ban=ban)))

    return _to_somebody("ban" if ban else "kick", done)


def _silence(*, muted: bool) -> Run:
    def done(name: str) -> Outcome:
        return Want(Ask(net.Mute(id=1, name=name, muted=muted)))

    return _to_somebody("silence" if muted else "unsilence", done, or_muted=not muted)  # who has left stays muted


def _to_somebody(word: str, done: Callable[[str], Outcome], *, or_muted: bool = False) -> Run:
    """What the host does to somebody at the table, or to one of those who are muted."""

    def run(setting: Context, words: list[str]) -> Outcome:
        if not words:
            return Tell((_("{command} whom? For example: {command} bob").format(command=word),))
        model, here = setting.model, people_here(setting.model)
        others = model.table.room.muted if model.table is not None and or_muted else []
        try:
            name = meant(" ".join(words), (*here.values(), *others), here)
        except Unclear as fault:
            return Tell((str(fault),))
        if name is None:
            return _nobody(model, words)
        if (shared := unlike(model, name)) is not None:
            return Tell((shared,))
        return done(name)

    return _hosts(run)


def _host(setting: Context, words: list[str]) -> Outcome:
    seat = read_seat(setting.model, words)
    if not words:
        return Tell((_("Who should host? For example: host bob"),))
    return _nobody(setting.model, words) if seat is None else Want(Ask(net.HandOver(id=1, seat=seat)))


def _nobody(model: Model, words: Sequence[str]) -> Tell:
    """Say that nobody has that name, and list who is there."""
    if model.table is None:
        return _at_no_table()
    room = model.table.room
    there = [one.name for one in room.occupants if one is not None and one.bot is None] + room.watchers
    bots = [one.name for one in room.occupants if one is not None and one.bot is not None]
    if " ".join(words).casefold() in (name.casefold() for name in bots):
        return Tell(
            (_("{name} is a computer player; the host can remove it with unbot.").format(name=" ".join(words)),)
        )
    return Tell(
        (_("Nobody called {name!r} is here. Here are: {names}.").format(name=" ".join(words), names=listing(there)),)
    )


def _held(room: Room) -> bool:
    return room.held


LOBBY: Mapping[str, Command] = {
    "tables": Command("tables", N_("list the tables"), _request(lambda: net.ListTables(id=1)), in_lobby),
    "join": Command(
        "join NAME [PASSWORD]",
        N_("sit down at a table, by name, code or uno:// address; as a spectator: join alone"),
        _enter(lambda name, password: net.JoinTable(id=1, table=name, password=password), "join NAME"),
        lambda model: in_lobby(model) or watching(model),
    ),
    "watch": Command(
        "watch NAME [PASSWORD]",
        N_("watch a table"),
        _enter(lambda name, password: net.SpectateTable(id=1, table=name, password=password), "watch NAME"),
        in_lobby,
    ),
    "presets": Command("presets", N_("the rule sets, each in a sentence"), _presets, _describes_tables),
    "options": Command(
        "options [RULE]",
        N_("the rules that you can set for a table; with a rule: what its values mean"),
        _options,
        _describes_tables,
    ),
    "levels": Command(
        "levels", N_("the levels of computer players, and how well each plays"), _levels, _describes_tables
    ),
    "sets": Command(
        "sets [save NAME|rename NAME NEW|delete NAME]",
        N_("your own sets of rules: list them, save the rules of the table, rename or delete a set"),
        _sets,
    ),
    "create": Command(
        "create NAME [seats=4] [rules=street] [option=value…] [bots=2:hard] [pace=calm] [seconds=30|off] "
        "[password] [unlisted] [nowatching] [showhands]",
        N_(
            "open a table and sit down; bots: how many, and how well they play; pace: how long they take; "
            "password alone: type it on the next line; unlisted: join by code only; showhands: show all hands after "
            "each round; presets, options and levels tell what there is to choose from"
        ),
        _create,
        in_lobby,
    ),
}
"""What is done in the lobby."""


def _invite(_setting: Context, words: list[str]) -> Outcome:
    """The QR code for phones: of the first address, or of that number."""
    number = "".join(words) or "1"
    if not (number.isascii() and number.isdigit() and int(number[:3]) > 0):
        return Tell((_("Type qr, or qr 2 for another address of this computer."),))
    return Want(Invite(int(number[:3])))


SEATED: Mapping[str, Command] = {
    "ready": Command(
        "ready",
        N_("accept rules and seats, continue to the next round, or ask for a rematch"),
        _request(lambda: net.Ready(id=1)),
        to_be_ready,
    ),
    "unready": Command("unready", N_("take that back"), _request(lambda: net.Ready(id=1, ready=False)), is_ready),
    "away": Command(
        "away", N_("step away: a computer player plays for you"), _seated(lambda: net.Away(id=1)), is_there
    ),
    "back": Command("back", N_("take your seat back"), _seated(lambda: net.Away(id=1, away=False)), is_away),
    "time": Command(
        "time [[PLAYER] SECONDS]",
        N_("the time left; time 60: 60 extra seconds for each of your turns, time 0: none; for PLAYER, if you host"),
        _time,
        at_table,
    ),
    "qr": Command(
        "qr [NUMBER]",
        N_("a QR code with which phones join in their browser; qr 2: of another address"),
        _invite,
        lambda model: not model.start.autostart,
    ),
    "leave": Command("leave", N_("leave the table for good"), _leave, at_table),
}
"""What is done at a table, from one's own seat."""

HOST: Mapping[str, Command] = {
    "start": Command(
        "start [PLAYER]", N_("begin the game (host); with starter=chosen: who starts"), _start, hosting_at_rest
    ),
    "bot": Command("bot [LEVEL]", N_("add a computer player (host); levels tells of each level"), _bot, hosting),
    "unbot": Command("unbot PLAYER", N_("remove a computer player, by name or seat (host)"), _unbot, hosting_bots),
    "change": Command(
        "change WHAT=VALUE…",
        N_(
            "change the table (host): option=value, rules=, seats=, seconds=, password=, locked=yes, "
            "listed=no, watching=no, show_hands=yes, pace=calm"
        ),
        _hosts(_change),
        hosting,
    ),
    "lock": Command(
        "lock",
        N_("lock the table: nobody else can join (host)"),
        _asks(lambda: net.ChangeTable(id=1, locked=True)),
        hosting_where(lambda room: not room.locked),
    ),
    "unlock": Command(
        "unlock",
        N_("unlock the table (host)"),
        _asks(lambda: net.ChangeTable(id=1, locked=False)),
        hosting_where(lambda room: room.locked),
    ),
    "move": Command("move PLAYER SEAT", N_("move a player to another seat (host)"), _hosts(_move), hosting_at_rest),
    "kick": Command("kick NAME", N_("kick a player or spectator, by name or number (host)"), _kick(ban=False), hosting),
    "ban": Command("ban NAME", N_("ban a player or spectator from this table (host)"), _kick(ban=True), hosting),
    "silence": Command("silence NAME", N_("stop a player chatting here (host)"), _silence(muted=True), hosting),
    "unsilence": Command(
        "unsilence NAME",
        N_("let a player chat again (host)"),
        _silence(muted=False),
        hosting_where(lambda room: room.muted),
    ),
    "host": Command("host NAME", N_("make another player the host (host)"), _hosts(_host), hosting),
    "pause": Command(
        "pause",
        N_("pause the game (host)"),
        _asks(lambda: net.Pause(id=1)),
        lambda model: hosting_a_game(model) and not hosting_where(_held)(model),
    ),
    "resume": Command(
        "resume",
        N_("resume the game (host)"),
        _asks(lambda: net.Pause(id=1, paused=False)),
        hosting_where(lambda room: room.held),
    ),
    "end": Command(
        "end",
        N_("end the game without a result (host)"),
        _checks(N_("Nothing played so far will count. End the game?"), lambda: net.EndGame(id=1)),
        hosting_a_game,
    ),
    "close": Command(
        "close",
        N_("close the table; everyone goes back to the lobby (host)"),
        _checks(N_("Everyone goes back to the lobby. Close the table?"), lambda: net.CloseTable(id=1)),
        hosting,
    ),
}
"""What the host does."""
