"""A phone on a slow network has the page soon: it is small."""

import re

from server.web.site import File, Site


def fetched(site: Site, path: str) -> list[File]:
    """What a browser fetches for a page: itself, and the scripts and styles that it names."""
    page = site.page(path, lambda: "http://192.168.1.5:7777/")
    assert page is not None
    files = [site.find(named) for named in re.findall(r'(?:href|src)="(/_/[^"]+)"', page.content.decode())]
    return [page, *(file for file in files if file is not None)]


def test_the_page_weighs_at_most_250_kb_and_70_compressed() -> None:
    files = fetched(Site(), "/KXWM")
    assert [file.kind.partition(";")[0] for file in files] == ["text/html", "text/javascript", "text/css"]
    assert sum(len(file.content) for file in files) <= 250_000
    assert sum(len(file.compressed or file.content) for file in files) <= 70_000


def test_the_words_of_another_language_weigh_at_most_20_kb_more() -> None:
    site = Site()
    words = site.find(f"{site.prefix}/words/de.json")
    assert words is not None
    assert len(words.compressed or words.content) <= 20_000
