"""What earlier versions have written, and what is to be found in it."""

from pathlib import Path
from typing import Any

from tests.server.serving import Running

HERE = Path(__file__).parent


async def found(server: Running, table: str) -> dict[str, Any]:
    """A table as a stranger sees it who has its link."""
    (guest,) = await server.guests("Stranger")
    async with guest.at(table) as seat:
        await seat.opened()
        shown = seat.table
        return {
            "stage": shown["stage"],
            "names": [one["name"] for one in shown["seats"]],
            "sheet": shown["sheet"],
            "winners": shown["winners"],
            "view": seat.view,
        }
