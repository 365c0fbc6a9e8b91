"""One conductor for the bots of every table: who must decide, when each looks, when it acts, what it says."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludotheque.bots import pace
from ludotheque.bots.market import LEAST, repeats
from ludotheque.bots.player import Bots
from ludotheque.games.contract import WAIT
from ludotheque.games.wheedle import manners
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.conductor import GLANCE, Conductor, Job, Question
from ludotheque.table.sitting import GRACE
from tests.table.arrange import HOST, Room, opened, started
from tests.table.test_small_talk import Chatty

STEP = 0.1  # seconds


def conducted(room: Room, unit: float = 1.0) -> Conductor:
    return Conductor(room.sitting, Random(3), unit)


def asked(conductor: Conductor, job: Job, now: float) -> Question:
    """What a bot is asked that is still to decide."""
    found = conductor.look(job, now)
    assert found is not None
    return found


def run(room: Room, conductor: Conductor, seconds: float) -> Iterator[e.AnyEvent]:
    """What happens while bots think in no time and act in theirs."""
    bots, waiting, thinking = Bots(lambda: 5), list[Job](), dict[Job, tuple[float, int]]()
    end = room.now + seconds
    while room.now < end:
        waiting += conductor.plan(room.now)
        for job in [job for job in waiting if not conductor.wait(job, room.now)]:
            waiting.remove(job)
            if (question := conductor.look(job, room.now)) is not None:
                choice = bots.choose(room.table.facts.setup.game, *question[:4])
                thinking[job] = question.answer_at, choice.action
        before = len(room.log)
        for job, (at, action) in [*thinking.items()]:
            if at <= room.now:
                del thinking[job]
                if (action := conductor.answer(job, action, room.now)) != WAIT:
                    room.sitting.act_for(job.seat, action, room.now)
        yield from room.events[before:]
        room.now += STEP


def market(**setup: Any) -> Room:
    """A market among bots in which the host takes part."""
    room = started("wheedle", 4, people=1, first=0, **setup)
    room.do(0, "turn")
    return room


def test_every_bot_that_is_asked_decides_and_none_does_so_twice() -> None:
    room = started(people=1)
    conductor = conducted(room)
    jobs = conductor.plan(room.now)
    assert [job.seat for job in jobs] == [1, 2, 3]
    assert conductor.plan(room.now) == []
    for job in jobs:
        action = room.table.play.box.legal(room.state, job.seat)[0]  # type: ignore[union-attr]
        assert conductor.answer(job, action, room.now) == action
        room.sitting.act_for(job.seat, action, room.now)
    assert conductor.plan(room.now) == []
    assert conductor.answer(jobs[0], action, room.now) == WAIT


def test_a_bot_answers_after_a_time_that_fits_its_level_and_the_tables_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "thinking_time", lambda *_: 2.0)
    for unit in (0.0, 1.0):
        for chosen, factor in pace.PACES.items():
            room = started("wimmuln", people=1, pace=chosen)
            conductor = conducted(room, unit)
            question = asked(conductor, conductor.plan(room.now)[0], room.now)
            assert question.answer_at == pytest.approx(room.now + unit * factor * 2.0)
            assert question.look is None


def test_what_can_be_said_in_advance_is_answered_briefly() -> None:
    room = started("willi", people=1, pace="calm", first=1)
    conductor, play = conducted(room), room.table.play
    assert play is not None
    room.do(0, play.legal(0)[0])
    for seat in (1, 2, 3):
        room.act_for(seat, play.legal(seat)[0])
    for brief in (False, True):  # a card, then whether to call
        (job,) = conductor.plan(room.now)
        seconds = asked(conductor, job, room.now).answer_at - room.now
        assert (seconds <= pace.BRIEF[1] + LEAST) == brief
        action = play.box.legal(room.state, 1)[0]
        assert conductor.answer(job, action, room.now) == action
        room.sitting.act_for(1, action, room.now)


def test_who_comes_back_decides_alone() -> None:
    room = started("willi", people=2)
    room.go("bob").after(GRACE)
    conductor = conducted(room)
    job = next(job for job in conductor.plan(room.now) if job.seat == 1)
    assert conductor.wanted(job)
    room.come("bob")
    assert not conductor.wanted(job)
    assert conductor.look(job, room.now) is None
    assert conductor.answer(job, 0, room.now) == WAIT


def test_a_question_that_was_answered_otherwise_is_forgotten_for_the_next() -> None:
    room = started("holzwurm", 2, people=1, first=1)
    conductor = conducted(room)
    (old,) = conductor.plan(room.now)
    room.act_for(1, room.table.play.legal(1)[0])  # type: ignore[union-attr]
    room.do(0, room.table.play.legal(0)[0])  # type: ignore[union-attr]
    (new,) = conductor.plan(room.now)
    assert not conductor.wanted(old)
    conductor.drop(old)
    assert conductor.wanted(new)


def test_who_sits_in_has_the_tables_level_and_a_bot_its_own() -> None:
    room = opened("willi", people=2, level="expert")
    room.ask(HOST, c.AddBot(seat=2, level="newcomer"))
    room.start()
    room.go("bob").after(GRACE)
    conductor = conducted(room)
    levels = {job.seat: asked(conductor, job, room.now).level for job in conductor.plan(room.now)}
    assert levels == {1: "expert", 2: "newcomer", 3: "expert"}


def test_nobody_is_set_to_work_at_a_table_that_rests() -> None:
    room = started("willi", people=1)
    room.go(HOST)
    assert conducted(room).plan(room.now) == []


# Markets


def test_bots_look_at_a_market_in_their_own_time_and_by_their_manners() -> None:
    room = market()
    conductor = conducted(room)
    jobs = conductor.plan(room.now)
    assert conductor.due(room.now) == []
    assert {conductor.wait(job, room.now) for job in jobs} == {GLANCE}
    assert conductor.due(room.now + 600) == jobs
    assert asked(conductor, jobs[0], room.now).look is not None


def test_bots_in_a_hurry_look_at_a_market_once_at_a_time() -> None:
    room = market()
    conductor = conducted(room, unit=0.0)
    jobs = conductor.due(room.now)
    assert len(jobs) == 3
    for job in jobs:
        assert asked(conductor, job, room.now).look is None
        assert conductor.answer(job, WAIT, room.now) == WAIT
    assert conductor.due(room.now) == []
    assert len(conductor.due(room.now + LEAST)) == 3


@pytest.mark.parametrize(("setup", "factor"), [({}, 1.0), ({"pace": "calm"}, 1.6), ({"lesson": True}, 1.6)])
def test_a_bots_offer_stands_long_enough_to_be_read(setup: dict[str, object], factor: float) -> None:
    """Whoever conducts hands in one time for all: what is seen, looked at and done."""
    room = market(options={"seconds": 3600}, **setup)
    conductor, since, offers = conducted(room), dict[int, float](), 0
    for event in run(room, conductor, 240):
        if isinstance(event, e.Did) and event.do.startswith("offer"):
            assert room.now - since.get(event.seat, 0.0) >= factor * manners.STAND - STEP
            since[event.seat] = room.now
            offers += 1
        elif isinstance(event, e.Did) and event.do.startswith("take"):
            since.clear()
    assert offers


def test_a_bot_that_is_addressed_answers_soon_but_not_at_once() -> None:
    room = market(options={"seconds": 3600})
    conductor = conducted(room)
    for job in conductor.plan(room.now):
        conductor.wait(job, room.now)
    letter = next(do.split()[1] for do in room.table.play.legal(0) if do.startswith("offer"))  # type: ignore[union-attr]
    room.do(0, f"offer {letter} for nothing to 2")
    begun = room.now
    conductor.plan(room.now)
    while not (due := conductor.due(room.now)):
        room.now += STEP
    assert [job.seat for job in due] == [2] or room.now > begun + 1.0
    assert room.now > begun + 0.5


def test_the_same_offer_again_is_nothing_new() -> None:
    room = market()
    play = room.table.play
    assert play is not None
    letter = next(do.split()[1] for do in play.legal(1) if do.startswith("offer"))
    for offer in (f"offer {letter} for nothing", f"offer {letter} for nothing to 3"):
        action = play.box.notation.parse(offer)
        assert not repeats(play.box, play.box.view(room.state, 1), 1, action)
        room.act_for(1, offer)
        assert repeats(play.box, play.box.view(room.state, 1), 1, action)
    assert not repeats(play.box, play.box.view(room.state, 1), 1, play.box.notation.parse("stop"))
    room.act_for(1, "done")
    assert repeats(play.box, play.box.view(room.state, 1), 1, play.box.notation.parse(f"offer {letter} for nothing"))


# Small talk


def test_bots_in_a_hurry_say_nothing() -> None:
    for unit, greetings in ((0.0, 0), (1.0, 2)):
        room = opened("holzwurm", 3)
        conductor = Conductor(room.sitting, Chatty(1), unit)
        assert conductor.remarks() == []
        room.start()
        assert len(conductor.remarks()) == greetings
