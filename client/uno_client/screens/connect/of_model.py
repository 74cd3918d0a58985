"""The first screen, from the model."""

from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase
from uno_client.core.model.question import FormField
from uno_client.core.server_picker import picked
from uno_client.messages import Found
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.connect.scene import ConnectField, ConnectScene, ServerRow
from uno_engine.language import N_, _

LOOKING = N_("No games found yet; still looking.")
ASK = N_("Ask whoever runs the server for the address that it shows, and type it here.")


def scene_of(model: Model, keys: Keys) -> ConnectScene:
    """The servers, where somebody looks for them, and the form."""
    picker, here = model.picker, picked(model)
    found = picker.found or ()
    looked = picker.found is not None or bool(picker.trouble)
    trouble = f"{picker.trouble[:1].upper()}{picker.trouble[1:]}." if picker.trouble else _(LOOKING)
    connecting = model.link.phase is LinkPhase.CONNECTING
    return ConnectScene(
        frame_of(model, keys, _("Join a game"), model.name),
        _("Games on this network") if looked else "",
        tuple(map(_server, found)),
        None if here is None else found.index(here),
        () if found or not looked else (trouble, _(ASK)),
        bool(picker.trouble),
        _("Or type an address"),
        tuple(map(_field, model.form.fields)),
        model.form.at if picker.picked is None else None,
        _("Connecting to {address} …").format(address=model.server.address) if connecting else "",
    )


def _server(found: Found) -> ServerRow:
    return ServerRow(found.name, str(found.address), found.described, found.verdict is not None, bool(found.answers))


def _field(field: FormField) -> ConnectField:
    text = "•" * len(field.value) if field.hidden else field.value
    return ConnectField(field.label, text, field.hint, field.proposed)
