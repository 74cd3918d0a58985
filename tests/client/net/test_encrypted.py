"""The link over TLS: whose key it is decides what is sent, before anything is."""

import ssl
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.client.net import identities
from tests.client.net.identities import ann, eve
from tests.client.net.scripted import (
    Act,
    Peer,
    Player,
    answers,
    cut,
    greets,
    hello,
    noting,
    old,
    resumed,
    says,
    scripted,
    silent,
    stay,
)
from uno_client.address import Address
from uno_client.messages import LinkUp
from uno_client.net import connection
from uno_client.net.known_servers import KnownServers
from uno_client.net.token_store import TokenStore
from uno_client.trust import Terms, Trust
from uno_protocol import messages as net

pytestmark = pytest.mark.fast

ATTENDED, REQUIRED = Terms(attended=True), Terms("required")
BOTH = Terms("required", attended=True)
ASKS = greets(password=True)
ANN, EVE = "ann", "eve"


@pytest.fixture
def tokens(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path / "sessions", KnownServers(tmp_path / "known" / "servers.json"))


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback is taken for another computer."""
    monkeypatch.setattr(connection, "is_local", lambda _host: False)


async def breaks_off(peer: Peer) -> None:
    """Something goes wrong in the handshake."""
    await peer._reader.read(4096)
    peer.say(b"\x15\x03\x03\0\x02\x02\x28")


async def nothing(_peer: Peer) -> None:
    """It is closed at once."""


requires = hello(net.Error(code="tls_required"), net.Bye(code="tls_required", come_back=False))


@dataclass(frozen=True)
class End:
    """A server that does this, what is known of it, and how a link to it ends."""

    acts: Sequence[Act]
    code: int
    verdict: Trust | None
    terms: Terms = Terms()
    tls: str = ""
    """Whose key it has; empty: none."""
    known: str = ""
    """How Ann's server is known: by its `address`, its `id` or its `link`."""
    id: str = "server"
    far: bool = True


ENDS = {
    "encryption is required": End([old], 76, None, REQUIRED),
    "it requires encryption and has none": End([requires, old, requires], 69, None, far=False),
    "it breaks off": End([breaks_off], 69, None, ATTENDED),
    "it closes": End([nothing], 69, None, ATTENDED),
    "nobody has compared the words": End([ASKS], 76, Trust.FIRST_VISIT, REQUIRED, ANN),
    "another key was accepted": End([silent], 76, Trust.FIRST_VISIT, replace(BOTH, accepted="a" * 26), EVE),
    "another server, and nobody to ask": End([silent], 76, Trust.ANOTHER_SERVER, REQUIRED, EVE, "address", "id-ann"),
    "not that of the link": End([silent], 76, Trust.OTHER_THAN_LINK, Terms(), EVE, "link"),
    "not that of the link, attended": End([silent], 76, Trust.OTHER_THAN_LINK, ATTENDED, EVE, "link"),
    "the key of the link is away": End([old, silent], 76, Trust.DOWNGRADED, replace(ATTENDED, openly=True), "", "link"),
    "the known key is away": End([old, silent], 76, Trust.DOWNGRADED, replace(ATTENDED, openly=True), "", "address"),
    "the key of that id is away": End([old, greets()], 76, Trust.DOWNGRADED, replace(ATTENDED, openly=True), "", "id"),
    "the known key is not wanted": End([silent], 76, Trust.DOWNGRADED, Terms("off"), "", "address"),
    "it is away on this computer": End([greets(), old, greets()], 76, Trust.DOWNGRADED, Terms(), "", "id", far=False),
    "encryption is offered and kept away": End([old, greets(capabilities=["tls"])], 76, Trust.STRIPPED, ATTENDED),
    "a password would be read": End([old, ASKS], 76, Trust.PLAIN, ATTENDED),
}


