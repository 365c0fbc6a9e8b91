"""One bot among others with other habits: rounds are played to their end, and nobody leads among its like."""

import numpy as np
import pytest

from ludotheque.bots.thinking import searching
from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Floats, blank, for_game


def leads(game: str, seats: int, deals: int, **mine: float) -> Floats:
    """By how much one with these habits leads, deal by deal, where nothing is left to chance."""
    found, rules = box(game), box(game).rules
    among = for_game("ludotheque.bots.among", found.module, search=searching(found, ""))
    theirs, out = found.bot.Habits(noise=0.0), np.full(deals, np.nan)
    deck, actions = np.arange(rules.deck_size(seats)), np.empty(rules.MOST_LEGAL, np.int64)
    options, s = found.codes(found.options()), blank(rules.RECORD)[0]
    among.leads(s, seats, options, theirs._replace(**mine), theirs, deck, actions, seeded(3), out)
    assert not rules.actors(s)
    return out


@pytest.mark.interpreted
def test_nobody_leads_among_its_like() -> None:
    assert abs(leads("holzwurm", 3, 2)).max() < 1e-9  # every seat's luck is another's


@pytest.mark.interpreted
def test_worse_habits_fall_behind() -> None:
    assert leads("holzwurm", 3, 2, room=50.0).mean() < 0


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "seats"), [("willi", 4), ("wheedle", 4)])
def test_rounds_in_which_several_may_act_come_to_their_end(game: str, seats: int) -> None:
    assert np.isfinite(leads(game, seats, 1)).all()
