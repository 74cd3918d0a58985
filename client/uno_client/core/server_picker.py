"""Picking a server on the first screen: one that was found, or one that is typed below. Pure."""

from uno_client.address import AddressFault, parse_address
from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, Tone
from uno_client.core.requests import Step, hint
from uno_client.exits import EXIT_PROTOCOL
from uno_client.messages import Connect, Discovered, Found, GoOn, Key, Quit, Typed
from uno_client.structs import replace
from uno_client.trust import Doubt, Trust
from uno_client.wording.trust import reason
from uno_engine.language import _
from uno_protocol import messages as net

PAGE = 8


def picked(model: Model) -> Found | None:
    """The server under the cursor; None while the cursor is in the form."""
    return next((found for found in model.picker.found or () if found.key == model.picker.picked), None)


def told(model: Model, news: Discovered) -> Model:
    """With another list the cursor stays on its server, or goes to the form: Enter never joins another one."""
    first = not model.picker.found and bool(news.found)
    untouched = model.form.has("server") and model.form.at == 0 and model.form["server"] in ("", model.server.address)
    idle = model.picker.picked is None and untouched and model.link.phase is LinkPhase.IDLE
    model = replace(model, picker=replace(model.picker, found=news.found, trouble=news.trouble))
    if first and idle:
        return model.picking(news.found[0].key)
    return model if picked(model) is not None else model.picking(None)


def moved(model: Model, key: str, step: int) -> Model:
    """The cursor a line further over servers and fields, or a whole page, which stops at the ends."""
    keys = [found.key for found in model.picker.found or ()]
    here = keys.index(model.picker.picked) if model.picker.picked in keys else len(keys) + model.form.at
    return pointed(model, stepped(here, len(keys) + len(model.form.fields), key, step))


def stepped(now: int, count: int, key: str, step: int) -> int:
    """The next of so many lines, behind the last one the first; a whole page further it stops at the ends."""
    return min(max(now + step * PAGE, 0), count - 1) if key.startswith("page") else (now + step) % count


def pointed(model: Model, at: int) -> Model:
    """The cursor on that server or field, the fields counted after the servers; unchanged if there is none."""
    keys = [found.key for found in model.picker.found or ()]
    if at < len(keys):
        return model.picking(keys[at])
    if at >= len(keys) + len(model.form.fields):
        return model
    return replace(model.picking(None), form=replace(model.form, at=at - len(keys)))


def typed(model: Model, pressed: Key | Typed) -> Model:
    """If the player types while the cursor is on a server, it is an address."""
    if model.picker.picked is not None:
        model = replace(model.picking(None), form=replace(model.form, at=0))
    return replace(model, form=forms.edit(model.form, pressed), notice=None)


def _only_one(model: Model) -> Found | None:
    """If the player typed a name and no address, the only game found is meant; an address comes first."""
    named = model.picker.picked is None and model.form.at > 0 and not model.form["server"].strip()
    return model.picker.found[0] if named and model.picker.found and len(model.picker.found) == 1 else None


def connect(model: Model) -> Step:
    """Connect to the server under the cursor, or to the one that was typed; a password goes to none but that."""
    if model.link.phase is LinkPhase.CONNECTING:
        return hint(model, _("Still connecting …"), Tone.INFO)
    found, name = picked(model) or _only_one(model), model.form["name"].strip()
    if found is not None and not found.speaks_ours:
        return hint(model, found.foreign)
    address = model.form["server"].strip() if found is None else str(found.address)
    password = model.form["password"] if found is None and model.form.has("password") else ""
    if not address:
        choose = _("Choose a game above (↑), or type the server's address, such as 192.168.1.5:7777.")
        type_it = _("Type the server's address, such as 192.168.1.5:7777.")
        return hint(model, choose if model.picker.found else type_it)
    try:
        place = parse_address(address)
    except AddressFault as fault:
        return hint(model, str(fault))
    if place.table is not None:  # uno://HOST/CODE
        model = replace(model, start=replace(model.start, first_request=net.JoinTable(id=1, table=place.table)))
    wish = Connect(place, name, password)
    link, server = replace(model.link, phase=LinkPhase.CONNECTING), replace(model.server, address=address)
    return replace(model, link=link, server=server, name=name, notice=None), (), (wish,)


def go_on(model: Model) -> Step:
    """Connect again, now that the player has seen who the server is, or that others can read the password."""
    doubt = model.question
    if not isinstance(doubt, Doubt) or doubt.stops:
        return model, (), ()
    return replace(model, question=None), (), (GoOn(doubt.fingerprint, openly=doubt.verdict is Trust.PLAIN),)


def give_up(model: Model) -> Step:
    """Back to the first screen; where the server was named on the command line, the end."""
    doubt, model = model.question, replace(model, question=None)
    if model.start.fixed_server and isinstance(doubt, Doubt):
        return model, (), (Quit(EXIT_PROTOCOL, reason(doubt)),)
    return model, (), ()
