"""The same cards for everyone: a table that belongs to a set of deals, and bots that answer the same choices alike.

Its decks come from the secret of the set alone, so that they are the same at every table of the set. A bot's chance
comes anew for each decision from the seed of the decks, the seat, and what the seat sees; what others choose at the
same time is no part of that. So the same choices meet the same answers, whenever and in whatever order they are made.
In a market it matters when somebody acts, and no two people act at the same times: there bots cannot repeat themselves.
"""

import hashlib
from typing import Literal

import msgspec

from ludotheque.bots.player import Bots, Choice
from ludotheque.games.compiled import Record
from ludotheque.games.fair import deck_of
from ludotheque.games.play import Play
from ludotheque.table import commands as c
from ludotheque.table.errors import RefusedError

CHANCE_BYTES = 15  # of a hash: what a random source is made from
SetKind = Literal["day", "challenge", "evening"]
GIVEN_UP = (c.Stand, c.Remove, c.Sit, c.AddBot, c.Empty)  # refused in a match for one, and after any: seats are fixed


class SameCards(msgspec.Struct, frozen=True, omit_defaults=True):
    """The set of deals that a table belongs to."""

    set: str
    kind: SetKind
    salts: list[str] = []  # of the match whose cards are dealt again


def check_command(same: SameCards, stage: str, command: c.AnyCommand) -> None:
    """Raises if a command would give somebody other cards than all others get, or the same cards once more."""
    if isinstance(command, c.Rematch):
        raise RefusedError("same_once")
    fixed = stage == "over" if same.kind == "evening" else stage != "open"  # a result is that of who has the seat
    if fixed and isinstance(command, GIVEN_UP):
        raise RefusedError("same_seats")


def chance_of(seed: bytes, seat: int, view: Record) -> int:
    """The seed of a bot's chance in one decision, from that of the decks and what its seat sees."""
    digest = hashlib.sha256(seed + b"bot" + bytes([seat]) + view.tobytes()).digest()
    return int.from_bytes(digest[:CHANCE_BYTES], "big")


def answer_of(bots: Bots, level: str, play: Play, seat: int, seed: bytes) -> Choice:
    """A bot's choice at a seat: the same at any table at which the same was chosen before."""
    view = play.box.view(play.asked_in, seat)
    return bots.choose(play.box.name, level, view, seat, seed=chance_of(seed, seat, view), seconds=None)


def deal_next(play: Play, seed: bytes) -> None:
    """Deals the next round from the seed of the decks."""
    play.deal(deck_of(play.box, play.seats, seed, int(play.state.rounds) + 1))
