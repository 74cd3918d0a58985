"""A phone on a slow network has the page soon: it is small, and what the form to join needs comes first."""

import re

from uno_server.web.site import File, Site


def fetched(site: Site, path: str, wished: str = "en") -> list[File]:
    """What a browser fetches for a page before it is drawn: itself, and what it names."""
    page = site.page(path, lambda: "http://192.168.1.5:7777/", wished)
    assert page is not None
    files = [site.find(named) for named in re.findall(r'(?:href|src)="(/_/[^"]+)"', page.content.decode())]
    return [page, *(file for file in files if file is not None)]


def later(site: Site, files: list[File]) -> list[File]:
    """What these scripts then ask for, and so on."""
    names = [name for file in files for name in re.findall(r"import\([\"`]\./([^\"`$]+)", file.content.decode())]
    found = [file for name in names if (file := site.find(f"{site.prefix}/{name}")) is not None]
    return [*found, *later(site, found)] if found else []


def compressed(files: list[File]) -> int:
    return sum(len(file.compressed or file.content) for file in files)


def test_the_page_weighs_at_most_256_kb_and_71_compressed_and_80_with_what_is_opened_now_and_then() -> None:
    first = fetched(site := Site(), "/KXWM")
    files = [*first, *later(site, first)]
    kinds = [file.kind.partition(";")[0] for file in files]
    assert kinds == ["text/html", "text/javascript", "text/css", "text/javascript", "text/javascript"]
    assert sum(len(file.content) for file in files) <= 256_000
    assert compressed(files[:-1]) <= 71_000
    assert compressed(files) <= 80_000


def test_the_form_to_join_needs_little_of_it_and_the_words_of_a_language_add_at_most_20_kb() -> None:
    english, german = (compressed(fetched(Site(), "/KXWM", language)) for language in ("en", "de"))
    assert english <= 20_000
    assert german - english <= 20_000
