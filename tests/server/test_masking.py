"""What must never be read in a log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.masking import HIDDEN, masked, plain, secret

TOKEN = "AbCdEf-_0123.abcdefghijklmnopqrstuvwxyz-_0123"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://me:hush@db/games", "postgresql://me:…@db/games"),
        ("postgresql://me:hu/sh:a@b@db:5432/games", "postgresql://me:…@db:5432/games"),
        ("redis://:hush@db", "redis://:…@db"),
        ("http://localhost:8080/ is open", "http://localhost:8080/ is open"),
        ("GET /t/k3?me=hush&x=1", "GET /t/k3?me=…&x=1"),
        ("GET /t/k3?x=1#token=hush", "GET /t/k3?x=1#token=…"),
        ("GET /t/k3?name=Zoë&game=willi", "GET /t/k3?name=Zoë&game=willi"),
        ("Join(token='hu sh', name='Zoë')", "Join(token=…, name='Zoë')"),
        ("Join(salt=b'hu\\'sh')", "Join(salt=…)"),
        ("dsn host=db password=hush user=me", "dsn host=db password=… user=me"),
        ('{"token": "hush", "at": 3}', '{"token": …, "at": 3}'),
        ("{'api_key': 'hush'}", "{'api_key': …}"),
        ('{"salt":12345}', '{"salt":…}'),
        ("[(b'cookie', b'a=hush; b=hush')]", "[(b'cookie', …)]"),
        ("Cookie: a=hush; b=hush\r\nHost: x", "Cookie: …\r\nHost: x"),
        ("set-cookie: a=hush; Path=/", "set-cookie: …"),
        ("authorization: Bearer hush", "authorization: …"),
        (f"KeyError({TOKEN!r})", "KeyError('AbCdEf-_0123.…')"),
        (f"ludotheque%3D{TOKEN}", "ludotheque%3DAbCdEf-_0123.…"),
        ("the key is unknown: prot", "the key is unknown: prot"),
        ("", ""),
    ],
)
def test_secrets_in_texts(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    "name", ["token", "TOKEN", "secrets", "api_key", "X-Api-Key", "db_password", "salt", "cookies"]
)
def test_secret_names(name: str) -> None:
    assert secret(name)


@pytest.mark.parametrize("name", ["table", "monkey", "keyboard", "tokenised", "name", "", "me"])
def test_names_that_are_not(name: str) -> None:
    assert not secret(name)


def test_values_of_all_kinds() -> None:
    value = {
        "a": [1, 2.5, None, True, ("x", b"y")],
        "deep": {"token": {"x": 1}, "url": "a://b:c@d"},
        3: ValueError("me=x"),
    }
    assert plain(value) == {
        "a": [1, 2.5, None, True, ["x", "b'y'"]],
        "deep": {"token": HIDDEN, "url": "a://b:…@d"},
        "3": "me=…",
    }
    assert plain("half \ud83d a sign") == "half \\ud83d a sign"


@given(st.text(), st.from_regex(r"[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]{32}", fullmatch=True), st.text())
def test_no_token_gets_through_wherever_it_stands(before: str, token: str, after: str) -> None:
    assert token not in masked(before + token + after)


@given(st.text())
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert masked(masked(text)) == masked(text)
