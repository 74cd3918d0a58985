"""The games that the front door opens, for the full screen and plain mode: a solo game, your server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from uno_client.config import Settings
from uno_client.names import name_of_user
from uno_client.net.token_store import state_folder
from uno_client.preferences import Preferences
from uno_client.wording.front_door import Hosting, Item
from uno_client.wording.sanitize import clean
from uno_engine.language import _

if TYPE_CHECKING:
    from uno_client.net.hosted_server import Host, Hosted

Read = Callable[[Preferences, Sequence[str]], Settings]
"""The settings of a run, by what the settings file says and with these options more."""
_ALONE = ("--solo", "--rules", "official", "--turn-seconds", "0", "--set", "goal=single_round")
OPTIONS: Mapping[Item, tuple[str, ...]] = {
    Item.PLAY: (*_ALONE, "--seats", "4", "--bots", "3"),
    Item.JOIN: (),
    Item.RETURN: (),
    Item.ENTER: (),
}
"""The command line of what is begun: variables change neither its rules nor its players, and no clock runs."""


def own_host() -> Host:
    """The player's own server."""
    from uno_client.net.hosted_server import Host

    return Host(state_folder() / "hosted")


def own_name(settings: Settings) -> str:
    """The name under which the player plays, if it is free."""
    return settings.name or settings.kept.name or name_of_user()


def game_name(settings: Settings) -> str:
    """The name of the player's server in other people's lists."""
    return _("{name}'s game").format(name=own_name(settings))


def hosting(host: Host, hosted: Hosted | None, own: str) -> Hosting | None:
    """What is shown of the player's server; `own`: the player's name, who isn't counted."""
    if hosted is None:
        return None
    told = host.told()
    return Hosting(
        port=hosted.address.port,
        addresses=tuple(map(clean, told.addresses)),
        link=clean(told.link) if told.addresses else "",
        words=clean(told.words) if told.addresses else "",
        page=clean(told.page) if told.addresses else "",
        unreached=told.unreached,
        people=tuple(sorted(map(clean, told.people - {own}))),
        wanted=hosted.wanted if hosted.wanted not in (0, hosted.address.port) else 0,
        here=str(hosted.address),
    )
