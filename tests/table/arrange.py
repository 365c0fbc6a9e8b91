"""Tables with people around them, in a few readable words."""

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from ludotheque.games.box import box
from ludotheque.games.contract import Value
from ludotheque.games.errors import IllegalMoveError
from ludotheque.games.fair import commitment
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING, Place
from ludotheque.table.seen import Scenes
from ludotheque.table.setup import Setup
from ludotheque.table.sitting import Sitting
from ludotheque.table.state import Table, Timed
from ludotheque.table.streams import History

HOST = "ann"
GUESTS = ("bob", "cem", "dan", "eva", "fay")
SHORT: dict[str, dict[str, Value]] = {"willi": {}, "wimmuln": {"target": 60}, "holzwurm": {"rounds": 2}, "wheedle": {}}
EVERY_SEAT_COUNT = [(game, seats) for game in SHORT for seats in box(game).rules.SEATS]
Part = dict[str, Any]


class Room:
    """A table, everything that has happened there, and what its viewers have made of it."""

    def __init__(self, setup: Setup, host: str = HOST, now: float = 1000.0) -> None:
        self.now = now
        self.refs = count(1)
        self.secrets = (f"{n:064x}" for n in count(1))
        made = e.Made(setup=setup, secret=next(self.secrets), by=host)
        self.log: list[Timed] = [(now, made)]
        self.table = Table.begin("t", made, now)
        self.sitting = self.sit_around()
        self.history = History(self.table)
        self.scenes: Scenes | None = None
        self.sent: dict[int, list[bytes]] = {}  # to each viewer, a scene first

    def sit_around(self) -> Sitting:
        """People around the table as it is, all of them still to come."""
        return Sitting(self.table, self._happened, lambda: next(self.secrets), Random(7))

    def _happened(self, event: e.AnyEvent) -> None:
        self.log.append((self.now, event))
        self.history.add(self.table, self.now, e.encode(event))
        if self.scenes is not None:
            for viewer, message in self.scenes.after(event, set(self.sent)).items():
                self.sent[viewer].append(message)

    def watch(self) -> "Room":
        """From here on all viewers are told what happens."""
        self.scenes = Scenes(self.table)
        self.sent = {viewer: [self.scenes.whole(viewer)] for viewer in self.viewers}
        return self

    @property
    def viewers(self) -> range:
        return range(WATCHING, self.table.facts.setup.seats)

    @property
    def places(self) -> list[Place]:
        return self.table.facts.places

    @property
    def stage(self) -> str:
        return self.table.facts.stage

    @property
    def state(self) -> Any:
        assert self.table.play is not None
        return self.table.play.state

    @property
    def events(self) -> list[e.AnyEvent]:
        return [event for _, event in self.log]

    def come(self, *people: str) -> "Room":
        for person in people:
            self.sitting.arrive(person, self.now)
        return self

    def go(self, *people: str) -> "Room":
        for person in people:
            self.sitting.depart(person, self.now)
        return self

    def ask(self, person: str, command: c.AnyCommand, ref: str | None = None) -> list[e.AnyEvent]:
        """What happens when somebody asks for something."""
        before = len(self.log)
        ref = f"c{next(self.refs)}" if ref is None else ref
        self.sitting.ask(person, person.capitalize(), ref, command, self.now)
        return self.events[before:]

    def commit(self, *people: str) -> "Room":
        """Some promise the salts that they will reveal."""
        for person in people:
            self.ask(person, c.Commit(commitment(salt_of(person).encode())))
        return self

    def start(self, person: str = HOST, ref: str | None = None) -> list[e.AnyEvent]:
        """What happens when somebody starts, and all who are there take part in the chance of the deals."""
        before = len(self.log)
        for place in self.places if self.table.takes_salts else []:
            if place.person in self.sitting.present and not place.commitment:
                self.commit(place.person)
        self.ask(person, c.Start(), ref)
        for seat in self.table.unrevealed:
            self.ask(self.places[seat].person, c.Reveal(salt_of(self.places[seat].person)))
        return self.events[before:]

    def refused(self, person: str, command: c.AnyCommand) -> str:
        """The code of the refusal that somebody meets; nothing happens by it."""
        before = len(self.log), msgspec.json.encode(self.table.facts)
        with pytest.raises((RefusedError, IllegalMoveError)) as refusal:
            self.ask(person, command)
        assert (len(self.log), msgspec.json.encode(self.table.facts)) == before
        assert isinstance(refusal.value, RefusedError | IllegalMoveError)
        return refusal.value.code

    def do(self, seat: int, action: str, saw: int | None = None) -> list[e.AnyEvent]:
        """A seat's owner acts, having seen everything."""
        seen = self.table.facts.sent[seat + 1] if saw is None else saw
        return self.ask(self.places[seat].person, c.Do(action, seen))

    def act_for(self, seat: int, action: str) -> None:
        """A bot acts."""
        self.sitting.act_for(seat, self.table.facts.setup.box.notation.parse(action), self.now)

    def after(self, seconds: float) -> list[e.AnyEvent]:
        """What some time brings, if `tick` is called then."""
        before = len(self.log)
        self.now += seconds
        self.sitting.tick(self.now)
        return self.events[before:]

    def play(self, chance: Random, decisions: int) -> "Room":
        """Random choices by the people, and bots, whose turn it is; rounds begin when all are ready."""
        for _ in range(decisions):
            if self.stage != "playing":
                break
            self.now += chance.random()
            self._decide(chance)
        return self

    def _decide(self, chance: Random) -> None:
        play = self.table.play
        assert play is not None
        if play.deal_due:
            for place in self.places:
                if place.person and play.deal_due:
                    self.ask(place.person, c.Ready())
            return
        seat = chance.choice(self.table.actors)
        changeable = [seat for seat in play.chosen if not self.places[seat].by_bot]
        if changeable and chance.random() < 0.3:
            seat = chance.choice(changeable)
            own = play.box.legal(play.before, seat)
        else:
            own = play.box.legal(play.state, seat)
        action = play.box.notation.text(chance.choice(own))
        if action == "stop" and chance.random() < 0.6:
            return
        if self.places[seat].by_bot:
            self.act_for(seat, action)
        else:
            self.do(seat, action)


