"""The player's own keys: what the settings file has under `[keys]`, read and judged."""

from collections.abc import Mapping

from uno_client.core.navigation import Scope
from uno_client.fullscreen.keys import ACTIONS, Binding, OwnKeys, bindings_with, key_word, named
from uno_engine.language import _

_KEY_NAMES: Mapping[str, str] = {"space": " ", "tab": "tab"}
"""How keys without a visible character are written in the settings file."""


def own_keys(wished: Mapping[str, str]) -> tuple[OwnKeys, list[str]]:
    """The changes of keys that fit together, and a line for each that does not."""
    good: dict[str, str] = {}
    wrong = []
    for action, key in wished.items():
        if action not in ACTIONS:
            said = _("keys: there is no action {action}. There are: {all}.")
            wrong.append(said.format(action=ascii(action)[1:-1], all=", ".join(sorted(ACTIONS))))
        elif key not in _KEY_NAMES and not (len(key.lower()) == 1 and key.isprintable() and key != " "):
            said = _("keys: {action} takes one character, space or tab, not {key}.")
            wrong.append(said.format(action=action, key=ascii(key)[1:-1]))
        else:
            good[action] = _KEY_NAMES.get(key, key.lower())
    while (clash := _clash(tuple(good.items()))) is not None:
        action, other, place = clash
        key = key_word(good[action])
        said = _("keys: {action} can't be {key}: that key is “{other}” ({place}).")
        wrong.append(said.format(action=action, key=key, other=_(other.label), place=_(place.value)))
        del good[action]
    return tuple(good.items()), wrong


def _clash(own: OwnKeys) -> tuple[str, Binding, Scope] | None:
    """An action whose new key means something else in the same place, and what and where; the last one first."""
    table = bindings_with(own)
    for action, key in reversed(own):
        for changed in table:
            if named(changed.intent) != action or key not in changed.keys:
                continue
            for other in table:
                shared = [place for place in changed.places if place in other.places]
                if named(other.intent) != action and key in other.keys and shared:
                    return action, other, shared[0]
    return None
