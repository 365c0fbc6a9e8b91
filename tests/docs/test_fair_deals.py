"""docs/protocol.md tells all that a verifier needs: two that were written from it judge records of live matches."""

import asyncio
import json
import re
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import hatch_build
import pytest

from ludotheque.games.fair import commitment, mixed
from ludotheque.games.record import verify
from tests.docs.verifier import block_of, deck_of, first_of, key_of, problems, seed_of, words_of
from tests.server.serving import Running, quick, serving
from tests.table.arrange import SHORT

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "protocol.md").read_text("utf-8")
# Wimmüln and Willi among three have rules of their own; a player named Willi is first; the host may say who is
MATCHES: list[tuple[str, int, list[str], int | None]] = [
    ("willi", 4, ["Ann", " Willi"], None),
    ("willi", 3, ["Ann", "Bob"], None),
    ("wimmuln", 3, ["Ann", "Bob"], 1),
    ("wimmuln", 4, ["Ann", "Willi"], None),
    ("holzwurm", 5, ["Änne", "Bob", "Cem"], None),
    ("wheedle", 4, ["Ann", "Bob"], None),
]


@pytest.fixture(scope="module")
def live(sqlite_file: Path) -> tuple[list[Any], list[str]]:
    """The games as a server tells them, and records of matches that were played there over sockets."""
    return asyncio.run(played(sqlite_file))


@pytest.fixture(scope="module")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live") / "tables.db"


async def played(file: Path) -> tuple[list[Any], list[str]]:
    async with serving(quick(f"sqlite:///{file}")) as server:
        records = [await played_one(server, *match) for match in MATCHES]
        games = (await server.person("").get("/api/games")).json()
    return games, records


async def played_one(server: Running, game: str, seats: int, names: list[str], first: int | None) -> str:
    people = await server.guests(*names)
    options = {"rounds": 2} if game == "holzwurm" else SHORT[game]
    table = await people[0].make(game, seats, level="newcomer", options=options, first=first)
    async with AsyncExitStack() as stack:
        at = [await stack.enter_async_context(person.at(table)) for person in people]
        for seat in at[1:]:
            await seat.ask("sit")
        await at[0].start()
        await asyncio.gather(*(seat.play_on(Random(seats)) for seat in at))
    return (await people[0].get(f"/api/tables/{table}/matches/1/record")).text


def by_node(tmp_path: Path, games: list[Any], records: list[str]) -> list[list[str]]:
    """What the verifier in JavaScript finds."""
    paths = [tmp_path / "games.json", *(tmp_path / f"{number}.jsonl" for number in range(len(records)))]
    for path, text in zip(paths, [json.dumps(games), *records], strict=True):
        path.write_text(text, "utf-8")
    node, _ = hatch_build.node()
    told = subprocess.run([node, HERE / "verifier.mjs", *paths], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def by_python(games: list[Any], records: list[str]) -> list[list[str]]:
    rules = {game["name"]: game for game in games}
    return [problems(record, rules[json.loads(record.partition("\n")[0])["game"]]) for record in records]


def test_records_of_live_matches_are_fair_to_all_verifiers(live: tuple[list[Any], list[str]], tmp_path: Path) -> None:
    games, records = live
    verdicts = [verify(record) for record in records]
    assert [verdict.first for verdict in verdicts[:2]] == ["name", "rules"]
    assert all(verdict.promised and verdict.over and verdict.deals and not verdict.left_out for verdict in verdicts)
    assert by_python(games, records) == by_node(tmp_path, games, records) == [[]] * len(MATCHES)


def changed(record: str, change: str) -> str:
    """The record with something changed that no player could have done."""
    header, *lines = [json.loads(line) for line in record.splitlines()]
    fair = header["fair"]
    match change:
        case "secret":
            fair["secret"] = fair["secret"][::-1]
        case "salt":
            fair["salts"][0] = fair["salts"][0][::-1]
        case "first":
            header["first"] = (header["first"] + 1) % header["seats"]
        case "deal 1":
            cards = lines[0]["deal"].split()
            other = next(i for i, card in enumerate(cards) if card != cards[0])
            cards[0], cards[other] = cards[other], cards[0]
            lines[0]["deal"] = " ".join(cards)
    return "".join(json.dumps(line) + "\n" for line in [header, *lines])


@pytest.mark.parametrize("change", ["secret", "salt", "first", "deal 1"])
def test_both_verifiers_find_what_was_changed(change: str, live: tuple[list[Any], list[str]], tmp_path: Path) -> None:
    games, records = live
    drawn = [record for record in records if "first_chosen" not in record]
    others = [changed(record, change) for record in drawn]
    found = by_python(games, others)
    assert found == by_node(tmp_path, games, others)
    assert all(change in one for one in found)


def test_the_worked_example_is_right() -> None:
    worked = re.search(r"^```json worked\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert worked is not None
    example = json.loads(worked[1])
    secret, salts, seed = bytes.fromhex(example["secret"]), example["salts"], bytes.fromhex(example["seed"])
    assert commitment(secret) == example["commitment"]
    assert [commitment(salt.encode()) if salt else "" for salt in salts] == example["salt_commitments"]
    assert seed_of(secret, salts) == mixed(secret, salts) == seed
    for label in ("first", "deal 1"):
        drawn = example[label]
        assert key_of(seed, label).hex() == drawn["key"]
        assert block_of(bytes.fromhex(drawn["key"]), 0).hex() == drawn["block"]
        words = words_of(seed, label)
        assert [next(words) for _ in drawn["words"]] == drawn["words"]
    cards = [f"{colour}{number}" for colour in "rygb" for number in range(1, 10)]
    assert (
        first_of(seed, example["names"], {"always_first": {"3": 3}, "first_name": "willi"}) == example["first"]["seat"]
    )
    sizes = range(len(cards), 0, -1)
    numbers = [word % size for word, size in zip(example["deal 1"]["words"], sizes, strict=False)]
    assert numbers == example["deal 1"]["numbers"]
    assert deck_of(seed, 1, cards) == example["deal 1"]["deck"].split()
