"""All scripts that a page needs as one, so that a phone asks once: a browser has six connections, each a round trip."""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, normpath

_IMPORT = re.compile(r'^import (?:\{([^}"]*)\}|\* as (\w+)) from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def joined(scripts: Mapping[str, str], name: str) -> str | None:
    """The script of that name with all that it imports, each in a function of its own; None if that cannot be done.

    It can where nothing is exported but functions, classes and constants under their own names, where no scripts import
    each other. None of them may wait at its own level. A script that asks where it is must lie beside the first.
    """
    order: dict[str, str] = {}
    return "".join(order.values()) if _join(scripts, normpath(name), order, ()) else None


def _join(scripts: Mapping[str, str], name: str, order: dict[str, str], importing: tuple[str, ...]) -> bool:
    """Add a script to those in order, and before it what it imports. False if that cannot be done."""
    if name in order:
        return True
    if name in importing or name not in scripts:
        return False
    lines = []
    for names, all_of_it, path in _IMPORT.findall(script := scripts[name]):
        wanted = normpath(f"{dirname(name)}/{path}").lstrip("/")
        if not _join(scripts, wanted, order, (*importing, name)):
            return False
        lines.append(f"const {all_of_it or '{' + names.replace(' as ', ': ') + '}'} = {_place(wanted, order)};\n")
    exported = ", ".join(found[1] for found in _EXPORT.findall(script))
    script = _EXPORT.sub(r"\1 \2", _IMPORT.sub("", script))
    order[name] = ""
    order[name] = f"const {_place(name, order)} = (() => {{\n{''.join(lines)}{script}return {{{exported}}};\n}})();\n"
    return not _OTHER.search(script) and ("import.meta" not in script or not dirname(name))


def _place(name: str, order: Mapping[str, str]) -> str:
    return f"${list(order).index(name)}"
