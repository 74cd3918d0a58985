"""Fetching: the record of a game, page by page (P-8.11), until all of it can go into a file."""

import re

from uno_client.core.model import Model
from uno_client.core.model.parts import FetchPart, Tone
from uno_client.core.requests import OLDER, Next, Step, ask, hint, say, take_pending, want
from uno_client.messages import Ask, SaveRecord
from uno_client.structs import replace
from uno_engine.language import N_, _
from uno_protocol import messages as net

SETBACKS = 5
"""How often a page may have to be asked for again."""
_BROKEN = N_("The server sent a record that doesn't hold together, so it isn't saved.")
_NUMBER = re.compile(r'"game":"([0-9]+\.[0-9]+)"')


def fetch(model: Model, path: str = "") -> Step:
    """Begin to fetch the record of the running game, or of the last one. `path`: its file; empty: by its number."""
    if not model.server.records:
        return hint(model, _(OLDER))
    return want(replace(model, fetch=FetchPart(path)), Ask(net.FetchRecord(id=1)))


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
    if fetch.lines and page.digest != fetch.digest:
        return again(replace(model, fetch=FetchPart(fetch.path, setbacks=fetch.setbacks + 1)))
    fetch = replace(fetch, digest=page.digest, lines=(*fetch.lines, *page.lines))
    model = replace(model, fetch=fetch)
    if len(fetch.lines) < page.of and page.lines and sum(map(len, fetch.lines)) <= LARGEST:
        return again(model)
    return _arrived(replace(model, fetch=None), fetch)


def again(model: Model) -> Next:
    """Ask for what is missing, unless there is no end to it."""
    assert model.fetch is not None
    if model.fetch.setbacks > SETBACKS:
        return say(replace(model, fetch=None), _(_BROKEN), Tone.FAULT), ()
    return ask(model, net.FetchRecord(id=1, at=len(model.fetch.lines)))


def _arrived(model: Model, fetch: FetchPart) -> Next:
    """All of a record is there."""
    from uno_protocol.records.file import SUFFIX, digest_of

    data = "".join(f"{line}\n" for line in fetch.lines).encode()
    if digest_of(data) != fetch.digest:
        return say(model, _(_BROKEN), Tone.FAULT), ()
    number = _NUMBER.search(fetch.lines[0])
    path = fetch.path or f"game-{number[1]}{SUFFIX}" if number else fetch.path or f"game{SUFFIX}"
    return model, (SaveRecord(path, data),)