@pytest.mark.parametrize("row", ENDS.values(), ids=ENDS)
async def test_a_server_that_is_not_as_it_should_be_gets_no_password_and_is_not_remembered(
    tokens: TokenStore, monkeypatch: pytest.MonkeyPatch, row: End
) -> None:
    if row.far:
        monkeypatch.setattr(connection, "is_local", lambda _host: False)
    async with scripted(row.acts, {ANN: ann, EVE: eve}[row.tls]().tls if row.tls else None) as address:
        if row.known in ("address", "id"):
            at = address if row.known == "address" else Address("10.0.0.1")
            tokens.known.saw(ann().fingerprint, str(at), row.id, "Ann's")
        known = tokens.known.all()
        place = replace(address, fingerprint=ann().fingerprint if row.known == "link" else None)
        terms = replace(row.terms, accepted=eve().fingerprint) if row.known == "link" else row.terms
        end = await Player(place, tokens, password="sesame", terms=terms).end()
    assert (end.code, end.doubt and end.doubt.verdict) == (row.code, row.verdict)
    assert end.doubt is None or not row.known or row.known == "link" or end.doubt.expected == "Ann's"
    assert row.verdict is Trust.PLAIN or tokens.known.all() == known


async def test_on_this_computer_nothing_is_encrypted_unless_it_has_to_be(tokens: TokenStore) -> None:
    async with scripted([stay]) as address:
        assert await Player(address, tokens).plays() == LinkUp()
    assert tokens.known.all() == ()
    for act, kind, unseen in ((stay, net.LoggedIn, True), (resumed, net.Resumed, False)):  # a token stays with its key
        async with scripted([act], ann().tls) as address:
            up = await Player(address, tokens, terms=REQUIRED).plays(kind)
        assert up == LinkUp(ann().fingerprint, ann().words, unseen=unseen)
        assert [each.fingerprint for each in tokens.known.all()] == [ann().fingerprint]


@pytest.mark.usefixtures("far")
async def test_to_other_computers_everything_is(tokens: TokenStore) -> None:
    async with scripted([stay], ann().tls) as address:
        assert (await Player(address, tokens).plays()).fingerprint == ann().fingerprint
    (one,) = tokens.known.all()
    assert (one.name, one.server_id, one.addresses, one.words) == ("S", "server", (str(address),), ann().words)
    async with scripted([says(server_id="other")]) as address:
        assert await Player(address, tokens, terms=Terms("off")).plays() == LinkUp(exposed=True)


@pytest.mark.usefixtures("far")
async def test_an_old_server_is_spoken_to_without_and_tried_with_it_once(tokens: TokenStore) -> None:
    async with scripted([old, cut, resumed]) as address:
        assert await Player(address, tokens, terms=ATTENDED).plays(net.Resumed) == LinkUp(exposed=True)
    assert [(each.fingerprint, each.addresses) for each in tokens.known.all()] == [("", (str(address),))]


@pytest.mark.parametrize("other", [("http/1.1", ssl.TLSVersion.TLSv1_3), ("uno/1", ssl.TLSVersion.TLSv1_2)])
async def test_no_other_protocol_and_no_older_tls_is_spoken(
    tokens: TokenStore, other: tuple[str, ssl.TLSVersion]
) -> None:
    async with scripted([], identities.made(*other).tls) as address:
        end = await Player(address, tokens, terms=REQUIRED).end()
    assert end.code in (69, 76)
    assert tokens.known.all() == ()


async def test_before_the_player_has_compared_the_words_nothing_is_sent(tokens: TokenStore) -> None:
    async with scripted([silent, stay, stay], ann().tls) as address:
        end = await Player(address, tokens, terms=BOTH).end()
        assert end.doubt is not None
        assert (end.doubt.verdict, end.doubt.words) == (Trust.FIRST_VISIT, ann().words)
        assert end.doubt.fingerprint == ann().fingerprint
        assert tokens.known.all() == ()
        accepted = replace(BOTH, accepted=ann().fingerprint)
        assert not (await Player(address, tokens, terms=accepted).plays()).unseen
        await Player(address, tokens, terms=BOTH, name="bob").plays()  # asked only once


