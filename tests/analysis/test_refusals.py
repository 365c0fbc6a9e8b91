"""Only what is over, whole and by these rules is analysed; all else is refused by name, in every language."""

import json

import pytest

import ludotheque
from ludotheque.games.match import Match
from ludotheque.games.record import write_record
from ludotheque.games.wording import LANGUAGES
from ludotheque.table.errors import RefusedError, worded
from tests.games.test_record import played

FINISHED = write_record(played(("holzwurm", 3, {"rounds": 1})))
HEADER, *LINES = FINISHED.splitlines()


def with_header(**changes: object) -> str:
    return "\n".join([json.dumps(json.loads(HEADER) | changes), *LINES]) + "\n"


@pytest.mark.parametrize(
    ("record", "seat", "code"),
    [
        (write_record(Match("willi", 4, seed=1)), 0, "analysis_unfinished"),
        ("\n".join([HEADER, *LINES[:-1]]), 0, "analysis_unfinished"),
        (with_header(lesson=True), 0, "analysis_lesson"),
        (with_header(rules=99), 0, "analysis_rules"),
        (with_header(game="chess"), 0, "analysis_illegal"),
        ("", 0, "analysis_illegal"),
        ("nothing of ours", 0, "analysis_illegal"),
        ("\n".join([HEADER, LINES[0], LINES[1], LINES[1], *LINES[2:]]), 0, "analysis_illegal"),
        (FINISHED, 3, "no_such_seat"),
        (FINISHED, -1, "no_such_seat"),
    ],
)
def test_what_cannot_be_judged_is_refused_by_name(record: str, seat: int, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        ludotheque.analyse(record, seat)
    assert refused.value.code == code
    assert len({worded(language, code, refused.value.facts) for language in LANGUAGES}) == len(LANGUAGES)


def test_an_illegal_move_is_named_with_its_line() -> None:
    with pytest.raises(RefusedError, match="line 4"):
        ludotheque.analyse("\n".join([HEADER, LINES[0], LINES[1], LINES[1], *LINES[2:]]), 0)
