"""A visit answers requests with files, and with nothing for those who ask under a wrong name or too much (P-17)."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from uno_engine.language import speaks_english
from uno_protocol.catalogues import LANGUAGES
from uno_protocol.qr import svg
from uno_server.base.limits import VISIT_SECONDS, Limits
from uno_server.web.door import BURSTS, QR_BURST, Door
from uno_server.web.joined import joined
from uno_server.web.site import Site, qr
from uno_server.web.visit import Visit

GUEST, HERE = "192.168.1.7", "192.168.1.5"
SCRIPT = 'import { b as call } from "./more/b.js";\n\n  call("a"); // as it stands\n'
NONE: Mapping[str, str] = MappingProxyType({})
HANDSHAKE = {
    "Connection": "keep-alive, Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": "uno.v1",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("page")
    script = '<head><script type="module" src="{{site}}/a.js"></script></head>'
    for name, text in {
        "index.html": f'{script}<link href="{{{{site}}}}/style.css">table',
        "tv.html": '{{address}}<script type="module" src="{{site}}/gone.js"></script>screen',
        "a.js": SCRIPT,
        "more/b.js": 'import * as c from "../c.js";\nexport function b() { return c.two; }\n',
        "c.js": "export const one = 1;\nexport const two = 2;\n",
        "d.js": "",
        "style.css": "p { color: red; }\n" * 20,
        "secret.txt": "not for browsers",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Site(folder)


def door_of(site: Site, names: tuple[str, ...] = (), *, tls_required: bool = False, **limits: Any) -> Door:
    return Door(site, Limits(**limits), names, tls_required=tls_required)


def asked(path: str, host: str = f"{HERE}:7777", method: str = "GET", more: Mapping[str, str] = NONE) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in {"Host": host, **more}.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode()


class Answer:
    """An answer, taken apart."""

    def __init__(self, raw: bytes) -> None:
        head, _, self.content = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        self.status = int(first.split()[1])
        self.headers = dict(line.split(": ", 1) for line in lines)


class Connection:
    """A connection that asks for files, as the door sees it."""

    def __init__(self, address: str, since: float = 0.0, *, busy: bool = False) -> None:
        self.address = address
        self._rest = busy, since
        self.ended = False

    def resting(self) -> tuple[bool, float]:
        return self._rest

    def make_room(self) -> None:
        self.ended = True


class Guest:
    """A browser at the door."""

    def __init__(self, door: Door, address: str = GUEST, *, secure: bool = False) -> None:
        self.visit = Visit(door, address, HERE, 0.0, secure=secure)

    def get(
        self,
        path: str,
        now: float = 0.0,
        host: str = f"{HERE}:7777",
        method: str = "GET",
        more: Mapping[str, str] = NONE,
    ) -> Answer:
        self.visit.add(asked(path, host, method, more), now)
        return Answer(self.visit.answer(now))


def test_the_page_is_found_for_the_server_and_for_each_table(site: Site) -> None:
    guest = Guest(door_of(site))
    for path in ("/", "/ABCD", "/w3?lang=de"):
        answer = guest.get(path)
        assert answer.status == 200
        assert answer.content.endswith(b"table")
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Connection"] == "keep-alive"
        assert int(answer.headers["Content-Length"]) == len(answer.content)
    assert {guest.get(path).content for path in ("/tv", "/tv/", "/tv/ABCD")} == {
        f'http://{HERE}:7777/<script type="module" src="{site.prefix}/gone.js"></script>screen'.encode()
    }
    assert not guest.visit.ends


@pytest.mark.parametrize("path", ["/a.js", "/AB-CD", "/AB/CD", "/_/../a.js", "/secret.txt", "/" + "A" * 17])
def test_there_is_nothing_else(site: Site, path: str) -> None:
    guest = Guest(door_of(site))
    answer = guest.get(path)
    assert answer.status == 404
    assert answer.content == b"there is no such page\n"
    assert guest.get(f"{site.prefix}{path}").status == (200 if path == "/a.js" else 404)
    assert not guest.visit.ends


def test_a_page_needs_one_script_for_all_that_it_imports(site: Site) -> None:
    guest = Guest(door_of(site))
    script = f"{site.prefix}/all-a.js"
    assert guest.get("/").content.decode() == (
        f'<head><script type="module" src="{script}"></script></head><link href="{site.prefix}/style.css">table'
    )
    assert guest.get(script).content.decode() == (
        "const $0=(()=>{\nconst one = 1;\nconst two = 2;\nreturn {one,two};\n})();\n"
        "const $1=(()=>{\nconst c=$0;\n\nfunction b() { return c.two; }\nreturn {b};\n})();\n"
        'const $2=(()=>{\nconst {b:call}=$1;\n\n\n  call("a"); // as it stands\nreturn {};\n})();\n'
    )


def test_what_a_script_wants_later_is_a_second_file_that_takes_from_the_first_what_that_holds() -> None:
    scripts = {
        "a.js": 'import { b } from "./b.js";\nimport("./d.js").then((d) => d.run(b));\n',
        "b.js": "export const b = [];\n",
        "c.js": "export const c = 1;\n",
        "d.js": 'import { b } from "./b.js";\nimport { c } from "./c.js";\nexport function run(a) { b === a; }\n',
    }
    assert joined(scripts, "a.js") == {
        "all-a.js": (
            "const $0=(()=>{\nconst b = [];\nreturn {b};\n})();\n"
            'const $1=(()=>{\nconst {b}=$0;\n\nimport("./all-d.js").then((d) => d.run(b));\nreturn {};\n})();\n'
            "export {$0,$1};\n"
        ),
        "all-d.js": (
            'import {$0} from "./all-a.js";\n'
            "const $2=(()=>{\nconst c = 1;\nreturn {c};\n})();\n"
            "const $3=(()=>{\nconst {b}=$0;\nconst {c}=$2;\n\n\nfunction run(a) { b === a; }\nreturn {run};\n})();\n"
            "export const {run}=$3;\n"
        ),
    }


@pytest.mark.parametrize(
    "more",
    [
        'import "./b.js";\n',
        'export * from "./b.js";\n',
        'import { a } from "./a.js";\n',
        'import { n } from "./nowhere.js";\n',
        'import { c } from "./more/c.js";\n',
        "export let b = 1;\n",
        "export default 1;\n",
        'import("./nowhere.js");\nexport const b = 1;\n',
        'import("./a.js");\nexport const b = 1;\n',
        'import("./g.js");\nimport(`./h.js`);\nexport const b = 1;\n',
        'import { m } from "./more/m.js";\nexport const b = m;\n',
        'import("./f.js");\nimport("./d.js");\nexport const b = 1;\n',
    ],
)
def test_scripts_that_cannot_be_joined_stay_as_they_are(more: str) -> None:
    scripts = {
        "a.js": 'import { b } from "./b.js";\n',
        "b.js": "export const b = 1;\n",
        "more/c.js": "import.meta.url;\n",
        "d.js": "",
        "e.js": "",
        "more/m.js": 'import("./d.js");\nexport const m = 1;\n',
        "f.js": 'import("./d.js");\n',
        "g.js": 'import { s } from "./s.js";\n',
        "h.js": 'import { s } from "./s.js";\n',
        "s.js": "export const s = 1;\n",
    }
    assert joined(scripts, "a.js") is not None
    assert joined({**scripts, "b.js": more}, "a.js") is None


def test_all_scripts_of_the_page_can_be_joined_and_are_there_only_so() -> None:
    site = Site()
    guest = Guest(door_of(site))
    for path, named, script in ("/", "start.js", "start.js"), ("/", "start.js", "app.js"), ("/tv", "tv.js", "tv.js"):
        assert f"/all-{named}" in guest.get(path).content.decode()
        assert guest.get(f"{site.prefix}/all-{script}").status == 200
        assert guest.get(f"{site.prefix}/{script}").status == 404
    assert guest.get(f"{site.prefix}/style.css").status == 404


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Stacking penalties"), ("de", "Strafen stapeln"), ("pseudo", "⟦Šť")]
)
def test_the_book_of_rules_is_there_in_each_language(language: str, title: str) -> None:
    site = Site()
    book = json.loads(Guest(door_of(site)).get(f"{site.prefix}/book/{language}.json").content)
    assert book["options"]["stacking"]["title"].startswith(title)
    assert speaks_english()


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_brings_what_it_says_before_the_book(path: str) -> None:
    page = Guest(door_of(Site())).get(path).content.decode()
    brought = json.loads(page.partition('<script type="application/json" id="early">')[2].partition("</script>")[0])
    assert {code: each["name"] for code, each in brought.items()} == LANGUAGES
    assert (brought["en"]["labels"]["join"], brought["de"]["labels"]["join"]) == ("join", "dazusetzen")


def test_files_are_kept_for_ever_and_sent_as_they_stand(site: Site, tmp_path: Path) -> None:
    answer = Guest(door_of(site)).get(f"{site.prefix}/a.js")
    assert answer.content == SCRIPT.encode()
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "ETag" not in answer.headers
    (tmp_path / "a.js").write_text("other", encoding="utf-8")
    assert Site(tmp_path).prefix != site.prefix


def test_files_are_read_at_the_start_and_made_ready_at_any_time_after_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('"{{site}}/a.js"', encoding="utf-8")
    (tmp_path / "a.js").write_text("early", encoding="utf-8")
    asked_at_once, made_ready = Site(tmp_path), Site(tmp_path)
    (tmp_path / "a.js").write_text("late", encoding="utf-8")
    made_ready.prepare()
    assert made_ready.find(f"{made_ready.prefix}/a.js") == asked_at_once.find(f"{asked_at_once.prefix}/a.js")
    assert Guest(door_of(made_ready)).get(f"{made_ready.prefix}/a.js").content == b"early"


@pytest.mark.parametrize(
    ("name", "accepted", "packed"),
    [
        ("style.css", "br;q=1.0, GZIP ; q=0.5", True),
        ("style.css", "br, gzip; Q=0.000", False),
        ("style.css", "x-gzipped, *", False),
        ("style.css", "", False),
        ("d.js", "gzip", False),  # it would not be shorter
    ],
)
def test_what_is_shorter_compressed_is_sent_so_to_those_who_can_read_it(
    site: Site, name: str, accepted: str, packed: bool
) -> None:
    guest = Guest(door_of(site))
    plain, answer = (guest.get(f"{site.prefix}/{name}", more={"Accept-Encoding": wish}) for wish in ("", accepted))
    assert ("Content-Encoding" in answer.headers) is packed
    assert plain.headers.get("Vary") == answer.headers.get("Vary")
    assert (gzip.decompress(answer.content) if packed else answer.content) == plain.content


def test_who_has_the_page_already_is_told_so(site: Site) -> None:
    guest = Guest(door_of(site))
    whole = guest.get("/")
    tag = whole.headers["ETag"]
    assert tag.startswith('W/"')  # it is that of the compressed page too
    for known in (tag, tag.removeprefix("W/"), f'"a, b", {tag} , "c"', "*"):
        again = guest.get("/ABCD", more={"If-None-Match": known})
        assert (again.status, again.content) == (304, b"")
        assert {name: again.headers.get(name) for name in ("ETag", "Cache-Control", "Vary")} == {
            name: whole.headers.get(name) for name in ("ETag", "Cache-Control", "Vary")
        }
    for other in ('"other"', tag[3:-1], '"*"'):
        assert guest.get("/", more={"If-None-Match": other}).status == 200


def test_a_page_may_reach_this_server_alone_unless_a_policy_cannot_name_it(site: Site) -> None:
    guest = Guest(door_of(site, ("[::1]", "::1")))
    headers = guest.get("/").headers
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert f"connect-src 'self' ws://{HERE}:7777 wss://{HERE}:7777" in policy
    assert not any("unsafe" in rule for rule in policy)
    assert "connect-src 'self' ws: wss:" in guest.get("/", host="[::1]:7777").headers["Content-Security-Policy"]


def test_a_code_leads_to_where_the_page_was_found(site: Site) -> None:
    qr.cache_clear()
    answer = Guest(door_of(site)).get("/qr/ABCD.svg")
    assert answer.content.decode() == svg(f"http://{HERE}:7777/ABCD")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert Guest(door_of(site), secure=True).get("/qr.svg").content.decode() == svg(f"https://{HERE}:7777/")


@pytest.mark.parametrize("host", ["localhost.:7777", "127.0.0.1:7777", "[0:0:0:0:0:0:0:1]:7777"])
def test_a_code_on_the_computer_of_the_server_leads_others_to_its_network(site: Site, host: str) -> None:
    here, there = f"http://{host}/ABCD", "http://192.168.1.5:7777/ABCD"
    assert Door(site, Limits()).invitation(host, "ABCD", secure=False) == here
    found = Door(site, Limits(), pages=lambda code: [f"http://192.168.1.5:7777/{code}", "http://[fd00::5]:7777/"])
    assert found.invitation(host, "ABCD", secure=False) == there


OURS = (
    *(f"{HERE}:80", "127.0.0.1:7777", "[::1]:7777", "localhost.:7777", "anns-laptop.LOCAL.:7777"),
    *("Box", "uno.example.org:7777", "203.0.113.5", "[2001:db8:0::1]:7777"),
)
OTHERS = (
    *("evil.example.local", ".local", "192.168.1.6", "box.evil.example", "local", "localhost@evil.example"),
    *("localhost:7777:7777", "no name", "[127.0.0.1", "evil.example/.local"),
)


@pytest.mark.parametrize("host", [*OURS, *OTHERS])
def test_who_asks_under_another_name_gets_nothing(site: Site, host: str) -> None:  # FAULTS 51
    guest = Guest(door_of(site, ("Box", "uno.example.org", "203.0.113.5", "2001:0db8::1", "no name")))
    assert guest.get("/", host=host).status == (200 if host in OURS else 403)
    assert guest.visit.ends is (host in OTHERS)


def test_where_encryption_is_required_only_this_computer_goes_without(site: Site) -> None:
    door = door_of(site, tls_required=True)
    refused = Guest(door).get("/ABCD")
    assert refused.status == 403
    assert f"https://{HERE}:7777/ABCD" in refused.content.decode()
    assert Guest(door).get("/ws", more=HANDSHAKE).status == 403
    assert Guest(door, secure=True).get("/ABCD").status == 200
    assert Guest(door, "127.0.0.1").get("/ABCD").status == 200


@pytest.mark.parametrize(("host", "method"), [("evil.example", "GET"), (HERE, "GRAB")])
def test_faulty_requests_count_too(site: Site, host: str, method: str) -> None:  # FAULTS 53
    door = door_of(site, requests_per_second=1)
    answers = [Guest(door).get("/", host=host, method=method).status for _ in range(BURSTS + 1)]
    assert 429 not in answers[:-1]
    assert answers[-1] == 429
    door = door_of(site, requests_per_second=1)  # and so does a visit
    assert [door.lets_in(Connection(GUEST), 0.0) for _ in range(BURSTS + 1)] == [True] * BURSTS + [False]


def test_an_address_may_ask_only_so_often_but_this_computer_may(site: Site) -> None:  # FAULTS 53
    door = door_of(site, requests_per_second=2)
    for _ in range(2 * BURSTS):
        assert Guest(door).get("/").status == 200
    late = Guest(door).get("/")
    assert (late.status, late.headers["Retry-After"]) == (429, "1")
    assert Guest(door).get("/", now=0.5).status == 200
    assert [Guest(door_, "192.168.1.8").get("/qr.svg").status for door_ in [door] * (QR_BURST + 1)][-2:] == [200, 429]
    assert {Guest(door, "127.0.0.1").get("/").status for _ in range(20)} == {200}
    assert Guest(door_of(site, requests_per_second=1, loopback_counts=1), "::1").get("/").status == 200


@pytest.mark.parametrize(
    ("here", "newcomer", "leaves"),
    [
        ([(GUEST, 2.0, False), (GUEST, 1.0, False)], GUEST, 1),
        ([(GUEST, 2.0, False), (GUEST, 1.0, True)], GUEST, 0),
        ([(GUEST, 2.0, True), (GUEST, 1.0, True)], GUEST, 1),
        ([(GUEST, 1.0, False), (HERE, 1.0, False)], GUEST, None),
        ([("127.0.0.1", 1.0, False), ("127.0.0.1", 1.0, False)], "127.0.0.1", None),
        ([("2001:db8::1", 1.0, False), ("2001:db8::1", 1.0, False)], "2001:db8::1", 0),
        ([("2001:db8::1", 1.0, False), ("2001:db8::1", 1.0, False)], "2001:db8::2", None),
    ],
)
def test_of_so_many_visits_from_one_address_the_longest_at_rest_makes_room(
    site: Site, here: list[tuple[str, float, bool]], newcomer: str, leaves: int | None
) -> None:  # FAULTS 53
    door = door_of(site, visits_per_address=2)
    visits = [Connection(address, since, busy=busy) for address, since, busy in here]
    assert all(door.lets_in(visit, 0.0) for visit in (*visits, Connection(newcomer)))
    assert [visit.ended for visit in visits] == [number == leaves for number in range(len(visits))]


def test_a_full_door_lets_newcomers_in_and_who_holds_the_most_makes_room(site: Site) -> None:  # FAULTS 53
    door = door_of(site, visits_per_address=1)
    many = [Connection(f"2001:db8::{number:x}", number, busy=True) for number in range(1, 10)]
    assert all(door.lets_in(visit, 0.0) for visit in many)
    assert [visit.ended for visit in many] == [True] + [False] * 8  # a network of 64 bits counts as 8 addresses
    door = door_of(site, visits=4)
    lone, left, newcomer, *more = (Connection(HERE if at < 2 else GUEST, at, busy=at > 1) for at in range(7))
    for visit in (lone, left, *more):
        assert door.lets_in(visit, 0.0)
        if visit is left:
            door.leaves(left)
    assert [visit.ended for visit in (lone, left, *more)] == [False, False, True, False, False, False]
    newcomer.address = "192.168.1.9"
    assert door.lets_in(newcomer, 0.0)
    assert [visit.ended for visit in (lone, left, *more)] == [False, False, True, True, False, False]


def test_one_address_of_a_network_takes_no_requests_from_the_others(site: Site) -> None:  # FAULTS 53
    door = door_of(site, requests_per_second=1)
    asks = [[Guest(door, f"2001:db8::{at}").get("/").status for _ in range(BURSTS + 1)] for at in range(1, 10)]
    assert asks[:8] == [[200] * BURSTS + [429]] * 8
    assert asks[8] == [429] * (BURSTS + 1)  # all of them together have a limit, too


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        (None, HERE, 101),
        (f"http://{HERE}:7777", f"{HERE}:7777", 101),
        (f"http://{HERE}", f"{HERE}:80", 101),
        (f"https://{HERE}", f"{HERE}:443", 101),
        (f"https://{HERE}", f"{HERE}:80", 403),
        ("http://evil.example", HERE, 403),
        ("null", HERE, 403),
        (HERE, HERE, 403),
    ],
)
def test_only_a_page_from_here_may_play(site: Site, origin: str | None, host: str, status: int) -> None:  # FAULTS 51
    headers = HANDSHAKE if origin is None else {**HANDSHAKE, "Origin": origin}
    guest = Guest(door_of(site))
    answer = guest.get("/ws", host=host, more=headers)
    assert answer.status == status
    assert (guest.visit.stream is not None, guest.visit.ends) == (status == 101, status != 101)


def test_a_request_must_come_in_time_and_a_connection_may_rest_for_a_while(site: Site) -> None:
    guest = Guest(door_of(site, hello_seconds=5))
    visit = guest.visit
    assert not visit.overdue(5.0)
    assert visit.overdue(5.1)
    guest.get("/", now=4.0)
    visit.add(b"\r\n", 4.0)  # an empty line asks for nothing
    assert not visit.overdue(4.0 + VISIT_SECONDS)
    assert visit.overdue(4.1 + VISIT_SECONDS)
    visit.add(b"GET / HT", 20.0)
    visit.add(b"TP/1.1", 24.0)
    assert visit.answer(24.0) == b""
    assert not visit.overdue(25.0)
    assert visit.overdue(25.1)
