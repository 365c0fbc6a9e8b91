"""Whatever somebody sends: a clear error of the one form, nobody else is disturbed, and no traceback in the log."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server.security import HEADERS
from tests.server.serving import Message, Person, Running, Seat, quick, serving

JSON = {"content-type": "application/json"}
HUGE = "x" * 10_000_000


@pytest.fixture(autouse=True)
def _calm(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Bad input is no trouble of ours."""
    yield
    for when in ("setup", "call"):
        loud = [r for r in caplog.get_records(when) if r.exc_info or r.levelno >= logging.ERROR]
        assert not loud


def is_error(message: Message, code: str) -> None:
    """A refusal has a code, facts and a sentence."""
    assert message["code"] == code
    assert set(message) == {"kind", "id", "code", "facts", "message"}
    assert message["kind"] == "refused"
    assert isinstance(message["facts"], dict)
    assert message["message"]


BAD_MESSAGES = [
    "", " ", "{", "}", "null", "true", "7", '"x"', "[]", "{}", "\x00", "\ufeff{}", '{"id": NaN}', "[" * 10_000,
    '{"id":"1"}', '{"command":{"kind":"stand"}}', '{"id":"1","command":null}', '{"id":"1","command":{}}',
    '{"id":"1","command":[]}', '{"id":"1","command":"stand"}', '{"id":"1","command":{"kind":"fly"}}',
    '{"id":"1","command":{"kind":7}}', '{"id":"1","command":{"kind":"stand","seat":1}}',
    '{"id":"1","command":{"kind":"stand"},"more":1}', '{"id":1,"command":{"kind":"stand"}}',
    '{"id":"","command":{"kind":"stand"}}', '{"id":"%s","command":{"kind":"stand"}}' % ("i" * 41),
    '{"id":"\\ud800","command":{"kind":"stand"}}', '{"id":"1","command":{"kind":"sit","seat":-1}}',
    '{"id":"1","command":{"kind":"sit","seat":12}}', '{"id":"1","command":{"kind":"sit","seat":"0"}}',
    '{"id":"1","command":{"kind":"sit","seat":1.5}}', '{"id":"1","command":{"kind":"add_bot"}}',
    '{"id":"1","command":{"kind":"add_bot","seat":1,"level":"god"}}', '{"id":"1","command":{"kind":"do","saw":1}}',
    '{"id":"1","command":{"kind":"do","do":"","saw":1}}', '{"id":"1","command":{"kind":"do","do":"stop"}}',
    '{"id":"1","command":{"kind":"do","do":"stop","saw":-1}}', '{"id":"1","command":{"kind":"do","do":7,"saw":1}}',
    '{"id":"1","command":{"kind":"do","do":"%s","saw":1}}' % ("x" * 81),
    '{"id":"1","command":{"kind":"say","text":"%s"}}' % ("x" * 241), '{"id":"1","command":{"kind":"say","preset":"x"}}',
    '{"id":"1","command":{"kind":"reveal","salt":"é"}}', '{"id":"1","command":{"kind":"reveal","salt":""}}',
    '{"id":"1","command":{"kind":"commit","hash":"é"}}', '{"id":"1","command":{"kind":"commit"}}',
    '{"id":"1","command":{"kind":"reveal","salt":"%s"}}' % ("x" * 65), '{"id":"1","command":{"kind":"mute"}}',
    '{"id":"1","command":{"kind":"standing","until":"ever"}}', '{"id":"1","command":{"kind":"remove","person":""}}',
    '{"id":"1","command":{"more":%s' % ("[" * 10_000), '{"id":"1","command":{"kind":"sit","seat":%s' % ("[" * 10_000),
    '{"id":"1","command":{"kind":"sit","seat":%s}}' % ("1" * 5000),
    '{"id":"1","command":{"kind":"hint","level":"none"}}', '{"id":"1","command":{"kind":"made","secret":"x"}}',
]  # fmt: skip


