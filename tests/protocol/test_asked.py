"""Every message of a client is listed once, and its declaration has an example that the codec takes."""

from collections.abc import Iterator
from typing import get_args

import pytest

from uno_engine import actions as act
from uno_protocol import messages as m
from uno_protocol.asked import OF_PLAY, FromClient
from uno_protocol.codec import decode_client, encode


def below(base: type[FromClient]) -> Iterator[type[FromClient]]:
    for kind in base.__subclasses__():
        yield kind
        yield from below(kind)


def test_every_message_of_a_client_is_listed() -> None:
    listed = {m.Greeting, m.Request, m.PlayRequest, m.Move, *m.GREETINGS.values(), *m.REQUESTS.values()}
    assert {kind for kind in below(FromClient) if kind.__module__ == m.__name__} == listed


def test_every_request_but_those_of_play_declares_itself() -> None:
    silent = {kind for kind in m.REQUESTS.values() if "asked" not in vars(kind)}
    assert {kind for kind in silent if kind.asked is not OF_PLAY} == set()


def test_each_move_has_the_name_of_its_action() -> None:
    for action, move in zip(get_args(act.PlayerAction), m.MOVES, strict=True):
        assert getattr(m, action.__name__) is move
        assert move.__struct_config__.tag == action.kind


@pytest.mark.parametrize("kind", m.REQUESTS.values(), ids=lambda kind: kind.__name__)
def test_its_example_is_a_message(kind: type[m.Request]) -> None:
    assert decode_client(encode(m.example(kind))) == m.example(kind)
