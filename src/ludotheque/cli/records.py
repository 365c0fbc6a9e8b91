"""`ludotheque replay`, `analyse` and `verify`: what can be done with match records."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.said import Lang, read

if TYPE_CHECKING:
    from ludotheque.games.record import Verdict

FIRST = {
    "rules": "as the rules have it",
    "name": "by name, as the rules have it",
    "draw": "drawn from secret and salts",
    "chosen": "not drawn: the record states that the host chose, and cannot prove it",
}


def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A match record; - reads what is piped in.")],
    open_cards: Annotated[bool, typer.Option("--open", help="Show all cards.")] = False,
    seat: Annotated[
        int | None, typer.Option(help="Show it as that seat saw it; seats count from 0.", show_default=False)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One line of JSON a step.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print everything, also where it could be stepped through.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Look at a match again, step by step.

    On a terminal the arrows step; in a pipe everything is printed.
    Records are downloaded from a table's page, or kept by: ludotheque play --record FILE
    """
    from ludotheque.games.errors import LudothequeError
    from ludotheque.terminal.replay import show_replay, whole_screen
    from ludotheque.terminal.wording import chosen_language

    if open_cards and seat is not None:
        raise LudothequeError("show all cards (--open) or those of a seat (--seat), not both")
    interactive = not (json or plain or str(record) == "-") and whole_screen()
    show_replay(read(record), -1 if seat is None else seat, open_cards, json, interactive, chosen_language(lang))


def analyse(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A match record; - reads what is piped in.")],
    seat: Annotated[int, typer.Option(help="Whose decisions to judge; seats count from 0.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Everything that was found out, as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Judge how well somebody played, by what that seat could know.

    It takes some seconds a round. The first time it also compiles what it needs.
    """
    from ludotheque.terminal.analysis import show_analysis
    from ludotheque.terminal.wording import chosen_language

    show_analysis(read(record), seat, json, chosen_language(lang))


def verify(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD", help="Match records, downloaded from a table.")],
    json: Annotated[bool, typer.Option("--json", help="One line of JSON a record.")] = False,
) -> None:
    """Check that a match was dealt as promised and played by the rules, and say what that proves.

    Ends with 0 if all records are as promised, with 1 if one is not.
    """
    from ludotheque.games.errors import LudothequeError
    from ludotheque.games.record import verify as verify_record

    wrong = 0
    for path in records:
        try:
            text = read(path)
            tell_verdict(path, verify_record(text), text, json)
        except LudothequeError as found:
            tell_problem(path, str(found), json)
            wrong += 1
    raise typer.Exit(min(wrong, 1))


def tell_problem(path: Path, problem: str, as_json: bool) -> None:
    """Says why a record is not as promised."""
    if as_json:
        tell_json(path, ok=False, problem=problem)
    else:
        typer.echo(f"{path}: NOT as promised: {problem}", err=True)


def tell_verdict(path: Path, verdict: "Verdict", text: str, as_json: bool) -> None:
    """Says what a record proves, and what it only states."""
    from msgspec.structs import asdict

    from ludotheque.games.record import header_in

    if as_json:
        tell_json(path, ok=True, problem=None, **asdict(verdict))
        return
    header = header_in(text.partition("\n")[0])
    first = header.names[header.first] if header.first < header.seats else f"place {header.first}"
    deals = f"{verdict.deals} deals, all shuffled from the secret that was promised and the players' salts."
    for line in (deals, salts_said(verdict, header.names), f"First: {first}, {FIRST[verdict.first]}."):
        typer.echo(f"{path}: {line}")
    if not verdict.over:
        typer.echo(
            f"{path}: INCOMPLETE: it ends after {verdict.deals} deals and {verdict.acts} actions, before the match was"
            " over; the rest cannot be known from it."
        )


def salts_said(verdict: "Verdict", names: list[str]) -> str:
    """A sentence about the salts: who promised, and who was left out."""
    if not verdict.promised:
        return (
            "Salts: none was promised before the start, so the server could have chosen the deals together with"
            " whoever added the last one."
        )
    if verdict.left_out:
        left_out = ", ".join(names[seat] for seat in verdict.left_out)
        return f"Salts: promised before the start. Not revealed, so left out: {left_out}."
    return "Salts: promised before the start, and all revealed."


def tell_json(path: Path, **facts: object) -> None:
    """The same for programs."""
    import json

    typer.echo(json.dumps({"record": str(path), **facts}))
