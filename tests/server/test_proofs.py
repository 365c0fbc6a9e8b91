"""Who somebody is, and whose pages may connect."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.masking import masked
from ludotheque.server.proofs import cookie, matches, new_token, origin_allowed, parts, proof_of

ID, SECRET = "AbCdEf-_0123", "abcdefghijklmnopqrstuvwxyz-_0123"
OURS = ("https://games.example.org", "http://localhost:5173")


def test_a_new_token_proves_itself() -> None:
    person, token, proof = new_token()
    assert re.fullmatch(r"[\w-]{12}\.[\w-]{32}", token, re.ASCII)
    found = parts(token)
    assert found is not None
    assert found[0] == person
    assert matches(found[1], proof)
    assert proof == hashlib.sha256(found[1].encode()).digest()
    assert token not in masked(token)


def test_tokens_differ_and_do_not_prove_each_other() -> None:
    made = [new_token() for _ in range(200)]
    assert len({one.id for one in made}) == len({one.proof for one in made}) == 200
    assert not matches(made[0].token.partition(".")[2], made[1].proof)


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        ID,
        f"{ID}.",
        f".{SECRET}",
        f"{ID}{SECRET}",
        f"{ID}:{SECRET}",
        f"{ID}.{SECRET}x",
        f"{ID}.{SECRET[1:]}",
        f"x{ID}.{SECRET}",
        f"{ID[1:]}.{SECRET}",
        f"{ID}.{SECRET}\n",
        f" {ID}.{SECRET}",
        f"{ID}.{SECRET[1:]}\n",
        f"{ID}.{SECRET[1:]}.",
        f"{ID}.{SECRET[1:]}=",
        f"{ID}.{SECRET[1:]}é",
        f"{ID}.{SECRET[1:]}٣",
        f"{ID}.{SECRET[1:]}\0",
        f"{ID}.{SECRET[1:]}\ud83d",
        f"{ID}..{SECRET[1:]}",
        f'"{ID}.{SECRET}"',
        "a" * 10_000_000,
    ],
    ids=range(23),
)
def test_what_is_no_token(token: str) -> None:
    assert parts(token) is None


def test_the_parts_of_a_token() -> None:
    assert parts(f"{ID}.{SECRET}") == (ID, SECRET)


@given(st.text())
def test_any_text_is_a_token_or_none(text: str) -> None:
    found = parts(text)
    assert found is None or ".".join(found) == text


@pytest.mark.parametrize("proof", [b"", b"x", proof_of(SECRET)[:-1], proof_of(SECRET) + b"x", proof_of(SECRET.upper())])
def test_other_proofs(proof: bytes) -> None:
    assert matches(SECRET, proof_of(SECRET))
    assert not matches(SECRET, proof)


def test_the_cookie() -> None:
    header = cookie("a.b", secure=False).to_header(header="")
    said = {part.strip().lower() for part in header.split(";")}
    assert said == {"ludotheque=a.b", "httponly", "samesite=lax", "path=/", "max-age=31536000"}
    assert "; Secure" in cookie("a.b", secure=True).to_header(header="")


@pytest.mark.parametrize(
    ("origin", "host", "secure"),
    [
        ("http://localhost:8080", "localhost:8080", False),
        ("http://LOCALHOST:8080", "localhost:8080", False),
        ("http://games.test", "games.test", False),
        ("http://games.test", "games.test:80", False),
        ("http://games.test:80", "games.test", False),
        ("https://games.test", "games.test", True),
        ("https://games.test", "Games.Test:443", True),
        ("https://games.test", "games.test", False),  # a proxy that does not tell that it took the encryption off
        ("http://[::1]:8080", "[::1]:8080", False),
        ("http://192.0.2.1:8080", "192.0.2.1:8080", False),
        ("https://xn--zo-6ja.test", "xn--zo-6ja.test", True),
        ("https://games.example.org", "inner:8080", False),
        ("https://games.example.org:443", "inner:8080", False),
        ("http://localhost:5173", "localhost:8080", False),
        ("http://localhost:5173", "localhost:8443", True),
        (None, "localhost:8080", False),
        (None, "", True),
    ],
)
def test_our_own_pages_and_allowed_ones(origin: str | None, host: str, secure: bool) -> None:
    assert origin_allowed(origin, host, secure, OURS)


@pytest.mark.parametrize(
    ("origin", "host", "secure"),
    [
        ("", "localhost:8080", False),
        ("null", "localhost:8080", False),
        ("null", "null", False),
        ("http://null", "localhost", False),
        ("http://evil.test", "games.test", False),
        ("http://games.test:8081", "games.test:8080", False),
        ("http://games.test", "games.test:8080", False),
        ("http://games.test:8080", "games.test", False),
        ("http://games.test", "games.test:443", False),
        ("http://games.test", "games.test", True),
        ("http://games.test:443", "games.test:443", True),
        ("http://sub.games.test", "games.test", False),
        ("http://games.test.evil.test", "games.test", False),
        ("http://evilgames.test", "games.test", False),
        ("http://games.test.", "games.test", False),
        ("http://games.test@evil.test", "games.test", False),
        ("http://evil.test@games.test", "games.test", False),
        ("http://games.test/", "games.test", False),
        ("http://games.test/path", "games.test", False),
        ("http://games.test?x", "games.test", False),
        ("http://games.test#x", "games.test", False),
        ("http://games.test\n", "games.test", False),
        (" http://games.test", "games.test", False),
        ("http://games.test http://evil.test", "games.test", False),
        ("http://games.test,http://evil.test", "games.test", False),
        ("http://games.test:", "games.test", False),
        ("http://games.test:080x", "games.test", False),
        ("http://games.test:999999", "games.test", False),
        ("http://:80", ":80", False),
        ("http://", "", False),
        ("//games.test", "games.test", False),
        ("games.test", "games.test", False),
        ("ws://games.test", "games.test", False),
        ("file://", "", False),
        ("javascript:alert(1)", "games.test", False),
        ("chrome-extension://abc", "abc", False),
        ("https://zoë.test", "zoë.test", True),
        ("http://\N{KELVIN SIGN}.test", "k.test", False),
        ("http://games.test", "", False),
        ("http://games.test", "games.test@evil.test", False),
        ("http://games.test", "games.test/x", False),
        ("http://games.example.org", "inner:8080", False),
        ("https://localhost:5173", "localhost:8080", False),
        ("*", "*", False),
        ("http://*", "*", False),
    ],
)
def test_strange_pages(origin: str, host: str, secure: bool) -> None:
    assert not origin_allowed(origin, host, secure, OURS)


@pytest.mark.parametrize("allowed", [["null"], ["*"], [""], ["evil.test"], ["http://evil.test/"]])
def test_a_wrong_entry_allows_nobody(allowed: list[str]) -> None:
    for origin in ("null", "*", "", "http://evil.test", "http://evil.test/"):
        assert not origin_allowed(origin, "games.test", False, allowed)


@given(st.text(), st.text())
def test_any_text_is_judged(origin: str, host: str) -> None:
    assert origin_allowed(origin, host, False, OURS) in (True, False)
