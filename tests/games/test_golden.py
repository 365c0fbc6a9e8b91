"""Whole matches that were looked at once and must go the same for ever."""

import pytest

from tests.games.playthrough import FOLDER, chosen, entries_in, written
from tests.games.variants import GAMES, Variant, called, some_interpreted


@pytest.mark.parametrize("variant", some_interpreted(list(chosen())))
def test_a_match_goes_as_it_went(variant: Variant) -> None:
    text = (FOLDER / f"{called(variant)}.txt").read_text("utf-8")
    assert written(variant, list(entries_in(text))) == text


@pytest.mark.interpreted
def test_no_playthrough_is_left_over() -> None:
    kept = {path.stem for path in FOLDER.iterdir() if path.name.startswith(GAMES)}
    assert kept == {called(variant) for variant in chosen()}
