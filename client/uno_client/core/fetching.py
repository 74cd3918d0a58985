"""Fetching: the record of a game, page by page (P-8.11), for a file or for the game that is shown again."""

import re

from uno_client.core.model import Model
from uno_client.core.model.parts import FetchPart, Tone
from uno_client.core.requests import OLDER, Next, Step, ask, hint, say, still, take_pending, want
from uno_client.messages import Ask, Command, ReadRecord, SaveRecord
from uno_client.structs import replace
from uno_engine.language import N_, _
from uno_protocol import messages as net

SETBACKS = 5
"""How often a page may have to be asked for again."""
_BROKEN = N_("The server sent a record that doesn't hold together, so it isn't saved.")
UNSHOWN = N_("The server's record of this game can't be shown. You see what you saw yourself.")
_NUMBER = re.compile(r'"game":"([0-9]+\.[0-9]+)"')


def fetch(model: Model, path: str = "") -> Step:
    """Begin to fetch the record of the table's running game, or of its last one; without a table, of the player's last.

    `path`: its file; empty: by its number.
    """
    if not model.server.records:
        return hint(model, _(OLDER))
    if model.fetch is not None and _under_way(model):
        return still(replace(model, fetch=replace(model.fetch, path=path)))
    back = 0 if model.table is None else None
    return want(replace(model, fetch=FetchPart(path, back=back)), Ask(net.FetchRecord(id=1, back=back)))


def fetch_to_show(model: Model) -> Step:
    """Begin to fetch the record of the game that is shown again, if it is over and the server has it."""
    game = model.play.recorded
    if not (model.server.records and model.link.online) or game is None or game.full is not None:
        return still(model)
    if model.fetch is not None and _under_way(model):
        return still(replace(model, fetch=replace(model.fetch, shows=True)))
    return want(replace(model, fetch=FetchPart(None, shows=True)), Ask(net.FetchRecord(id=1, last=True)))


def _under_way(model: Model) -> bool:
    return any(isinstance(each, net.FetchRecord) for each in model.link.pending)


def fetches(model: Model, id: int) -> bool:
    """Whether that request is for a page that is waited for."""
    return any(each.id == id and isinstance(each, net.FetchRecord) for each in model.link.pending)


def paged(model: Model, page: net.RecordPage | net.Ok) -> Next:
    """A page has come: ask for the next, or for all again if the record is another one now.

    A plain `ok` stands for one that the server has not kept for a repeat.
    """
    from uno_protocol.records.file import LARGEST

    model, fetch = take_pending(model, page.id)[0], model.fetch
    if fetch is None:
        return model, ()
    if isinstance(page, net.Ok):
        return again(replace(model, fetch=replace(fetch, setbacks=fetch.setbacks + 1)))
    if fetch.count and page.digest != fetch.digest:
        return again(replace(model, fetch=replace(fetch, text="", count=0, setbacks=fetch.setbacks + 1)))
    text = fetch.text + "".join(f"{line}\n" for line in page.lines)
    if max(len(text), page.of) > LARGEST or (fetch.count and page.of != fetch.of):
        return _broken(replace(model, fetch=None), fetch), ()
    fetch = replace(fetch, text=text, count=fetch.count + len(page.lines), of=page.of, digest=page.digest)
    if fetch.count < page.of and page.lines:
        return again(replace(model, fetch=fetch))
    return _arrived(replace(model, fetch=None), fetch)


def again(model: Model) -> Next:
    """Ask for what is missing, unless there is no end to it."""
    fetch = model.fetch
    assert fetch is not None
    if fetch.setbacks > SETBACKS:
        return _broken(replace(model, fetch=None), fetch), ()
    return ask(model, net.FetchRecord(id=1, at=fetch.count, last=fetch.shows, back=fetch.back))


def refused(model: Model, text: str) -> Model:
    """The server doesn't give the record. Nobody has asked in words for one that is to be shown."""
    fetch, model = model.fetch, replace(model, fetch=None)
    return model if fetch is not None and fetch.path is None else say(model, text, Tone.FAULT)


def _broken(model: Model, fetch: FetchPart) -> Model:
    return say(model, _(UNSHOWN if fetch.path is None else _BROKEN), Tone.FAULT)


def _arrived(model: Model, fetch: FetchPart) -> Next:
    """All of a record is there."""
    from uno_protocol.records.file import SUFFIX, digest_of

    data, commands = fetch.text.encode(), list[Command]()
    if digest_of(data) != fetch.digest:
        return _broken(model, fetch), ()
    if fetch.path is not None:
        number = _NUMBER.search(fetch.text.partition("\n")[0])
        path = fetch.path or f"game-{number[1]}{SUFFIX}" if number else fetch.path or f"game{SUFFIX}"
        commands.append(SaveRecord(path, data))
    if fetch.shows:
        commands.append(ReadRecord(data))
    return model, tuple(commands)
