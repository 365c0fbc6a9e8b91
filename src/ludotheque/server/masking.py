"""Secrets become "…" before anything is written where people read it.

Hidden by name: token, secret, cookie, salt, password, key and names that end in them; in texts also `me`, which links
carry. Hidden by form: passwords in URLs, and tokens (`id.secret`) wherever they turn up.
"""

import re
from collections.abc import Mapping
from typing import Any

HIDDEN = "…"
SECRETS = ("authorization", "cookie", "key", "password", "salt", "secret", "token")

_NAME = rf"\b(?:\w*[_-])?(?:me|{'|'.join(SECRETS)})s?"
_QUOTED = r"""b?(?P<quote>["'])(?:\\.|(?!(?P=quote)).)*(?P=quote)"""
_GIVEN = re.compile(rf"""({_NAME}\s?=\s?)(?:{_QUOTED}|[^\s&#;,"')\]}}>]+)""", re.IGNORECASE)  # token=…, me='…'
_LISTED = re.compile(rf"""(["']{_NAME}["']\s?[:,]\s?)(?:{_QUOTED}|[^\s,}}\])]+)""", re.IGNORECASE)  # "token": "…"
_HEADER = re.compile(r"""\b((?:set-)?cookie|authorization)(:\s?)[^\r\n"']+""", re.IGNORECASE)
_PASSWORD = re.compile(r"""(://[^\s/:@"']*:)[^\s"']{0,256}@""")
_TOKEN = re.compile(r"([\w-]{12}\.)[\w-]{32}", re.ASCII)


def masked(text: str) -> str:
    """A text without what it gives away."""
    text = _PASSWORD.sub(rf"\1{HIDDEN}@", text)
    text = _HEADER.sub(rf"\1\2{HIDDEN}", text)
    text = _LISTED.sub(rf"\1{HIDDEN}", text)
    text = _GIVEN.sub(rf"\1{HIDDEN}", text)
    return _TOKEN.sub(rf"\1{HIDDEN}", text)


def secret(name: str) -> bool:
    """Whether what bears this name is nobody's business."""
    return re.split(r"[_-]", name.lower())[-1].removesuffix("s") in SECRETS


def plain(value: object) -> object:
    """A value as JSON has it, without what it gives away."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return fields(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    return masked(str(value)).encode("utf-8", "backslashreplace").decode()


def fields(given: Mapping[Any, object]) -> dict[str, object]:
    """Named values, those of secret names hidden."""
    return {str(name): HIDDEN if secret(str(name)) else plain(value) for name, value in given.items()}