def test_unreadable_messages_are_refused_one_by_one(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 3)
            ann.takes_part = bob.takes_part = False
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.until(lambda: len(host.people) == 2)
                before = host.sight
                bad: list[str | bytes] = [*BAD_MESSAGES]
                for text in [*bad, b"\x00\xff", b'{"id":"1","command":{"kind":"stand"}}', b""]:
                    refused = await host.refused_for(text)
                    is_error(refused, "bad_message")
                    named = isinstance(text, str) and text.startswith('{"id":"1"') and text.endswith("}")
                    assert refused["id"] == ("1" if named else None)
                assert host.sight == before
                assert (await guest.ask("say", preset="hello"))["kind"] == "answer"
                assert (await host.ask("say", preset="hello"))["kind"] == "answer"

    asyncio.run(main())


def test_large_messages_are_refused_and_huge_ones_not_even_read(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, bob.at(table) as guest:
                for large in ("x" * 16_385, "é" * 16_384, '{"id":"1","command":{"kind":"stand"}}' + " " * 16_384):
                    count = len(host.messages)
                    await host.line.send(large)
                    await host.until(lambda count=count: len(host.messages) > count)  # type: ignore[misc]
                    await host.told_refused("too_large")
                assert (await host.ask("say", preset="hello"))["kind"] == "answer"
                with suppress(ConnectionClosed):
                    await host.line.send(HUGE)
                assert (await host.dropped())[0] == 1009
                assert (await guest.ask("say", preset="hello"))["kind"] == "answer"
            async with ann.at(table) as host:
                assert (await host.ask("say", preset="hello"))["kind"] == "answer"

    asyncio.run(main())


def test_a_flood_is_slowed_down_and_then_cut_off(sqlite_database: str) -> None:
    async def main() -> None:
        limits = {"commands_per_second": 20.0, "commands_burst": 60}
        async with serving(quick(sqlite_database, **limits)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, bob.at(table) as guest:
                for number in range(65):
                    await host.send(f"h{number}", kind="say", text="spam")
                refused = await host.told_refused("too_fast")
                assert refused["id"] in {f"h{number}" for number in range(60, 65)}
                await asyncio.sleep(0.2)
                assert (await host.ask("say", text="calm"))["kind"] == "answer"
                with suppress(ConnectionClosed):
                    for number in range(2000):
                        await host.send(f"f{number}", kind="say", text="flood")
                assert (await host.dropped())[0] == 4429
                assert (await guest.ask("say", preset="hello"))["kind"] == "answer"
                heard = await guest.told("said", 62)
                assert len(heard) < 100
            async with ann.at(table) as host:
                assert (await host.ask("say", preset="sorry"))["kind"] == "answer"

    asyncio.run(main())


def test_what_is_too_fast_is_refused_by_its_id(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, commands_per_second=0.1, commands_burst=1), pace=100.0) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host:
                assert (await host.ask("say", preset="hello"))["kind"] == "answer"
                for kind in ("stand", "hint", "start"):
                    is_error(await host.ask(kind), "too_fast")
                await host.line.send('{"command":{"kind":"stand","more":[{"id":"inside"}]},"id":"last"}')
                await host.until(lambda: host.messages[-1].get("id") == "last")
                for unreadable in ("x", "[" * 10_000, "x" * 16_385, '{"id":"%s"}' % ("x" * 41), '{"id":7}'):
                    count = len(host.messages)
                    await host.line.send(unreadable)
                    await host.until(lambda count=count: len(host.messages) > count)  # type: ignore[misc]
                    is_error(host.messages[-1], "too_fast")
                    assert host.messages[-1]["id"] is None

    asyncio.run(main())


def test_a_second_hint_is_refused_by_its_id_while_a_bot_thinks(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 2, first=0)
            async with ann.at(table) as host:
                await host.start()
                await host.until(host.may_act)
                await host.send("first", kind="hint", level="master")
                is_error(await host.ask("hint", ref="second"), "too_fast")
                await host.until(lambda: any(one.get("id") == "first" for one in host.messages))

    asyncio.run(main())


async def turned_away(url: str, table: str, headers: dict[str, str]) -> tuple[str, int]:
    """Why nobody is let in, and how the connection is closed."""
    async with connect(url.replace("http", "ws", 1) + f"/ws/tables/{table}", additional_headers=headers) as line:
        seat = Seat(line)
        await seat.read()
        is_error(seat.messages[0], seat.messages[0]["code"])
        return seat.messages[0]["code"], seat.closed[0] if seat.closed else 0


def test_who_is_not_let_in_hears_why(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database, origins=("https://friends.example",))) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 3)
            mine = ann.headers()
            for name in ("nothing", "x" * 500, "%00", "%F0%9F%98%80", "'%3B%20DROP%20TABLE%20events"):
                assert await turned_away(server.url, name, mine) == ("no_such_table", 4404)
            wrong = ["", "x", ann.token[:-1], f"{ann.token}x", "a" * 12 + "." + "b" * 32, f"{ann.id}." + "b" * 32]
            for token in wrong:
                headers = {"authorization": f"Bearer {token}"}
                assert await turned_away(server.url, table, headers) == ("unknown_person", 4401)
                assert await turned_away(server.url, table, {"cookie": f"ludotheque={token}"}) == (
                    "unknown_person",
                    4401,
                )
            assert await turned_away(server.url, table, {}) == ("unknown_person", 4401)
            for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "https://friends.example.evil"):
                assert await turned_away(server.url, table, mine | {"origin": origin}) == ("wrong_origin", 4403)
                async with httpx.AsyncClient(base_url=server.url, headers=mine | {"origin": origin}) as http:
                    answer = await http.post("/api/me", json={"name": "Eve"})
                    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
            for origin in (server.url, "https://friends.example"):
                url = server.url.replace("http", "ws", 1) + f"/ws/tables/{table}"
                async with connect(url, additional_headers=mine | {"origin": origin}) as line:
                    assert '"scene"' in str(await line.recv())

    asyncio.run(main())


