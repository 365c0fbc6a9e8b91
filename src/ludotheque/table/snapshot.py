"""A whole table as bytes, so that it wakes without replaying its log."""

import hashlib

import msgspec

from ludotheque.games.compiled import copy
from ludotheque.games.errors import LudothequeError
from ludotheque.games.play import Play
from ludotheque.table.facts import Facts, MatchState
from ludotheque.table.state import Table

FORMAT = 2
DIGEST = 16  # bytes before the rest, by which broken ones are known


class Snapshot(msgspec.Struct, frozen=True):
    """A table, the format it is written in, and the version of the rules."""

    format: int
    rules: int
    facts: Facts
    game: MatchState | None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


def snapshot(table: Table) -> bytes:
    """A table as bytes."""
    game = None if table.play is None else packed(table.play)
    body = _encoder.encode(Snapshot(FORMAT, table.facts.setup.box.rules.VERSION, table.facts, game))
    return digest(body) + body


def digest(body: bytes) -> bytes:
    """The checksum of a snapshot."""
    return hashlib.blake2b(body, digest_size=DIGEST).digest()


def restored(body: bytes) -> Table | None:
    """The table that was written; None if another version of the program or the rules wrote it, or bytes are broken."""
    if body[:DIGEST] != digest(body[DIGEST:]):
        return None
    try:
        found = _decoder.decode(body[DIGEST:])
        box = found.facts.setup.box
        if (found.format, found.rules) != (FORMAT, box.rules.VERSION):
            return None
        return Table(found.facts, None if found.game is None else unpacked(found.facts, found.game))
    except (msgspec.MsgspecError, LudothequeError):
        return None


def packed(play: Play) -> MatchState:
    """A match as plain data."""
    before = play.before.tobytes() if play.chosen else b""
    return MatchState(play.first, play.state.tobytes(), before, play.chosen, play.round_scores, play.reasons)


def unpacked(facts: Facts, game: MatchState) -> Play:
    """A match from plain data."""
    play = Play(facts.setup.box, facts.setup.seats, facts.setup.all_options(), game.first)
    copy(play.box.from_bytes(game.state), play.state)
    if game.before:
        copy(play.box.from_bytes(game.before), play.before)
    play.note_actors()
    play.chosen.update(game.chosen)
    play.round_scores.extend(game.round_scores)
    play.reasons.extend(game.reasons)
    return play
