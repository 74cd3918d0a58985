"""Inviting: how phones join the table, by the address of the server's page and its QR code. Pure."""

from urllib.parse import quote

from uno_client.core.model import Model
from uno_client.core.model.parts import Invitation, Scope, Screen, Tone
from uno_client.core.requests import Next, say
from uno_client.messages import FindPages, Invited
from uno_client.structs import replace
from uno_client.wording.inviting import ALONE, NO_PAGE
from uno_client.wording.sanitize import clean
from uno_engine.language import _
from uno_protocol.room import RoomPhase


def asked(model: Model, number: int) -> Next:
    """Have the addresses looked for, or say why there are none."""
    hosted = model.door.hosted if model.screen is Screen.HOSTED else None
    if model.start.autostart:
        return _none(model, _(ALONE)), ()
    if hosted is None and not model.server.web:
        return _none(model, _(NO_PAGE)), ()
    model = replace(model, invitation=Invitation(at=number - 1))
    return model, (FindPages(model.server.address if hosted is None else hosted.here),)


def beforehand(model: Model) -> Next:
    """Have the addresses looked for as soon as the player waits for others, to show them beside the seats."""
    return by_the_way(model) if model.phase is RoomPhase.WAITING else (model, ())


def by_the_way(model: Model) -> Next:
    """Have the addresses looked for, if there may be any and they aren't known; without a word if there are none."""
    if not model.server.web or model.invitation is not None or model.start.autostart:
        return model, ()
    return replace(model, invitation=Invitation(asked=False)), asked(model, 1)[1]


def told(model: Model, message: Invited) -> Model:
    """The model with the addresses that were found."""
    if model.invitation is None:
        return model
    if not message.pages:
        return _none(model, clean(message.why)) if model.invitation.asked else replace(model, invitation=None)
    at = min(model.invitation.at, len(message.pages) - 1)
    return replace(model, invitation=replace(model.invitation, pages=message.pages, at=at))


def address(model: Model) -> str:
    """The address that is shown, with the code of the player's table; empty while it is looked for."""
    invitation = model.invitation
    if invitation is None or not invitation.pages:
        return ""
    code = "" if model.table is None else clean(model.table.code)
    return invitation.pages[invitation.at % len(invitation.pages)] + code


def address_of_move(model: Model) -> str:
    """The link with which a phone continues in the player's place (P-5.16); empty while no address is known."""
    invitation, code = model.invitation, model.reading.code
    if code is None or invitation is None or not invitation.pages:
        return ""
    return f"{invitation.pages[invitation.at % len(invitation.pages)]}#{quote(model.name, safe='')}/{code[0]}"


def pages(model: Model) -> tuple[str, ...]:
    """The addresses for browsers that may be on the screen."""
    hosted = "" if model.door.hosted is None else model.door.hosted.page
    return tuple(filter(None, (address(model), hosted)))


def _none(model: Model, why: str) -> Model:
    page = None if model.page is Scope.QR else model.page
    return say(replace(model, page=page, invitation=None), why, Tone.FAULT)
