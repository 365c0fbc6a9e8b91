"""People without accounts: a token in a cookie or a link says who somebody is.

A token is `id.secret`. The server keeps the id and a proof, the SHA-256 of the secret: who reads the database cannot
pass for anybody. Secrets have 192 random bits, so that a quick hash is enough.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from litestar.datastructures import Cookie

COOKIE = "ludotheque"
YEAR = 365 * 24 * 60 * 60  # seconds
ID_BYTES = 9  # 12 characters
SECRET_BYTES = 24  # 32 characters
PORTS = {"http": 80, "https": 443}

_TOKEN = re.compile(r"([A-Za-z0-9_-]{12})\.([A-Za-z0-9_-]{32})")
_PLACE = r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?"
_ORIGIN = re.compile(rf"(https?)://{_PLACE}")


class NewPerson(NamedTuple):
    """A new person: the token is theirs, the rest is kept."""

    id: str
    token: str
    proof: bytes


def new_token() -> NewPerson:
    """Somebody who was never here."""
    person, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_urlsafe(SECRET_BYTES)
    return NewPerson(person, f"{person}.{secret}", proof_of(secret))


def proof_of(secret: str) -> bytes:
    """The stored form of a secret: its hash."""
    return hashlib.sha256(secret.encode()).digest()


def parts(token: str) -> tuple[str, str] | None:
    """The id and the secret of a token; None for anything that has not exactly its form."""
    found = _TOKEN.fullmatch(token)
    return (found[1], found[2]) if found else None


def matches(secret: str, proof: bytes) -> bool:
    """Whether this is the secret, in a time that does not tell how much of it is right."""
    return hmac.compare_digest(proof_of(secret), proof)


def cookie(token: str, secure: bool) -> Cookie:
    """The cookie that remembers a person for a year, which scripts cannot read and other sites' forms cannot send."""
    return Cookie(COOKIE, value=token, path="/", max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def origin_allowed(origin: str | None, host: str, scheme_secure: bool, allowed: Sequence[str]) -> bool:
    """Whether a page of this origin may open a WebSocket here, with its reader's cookie.

    Browsers let any page open a socket to any server and send the cookie along, so the server must look at the origin:
    it has to be the server's own, as the Host header names it, or one that was allowed. They always send one; who sends
    none is a program, which has no cookie but its owner's to misuse. "null" is any page that hides where it is from. A
    page that came unencrypted may have been changed on its way, and does not speak for an encrypted server.
    """
    if origin is None:
        return True
    found = place(origin)
    if found is None:
        return False
    if found in map(place, allowed):
        return True
    scheme, _, _ = found
    return not (scheme_secure and scheme == "http") and found == place(f"{scheme}://{host}")


def place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin; None if it is not one."""
    found = _ORIGIN.fullmatch(origin.lower()) if origin.isascii() else None
    if not found:
        return None
    scheme, host, port = found.groups()
    return scheme, host, int(port or PORTS[scheme])
