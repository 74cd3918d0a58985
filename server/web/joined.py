"""The scripts of a page as one, or two where it wants some later: each file that a phone asks for is a round trip."""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, normpath

_IMPORT = re.compile(r'^import (?:\{([^}"]*)\}|\* as (\w+)) from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_LATER = re.compile(r"(?<=\bimport\([\"`]\./)\w+\.js")
_OTHER = re.compile(r"^(?:import\b(?!\()|export\b)", re.MULTILINE)


def joined(scripts: Mapping[str, str], name: str) -> dict[str, str] | None:
    """The script of that name with all that it imports, each in a function of its own, as `all-` and its name.

    What is imported later, with `import()`, becomes a second file of that kind: it takes from the first what that one
    holds, so that nothing is there twice. None if that cannot be done. It can where nothing is exported but functions,
    classes and constants under their own names, where no scripts import each other, and one is wanted later at most.
    None of them may wait at its own level. A script that asks where it is, or wants one later, must lie beside the
    first, and so must that one.
    """
    held: dict[str, str] = {}
    if not _join(scripts, normpath(name), held, ()):
        return None
    first = "".join(held.values())
    if not (wanted := set(_LATER.findall(first))):
        return {f"all-{name}": first}
    later, order = wanted.pop(), dict(held)
    if wanted or later in held or not _join(scripts, later, order, ()):
        return None
    rest = "".join(text for each, text in order.items() if each not in held)
    if _LATER.search(rest):
        return None
    places = ",".join(_place(each, order) for each in held)
    taken = f'import {{{places}}} from "./all-{name}";\n'
    given = f"export const {{{','.join(_exported(scripts[later]))}}}={_place(later, order)};\n"
    first = _LATER.sub(f"all-{later}", first)
    return {f"all-{name}": f"{first}export {{{places}}};\n", f"all-{later}": f"{taken}{rest}{given}"}


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
        named = names.strip().replace(" as ", ":").replace(", ", ",")
        lines.append(f"const {all_of_it or f'{{{named}}}'}={_place(wanted, order)};\n")
    exported = ",".join(_exported(script))
    script = _EXPORT.sub(r"\1 \2", _IMPORT.sub("", script))
    order[name] = ""
    order[name] = f"const {_place(name, order)}=(()=>{{\n{''.join(lines)}{script}return {{{exported}}};\n}})();\n"
    moves = dirname(name) and ("import.meta" in script or _LATER.search(script))
    return not (_OTHER.search(script) or moves)


def _exported(script: str) -> list[str]:
    return [found[1] for found in _EXPORT.findall(script)]


def _place(name: str, order: Mapping[str, str]) -> str:
    return f"${list(order).index(name)}"
