"""A server as `ludotheque serve` runs it, but in a hurry: quick bots, short clocks. Prints its port.

python -m tests.server.launch DATABASE [NAME=VALUE ...]
"""

import sys

from ludotheque.server.serve import serve
from ludotheque.server.settings import load
from ludotheque.table import setup, sitting

QUICK = {"port": "0", "commands_per_second": "100000", "commands_burst": "100000", "tables_per_minute": "10000"}


def main(database: str, *given: str) -> None:
    sitting.GRACE = 0.3
    setup.ALLOWANCE["brisk"] = 0.3
    flags = {**QUICK, "database": database, **dict(text.split("=", 1) for text in given)}
    serve(load(flags, {}), lambda port: print(port, flush=True), pace=0.0)


if __name__ == "__main__":
    main(*sys.argv[1:])
