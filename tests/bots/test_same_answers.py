"""Bots that repeat themselves do so on any machine, compiled or not."""

import hashlib

import pytest

from ludotheque.bots.player import Bots
from ludotheque.games.box import box
from ludotheque.games.compiled import compile_all
from ludotheque.games.fair import mixed
from ludotheque.games.play import Play
from ludotheque.table.same import answer_of, deal_next
from tests.conftest import COMPILED

SEED = mixed(bytes(range(32)), [""] * 4)
THREE_ROUNDS = {
    "willi": "51b384af4b87b8e6",
    "wimmuln": "9304637f998c6e21",
    "holzwurm": "6bd95a4353adc475",
}  # of four regulars: what they did


@pytest.mark.interpreted
@pytest.mark.parametrize("game", THREE_ROUNDS)
def test_regulars_play_the_same_rounds_whoever_runs_them(game: str) -> None:
    if COMPILED:
        box(game).compile()
        compile_all(box(game).bot)
    play, bots, done = Play(box(game), 4, box(game).options(), 0), Bots(lambda: 1), hashlib.sha256()
    while len(play.round_scores) < 3 and not play.over:
        if play.deal_due:
            deal_next(play, SEED)
        for seat in play.actors:
            action = answer_of(bots, "regular", play, seat, SEED).action
            play.act(seat, action)
            done.update(f"{seat} {play.box.notation.text(action)}\n".encode())
    assert done.hexdigest()[:16] == THREE_ROUNDS[game]