async def test_no_password_goes_to_a_key_that_was_remembered_a_moment_ago_without_being_compared(
    tokens: TokenStore,
) -> None:
    async with scripted([cut, ASKS, ASKS], ann().tls) as address:
        player = Player(address, tokens, password="sesame", terms=REQUIRED)
        await player.until(net.LoggedIn)
        assert (await player.end()).code == 76
        again = await Player(address, tokens, password="sesame", terms=REQUIRED).end()
    assert (again.code, again.doubt and again.doubt.verdict) == (76, Trust.FIRST_VISIT)
    assert "the password was not sent" in again.reason


@pytest.mark.parametrize("attended", [False, True])
async def test_a_second_server_with_the_first_ones_id_gets_no_token_and_no_password(
    tokens: TokenStore, attended: bool
) -> None:
    """Finding: a second server with the first one's id is given the token."""
    async with scripted([stay], ann().tls) as first:
        await Player(first, tokens, terms=REQUIRED).plays()
    async with scripted([greets()], eve().tls) as second:
        terms = Terms("required", attended=attended, accepted=eve().fingerprint)
        end = await Player(second, tokens, password="sesame", terms=terms).end()
    assert end.doubt is not None
    assert (end.code, end.doubt.verdict, end.doubt.expected) == (76, Trust.OTHER_KEY, "S")


@pytest.mark.usefixtures("far")
async def test_without_encryption_too_a_second_server_with_the_id_of_the_first_gets_no_token(
    tokens: TokenStore,
) -> None:
    for _ in range(2):
        async with scripted([old, stay]) as address:  # `stay` hears a login, no resume
            await Player(address, tokens).plays()


@pytest.mark.usefixtures("far")
async def test_encryption_that_goes_away_while_playing_ends_it(tokens: TokenStore) -> None:
    async with scripted([cut], ann().tls) as address:
        player = Player(address, tokens, terms=Terms())
        await player.until(net.LoggedIn)
    async with scripted([old, silent], port=address.port):
        end = await player.end()
    assert (end.code, end.doubt and end.doubt.verdict) == (76, Trust.DOWNGRADED)


@pytest.mark.usefixtures("far")
async def test_a_password_goes_unencrypted_where_the_player_says_so(tokens: TokenStore) -> None:
    heard: list[object] = []
    takes = noting(heard, answers(net.LoggedIn("ann", "secret"), password=True))
    async with scripted([old, takes]) as address:
        await Player(address, tokens, password="sesame", terms=replace(ATTENDED, openly=True)).plays()
    assert heard == [net.Login("ann", "sesame")]


@pytest.mark.usefixtures("far")
async def test_a_yes_to_an_unencrypted_password_holds_for_one_connection(tokens: TokenStore) -> None:  # FAULTS 24
    async def lets_in_and_cuts(peer: Peer) -> None:
        await peer.welcome(password=True)
        for code in ("name_taken", ""):  # another name on the same connection is no other question
            heard = await peer.hear()
            assert isinstance(heard, net.Login)
            assert heard.password == "sesame"
            peer.say(net.Error(code=code) if code else net.LoggedIn(heard.name, "secret"))

    forgotten = answers(net.Error(code="bad_token"), password=True)
    async with scripted([old, lets_in_and_cuts, forgotten, ASKS]) as address:
        player = Player(address, tokens, None, password="sesame", terms=replace(ATTENDED, once=True))
        end = await player.end()
    assert (end.code, end.doubt and end.doubt.verdict) == (76, Trust.PLAIN)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *((host, True) for host in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")),
        *((host, False) for host in ("192.168.1.5", "fe80::1%eth0", "::ffff:10.0.0.1")),
    ],
)
def test_what_stays_on_this_computer_is_told_by_the_address_that_answered(host: str, local: bool) -> None:
    assert connection.is_local(host) is local


async def test_damaged_knowledge_ends_it_before_anything_is_sent(tokens: TokenStore, tmp_path: Path) -> None:
    (tmp_path / "known").mkdir()
    (tmp_path / "known" / "servers.json").write_text("{", encoding="utf-8")
    async with scripted([]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, "cannot use" in end.reason) == (1, True)
