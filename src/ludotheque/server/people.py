"""People without accounts: a name, and a token that a cookie or a header carries."""

from collections.abc import Callable
from typing import Any

from litestar.connection import ASGIConnection

from ludotheque.server.clock import Clock
from ludotheque.server.proofs import COOKIE, matches, new_token, parts
from ludotheque.store.contract import Person, Store
from ludotheque.table.setup import tidy_name

REMEMBERED = 10_000
BEARER = "Bearer "


class People:
    """People by id and by token."""

    def __init__(self, store: Store, clock: Clock, renamed: Callable[[str], None]) -> None:
        self.store = store
        self._renamed = renamed  # tells other servers
        self.clock = clock
        self._known: dict[str, Person] = {}

    async def welcome(self, name: str, language: str) -> tuple[Person, str]:
        """Somebody new, and the token that proves who it is."""
        id_, token, proof = new_token()
        now = self.clock.now()
        person = Person(id_, proof, tidy_name(name), language, now, now)
        await self.store.add_person(person)
        self._remember(person)
        return person, token

    async def rename(self, person: Person, name: str, language: str) -> Person:
        """Another name or language."""
        now = self.clock.now()
        changed = Person(person.id, person.proof, tidy_name(name), language, person.made, now)
        await self.store.change_person(changed.id, changed.name, language, now)
        self._remember(changed)
        self._renamed(changed.id)
        return changed

    async def by_token(self, token: str | None) -> Person | None:
        """The person of a token, or None."""
        found = parts(token or "")
        if found is None:
            return None
        id_, secret = found
        person = self._known.get(id_) or await self.store.person(id_)
        if person is None or not matches(secret, person.proof):
            return None
        self._remember(person)
        return person

    def forget(self, who: str) -> None:
        """Somebody has been renamed at another server."""
        self._known.pop(who, None)

    def forget_all(self) -> None:
        """People may have been renamed at other servers."""
        self._known.clear()

    def _remember(self, person: Person) -> None:
        self._known.pop(person.id, None)
        self._known[person.id] = person
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token that a request carries: by cookie, or by header for what is not a browser."""
    header = connection.headers.get("authorization", "")
    return header.removeprefix(BEARER) if header.startswith(BEARER) else connection.cookies.get(COOKIE)