def test_watchers_and_guests_cannot_do_what_is_not_theirs(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, bob, cas = await server.guests("Ann", "Bob", "Cas")
            table = await ann.make("holzwurm", 3, first=0)
            async with ann.at(table) as host, bob.at(table) as guest, cas.at(table) as watcher:
                await guest.ask("sit")
                await host.start()
                await host.until(host.may_act)
                choice = host.mine["choices"][0]
                before = host.sight
                for command in (
                    {"kind": "do", "do": choice, "saw": 99}, {"kind": "stand"}, {"kind": "reveal", "salt": "x"},
                    {"kind": "ready"}, {"kind": "standing", "do": "pass"}, {"kind": "back"}, {"kind": "rematch"},
                ):  # fmt: skip
                    is_error(await watcher.ask(**command), "no_seat")
                for who in (watcher, guest):
                    for command in (
                        {"kind": "start"}, {"kind": "add_bot", "seat": 2}, {"kind": "empty", "seat": 2},
                        {"kind": "remove", "person": cas.id},
                    ):  # fmt: skip
                        is_error(await who.ask(**command), "not_host")
                    assert (await who.ask("remove", person=ann.id))["code"] in ("not_host", "host_stays")
                    is_error(await who.ask("hint"), "not_your_turn")
                    is_error(await who.ask("sit", seat=0), "taken")
                    is_error(await who.ask("sit", seat=11), "no_such_seat")
                is_error(await guest.do(choice), "not_your_turn")
                is_error(await guest.ask("ready"), "no_deal_due")
                assert host.sight == before

    asyncio.run(main())


WORDS = "play discard swap guess lead lay offer for to take seek give centre turn stop done r5 @2 new 9B nothing 7 -13"


def test_garbage_for_an_action_is_refused(sqlite_database: str) -> None:
    words = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=9).map(" ".join)
    texts = st.one_of(st.text(min_size=1, max_size=80), words)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        seats = runner.run(watched_tables(stack, sqlite_database))

        @settings(max_examples=150)
        @given(texts.map(lambda text: text[:80]))
        def garbage(text: str) -> None:
            runner.run(refused_everywhere(seats, text))

        try:
            garbage()
        finally:
            runner.run(stack.aclose())


async def watched_tables(stack: AsyncExitStack, database: str) -> list[Seat]:
    """A table of each game, at which it is Ann's turn, or will be."""
    server: Running = await stack.enter_async_context(serving(quick(database), pace=1000.0))
    (ann,) = await server.guests("Ann")
    seats = []
    for game, number in (("willi", 3), ("wimmuln", 3), ("holzwurm", 2), ("wheedle", 4)):
        table = await ann.make(game, number, first=0)
        seats.append(await stack.enter_async_context(ann.at(table)))
        await seats[-1].start()
    return seats


async def refused_everywhere(seats: list[Seat], text: str) -> None:
    for seat in seats:
        before = seat.sight
        answer = await seat.ask("do", do=text, saw=seat.n)
        if answer["kind"] == "refused":
            is_error(answer, answer["code"])
            assert seat.sight == before


