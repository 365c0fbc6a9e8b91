"""`ludotheque play --from RECORD`: a moment of a record, to play on from."""

import secrets

import msgspec

from ludotheque.games.chance import seeded
from ludotheque.games.errors import LudothequeError
from ludotheque.games.record import read_record
from ludotheque.games.redealt import played
from ludotheque.table import events as e
from ludotheque.table.playing_on import PlayOn, seen_from
from ludotheque.terminal.lines.own import MatchSoFar
from ludotheque.terminal.setting import Setting


def goes_on_from(setting: Setting, record: str, step: int, seat: int, new_deal: bool) -> Setting:
    """The same setting for a match that goes on after a step of a record, as `ludotheque replay` counts them."""
    whole = read_record(record)
    if not whole.over:
        raise LudothequeError("this record ends before its match is over: one plays on from what is over")
    if not 1 <= step <= len(whole.log):
        raise LudothequeError(f"that match has {len(whole.log)} steps; there is no step {step}")
    if not 0 <= seat < whole.seats:
        raise LudothequeError(f"seats are 0 to {whole.seats - 1}; there is no seat {seat}")
    until = played(whole, whole.names, whole.log[:step])
    match = seen_from(until, PlayOn(step - 1, seat, new_deal), seeded(setting.seed or secrets.randbits(60)))
    moment = e.PlayedOn(table="", match=0, at=step - 1, seat=seat, new_deal=new_deal)
    options = {name: str(value).lower() for name, value in match.options.items()}
    return msgspec.structs.replace(
        setting, game=match.box.name, seats=match.seats, bots=None, options=options, start=MatchSoFar(match, moment)
    )