def salt_of(person: str) -> str:
    """The salt that somebody promises and reveals."""
    return f"salt-of-{person}"


def opened(game: str = "willi", seats: int = 4, people: int = 1, **setup: Any) -> Room:
    """A table with the host and some guests in the first seats, all of them there."""
    room = Room(Setup(game, seats, **setup))
    for person in (HOST, *GUESTS)[:people]:
        room.come(person).ask(person, c.Sit())
    return room


def started(game: str = "willi", seats: int = 4, people: int | None = None, **setup: Any) -> Room:
    """The same after the first deal; people in every seat if it is not said how many."""
    room = opened(game, seats, seats if people is None else people, **setup)
    room.start()
    return room


def same_table(one: Table, other: Table) -> bool:
    """Whether two tables are the same in everything."""
    return facts_of(one) == facts_of(other) and play_of(one) == play_of(other)


def facts_of(table: Table) -> bytes:
    return msgspec.json.encode(table.facts)


def play_of(table: Table) -> object:
    play = table.play
    if play is None:
        return None
    before = play.before.tobytes() if play.chosen else b""
    scores = msgspec.json.encode((play.round_scores, play.reasons))
    return play.state.tobytes(), before, list(play.chosen.items()), scores, play.first, play.options, play.seats


def merged(messages: Iterable[bytes]) -> Part:
    """The scene that a client has who was shown one and puts every change into it; a rematch begins from nothing."""
    scene: Part = {}
    for message in messages:
        news = msgspec.json.decode(message)
        if news["kind"] == "scene":
            scene = news
            continue
        assert news["n"] == scene["n"] + 1
        if news["event"]["kind"] == "again":
            scene |= {"view": None, "mine": {}}
        parts = {part: (scene[part] or {}) | news[part] for part in ("table", "view", "mine") if part in news}
        scene |= parts | {"n": news["n"]}
    return scene


def some_table(game: str, seed: int, steps: int, watched: bool = False) -> Room:
    """A table of any setup after some steps."""
    chance = Random(seed)
    room = Room(
        Setup(
            game,
            chance.choice(box(game).rules.SEATS),
            options=SHORT[game] | ({"seconds": 40} if game == "wheedle" else {}),
            clock=chance.choice(["off", "relaxed", "brisk"]),
            memory=chance.random() < 0.5,
            spectators=chance.random() < 0.7,
            open_cards=chance.random() < 0.5,
        )
    )
    if watched:
        room.watch()
    for person in (HOST, *GUESTS)[: chance.randint(1, len(room.places))]:
        room.come(person).ask(person, c.Sit())
    room.start()
    for _ in range(steps):
        step(room, chance)
    return room


def step(room: Room, chance: Random) -> None:
    """Something that may happen at a table: mostly play."""
    people = [place.person for place in room.places if place.person]
    play = room.table.play
    match chance.randrange(20):
        case 0:
            room.come(chance.choice([*people, "zoe"]))
        case 1 if room.sitting.present:
            room.go(chance.choice(sorted(room.sitting.present)))
        case 2:
            room.now += chance.choice([0.5, 7, 25, 70, -30, 3600])
        case 3 | 4:
            room.sitting.tick(room.now)
        case 5 if any(place.away for place in room.places):
            room.ask(next(place.person for place in room.places if place.away), c.Back())
        case 6 if len(people) > 1 and room.stage == "playing" and chance.random() < 0.2:
            room.ask(people[-1], c.Stand())
        case 7:
            room.ask(chance.choice([*people, "zoe"]), c.Say("well", ""))
        case 8 | 9 if people and room.stage == "playing" and room.table.facts.setup.game == "willi":
            answer = chance.choice([c.GiveStanding("pass"), c.GiveStanding("pass", "round"), c.GiveStanding()])
            room.ask(chance.choice(people), answer)
        case 10 if room.stage == "over":
            room.ask(HOST, c.Rematch())
            room.start()
        case 11 if play is not None and play.deal_due and people:
            room.ask(chance.choice(people), c.Ready())
        case _:
            room.play(chance, 1)
