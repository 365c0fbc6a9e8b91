"""Whole rounds over real sockets, in two worlds that differ only in hidden cards: who may not know cannot tell."""

import asyncio
import re
from contextlib import AsyncExitStack
from itertools import count
from random import Random
from typing import Any

import httpx
import pytest

from ludotheque.games.fair import commitment
from ludotheque.games.record import verify
from ludotheque.server import hall, proofs
from ludotheque.server.clock import Clock
from ludotheque.table.state import Table
from tests.server.serving import Person, Running, Seat, launched, quick, serving
from tests.server.worlds import OWNERS, World, worlds

SEATS = 4
LAST_OPENS = {"willi": False, "wimmuln": True, "holzwurm": True, "wheedle": True}  # whether a round ends with all open
PROBES = ("willi", "discard r1", "play g9", "guess r5 y3", "lay r7 @1", "take 99", "centre A for B", "offer 9B for A")


class Fixed:
    """In place of `secrets`: the same names and secrets in every run."""

    def __init__(self) -> None:
        self.numbers = count(1)

    def token_hex(self, size: int) -> str:
        """Hexadecimal digits."""
        return "5e" * size

    def token_urlsafe(self, size: int) -> str:
        """A text of the right length."""
        return f"{next(self.numbers):_>{size * 4 // 3}}"


Heard = dict[str, list[str]]  # everything that somebody was sent, by who it was


async def told(database: str, game: str, world: World, probing: bool, patch: pytest.MonkeyPatch) -> Heard:
    """Plays a round of a world; returns what everybody was sent before its cards are opened."""
    fixed = Fixed()
    patch.setattr(hall, "secrets", fixed)
    patch.setattr(proofs, "secrets", fixed)
    patch.setattr(Clock, "now", lambda _: 1_000_000.0)
    patch.setattr(Table, "next_deck", lambda _: world.deck)
    async with serving(quick(database)) as server:
        names = [f"P{seat}" for seat in range(SEATS)] + ["Watcher"]
        people = await server.guests(*names)
        table = await people[0].make(game, SEATS, first=0, memory=True, listed=True)
        async with AsyncExitStack() as stack:
            seats, salt, promise = [], "salt", commitment(b"salt")
            for number, person in enumerate(people):
                person.takes_part = False  # but below, one after the other
                seats.append(await stack.enter_async_context(person.at(table)))
                await seats[-1].opened()
                if 0 < number < SEATS:
                    await seats[-1].ask("sit", ref=f"sit {number}")
                if number < SEATS:
                    await seats[-1].ask("commit", ref=f"commit {number}", hash=promise)
            await seats[0].ask("start", ref="start")
            for number in range(SEATS):
                await seats[number].ask("reveal", ref=f"reveal {number}", salt=salt)
            answers = await play(server, seats, people, table, world, LAST_OPENS[game], probing)
            await asyncio.gather(*(seat.ask("say", ref=f"end {at}", preset="bye") for at, seat in enumerate(seats)))
            await together(seats)
            # Presence also tells when a game has been compiled, which depends on time alone
            raw = ([one for one in seat.raw if not one.startswith('{"kind":"presence"')] for seat in seats)
            heard = dict(zip(names, raw, strict=True))
    return heard | answers


async def together(seats: list[Seat]) -> None:
    """Until all have heard everything."""
    n = max(seat.n for seat in seats)
    for seat in seats:
        await seat.until(lambda seat=seat: seat.n >= n)  # type: ignore[misc]


async def play(
    server: Running, seats: list[Seat], people: list[Person], table: str, world: World, opens: bool, probing: bool
) -> Heard:
    """Does what is done in a world; meanwhile those who may not know ask for all sorts of things."""
    answers: list[str] = []
    acts = world.acts[:-1] if opens else world.acts
    for number, (seat, text) in enumerate(acts):
        await together(seats)
        answer = await seats[seat].ask("do", ref=f"act {number}", do=text, saw=seats[seat].n)
        assert answer["kind"] == "answer", (text, answer)
        await together(seats)
        if probing and number % 7 == 3:
            answers += await asked_by_strangers(people[3], table)
            for prober in (seats[3], seats[-1]):
                for probe, wish in enumerate(PROBES):
                    await prober.ask("do", ref=f"probe {number} {probe}", do=wish, saw=prober.n)
            await together(seats)
    metrics = server.room.metrics.text().decode()
    counts = [line for line in metrics.splitlines() if re.match(r"ludotheque_(commands|refusals|events)_total", line)]
    return {"answers": answers, "metrics": counts}