def test_bad_requests_get_an_error_of_the_same_form(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 3)
            async with httpx.AsyncClient(base_url=server.url, headers=ann.headers()) as http:
                for method, path, body, status, code in bad_requests(table):
                    answer = await http.request(method, path, content=body, headers=JSON)
                    assert (answer.status_code, answer.json().get("code")) == (status, code), (
                        method,
                        path,
                        body,
                        answer.text,
                    )
                    is_error(answer.json(), code)
                    has_headers(answer)
                assert len((await http.get("/api/tables/mine")).json()) == 1

    asyncio.run(main())


def bad_requests(table: str) -> Iterator[tuple[str, str, bytes, int, str]]:
    for body in (b"", b"{", b"null", b"[]", b"7", b"\xff\xfe", b'{"name":7}', b'{"nom":"x"}', b'{"name":"x","x":1}',
                 b'{"name":"x","language":"xx"}', b'{"name":"%s"}' % (b"x" * 101), b"[" * 16_000, b'{"name":' * 2_000,
                 b"[" * 900 + b"]" * 900, b'{"name":%s}' % (b"1" * 5000)):  # fmt: skip
        yield "POST", "/api/me", body, 400, "bad_request"
    for letters in (b"", b"  ", b"x" * 25):
        yield "POST", "/api/me", b'{"name":"%s"}' % letters, 400, "name_length"
    yield "POST", "/api/me", b'{"name":"a\\u0000b"}', 400, "name_letters"
    yield "POST", "/api/me", b'{"name":"\\u202eevil"}', 400, "name_letters"
    yield "POST", "/api/me", b'{"name":"%s"}' % (b"x" * 20_000), 413, "too_large"
    for setup in (b'{"game":"chess","seats":2}', b'{"game":"willi","seats":2}', b'{"game":"willi","seats":0}',
                  b'{"game":"willi"}', b'{"seats":3}',
                  b'{"game":"willi","seats":3,"level":"god"}', b'{"game":"willi","seats":3,"clock":"fast"}',
                  b'{"game":"willi","seats":3,"options":{"tie":"none"}}', b'{"game":"../willi","seats":3}',
                  b'{"game":"willi","seats":3,"options":{"nope":1}}', b'{"game":"willi","seats":3,"options":[]}',
                  b'{"game":"willi","seats":3,"edition":"klingon"}', b'{"game":"willi","seats":3,"host":"x"}',
                  b'{"game":"holzwurm","seats":3,"options":{"rounds":0}}', b'{"game":"willi","seats":3,"hints":7}',
                  b'{"game":"holzwurm","seats":3,"options":{"rounds":true}}', b'{"game":"willi","seats":1e99}',
                  b'{"game":"wimmuln","seats":3,"options":{"target":99999999999999999999999}}'):  # fmt: skip
        yield "POST", "/api/tables", setup, 400, "bad_request"
    yield "POST", "/api/tables", b'{"game":"willi","seats":3,"first":3}', 400, "no_such_seat"
    for method, path in (("PUT", "/api/me"), ("DELETE", "/api/tables"), ("POST", "/health"), ("PATCH", "/api/games"),
                         ("POST", f"/api/tables/{table}"), ("POST", "/metrics")):  # fmt: skip
        yield method, path, b"{}", 405, "not_allowed"
    for path in ("/api/nothing", "/api/tables/x/y", f"/api/tables/{table}/matches/x/record"):
        yield "GET", path, b"", 404, "not_found"
    for name in ("nothing", "x" * 500, "%00", "%F0%9F%98%80"):
        yield "GET", f"/api/tables/{name}", b"", 404, "no_such_table"
        yield "GET", f"/api/tables/{name}/matches/1/record", b"", 404, "no_such_table"
        yield "GET", f"/api/tables/{name}/matches/1/replay", b"", 404, "no_such_table"
    yield "GET", f"/api/tables/{table}/matches/2/record", b"", 404, "no_such_match"
    yield "GET", f"/api/tables/{table}/matches/{10**30}/record", b"", 404, "no_such_match"
    yield "GET", f"/api/tables/{table}/matches/1/replay?seat=x", b"", 400, "bad_request"


