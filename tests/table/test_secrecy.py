"""Nobody is told what they may not know: change it, and every byte they are sent stays the same."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record, blank, copy
from ludotheque.games.fair import commitment
from ludotheque.games.play import Play
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.facts import WATCHING, Standing
from ludotheque.table.seen import Scenes
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import Table
from tests.table.arrange import EVERY_SEAT_COUNT, HOST, SHORT, merged, some_table, started


def redealt(box: Any, s: Record, viewer: int, seed: int) -> Record:
    """Another world that looks the same to a viewer."""
    world = blank(box.rules.RECORD)[0]
    assert box.redeal(box.view(s, viewer), viewer, seeded(seed), world)
    return world


def other_world(table: Table, viewer: int, seed: int) -> Table:
    """The same table with everything changed that a viewer may not know."""
    other = restored(snapshot(table))
    assert other is not None
    assert other.play is not None
    chance = Random(seed)
    play, facts = other.play, other.facts
    facts.secret = f"{chance.getrandbits(256):064x}"
    for seat, place in enumerate(facts.places):
        if seat != viewer:
            place.standing = chance.choice([None, Standing("pass", "round", 1, 1)])
    if not play.chosen:
        copy(redealt(play.box, play.state, viewer, seed), play.state)
        return other
    copy(redealt(play.box, play.before, viewer, seed), play.before)
    copy(play.before, play.state)
    for seat, choice in list(play.chosen.items()):
        play.chosen[seat] = choice if seat == viewer else chance.choice(play.box.legal(play.state, seat))
        play.box.rules.apply(play.state, seat, play.chosen[seat])
    return other


def looks_the_same(tables: list[Table], viewer: int) -> bool:
    """Whether by the rules a viewer sees no difference."""
    one, other = (table.play for table in tables)
    assert one is not None
    assert other is not None
    return bool(one.box.view(one.state, viewer) == other.box.view(other.state, viewer))


def next_events(tables: list[Table], viewer: int, chance: Random) -> list[e.AnyEvent] | None:
    """Something that may happen in both worlds, alike for a viewer: hidden choices of others may differ."""
    plays = [play for table in tables if (play := table.play) is not None]
    seat = chance.choice(sorted({*tables[0].actors, *plays[0].chosen}))
    again = seat in plays[0].chosen
    legal = [choices(play, seat) for play in plays]
    common = sorted(set(legal[0]) & set(legal[1]))
    hidden = legal[0][0].split()[0] in plays[0].box.notation.HIDDEN
    if seat == viewer:
        assert legal[0] == legal[1]
    elif hidden:
        return [e.Did(seat=seat, do=chance.choice(own), again=again) for own in legal]
    if not common:
        return None
    return [e.Did(seat=seat, do=chance.choice(common), again=again)] * 2


def commitment_hidden(scene: bytes, table: Table) -> bytes:
    """A scene without the commitment, which is another one if the secret is."""
    shown = commitment(bytes.fromhex(table.facts.secret)).encode()
    assert scene.count(shown) == 1
    return scene.replace(shown, b"")


def choices(play: Play, seat: int) -> list[str]:
    """What a seat may do, or choose instead."""
    s = play.before if seat in play.chosen else play.state
    return [play.box.notation.text(action) for action in play.box.legal(s, seat)]


@settings(max_examples=150)
@given(st.sampled_from(sorted(SHORT)), st.integers(0, 1 << 30), st.integers(0, 90), st.data())
def test_what_a_viewer_may_not_know_changes_no_byte(game: str, seed: int, steps: int, data: st.DataObject) -> None:
    room = some_table(game, seed, steps)
    if not room.table.actors:
        return
    viewer = data.draw(st.sampled_from(room.viewers))
    tables = [room.table, other_world(room.table, viewer, seed)]
    assert looks_the_same(tables, viewer)
    scenes = [Scenes(table) for table in tables]
    wholes = [scene.whole(viewer) for scene in scenes]
    assert commitment_hidden(wholes[0], tables[0]) == commitment_hidden(wholes[1], tables[1])
    chance = Random(seed)
    for n in range(12):
        events = next_events(tables, viewer, chance)
        if events is None:
            return
        for table, event in zip(tables, events, strict=True):
            table.apply(event, 2000.0 + n)
        if not looks_the_same(tables, viewer) or not room.table.actors:
            return  # a card was turned that nobody knew
        told = [scene.after(event, {viewer}) for scene, event in zip(scenes, events, strict=True)]
        assert told[0] == told[1]


@pytest.mark.parametrize("game", sorted(SHORT))
def test_the_worlds_compared_are_different_ones(game: str) -> None:
    """Otherwise the test above would notice nothing."""
    room = started(game, 4, options=SHORT[game]).play(Random(3), 9)
    for viewer in room.viewers:
        tables = [room.table, other_world(room.table, viewer, 3)]
        assert looks_the_same(tables, viewer)
        one, other = (msgspec.json.encode(table.play.cards()) for table in tables if table.play is not None)
        assert one != other


def test_others_learn_that_a_choice_was_made_and_changed_and_nothing_else() -> None:
    room = started("willi", 4).watch()
    choices = room.table.play.legal(0)  # type: ignore[union-attr]
    for action in choices[:2]:
        room.do(0, action)
        for viewer in (WATCHING, 1, 2, 3):
            told = msgspec.json.decode(room.sent[viewer][-1])
            assert told["event"]["do"] == "discard"
            assert told["event"].get("again", False) == (action == choices[1])
            assert action.split()[1].encode() not in room.sent[viewer][-1]
        assert msgspec.json.decode(room.sent[0][-1])["event"]["do"] == action


@pytest.mark.parametrize(("game", "seats"), EVERY_SEAT_COUNT)
def test_secret_and_decks_are_never_sent_before_the_end(game: str, seats: int) -> None:
    room = started(game, seats, options=SHORT[game]).watch()
    secret = room.table.facts.secret.encode()
    room.play(Random(seats), 100_000)
    decks = [event.deck for event in room.events if isinstance(event, e.Dealt)]
    hashed = commitment(bytes.fromhex(room.table.facts.secret)).encode()
    for viewer in room.viewers:
        *during, last = room.sent[viewer]
        assert not any(secret in message for message in during)
        assert secret in last
        assert hashed in during[0]
        for deck in decks:
            cards = deck.split()
            for form in (" ".join(cards[:6]), '","'.join(cards[:6])):
                assert not any(form.encode() in message for message in during)


def test_without_spectators_nobody_sees_the_match_who_does_not_play() -> None:
    room = started("holzwurm", 3, options={"rounds": 2}, spectators=False, open_cards=True).watch()
    room.play(Random(1), 20)
    room.ask(HOST, c.Say("only for us"))
    room.play(Random(2), 10_000)
    scene = merged(room.sent[WATCHING])
    assert (scene["view"], scene["mine"]) == (None, {})
    for message in room.sent[WATCHING][1:]:
        told = msgspec.json.decode(message)
        assert "view" not in told
        assert "mine" not in told
        if told["event"]["kind"] in ("did", "said"):
            assert told["event"].keys() == {"kind"}
    assert scene["table"]["stage"] == "over"
    assert merged(room.sent[0])["view"] is not None


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("game", sorted(SHORT))
def test_watchers_see_open_cards_only_between_rounds_and_only_if_the_host_says_so(game: str, shown: bool) -> None:
    room, chance = started(game, 4, options=SHORT[game], open_cards=shown), Random(1)
    checked: set[tuple[bool, int]] = set()
    while room.stage == "playing" and len(checked) < 400:
        room.play(chance, 1)
        between = not room.table.actors
        if between or chance.random() < 0.1:
            scenes = Scenes(room.table)
            watching, playing = (msgspec.json.decode(scenes.whole(viewer))["mine"] for viewer in (WATCHING, 0))
            assert (watching["cards"] is not None) == (between and shown)
            assert "cards" not in playing
            checked.add((between, room.table.facts.n))
    assert {between for between, _ in checked} == {False, True}


@pytest.mark.parametrize("aid", [False, True])
@pytest.mark.parametrize("game", sorted(SHORT))
def test_without_the_aid_nobody_is_reminded_of_what_was_played(game: str, aid: bool) -> None:
    room = started(game, 4, options=SHORT[game], memory=aid).watch()
    room.play(Random(1), 60)
    while not room.table.actors:
        room.play(Random(1), 1)
    fields = room.table.facts.setup.box.notation.MEMORY
    assert fields
    for viewer in room.viewers:
        scene = merged(room.sent[viewer])
        assert all((scene["view"][name] is not None) == aid for name in fields)
        assert not any(name in scene["mine"] for name in fields)


def test_who_takes_over_a_seat_hears_nothing_said_in_advance_by_others() -> None:
    room = started("willi", 4, people=2)
    room.ask("bob", c.GiveStanding("pass", "round"))
    room.ask("bob", c.Stand())
    room.come("eva").ask("eva", c.Sit(1))
    assert msgspec.json.decode(Scenes(room.table).whole(1))["mine"]["standing"] is None
