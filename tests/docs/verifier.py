"""A verifier of records, written from docs/protocol.md alone: it knows nothing of the program."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

Rules = dict[str, Any]  # a game as GET /api/games tells it


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def seed_of(secret: bytes, salts: list[str]) -> bytes:
    parts = [secret] + [salt.encode("utf-8") for salt in salts]
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts))


def key_of(seed: bytes, label: str) -> bytes:
    return sha256(len(seed).to_bytes(8, "big") + seed + label.encode("utf-8"))


def block_of(key: bytes, i: int) -> bytes:
    return sha256(key + i.to_bytes(8, "big"))


def words_of(seed: bytes, label: str) -> Iterator[int]:
    key, i = key_of(seed, label), 0
    while True:
        block = block_of(key, i)
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        i += 1


def below(words: Iterator[int], n: int) -> int:
    return next(word for word in words if word < 2**32 // n * n) % n


def deck_of(seed: bytes, number: int, cards: list[str]) -> list[str]:
    words, deck = words_of(seed, f"deal {number}"), list(cards)
    for place in reversed(range(1, len(deck))):
        other = below(words, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def first_of(seed: bytes, names: list[str], rules: Rules) -> int:
    always: int | None = rules["always_first"].get(str(len(names)))
    if always is not None:
        return always
    called = [seat for seat, name in enumerate(names) if rules["first_name"] == name.strip().lower() != ""]
    return called[0] if called else below(words_of(seed, "first"), len(names))


def problems(record: str, rules: Rules) -> list[str]:
    """What is wrong with a record; nothing if it is fair."""
    header, *lines = [json.loads(line) for line in record.strip().split("\n")]
    fair, names = header["fair"], header["names"]
    found = []
    if sha256(bytes.fromhex(fair["secret"])).hex() != fair["commitment"]:
        found.append("secret")
    if promises := fair.get("salt_commitments"):
        pairs = zip(fair["salts"], promises, strict=True)
        found += ["salt" for salt, promise in pairs if salt and sha256(salt.encode("utf-8")).hex() != promise]
    seed = seed_of(bytes.fromhex(fair["secret"]), fair["salts"])
    chosen = fair.get("first_chosen") and str(len(names)) not in rules["always_first"]
    if not chosen and header["first"] != first_of(seed, names, rules):
        found.append("first")
    for number, dealt in enumerate((line["deal"].split(" ") for line in lines if "deal" in line), 1):
        if dealt != deck_of(seed, number, rules["cards"][: len(dealt)]):
            found.append(f"deal {number}")
    return found
