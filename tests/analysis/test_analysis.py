"""A finished match is judged for a seat by what that seat could know; what it finds is honest and adds up."""

import json
from math import isclose
from statistics import fmean

import msgspec
import pytest

import ludotheque
from ludotheque.analysis.luck import TIMES, rng_of
from ludotheque.analysis.models import models
from ludotheque.analysis.result import Analysis
from ludotheque.games.box import box
from ludotheque.games.match import Act
from ludotheque.games.record import read_record, replay
from tests.analysis.arrange import analysed, played

pytestmark = pytest.mark.slow  # it compiles searches and playouts

SHORT = played("holzwurm", ("newcomer", "regular", "regular"), 5, rounds=1)
WHOLE = [
    ("willi", ("newcomer", "regular", "regular", "expert")),
    ("wimmuln", ("newcomer", "regular", "regular", "expert")),
    ("holzwurm", ("newcomer", "regular", "regular", "expert")),
    ("wheedle", ("newcomer", "regular", "regular", "expert")),
]


def choices(record: str, seat: int) -> list[int]:
    """The lines of a record at which a seat had more than one legal choice."""
    log = read_record(record).log
    return [
        step
        for step, (match, entry) in enumerate(zip(replay(record), log, strict=False), 1)
        if isinstance(entry, Act) and entry.seat == seat and len(match.legal(seat)) > 1
    ]


def check(found: Analysis, record: str) -> None:
    """Laws of every analysis."""
    match = read_record(record)
    assert [one.gained for one in found.rounds] == [gained[found.seat] for gained in match.round_scores]
    for one, gained in zip(found.rounds, match.round_scores, strict=True):
        others = [points for place, points in enumerate(gained) if place != found.seat]
        parts = one.parts
        assert isclose(parts.result, gained[found.seat] - fmean(others), abs_tol=0.001)
        assert isclose(parts.average + parts.deal + parts.others + parts.own, parts.result, abs_tol=0.003)
        own = [each for each in found.decisions if each.round == one.round]
        lost = sum(each.points.mean for each in own if each.mark == "mistake" and each.points)
        assert isclose(one.given_away, lost, abs_tol=0.001)
        assert isclose(parts.own, -lost, abs_tol=0.001)
        assert one.mistakes == sum(each.mark == "mistake" for each in own)
    assert isclose(found.given_away, fmean(one.given_away for one in found.rounds), abs_tol=0.001)
    assert found.rounds[-1].chance in (0.0, *[round(1 / n, 4) for n in range(1, 7)]), "won, shared or lost"
    for each in found.decisions:
        assert each.legal > 1
        assert (each.mark == "fine") == (each.better is None) == (each.points is None) == (each.chance is None)
        if each.mark == "mistake":
            assert each.points is not None
            assert each.chance is not None
            assert each.chance.low > 0 or each.points.low > 0, "a mistake's interval is clear of zero"
    costly = [each for each in found.decisions if each.mark != "fine"]
    assert len(found.moments) == min(3, len(costly))
    assert all(found.decisions[i] in costly for i in found.moments)


def test_each_decision_with_a_choice_is_judged_and_sums_add_up() -> None:
    for seat in range(3):
        found = analysed(SHORT, seat)
        check(found, SHORT)
        assert [one.step for one in found.decisions] == choices(SHORT, seat)
        assert [point.step for point in found.curve][:-1] == choices(SHORT, seat)


def test_a_round_is_held_against_its_own_place_at_the_table() -> None:
    """The average is that of the round's own deal, not of the next one, which somebody else begins."""
    record = played("holzwurm", ("regular", "regular", "regular"), 5, rounds=2)
    model = models(box("holzwurm"))[-1]
    due = [
        model.play_on(match.state, 0, TIMES, rng_of(match.state)).points.mean()
        for match in replay(record)
        if match.deal_due
    ]
    assert [one.parts.average for one in analysed(record, 0).rounds] == [round(float(mean), 3) for mean in due]


def test_an_analysis_repeats_itself_and_goes_through_json() -> None:
    found = analysed(SHORT, 0)
    again = ludotheque.analyse(SHORT, 0)
    assert msgspec.json.encode(again) == msgspec.json.encode(found)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found


def test_what_a_seat_could_not_know_does_not_change_its_judgement_by_a_byte() -> None:
    """A card that another never laid changes places with one that was never dealt: nobody saw either."""
    match = read_record(SHORT)
    cards = match.cards()
    loser = next(seat for seat in (1, 2) if cards.hands[seat])  # type: ignore[attr-defined]
    kept, out = cards.hands[loser][0], cards.out[0]  # type: ignore[attr-defined]
    deal = json.loads(SHORT.splitlines()[1])["deal"].split()
    assert kept in deal
    assert out in deal
    swapped = [{kept: out, out: kept}.get(card, card) for card in deal]
    other = SHORT.replace(" ".join(deal), " ".join(swapped))
    assert read_record(other).round_scores != match.round_scores, "the hidden cards did change"
    found, changed = analysed(SHORT, 0), analysed(other, 0)
    assert msgspec.json.encode(changed.decisions) == msgspec.json.encode(found.decisions)


def test_hidden_hands_are_known_by_their_odds() -> None:
    found = analysed(SHORT, 0)
    first = found.decisions[0]
    hands = {(part.where, part.place): part.cards for part in first.unseen}
    assert set(hands) == {("hands", 1), ("hands", 2), ("out", None)}
    held = read_record(SHORT).box.cards(next(m for i, m in enumerate(replay(SHORT)) if i == first.step - 1).state)
    own = set(held.hands[0]) | set(held.fate)  # type: ignore[attr-defined]
    for (_, place), odds in hands.items():
        size = len(held.hands[place]) if place is not None else len(held.out)  # type: ignore[attr-defined]
        assert abs(sum(odds.values()) - 100 * size) < 60, "roundings apart, each world fills the place"
        assert not own & odds.keys(), "what the seat sees is nowhere else"


def test_progress_comes_to_the_last_decision() -> None:
    steps: list[int] = []
    ludotheque.analyse(SHORT, 1, lambda progress: steps.append(progress.done))
    assert steps == choices(SHORT, 1)


@pytest.mark.long
def test_a_newcomer_is_accused_often_and_a_master_rarely() -> None:
    """Eight rounds of Holzwurm, all by the same decks; docs/analysis.md has more of them."""
    lost = {"newcomer": 0, "master": 0}
    decisions = dict(lost)
    for level in lost:
        for seed in range(4):
            found = analysed(played("holzwurm", (level, "regular", level), seed, rounds=1), 0)
            lost[level] += found.rounds[0].mistakes
            decisions[level] += found.rounds[0].decisions
    assert lost["newcomer"] >= 0.2 * decisions["newcomer"]
    assert lost["master"] <= 0.05 * decisions["master"]


@pytest.mark.long
@pytest.mark.parametrize(("game", "levels"), WHOLE, ids=[game for game, _ in WHOLE])
def test_whole_matches_of_every_game_add_up(game: str, levels: tuple[str, ...]) -> None:
    record = played(game, levels, 1)
    for seat in (0, 3):
        found = analysed(record, seat)
        check(found, record)
        if not box(game).market:
            assert [one.step for one in found.decisions] == choices(record, seat)
