"""`ludotheque serve`."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.server.flags import with_flags


@with_flags
def serve(
    config: Annotated[
        Path | None, typer.Option(help="A TOML file with settings, such as port = 8080.", show_default=False)
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Open the shelf in your browser.")] = False,
    **flags: object,
) -> None:
    """Open tables to the network, for browsers and terminals.

    People join by link, without accounts, and bots fill empty seats.

    Everything can also be set by a variable such as LUDOTHEQUE_PORT, or by a line such as port = 8080 in the file
    ludotheque.toml in your configuration folder. Flags win over variables, and those over the file.
    """
    import os

    from ludotheque.server.serve import serve as serve_tables
    from ludotheque.server.settings import load

    settings = load(flags, os.environ, config)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    host = "localhost" if host in ("0.0.0.0", "127.0.0.1", "[::]") else host  # noqa: S104 - only to be shown

    def opened(port: int) -> None:
        typer.echo(f"Ludotheque is open at http://{host}:{port} (Ctrl-C closes it)")
        if show:
            show_page(f"http://{host}:{port}")

    serve_tables(settings, opened)


def show_page(address: str) -> None:
    """Opens a page in the user's browser, which may take its time."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
