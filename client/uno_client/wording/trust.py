"""Trust in words: the texts about a server that is new, and about one that isn't what it should be."""

from collections.abc import Mapping

from uno_client.names import command
from uno_client.trust import Doubt, KnownServer, Trust
from uno_client.wording.sanitize import clean
from uno_engine.language import N_, _
from uno_protocol.labels import LABELS

NOT_AS_KNOWN = {Trust.OTHER_KEY: N_("not the key you know"), Trust.DOWNGRADED: N_("no longer encrypted")}
"""What is said in the list of games of a server that announces the id of a known one, but not its key."""
NOT_ENCRYPTED = N_("not encrypted")
"""The words for a connection that others on the network can read."""
EXPOSED = LABELS["exposed"]
COMPARE = N_("Compare these six words with the host's screen:")
NO_TLS = N_("does not offer encryption, which --tls required asks for")
PASSWORD_IN_THE_OPEN = N_(
    "This connection is not encrypted: anyone on the network can read the password. Send it anyway?"
)
PASSWORD_NEEDS_CONSENT = N_(
    "the password was not sent: the connection is not encrypted; --unencrypted-passwords sends it anyway"
)
PASSWORD_UNCONFIRMED = N_(
    "the password was not sent: this is a first visit, and nobody has compared the words; "
    "use a link with its #fingerprint, or visit the server once without the password"
)


_NOT_SENT = N_("No password and no token was sent.")
_CHANGED = N_("The server may have changed, or somebody is between you and it. Ask the host.")
_TOLD: Mapping[Trust, tuple[str, ...]] = {
    Trust.FIRST_VISIT: (
        N_("First visit"),
        N_("You have not been at {address} before. The connection is encrypted."),
        COMPARE,
    ),
    Trust.ANOTHER_SERVER: (
        N_("Another server"),
        N_("At {address} you know {known}. This is another server: it has another key."),
        N_("The address may have changed hands. Your place there is kept, and this server is told nothing of it."),
        COMPARE,
    ),
    Trust.OTHER_THAN_LINK: (
        N_("Not the server of your link"),
        N_("Your link is for the server {known}. At {address} answers {fingerprint}."),
        N_("Nothing was sent to it. The link may be old, or somebody is between you and the server."),
        N_("Ask the host for a new link."),
    ),
    Trust.OTHER_KEY: (
        N_("A known server with another key"),
        N_("The server at {address} says that it is {known}, which you know, but it has another key."),
        N_("No password and no token was sent to it."),
        N_("Its host may have lost the old key, or somebody pretends to be the server that you know."),
        N_("Ask the host. If the key is new, forget the old one: {forget}"),
    ),
    Trust.DOWNGRADED: (
        N_("No encryption any more"),
        N_("{address} should be encrypted: you know {known} with a key. This connection is not."),
        *(_NOT_SENT, _CHANGED),
        N_("To go on without encryption: {forget}"),
    ),
    Trust.STRIPPED: (
        N_("Somebody keeps encryption away"),
        N_("The server at {address} says that it offers encryption, but none could be had."),
        N_("Somebody between you and it may want to read along. No password and no token was sent."),
        N_("Try again from another network, or ask the host."),
    ),
    Trust.PLAIN: (
        N_("Not encrypted"),
        N_("{address} wants a password, and the connection is not encrypted."),
        N_("Anyone on the network can read what you send. Use no password that you have elsewhere."),
    ),
}
"""The heading, and what is said before the words; of a doubt that stops, all there is."""
_DOWNGRADED_LINK = (
    N_("{address} should be encrypted: your link has its fingerprint. This connection is not."),
    *(_NOT_SENT, _CHANGED),
    N_("If encryption is really off, ask the host for a link without #."),
)
_AFTER: Mapping[Trust, str] = {
    Trust.FIRST_VISIT: N_(
        "If they differ, somebody is between you and the server: go back. You are asked only this once."
    ),
    Trust.ANOTHER_SERVER: N_("Go on only if they are the same."),
    Trust.PLAIN: N_("Send the password anyway?"),
}


def heading(doubt: Doubt) -> str:
    """What it is about, in a few words."""
    return _(_TOLD[doubt.verdict][0])


def before_words(doubt: Doubt) -> tuple[str, ...]:
    """What is said before the words; of a doubt that stops, all there is."""
    places = {
        "address": clean(doubt.address),
        "known": clean(doubt.expected, 60) or _("another server"),
        "fingerprint": doubt.fingerprint,
        "forget": command("--forget", doubt.expected_key or clean(doubt.address)),  # many have the same name
    }
    by_link = doubt.verdict is Trust.DOWNGRADED and not doubt.expected
    said = _DOWNGRADED_LINK if by_link else _TOLD[doubt.verdict][1:]
    return tuple(_(line).format(**places) for line in said)


def after_words(doubt: Doubt) -> str:
    """What is said below the words, or before the keys; empty where it stops."""
    return _(_AFTER.get(doubt.verdict, ""))


def reason(doubt: Doubt) -> str:
    """One line where nobody can be asked, or nothing can be done."""
    address = clean(doubt.address)
    match doubt.verdict:
        case Trust.FIRST_VISIT:
            return f"{address}: {_(PASSWORD_UNCONFIRMED)}"
        case Trust.PLAIN:
            return f"{address}: {_(PASSWORD_NEEDS_CONSENT)}"
        case Trust.ANOTHER_SERVER:
            forgets = _("If that is right, forget the old one: {forget}").format(forget=command("--forget", address))
            return f"{before_words(doubt)[0]} {forgets}"
        case _:
            what, sent, *_why, then = before_words(doubt)
            return f"{what} {sent} {then}"


def words_line(words: tuple[str, ...]) -> str:
    """The words of the server that one is on, for others to compare."""
    return _("This server's six words: {words}.").format(words=" ".join(words))


def pinned(address: str, fingerprint: str, words: tuple[str, ...], *, stored: bool) -> str:
    """What is said of a first visit where nobody can compare the words."""
    if stored:
        said = _("first visit to {address}: its key {fingerprint} ({words}) is remembered")
    else:
        said = _(
            "first visit to {address}: its key {fingerprint} ({words}) cannot be stored, and is known until this "
            "client ends"
        )
    return said.format(address=clean(address), fingerprint=fingerprint, words=" ".join(words))


def known_line(server: KnownServer) -> str:
    """A known server, for a list."""
    name = clean(server.name, 60) or _("(no name)")
    places = ", ".join(server.addresses) or _("no address")
    words = f", {' '.join(server.words)}" if server.words else ""
    key = f"{server.fingerprint}{words}" if server.fingerprint else _(NOT_ENCRYPTED)
    return _("{name} at {places}: {key}").format(name=name, places=places, key=key)
