"""Bots of a table at home say a word, and it is shown as what people say."""

import asyncio
from random import Random
from typing import get_args

import pytest

from ludotheque.games.wording import LANGUAGES
from ludotheque.table.commands import Preset
from ludotheque.table.setup import Setup
from ludotheque.terminal.lines import home
from ludotheque.terminal.lines.home import Home
from ludotheque.terminal.wording import catalogue


class Chatty(Random):
    """Chance that always lets a bot speak."""

    def random(self) -> float:
        return 0.0


async def greetings() -> dict[str, str]:
    """The first two lines at a table of three, by name."""
    line = Home(Setup("holzwurm", 3, first=0), "Tom", "en", "newcomer", 5, pace=0.001)
    said: dict[str, str] = {}
    try:
        async for message in line.messages():
            event = message.get("event", {})
            if event.get("kind") == "said":
                said[event["name"]] = event["preset"]
            if len(said) == 2:
                break
    finally:
        await line.close()
    return said


def test_bots_at_home_greet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "SystemRandom", Chatty)
    said = asyncio.run(asyncio.wait_for(greetings(), 20))
    assert [*said.values()] == ["hello", "hello"]
    assert "Tom" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_words(language: str) -> None:
    assert {*catalogue(language)["say"]} == {*get_args(Preset)} - {""}
