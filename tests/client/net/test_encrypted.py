"""The link over TLS: whose key it is decides what is sent, before anything is."""

import ssl
from dataclasses import replace
from pathlib import Path

import pytest

from tests.client.net import identities
from tests.client.net.identities import ann, eve
from tests.client.net.scripted import (
    Act,
    Peer,
    Player,
    cut,
    greets,
    kept_by_an_old_client,
    old,
    resumed,
    resumes,
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

ATTENDED = Terms(attended=True)
ASKS = greets(password=True)


@pytest.fixture
def tokens(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path / "sessions", KnownServers(tmp_path / "known" / "servers.json"))


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback is taken for another computer."""
    monkeypatch.setattr(connection, "is_local", lambda _host: False)


def known_as(tokens: TokenStore, name: str, address: Address, fingerprint: str = "", server_id: str = "server") -> None:
    tokens.known.saw(fingerprint, str(address), server_id, name)


async def test_on_this_computer_nothing_is_encrypted_unless_it_has_to_be(tokens: TokenStore) -> None:
    async with scripted([stay]) as address:
        assert await Player(address, tokens).plays() == LinkUp()
    assert tokens.known.all() == ()
    async with scripted([stay], ann().tls) as address:
        up = await Player(address, tokens, terms=Terms("required")).plays()
    assert up == LinkUp(ann().fingerprint, ann().words, unseen=True)


async def test_whoever_cannot_store_the_key_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for known in (None, KnownServers(tmp_path / "file" / "servers.json")):
        async with scripted([stay], ann().tls) as address:
            up = await Player(address, TokenStore(None, known), terms=Terms("required")).plays()
        assert up == LinkUp(ann().fingerprint, ann().words, unseen=True, stored=False)


@pytest.mark.usefixtures("far")
async def test_to_other_computers_everything_is(tokens: TokenStore) -> None:
    async with scripted([stay], ann().tls) as address:
        assert (await Player(address, tokens).plays()).fingerprint == ann().fingerprint
    (one,) = tokens.known.all()
    assert (one.name, one.server_id, one.addresses, one.words) == ("S", "server", (str(address),), ann().words)


@pytest.mark.usefixtures("far")
async def test_an_old_server_is_spoken_to_without_and_that_is_told(tokens: TokenStore) -> None:
    async with scripted([old, stay]) as address:
        assert await Player(address, tokens, terms=ATTENDED).plays() == LinkUp(exposed=True)
    assert [(each.fingerprint, each.addresses) for each in tokens.known.all()] == [("", (str(address),))]


@pytest.mark.usefixtures("far")
async def test_an_old_server_is_not_asked_again_when_the_connection_is_lost(tokens: TokenStore) -> None:
    async with scripted([old, cut, resumed]) as address:
        await Player(address, tokens, terms=ATTENDED).plays(net.Resumed)


@pytest.mark.usefixtures("far")
async def test_without_tls_nothing_is_tried(tokens: TokenStore) -> None:
    async with scripted([stay]) as address:
        assert await Player(address, tokens, terms=Terms("off")).plays() == LinkUp(exposed=True)


async def test_where_it_is_required_an_old_server_is_not_spoken_to(tokens: TokenStore) -> None:
    async with scripted([old]) as address:
        end = await Player(address, tokens, terms=Terms("required")).end()
    assert (end.code, end.reason) == (76, f"{address} does not offer encryption, which --tls required asks for")


async def test_a_server_on_this_computer_that_requires_it_is_tried_with_it(tokens: TokenStore) -> None:
    async def requires(peer: Peer) -> None:
        await peer.hear()
        peer.say(net.Error(code="tls_required"), net.Bye(code="tls_required", come_back=False))

    async with scripted([requires, old, requires]) as address:  # `old` has heard TLS
        end = await Player(address, tokens).end()
    assert end.code == 69


@pytest.mark.parametrize("answer", [b"\x15\x03\x03\0\x02\x02\x28", b""])
@pytest.mark.usefixtures("far")
async def test_only_a_server_that_does_not_know_tls_is_spoken_to_without(tokens: TokenStore, answer: bytes) -> None:
    async def breaks_off(peer: Peer) -> None:
        await peer._reader.read(4096)
        peer.say(answer)

    async with scripted([breaks_off]) as address:
        end = await Player(address, tokens, terms=ATTENDED).end()
    assert end.code == 69


@pytest.mark.parametrize("other", [("http/1.1", ssl.TLSVersion.TLSv1_3), ("uno/1", ssl.TLSVersion.TLSv1_2)])
async def test_no_other_protocol_and_no_older_tls_is_spoken(
    tokens: TokenStore, other: tuple[str, ssl.TLSVersion]
) -> None:
    async with scripted([], identities.made(*other).tls) as address:
        end = await Player(address, tokens, terms=Terms("required")).end()
    assert end.code in (69, 76)
    assert tokens.known.all() == ()


async def test_messages_and_heartbeats_go_both_ways_and_the_session_comes_back(tokens: TokenStore) -> None:
    async def begin(peer: Peer) -> None:
        await peer.log_in()
        assert await peer.hear() == net.ListTables(id=1)
        peer.say(net.Tables(id=1, tables=[]))

    async with scripted([begin, resumed], ann().tls) as address:
        player = Player(address, tokens, terms=Terms("required"))
        await player.until(net.LoggedIn)
        player.link.send(net.ListTables(id=1))
        await player.until(net.Tables)
        assert isinstance(await player.until(net.Resumed), net.Resumed)
        await player.close()


async def test_before_the_player_has_compared_the_words_nothing_is_sent(tokens: TokenStore) -> None:
    terms = replace(ATTENDED, tls="required")
    async with scripted([silent, stay, stay], ann().tls) as address:
        end = await Player(address, tokens, terms=terms).end()
        assert end.doubt is not None
        assert end.doubt.verdict is Trust.FIRST_VISIT
        assert (end.doubt.fingerprint, end.doubt.words) == (ann().fingerprint, ann().words)
        assert tokens.known.all() == ()
        accepted = replace(terms, accepted=ann().fingerprint)
        assert not (await Player(address, tokens, terms=accepted).plays()).unseen
        await Player(address, tokens, terms=terms, name="bob").plays()  # asked only once


async def test_another_key_than_the_one_that_was_accepted_is_asked_for(tokens: TokenStore) -> None:
    async with scripted([silent], eve().tls) as address:
        terms = Terms("required", attended=True, accepted=ann().fingerprint)
        end = await Player(address, tokens, terms=terms).end()
    assert end.doubt is not None
    assert end.doubt.fingerprint == eve().fingerprint


async def test_where_nobody_can_be_asked_the_key_is_remembered(tokens: TokenStore) -> None:
    async with scripted([stay], ann().tls) as address:
        assert (await Player(address, tokens, terms=Terms("required")).plays()).unseen
    (one,) = tokens.known.all()
    assert one.fingerprint == ann().fingerprint


async def test_but_then_no_password_is_sent(tokens: TokenStore) -> None:
    async with scripted([ASKS], ann().tls) as address:
        end = await Player(address, tokens, password="sesame", terms=Terms("required")).end()
    assert (end.code, end.doubt is not None) == (76, True)
    assert "the password was not sent" in end.reason
    assert tokens.known.all() == ()


async def test_nor_to_a_key_that_was_remembered_a_moment_ago_without_being_compared(tokens: TokenStore) -> None:
    async with scripted([cut, ASKS, ASKS], ann().tls) as address:
        player = Player(address, tokens, password="sesame", terms=Terms("required"))
        await player.until(net.LoggedIn)
        assert (await player.end()).code == 76
        again = await Player(address, tokens, password="sesame", terms=Terms("required")).end()
    assert again.doubt is not None
    assert (again.code, again.doubt.verdict) == (76, Trust.FIRST_VISIT)
    assert "the password was not sent" in again.reason


async def test_a_key_that_the_link_names_is_no_question_and_gets_the_password(tokens: TokenStore) -> None:
    async with scripted([asks_for("sesame")], ann().tls) as address:
        place = replace(address, fingerprint=ann().fingerprint)
        up = await Player(place, tokens, password="sesame", terms=ATTENDED).plays()
    assert up == LinkUp(ann().fingerprint, ann().words)


def asks_for(password: str) -> Act:
    async def serve(peer: Peer) -> None:
        await peer.welcome(password=True)
        assert await peer.hear() == net.Login("ann", password)
        peer.say(net.LoggedIn("ann", "secret"))
        await peer.gone()

    return serve


async def test_a_known_key_at_a_new_address_is_silent(tokens: TokenStore) -> None:
    known_as(tokens, "Ann's", Address("10.0.0.1"), ann().fingerprint)
    async with scripted([stay], ann().tls) as address:
        assert not (await Player(address, tokens, terms=Terms("required", attended=True)).plays()).unseen
        assert tokens.known.all()[0].addresses == (str(address), "10.0.0.1:7777")


async def test_an_unknown_key_at_a_known_address_is_another_server(tokens: TokenStore) -> None:
    terms = Terms("required", attended=True)
    async with scripted([silent, stay], eve().tls) as address:
        known_as(tokens, "Ann's", address, ann().fingerprint, "id-ann")
        end = await Player(address, tokens, terms=terms).end()
        assert end.doubt is not None
        assert (end.doubt.verdict, end.doubt.expected) == (Trust.ANOTHER_SERVER, "Ann's")
        await Player(address, tokens, terms=replace(terms, accepted=eve().fingerprint)).plays()


async def test_where_nobody_can_be_asked_another_server_is_the_end(tokens: TokenStore) -> None:
    async with scripted([silent], eve().tls) as address:
        known_as(tokens, "Ann's", address, ann().fingerprint)
        end = await Player(address, tokens, terms=Terms("required")).end()
    assert (end.code, end.retry_in) == (76, None)
    assert "another server answers" in end.reason


@pytest.mark.parametrize("attended", [False, True])
async def test_a_link_with_another_fingerprint_stops(tokens: TokenStore, attended: bool) -> None:
    async with scripted([silent], eve().tls) as address:
        place = replace(address, fingerprint=ann().fingerprint)
        end = await Player(place, tokens, terms=Terms(attended=attended, accepted=eve().fingerprint)).end()
    assert (end.code, end.doubt is not None and end.doubt.verdict) == (76, Trust.OTHER_THAN_LINK)


@pytest.mark.parametrize("attended", [False, True])
async def test_a_second_server_with_the_first_ones_id_gets_no_token_and_no_password(
    tokens: TokenStore, attended: bool
) -> None:
    """Finding: a second server with the first one's id is given the token."""
    async with scripted([stay], ann().tls) as first:
        await Player(first, tokens, terms=Terms("required")).plays()
    async with scripted([greets()], eve().tls) as second:
        terms = Terms("required", attended=attended, accepted=eve().fingerprint)
        end = await Player(second, tokens, password="sesame", terms=terms).end()
    assert end.doubt is not None
    assert (end.code, end.doubt.verdict, end.doubt.expected) == (76, Trust.OTHER_KEY, "S")


@pytest.mark.usefixtures("far")
async def test_without_encryption_too_a_second_server_with_the_id_of_the_first_gets_no_token(
    tokens: TokenStore,
) -> None:
    async with scripted([old, stay]) as first:
        await Player(first, tokens).plays()
    async with scripted([old, stay]) as second:  # `stay` hears a login, no resume
        await Player(second, tokens).plays()


@pytest.mark.parametrize("by", ["link", "address", "id"])
@pytest.mark.usefixtures("far")
async def test_a_server_that_should_be_encrypted_and_is_not_stops(tokens: TokenStore, by: str) -> None:
    async with scripted([old, greets() if by == "id" else silent]) as address:
        place = replace(address, fingerprint=ann().fingerprint if by == "link" else None)
        if by != "link":
            known_as(tokens, "Ann's", address if by == "address" else Address("10.0.0.1"), ann().fingerprint)
        end = await Player(place, tokens, password="sesame", terms=replace(ATTENDED, openly=True)).end()
    assert end.doubt is not None
    assert (end.code, end.doubt.verdict) == (76, Trust.DOWNGRADED)


@pytest.mark.usefixtures("far")
async def test_a_server_that_offers_encryption_and_cannot_be_had_with_it_is_left(tokens: TokenStore) -> None:
    async with scripted([old, greets(capabilities=["tls"])]) as address:
        end = await Player(address, tokens, terms=ATTENDED).end()
    assert end.doubt is not None
    assert (end.code, end.doubt.verdict) == (76, Trust.STRIPPED)
    assert tokens.known.all() == ()


@pytest.mark.usefixtures("far")
async def test_even_if_the_player_wants_no_encryption(tokens: TokenStore) -> None:
    async with scripted([silent]) as address:
        known_as(tokens, "Ann's", address, ann().fingerprint)
        end = await Player(address, tokens, terms=Terms("off")).end()
    assert end.code == 76


async def test_a_known_server_on_this_computer_is_spoken_to_with_encryption(tokens: TokenStore) -> None:
    known_as(tokens, "Ann's", Address("10.0.0.1"), ann().fingerprint)
    async with scripted([greets(), old, greets()]) as address:
        end = await Player(address, tokens).end()
    assert end.doubt is not None
    assert end.doubt.verdict is Trust.DOWNGRADED


@pytest.mark.usefixtures("far")
async def test_encryption_that_goes_away_while_playing_ends_it(tokens: TokenStore) -> None:
    async with scripted([cut], ann().tls) as address:
        player = Player(address, tokens, terms=Terms())
        await player.until(net.LoggedIn)
    async with scripted([old, silent], port=address.port):
        end = await player.end()
    assert end.doubt is not None
    assert (end.code, end.doubt.verdict) == (76, Trust.DOWNGRADED)


@pytest.mark.usefixtures("far")
async def test_a_password_goes_unencrypted_only_where_the_player_says_so(tokens: TokenStore) -> None:
    async with scripted([old, ASKS, old, asks_for("sesame")]) as address:
        end = await Player(address, tokens, password="sesame", terms=ATTENDED).end()
        assert end.doubt is not None
        assert (end.code, end.doubt.verdict) == (76, Trust.PLAIN)
        await Player(address, tokens, password="sesame", terms=replace(ATTENDED, openly=True)).plays()


@pytest.mark.usefixtures("far")
async def test_a_yes_to_an_unencrypted_password_holds_for_one_connection(tokens: TokenStore) -> None:
    async def restarted(peer: Peer) -> None:
        await peer.welcome(password=True)
        assert await peer.hear() == net.Resume("secret")
        peer.say(net.Error(code="bad_token"))
        await peer.gone()

    async def lets_in_and_cuts(peer: Peer) -> None:
        await peer.welcome(password=True)
        for code in ("name_taken", ""):  # another name on the same connection is no other question
            heard = await peer.hear()
            assert isinstance(heard, net.Login)
            assert heard.password == "sesame"
            peer.say(net.Error(code=code) if code else net.LoggedIn(heard.name, "secret"))

    async with scripted([old, lets_in_and_cuts, restarted, ASKS]) as address:
        terms = replace(ATTENDED, once=True)
        player = Player(address, tokens, None, password="sesame", terms=terms)
        end = await player.end()
    assert end.doubt is not None
    assert (end.code, end.doubt.verdict) == (76, Trust.PLAIN)


@pytest.mark.parametrize("named", [False, True])
async def test_an_old_clients_token_goes_once_to_the_server_that_the_player_names(
    tokens: TokenStore, named: bool
) -> None:
    assert tokens.folder is not None
    file = kept_by_an_old_client("server", "ann", "of old", tokens.folder)
    terms = Terms("required", named=named)

    goes_on = resumes(net.Resume("of old"))
    async with scripted([goes_on, goes_on] if named else [stay, resumed], ann().tls) as address:
        for kind in (net.Resumed, net.Resumed) if named else (net.LoggedIn, net.Resumed):
            await Player(address, tokens, terms=terms).plays(kind)
    assert file.exists() is not named
    async with scripted([stay], eve().tls) as other:  # with another id: else it would stop
        await silently_other(other, tokens)


async def silently_other(address: Address, tokens: TokenStore) -> None:
    tokens.known.forget("server")
    await Player(address, tokens, terms=Terms("required", named=False)).plays()


async def test_another_server_that_was_accepted_is_offered_no_token_of_an_old_client(tokens: TokenStore) -> None:
    assert tokens.folder is not None
    file = kept_by_an_old_client("server", "ann", "of old", tokens.folder)
    async with scripted([stay], eve().tls) as address:  # it hears a login
        known_as(tokens, "Ann's", address, ann().fingerprint, "id-ann")
        await Player(address, tokens, terms=Terms("required", attended=True, accepted=eve().fingerprint)).plays()
    assert file.exists()


async def test_a_token_stays_with_its_key_wherever_the_server_moves(tokens: TokenStore) -> None:
    for act, kind in ((stay, net.LoggedIn), (resumed, net.Resumed)):
        async with scripted([act], ann().tls) as address:
            await Player(address, tokens, terms=Terms("required")).plays(kind)


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
