"""Every action by its name, in the order of the help and of the menu."""

from collections.abc import Mapping

from uno_client.core.actions.action import Action
from uno_client.core.actions.hand import HAND
from uno_client.core.actions.host import HOST
from uno_client.core.actions.lobby import CHANGE, CREATE, LOBBY
from uno_client.core.actions.play import PLAY
from uno_client.core.actions.seats import LEAVE, QUIT, SEATS
from uno_client.core.actions.talk import TALK

ROWS: Mapping[str, Action] = {
    each.name: each for each in (*HAND, *PLAY, *LOBBY, CREATE, *SEATS, *TALK, CHANGE, *HOST, LEAVE, QUIT)
}
