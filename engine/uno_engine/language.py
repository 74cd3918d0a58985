"""The language of this process: a text as its player reads it, looked up in the catalogue that is in use.

Texts are English sentences with named places: `_("{name} plays {card}.").format(name=…, card=…)`. Nothing here reads a
file: `uno_protocol.catalogues` does, for a client. Without one, as in a server, every text stays English.
"""

from gettext import NullTranslations

_in_use = NullTranslations()


def use(catalogue: NullTranslations) -> NullTranslations:
    """Take all texts from this catalogue from now on; returns the one before."""
    global _in_use
    before, _in_use = _in_use, catalogue
    return before


def in_use() -> NullTranslations:
    """The catalogue that texts are taken from: what is kept of them is for it alone."""
    return _in_use


def _(text: str) -> str:
    """A text in the language in use; itself where the catalogue lacks it."""
    return _in_use.gettext(text) if text else ""  # of nothing, gettext tells about the catalogue


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a text that suits a number: `ngettext("{n} card", "{n} cards", n).format(n=n)`."""
    return _in_use.ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """A text that means two things in English; the context says which, and no player sees it."""
    return _in_use.pgettext(context, text)


def decimal(number: str) -> str:
    """A number written with a point, as it is written in the language in use: `1.5`, `1,5`."""
    return number.replace(".", pgettext("the decimal point", "."))


def speaks_english() -> bool:
    """Whether texts are shown as written in the code."""
    return type(_in_use) is NullTranslations


def N_(text: str) -> str:  # noqa: N802  (the usual name)
    """Mark a text of a table, which is translated by `_` where it is shown; gives it unchanged."""
    return text


def forms(*texts: str) -> tuple[str, ...]:
    """Mark the forms of a sentence, as `N_` marks one text."""
    return texts
