"""The scripts of a page in few files: one, and one for each part wanted later. Each that a phone asks for is a round
trip."""

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, normpath

# A pattern that begins with letters is looked for quickly, one that begins with ^ at each letter.
_IMPORT = re.compile(r'import (?<=^import )(?:\{([^}"]*)\}|\* as (\w+)) from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"export (?<=^export )((?:async )?function|class|const) (\w+)", re.MULTILINE)
_LATER = re.compile(r"(import\([\"`]\./)(\w+\.js)")
_CONTRACT = re.compile(r"^/\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
"""The comment at the top of a script, which a browser doesn't need."""
_OTHER = re.compile(r"port\b(?:(?<=^export)|(?<=^import)(?!\())", re.MULTILINE)


def joined(scripts: Mapping[str, str], name: str) -> dict[str, str] | None:
    """The script of that name with all that it imports, each in a function of its own, as `all-` and its name.

    What is imported later, with `import()`, becomes a file of its own of that kind, and so on from there: it takes from
    those before it what they hold. None if that cannot be done. It can where nothing is exported but functions, classes
    and constants under their own names, where no scripts import each other, and nothing would be in two files. None of
    them may wait at its own level. A script that asks where it is, or wants one later, must lie beside the first, and
    so must that one.
    """
    files: dict[str, str] = {}
    wanted: list[tuple[str, dict[str, str]]] = [(name, {})]
    there: set[str] = set()
    while wanted:
        part, held = wanted.pop()  # by script, the part that holds it
        order = dict.fromkeys(held, "")
        if part in order or not _join(scripts, normpath(part), order, ()):
            return None
        own = [each for each in order if each not in held]
        if not there.isdisjoint(own):
            return None
        there.update(own)
        text = "".join(order[each] for each in own)
        later = sorted({found[2] for found in _LATER.finditer(text)})
        used = [each for each in held if re.search(rf"{re.escape(_place(each, order))}\b", text)]
        taken = (
            f'import {{{_places([each for each in used if held[each] == other], order)}}} from "./all-{other}";\n'
            for other in dict.fromkeys(held[each] for each in used)
        )
        given = f"export {{{_places(own, order)}}};\n" if later else ""
        if held:
            given += f"export const {{{','.join(_exported(scripts[part]))}}}={_place(part, order)};\n"
        files[f"all-{part}"] = "".join((*taken, _LATER.sub(r"\1all-\2", text), given))
        wanted += [(each, {**held, **dict.fromkeys(own, part)}) for each in later]
    return files


def _places(names: Iterable[str], order: Mapping[str, str]) -> str:
    return ",".join(_place(each, order) for each in names)


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
    script = _EXPORT.sub(r"\1 \2", _IMPORT.sub("", _CONTRACT.sub("", script)))
    order[name] = ""
    order[name] = f"const {_place(name, order)}=(()=>{{\n{''.join(lines)}{script}return {{{exported}}};\n}})();\n"
    moves = dirname(name) and ("import.meta" in script or _LATER.search(script))
    return not (_OTHER.search(script) or moves)


def _exported(script: str) -> list[str]:
    return [found[1] for found in _EXPORT.findall(script)]


def _place(name: str, order: Mapping[str, str]) -> str:
    return f"${list(order).index(name)}"
