"""docs/protocol.md has an example of every message, and they are right."""

import re
from pathlib import Path
from typing import get_args

import msgspec

from ludotheque.server.messages import Answer, Bye, Hint, Hinted, Mute, Presence, Refused, Time, requests
from ludotheque.table.commands import AnyCommand

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")
TYPED = {str(one.__struct_config__.tag): one for one in (Answer, Refused, Hinted, Presence, Time, Bye)}


def examples(of: str) -> list[str]:
    found = re.search(rf"```json {of}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def test_every_command_has_an_example_that_can_be_read() -> None:
    read = {type(requests.decode(line).command) for line in examples("request")}
    assert read == {*get_args(AnyCommand), Hint, Mute}


def test_every_message_has_an_example_of_its_type() -> None:
    messages = [msgspec.json.decode(line) for line in examples("message")]
    assert {message["kind"] for message in messages} == {*TYPED, "scene", "event"}
    for message in messages:
        if kind := TYPED.get(message["kind"]):
            assert msgspec.to_builtins(msgspec.convert(message, kind, strict=False), str_keys=True) == message


def test_every_kind_is_explained() -> None:
    kinds = {msgspec.json.decode(line)["command"]["kind"] for line in examples("request")}
    kinds |= {msgspec.json.decode(line)["kind"] for line in examples("message")}
    explained = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE))))
    assert explained == kinds