def has_headers(answer: httpx.Response) -> None:
    """Whatever is answered, browsers are told what our pages may do."""
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers or "uvicorn" not in answer.headers["server"]


def test_every_answer_has_the_headers(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            for path in ("/", "/api/me", "/api/games", "/api/tables", "/health", "/metrics", "/api/openapi.json"):
                answer = await ann.get(path)
                assert answer.status_code == 200, path
                has_headers(answer)

    asyncio.run(main())


def test_nobody_without_a_token_gets_what_needs_one(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            for token in ("", "x", "a" * 12 + "." + "b" * 32, "ä" * 45):
                async with httpx.AsyncClient(base_url=server.url, cookies={"ludotheque": token.encode().hex()}) as http:
                    for path in ("/api/me", "/api/me/key", "/api/tables/mine"):
                        answer = await http.get(path)
                        assert answer.status_code == 401
                        is_error(answer.json(), "unknown_person")
                    made = await http.post("/api/tables", json={"game": "willi", "seats": 3})
                    assert made.status_code == 401

    asyncio.run(main())


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_is_for_the_server_alone(secure: bool, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, secure_cookies=secure)) as server:  # noqa: SIM117
            async with httpx.AsyncClient(base_url=server.url) as http:
                first = await http.post("/api/me", json={"name": "Ann"})
                parts = first.headers["set-cookie"].split("; ")
                assert parts[0].startswith("ludotheque=")
                attributes = {part.lower() for part in parts[1:]}
                assert {"httponly", "samesite=lax", "path=/", "max-age=31536000"} <= attributes
                assert ("secure" in attributes) == secure
                assert "domain" not in first.headers["set-cookie"].lower()
                token = parts[0].removeprefix("ludotheque=")
                again = await http.post("/api/me", json={"name": "Anna"}, headers={"cookie": f"ludotheque={token}"})
                assert again.json()["id"] == first.json()["id"]
                assert "set-cookie" not in again.headers

    asyncio.run(main())


def test_errors_speak_the_language_of_who_asks(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            messages = []
            for header in ("fr-BE,fr;q=0.9", "xx,nl", "de", "", "x"):
                async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": header}) as http:
                    messages.append((await http.get("/api/nothing")).json()["message"])
            assert len(set(messages)) == 4
            assert messages[3] == messages[4] == "There is nothing here."

    asyncio.run(main())


def test_a_person_has_so_many_tables(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, tables_per_person=3)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            for _ in range(3):
                await ann.make("willi", 3)
            answer = await ann.post("/api/tables", {"game": "willi", "seats": 3})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_tables")
            assert answer.json()["facts"] == {"most": 3}
            await bob.make("willi", 3)

    asyncio.run(main())


def test_a_person_makes_so_many_tables_a_minute(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, tables_per_minute=3)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            for _ in range(3):
                await ann.make("willi", 3)
            answer = await ann.post("/api/tables", {"game": "willi", "seats": 3})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
            assert 0 < answer.json()["facts"]["seconds"] <= 20
            await bob.make("willi", 3)

    asyncio.run(main())


def test_an_address_brings_so_many_new_people_a_minute(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            await server.guests(*(f"P{n}" for n in range(30)))
            answer = await server.person("Late").post("/api/me", {"name": "Late"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")

    asyncio.run(main())


@pytest.mark.parametrize(("limit", "crowd"), [("connections_per_person", 1), ("connections_per_address", 2)])
def test_so_many_connections_at_a_time(limit: str, crowd: int, sqlite_database: str) -> None:
    async def main() -> None:
        changes: dict[str, Any] = {limit: 2}
        async with serving(quick(sqlite_database, **changes)) as server:
            people = await server.guests("Ann", "Bob")
            table = await people[0].make("willi", 3)
            async with people[0].at(table) as first, people[crowd - 1].at(table) as second:
                for seat in (first, second):
                    await seat.opened()
                last: Person = people[crowd - 1]
                assert await turned_away(server.url, table, last.headers()) == ("too_many_connections", 4429)
                assert (await first.ask("say", preset="hello"))["kind"] == "answer"
            async with asyncio.timeout(5):
                while server.room.hall.tables[table].connections:
                    await asyncio.sleep(0.01)
            async with last.at(table) as third:
                assert (await third.ask("say", preset="hello"))["kind"] == "answer"

    asyncio.run(main())
