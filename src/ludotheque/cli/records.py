"""`ludotheque replay` and `ludotheque verify`: what can be done with match records."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.said import Lang, read


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


def verify(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD", help="Match records, downloaded from a table.")],
    json: Annotated[bool, typer.Option("--json", help="One line of JSON a record.")] = False,
) -> None:
    """Check that a match was dealt as promised and played by the rules.

    Ends with 0 if all records are as promised, with 1 if one is not.
    """
    from ludotheque.games.errors import LudothequeError
    from ludotheque.games.record import verify as verify_record

    wrong = 0
    for path in records:
        try:
            deals, problem = verify_record(read(path)), None
        except LudothequeError as found:
            deals, problem = 0, str(found)
            wrong += 1
        tell_verdict(path, deals, problem, json)
    raise typer.Exit(min(wrong, 1))


def tell_verdict(path: Path, deals: int, problem: str | None, as_json: bool) -> None:
    """Says what became of one record."""
    if as_json:
        import json

        typer.echo(json.dumps({"record": str(path), "ok": problem is None, "deals": deals, "problem": problem}))
    elif problem is not None:
        typer.echo(f"{path}: NOT as promised: {problem}", err=True)
    else:
        typer.echo(f"{path}: {deals} deals, all shuffled from the secret that was promised and the players' salts.")
