"""The schema accepts what the codec accepts: all golden messages, and nothing that must be refused."""

import json
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import msgpack
import pytest

from tests.scripts.conftest import loaded
from uno_protocol import messages as m

ROOT = Path(__file__).resolve().parents[2]


def read(what: str) -> Any:
    return json.loads((ROOT / "protocol" / "uno_protocol" / what / f"v{m.VERSION}.json").read_text(encoding="utf-8"))


SCHEMA = read("schema")
VECTORS = read("vectors")
GOLDEN = [*VECTORS["messages"], *VECTORS["events"]]
REFUSED = [vector for vector in VECTORS["refused"] if vector["faults"] in (14, 15, 16)]


# --- a judge of the few words that the schema uses; 1.0 is no integer to it, as in P-3.6 ---------------------------

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
WORDS = {
    *("$ref", "anyOf", "enum", "type", "properties", "required", "additionalProperties", "propertyNames", "items"),
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "maxProperties", "default"),
    *("description", "title", "examples", "x-since", "x-answer", "x-refused", "x-limited"),
}


def wrong(value: Any, schema: Any) -> Iterator[str]:
    """What is wrong with a value, by a schema."""
    if "$ref" in schema:
        yield from wrong(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    if "anyOf" in schema and not any(fits(value, each) for each in schema["anyOf"]):
        yield f"{value!r:.80} is nothing of what it may be"
    if "enum" in schema and not any(type(value) is type(each) and value == each for each in schema["enum"]):
        yield f"{value!r:.80} is none of {schema['enum']}"
    if "type" in schema and type(value) not in KINDS[schema["type"]]:
        yield f"{value!r:.80} is no {schema['type']}"
        return
    for word, measure in (("Length", str), ("Items", list), ("Properties", dict)):
        if isinstance(value, measure):
            least, most = schema.get(f"min{word}", 0), schema.get(f"max{word}", len(value))
            if not least <= len(value) <= most:
                yield f"{value!r:.80} is too short or too long"
    if type(value) in (int, float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{value} is out of its range"
    if isinstance(value, dict):
        yield from wrong_map(value, schema)
    if isinstance(value, list):
        for each in value:
            yield from wrong(each, schema.get("items", {}))


def wrong_map(value: dict[str, Any], schema: Any) -> Iterator[str]:
    properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (f"{name} is missing" for name in schema.get("required", ()) if name not in value)
    for name, part in value.items():
        yield from wrong(name, schema.get("propertyNames", {}))
        if name in properties:
            yield from wrong(part, properties[name])
        elif more is False:
            yield f"{name} is unknown"
        elif more is not True:
            yield from wrong(part, more)


def fits(value: Any, schema: Any) -> bool:
    return next(wrong(value, schema), None) is None


def of(sender: str, kind: str) -> Any:
    return {"$ref": f"#/$defs/{sender}.{kind}"}


# --- the schema ------------------------------------------------------------------------------------------------------


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/generating/schema.py."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return loaded("generating.schema")


def test_the_schema_is_current(making: ModuleType) -> None:
    assert making.written() == making.SCHEMA.read_text(encoding="utf-8")


def test_a_message_that_has_changed_is_told(
    making: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "SCHEMA", tmp_path / "schema" / "v2.json")
    generate = loaded("generate")
    monkeypatch.setattr(sys, "argv", ["generate.py", "schema"])
    assert generate.main() == 0
    monkeypatch.setattr(sys, "argv", ["generate.py", "schema", "--check"])
    assert generate.main() == 0
    monkeypatch.setattr(making, "LONGEST_TEXT", 7)
    assert generate.main() == 1
    assert "schema/v2.json is out of date" in capsys.readouterr().err


def test_every_message_has_its_part_and_every_reference_leads_somewhere() -> None:
    names = set(SCHEMA["$defs"])
    both = {"ping", "pong"}
    assert {name for name in names if name.startswith("client.")} == {f"client.{t}" for t in m.GREETINGS | m.REQUESTS}
    assert {name for name in names if name.startswith("server.")} == {
        f"server.{t}" for t in both.union(m.SERVER_MESSAGES)
    }
    assert set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(SCHEMA))) == names


def test_the_schema_uses_no_word_that_is_not_judged_here() -> None:
    def words(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            for word, more in part.items():
                yield word
                if word == "properties":
                    for each in more.values():
                        yield from words(each)
                elif word not in ("enum", "default", "required", "examples"):
                    yield from words(more)
        elif isinstance(part, list):
            for each in part:
                yield from words(each)

    assert {word for part in SCHEMA["$defs"].values() for word in words(part)} <= WORDS


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda vector: vector.get("title") or vector["kind"])
def test_every_golden_message_fits(vector: dict[str, Any]) -> None:
    message = vector["message"]
    assert list(wrong(message, of(vector["from"], message["t"]))) == []
    assert fits(message, SCHEMA)
    if message["t"] == "entry":
        assert list(wrong(message["event"], of("event", message["event"]["k"]))) == []


@pytest.mark.parametrize("kind", [*m.GREETINGS, *m.REQUESTS])
def test_every_example_fits(kind: str) -> None:
    part = of("client", kind)
    (example,) = SCHEMA["$defs"][f"client.{kind}"]["examples"]
    assert list(wrong(example, part)) == []


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: vector["title"])
def test_what_must_be_refused_does_not_fit(vector: dict[str, Any]) -> None:
    message = msgpack.unpackb(bytes.fromhex(vector["hex"])[4:])
    assert not fits(message, {"$ref": "#/$defs/client"})


def test_a_field_less_in_a_golden_message_is_missed_where_it_is_required() -> None:
    tried = 0
    for vector in GOLDEN:
        message = vector["message"]
        part = of(vector["from"], message["t"])
        for name in SCHEMA["$defs"][part["$ref"].removeprefix("#/$defs/")]["required"]:
            less = deepcopy(message)
            del less[name]
            assert f"{name} is missing" in list(wrong(less, part))
            tried += 1
    assert tried > 300


def test_nobody_is_told_what_is_nobodys_to_know() -> None:
    events = [part for name, part in SCHEMA["$defs"].items() if name.startswith("event.")]
    told = {name for part in [*events, SCHEMA["$defs"]["game"]] for name in part["properties"]}
    assert not told & {"sealed", "stock", "effects"}
