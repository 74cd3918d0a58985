"""Each message of a client, in each state of its connection, does what the table says and nothing else."""

import pytest
from msgspec.structs import replace

from tests.protocol.next_version import NEXT
from tests.server.harness import Person, World
from uno_protocol import messages as m
from uno_protocol.versions import Spoken
from uno_server.base.states import LINKS, MESSAGES, LinkState, answered
from uno_server.core import dispatch
from uno_server.core.outputs import Close, Deliver

ANSWERS = {
    m.Hello: m.Welcome,
    m.Login: m.LoggedIn,
    m.Resume: m.Resumed,
    m.MoveHere: m.Resumed,
    m.ClaimSeat: m.Error,
    m.Ping: m.Pong,
}


class Link:
    """A connection in some state, at a server where somebody else sits at a table."""

    def __init__(self, state: LinkState) -> None:
        self.world = World(2)
        self.other = self.world.person("other")
        self.other.join("Elsewhere", seats=2)
        self.away = self.world.person("away")
        answer = self.away.ask(m.MoveDevice)
        assert isinstance(answer, m.MoveCode)
        self.code = answer.code
        self.away.drop()
        self.me = Person(self.world, "me")
        self.me.connect(greet=state is not LinkState.NEW)
        if state is LinkState.IN_SESSION:
            self.me.say(m.Login(name="me"))
            self.me.ask(m.ListTables)
        if state is LinkState.CLOSING:  # the shell has not closed it yet
            self.world.hub.handle(self.number, m.Hello(versions=[*m.SPOKEN]), self.world.now)
        assert self.state is state

    @property
    def number(self) -> int:
        assert self.me.link is not None
        return self.me.link

    @property
    def state(self) -> LinkState:
        return self.world.hub._peers[self.number].state

    def message(self, kind: type[m.ClientMessage]) -> m.ClientMessage:
        if issubclass(kind, m.Request):
            return replace(m.example(kind), id=7)
        greetings: dict[type[m.ClientMessage], m.ClientMessage] = {
            m.Hello: m.Hello(versions=[*m.SPOKEN]),
            m.Login: m.Login(name="zed"),
            m.Resume: m.Resume(token=self.away.token),
            m.MoveHere: m.MoveHere(name="away", code=self.code),
            m.ClaimSeat: m.ClaimSeat(name="away"),
            m.Ping: m.Ping(nonce=3),
            m.Pong: m.Pong(nonce=3),
        }
        return greetings[kind]

    def say(self, kind: type[m.ClientMessage]) -> list[m.ServerMessage | m.Ping | m.Pong]:
        """What the hub gives for a message; nothing of it is carried out, so that a closing link can be looked at."""
        outputs = self.world.hub.handle(self.number, self.message(kind), self.world.now)
        sent = [output for output in outputs if isinstance(output, Deliver)]
        assert all(list(output.peers) == [self.number] for output in sent)
        self.closes = any(isinstance(output, Close) for output in outputs)
        return [message for output in sent for message in output.messages]

    def picture(self) -> object:
        hub = self.world.hub
        sessions = [(one.name, one.peer, one.table, one.last_id, dict(one.answers)) for one in hub.sessions]
        return sessions, len(hub.lobby), len(self.other.heard), hub._commits, self.world.table("Elsewhere").log.n


def test_every_state_says_what_becomes_of_every_message() -> None:
    kinds = {m.Request, m.ListTables, m.Logout, *m.GREETINGS.values()}
    assert set(LINKS) == set(LinkState)
    assert all(set(rows) == kinds for rows in LINKS.values())
    assert set(MESSAGES) == {*m.GREETINGS.values(), *m.REQUESTS.values()}


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("state", LinkState, ids=lambda state: state.value)
def test_a_message_is_carried_out_or_refused_as_the_table_says(state: LinkState, kind: type[m.ClientMessage]) -> None:
    # FAULTS 17, 19
    link, row = Link(state), answered(state, kind)
    before = link.picture()
    heard = link.say(kind)
    assert link.closes == (row.closes or row.to is LinkState.CLOSING)
    assert link.state is (row.to or state)
    if row.refused is None:
        expect_an_answer(kind, heard)
        return
    assert link.picture() == before
    told = [(type(one), getattr(one, "code", ""), getattr(one, "id", None)) for one in heard]
    if state is LinkState.CLOSING:
        assert told == []
    elif row.closes:
        assert told == [(m.Error, row.refused, None), (m.Bye, row.refused, None)]
        assert not heard[-1].come_back  # type: ignore[union-attr]  # it is a bye
    else:
        assert told == [(m.Error, row.refused, 7 if row.refused == "not_logged_in" else None)]


def expect_an_answer(kind: type[m.ClientMessage], heard: list[m.ServerMessage | m.Ping | m.Pong]) -> None:
    if kind is m.Pong:
        assert heard == []
    elif issubclass(kind, m.Request):
        assert [getattr(one, "id", None) for one in heard].count(7) == 1
    else:
        assert [type(one) for one in heard] == [ANSWERS[kind]]
        assert kind is not m.Ping or heard == [m.Pong(nonce=3)]


ELSEWHERE = {m.ListTables, m.TableRules, m.LobbyTalk, m.AskNumbers, m.CreateTable, m.JoinTable, m.SpectateTable}
ELSEWHERE |= {m.Chat, m.React}
ELSEWHERE |= {m.MoveDevice, m.Logout, m.FetchRecord}
"""Requests that the hub itself carries out (`_carry_out`)."""


def test_every_request_that_acts_at_a_table_has_its_handler() -> None:
    assert set(dispatch._AT_TABLE) == set(m.REQUESTS.values()) - set(m.Move.__subclasses__()) - ELSEWHERE


def test_a_message_that_no_client_sends_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        answered(LinkState.IN_SESSION, m.Request)


@pytest.mark.parametrize(
    ("spoken", "versions", "remedy"),
    [
        (m.SPOKEN, [1, 1], "update your program"),  # 0.1 and 0.2
        (m.SPOKEN, [m.SPOKEN.newest + 1, 9], "this server is older: update it"),
        (NEXT, [0, 1], "update your program"),
        (NEXT, [NEXT.newest + 1, 9], "this server is older: update it"),
        (NEXT, [9, 1], "update your program"),
    ],
)
def test_another_version_is_told_ours_and_what_would_work_and_closed(
    spoken: Spoken, versions: list[int], remedy: str
) -> None:  # FAULTS 18
    ann = Person(World(spoken=spoken), "ann")
    ann.connect(greet=False)
    ann.say(m.Hello(versions=versions))
    error = ann.last(m.Error)
    assert (error.code, error.args) == ("unsupported_version", {"lowest": spoken.lowest, "highest": spoken.newest})
    assert remedy in error.text
    assert ann.last(m.Bye) == m.Bye(code="unsupported_version", come_back=False)
    assert ann.link is None