async def asked_by_strangers(person: Person, table: str) -> list[str]:
    """What HTTP tells in the middle of a match."""
    paths = ["/api/tables", "/api/tables/mine", f"/api/tables/{table}", "/api/me"]
    paths += [f"/api/tables/{table}/matches/1/{what}" for what in ("record", "replay", "replay?seat=1")]
    found = []
    for path in paths:
        answer = await person.get(path)
        assert "record" not in path or answer.status_code == 409
        found.append(f"{path} {answer.status_code} {headers_of(answer)} {answer.text}")
    return found


def headers_of(answer: httpx.Response) -> list[tuple[str, str]]:
    return [(name, value) for name, value in answer.headers.items() if name != "date"]


@pytest.mark.parametrize("probing", [False, True])
@pytest.mark.parametrize("game", LAST_OPENS)
def test_hidden_cards_change_no_byte(
    game: str, probing: bool, sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = worlds(game, SEATS, seed=int(probing))
    one, other = (
        asyncio.run(told(f"{sqlite_database}{number}", game, world, probing, monkeypatch))
        for number, world in enumerate(pair)
    )
    for name in ("P0", "P3", "Watcher", "answers", "metrics"):
        assert one[name] == other[name]
        assert len(one[name]) > 3 or not probing
    for seat in OWNERS:
        assert one[f"P{seat}"] != other[f"P{seat}"]


def test_who_stands_up_keeps_no_view_of_the_hand(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.start()
                await guest.ask("sit", seat=1)
                await guest.ask("stand")
                before = len(guest.raw)
                await host.ask("say", preset="hello")
                await guest.told("said")
                assert guest.messages[-1].get("mine") is None
                assert not guest.mine.get("hand")
                assert "hand" not in "".join(guest.raw[before:])

    asyncio.run(main())


def test_no_log_line_tells_a_secret(sqlite_database: str) -> None:
    """At the most talkative level, with everything secret sent in every wrong place, too."""

    async def main() -> None:
        server = await launched(sqlite_database, "log_level=debug", "log_format=json")
        ann, bob = [await Person(server.url, name).come() for name in ("Ann", "Bob")]
        salt = "a-very-secret-salt-of-Ann"
        table = await ann.make("holzwurm", 2, options={"rounds": 1})
        await ann.get(f"/api/me?token={ann.token}")
        await ann.get(f"/api/me/{ann.token}")
        await bob.post("/api/me/key", {"token": ann.token})
        await bob.post("/api/me/key", {"token": ann.token[:-1]})
        await bob.post("/api/me/key", {"token": 7, "salt": salt})
        await bob.post("/api/tables", {"game": ann.token})
        async with ann.at(table) as host, bob.at(table) as guest:
            await guest.ask("sit")
            await host.ask("reveal", salt=salt)
            await host.line.send(f'{{"id": "x", "command": {{"kind": "reveal", "salt": "{salt}!"}}}}')
            await host.line.send(f'{{"id": "{ann.token}", "token": "{ann.token}"}}')
            await host.start()
            await asyncio.gather(*(seat.play_on(Random(1)) for seat in (host, guest)))
            secret = host.table["secret"]
        async with ann.at(table, f"?since={ann.token}&me={ann.token}") as host:
            await host.opened()
        record = (await ann.get(f"/api/tables/{table}/matches/1/record")).text
        assert verify(record).deals == 1
        code, log = await server.stop()
        assert code == 0
        assert table in log
        deck = record.splitlines()[1]
        for hidden in (ann.token, ann.token.split(".")[1], bob.token, salt, *ann.salts.values(), secret, deck[10:40]):
            assert hidden not in log
        assert "Traceback" not in log

    asyncio.run(main())


def test_what_is_committed_to_is_shown_before_and_the_secret_after(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, options={"rounds": 1})
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                promised = host.table["commitment"]
                await host.start()
                salts = [*ann.salts.values(), *bob.salts.values()]
                assert (await guest.ask("commit", hash="0" * 64))["code"] == "is_playing"
                open_yet = [raw for raw, m in zip(guest.raw, guest.messages, strict=True) if not m.get("view")]
                assert not any(salt in raw for salt in salts for raw in open_yet if '"revealed"' not in raw)
                await asyncio.gather(*(seat.play_on(Random(1)) for seat in (host, guest)))
                before: list[Any] = [m for m in host.messages if m.get("table", {}).get("secret")]
                assert [m["table"]["stage"] for m in before] == ["over"]
                record = (await ann.get(f"/api/tables/{table}/matches/1/record")).text
                assert f'"commitment":"{promised}"' in record
                assert f'"salts":["{salts[0]}","{salts[1]}"]' in record
                assert f'"salt_commitments":["{next(iter(ann.salts))}","{next(iter(bob.salts))}"]' in record
                assert (verify(record).deals, verify(record).promised, verify(record).left_out) == (1, True, [])

    asyncio.run(main())
