"""Points that each level of bot gives away, by the judge of analyses: one of each level at a table, all of them judged.

    python tools/giveaway.py willi 6        plays six matches of Willi, or those of the six that are still missing

Each match is added to build/giveaway/GAME.jsonl, and the game's rows in src/ludotheque/analysis/levels.json are written
anew from all that are there: a bot's rounds, the mean of what it gave away in them, and a 95 % margin.
"""

import sys
from pathlib import Path
from random import Random

import msgspec

from ludotheque.analysis.analyst import analyse
from ludotheque.analysis.levels import LevelTable, level_rows
from ludotheque.analysis.result import JudgedRound, LevelRow
from ludotheque.arena.statistics import estimate
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.player import Bot
from ludotheque.games.box import shelf
from ludotheque.games.contract import WAIT
from ludotheque.games.match import Match
from ludotheque.games.record import write_record

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "giveaway"
TABLE = ROOT / "src" / "ludotheque" / "analysis" / "levels.json"
HOW = "one bot of each level at a table of four, seats changing from match to match; margins hold 95 %"


class JudgedBot(msgspec.Struct, frozen=True):
    """The rounds of one bot in one match."""

    match: int
    level: str
    rounds: list[JudgedRound]


def main(game: str, matches: int) -> None:
    """Plays and judges what is missing, and writes the table."""
    KEPT.mkdir(parents=True, exist_ok=True)
    done = {one.match for one in kept(game)}
    for number in range(matches):
        if number not in done:
            play_and_judge(game, number)
            print(f"{game}: match {number + 1} of {matches}", flush=True)
    write_table()


def kept(game: str) -> list[JudgedBot]:
    """Judgements so far."""
    path = KEPT / f"{game}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=JudgedBot) for line in lines]


def play_and_judge(game: str, number: int) -> None:
    """Plays one match and judges every seat."""
    turn = number % len(LEVELS)
    levels = [*LEVELS][turn:] + [*LEVELS][:turn]
    record = write_record(played(game, levels, number))
    lines = [JudgedBot(number, level, analyse(record, seat).rounds) for seat, level in enumerate(levels)]
    with (KEPT / f"{game}.jsonl").open("ab") as file:
        file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def played(game: str, levels: list[str], seed: int) -> Match:
    """A match of bots; in a market they look at it by turns, as chance has it."""
    match = Match(game, len(levels), seed=seed, names=levels)
    bots = [Bot(game, level, seed=seed * len(levels) + seat) for seat, level in enumerate(levels)]
    chance = Random(seed)
    while not match.over:
        seat = chance.choice(match.actors)
        action = bots[seat].choose(match.box.view(match.state, seat), seat).action
        if action != WAIT:
            match.do(seat, match.box.notation.text(action))
    return match


def write_table() -> None:
    """Writes the table: games that have been judged here anew, the others as they were."""
    games = {game: rows for game in shelf() if (rows := rows_of(kept(game)) or level_rows(game))}
    text = msgspec.json.format(msgspec.json.encode(LevelTable(HOW, games)), indent=1)
    TABLE.write_bytes(text + b"\n")


def rows_of(bots: list[JudgedBot]) -> list[LevelRow]:
    """A row for each level, the weakest first."""
    found = []
    for level in LEVELS:
        rounds = [one for bot in bots if bot.level == level for one in bot.rounds]
        if len(rounds) > 1:
            lost = estimate([one.given_away for one in rounds])
            mistakes = sum(one.mistakes for one in rounds) / len(rounds)
            found.append(
                LevelRow(level, round(lost.mean, 3), round(lost.margin or 0.0, 3), round(mistakes, 3), len(rounds))
            )
    return found


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
