"""`ludotheque analyse`: how well a seat played, in every language, or as JSON for programs."""

import msgspec
import pytest

from ludotheque.analysis.result import Analysis
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import Match
from ludotheque.games.record import write_record
from ludotheque.games.wording import LANGUAGES
from ludotheque.terminal.analysis import show_analysis, tell
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.wording import catalogue
from tests.analysis.arrange import analysed, played

UNFINISHED = write_record(Match("willi", 4, seed=1))


@pytest.mark.slow
def test_an_analysis_is_told_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    found = analysed(played("holzwurm", ("newcomer", "regular", "regular"), 5, rounds=1), 0)
    assert found.moments, "a newcomer whose play costs something"
    told = {}
    for language in LANGUAGES:
        tell(found, Screen(language))
        told[language] = capsys.readouterr().out
        for heading in ("round", "result", "deal", "own"):
            assert catalogue(language)["analysis"][heading] in told[language]
        assert f"{found.given_away:.2f}" in told[language]
    assert len(set(told.values())) == len(LANGUAGES)


@pytest.mark.slow
def test_programs_get_the_whole_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    record = played("holzwurm", ("newcomer", "regular", "regular"), 5, rounds=1)
    show_analysis(record, 0, True, "en")
    assert msgspec.json.decode(capsys.readouterr().out, type=Analysis) == analysed(record, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_over_is_refused_in_the_language_that_is_spoken(language: str) -> None:
    with pytest.raises(LudothequeError) as refused:
        show_analysis(UNFINISHED, 0, False, language)
    assert str(refused.value)
    assert (str(refused.value) == "This match is not over; only what is over can be analysed.") == (language == "en")
