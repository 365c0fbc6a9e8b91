"""Players of a table that was taken over: they lost their server, not their place, and are about to come back.

For a while the table goes on as if they had already, so that clocks run and bots move. Without them nobody would be
there, and it would pause.
"""

import asyncio

from ludotheque.server.live import Live
from ludotheque.table.sitting import GRACE

RECENT = 60.0  # seconds since something happened; a table that was silent for longer had paused


class Expected:
    """Somebody who is to come back, as a table knows connections."""

    language = "en"

    def __init__(self, person: str, name: str) -> None:
        self.person, self.name = person, name
        self.viewer = -1
        self.muted: set[str] = set()

    def send(self, *messages: bytes) -> None:
        """Nobody hears it; who comes is told everything."""

    def close(self, code: int, reason: str) -> None:
        """Nothing is open."""


def expect_players(live: Live, now: float) -> None:
    """Goes on with a match that was under way until its server died."""
    facts = live.table.facts
    if facts.stage != "playing" or now - facts.at > RECENT:
        return
    for place in facts.places:
        if place.person and not place.away:
            player = Expected(place.person, place.name)
            live.enter(player)
            asyncio.get_running_loop().call_later(GRACE, live.leave, player)
