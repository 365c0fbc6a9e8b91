"""Evenings with several tables, and people who come to them over real sockets."""

import asyncio
from random import Random
from typing import Any

from tests.server.serving import Message, Person

SHORT = {"game": "holzwurm", "seats": 2, "options": {"rounds": 2}}


async def begun(host: Person, **wish: Any) -> str:
    """A new evening."""
    answer = await host.post("/api/evenings", {"setup": SHORT, **wish})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def ask(person: Person, evening: str, kind: str, **facts: Any) -> Message:
    """Changes an evening; how it is then, or the refusal."""
    answer = await person.post(f"/api/evenings/{evening}", {"kind": kind, **facts})
    found: Message = answer.json()
    return found


async def look(person: Person, evening: str) -> Message:
    """An evening as somebody sees it."""
    answer = await person.get(f"/api/evenings/{evening}")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


async def seated(evening: str, *people: Person) -> None:
    """People who sit down one after the other, where the fewest sit."""
    for person in people:
        assert (await ask(person, evening, "sit"))["mine"], "nobody has a seat"


def table_of(seen: Message) -> str:
    """The id of one's own table."""
    (found,) = (str(one["id"]) for one in seen["tables"] if one["number"] == seen["mine"]["table"])
    return found


async def played(evening: str, *people: Person, chance: int = 1) -> None:
    """The match of those at one table, to its end, by chance."""

    async def play(person: Person, chance: int) -> None:
        async with person.at(table_of(await look(person, evening))) as seat:
            await seat.opened()
            await seat.play_on(Random(chance))
            await seat.ended()

    await asyncio.gather(*(play(person, chance + n) for n, person in enumerate(people)))
