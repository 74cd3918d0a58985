"""The player's own keys: what the settings file has under `[keys]`, read and judged, and how they are edited."""

from collections.abc import Mapping

from uno_client.core.front_door import KEY_NAMES
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import FormField
from uno_client.core.requests import Step, hint, still
from uno_client.fullscreen.keys import ACTIONS, Binding, OwnKeys, bindings_with, key_of, key_word, named, told_of
from uno_client.messages import Key, Typed
from uno_client.structs import replace
from uno_engine.language import _

_KEY_NAMES: Mapping[str, str] = {"tab": "tab"} | {name: key for key, name in KEY_NAMES.items()}
"""How keys without a visible character are written in the settings file."""
EDITED = "key:"
"""What the field of a key begins with; the name of its action follows."""


def key_fields(model: Model) -> tuple[FormField, ...]:
    """A line for each key that the player may change."""
    hint = _("Press the new key. Backspace brings the usual one back.")
    told = {name: told_of(does) for name, does in ACTIONS.items()}
    return tuple(
        FormField(EDITED + name, label, key_of(model, ACTIONS[name]), hint=f"{what}. {hint}")
        for name, (label, what) in told.items()
    )


def rekeyed(model: Model, pressed: Key | Typed) -> Step:
    """The settings after another key is given to the action under the cursor; it counts immediately."""
    name = model.form.current.key.removeprefix(EDITED)
    wished = {action: KEY_NAMES.get(key, key) for action, key in model.settings.keys if action != name}
    match pressed:
        case Typed(text) if len(text) == 1:
            wished[name] = KEY_NAMES.get(text, text)
        case Key("backspace" | "c-u"):
            pass
        case _:
            return still(model)
    keys, wrong = own_keys(wished, f"“{told_of(ACTIONS[name])[0]}”")
    if wrong:
        return hint(model, wrong[0])
    model = replace(model, settings=replace(model.settings, keys=keys), notice=None)
    return still(replace(model, form=model.form.write(key_of(model, ACTIONS[name]))))


def own_keys(wished: Mapping[str, str], label: str = "") -> tuple[OwnKeys, list[str]]:
    """The keys that fit together, and a line for each that does not; `label`: what the edited action is called."""
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
        said = _("{action} can't be {key}: that key is “{other}” ({place}).")
        called = label or f"keys: {action}"
        wrong.append(said.format(action=called, key=key, other=_(other.label), place=_(place.value)))
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
