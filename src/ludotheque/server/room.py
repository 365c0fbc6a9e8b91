"""The parts that handlers of requests share: one of each a server."""

from ludotheque.server.analyses import Analyses
from ludotheque.server.clock import Clock
from ludotheque.server.cluster import Servers
from ludotheque.server.crew import Crew
from ludotheque.server.deal_sets import DealSetDesk
from ludotheque.server.evenings import Evenings
from ludotheque.server.hall import Hall
from ludotheque.server.limits import Counted, Gate
from ludotheque.server.links import Renamed
from ludotheque.server.metrics import Metrics
from ludotheque.server.par import Par
from ludotheque.server.people import People
from ludotheque.server.settings import Settings
from ludotheque.server.sharing import Sharing
from ludotheque.server.today import Today
from ludotheque.store.contract import Store
from ludotheque.table.errors import RefusedError

MINUTE = 60.0
WELCOMES = 30  # new people from one address in a minute


class Room:
    """A server's tables, people, bots and limits."""

    def __init__(self, settings: Settings, store: Store, pace: float = 1.0) -> None:
        self.settings = settings
        self.store = store
        self.clock = Clock()
        self.metrics = Metrics()
        self.people = People(store, self.clock, lambda who: self.cluster.tell(Renamed(who)))
        self.crew = Crew(settings.thinkers, self.metrics, pace)
        self.hall = Hall(store, settings, self.metrics, self.crew, self.clock)
        self.analyses = Analyses(self.hall, store, self.crew, settings)
        self.sets = DealSetDesk(store, self.hall)
        self.evenings = Evenings(store, self.hall)
        self.sets.others["evening"] = self.evenings.may_look_back
        self.par = Par(store, self.crew)
        self.today = Today(self.sets, self.par)
        self.making = Counted(settings.tables_per_minute, MINUTE)
        self.welcoming = Counted(WELCOMES, MINUTE)
        self._addresses = Gate(settings.connections_per_address)
        self._persons = Gate(settings.connections_per_person)
        self.sharing = Sharing(
            {"addresses": self._addresses, "persons": self._persons, "advised": self.crew.advised},
            {
                "making": self.making,
                "welcoming": self.welcoming,
                "hints": self.crew.hints,
                "evenings": self.evenings.changes,
            },
        )
        self.cluster = Servers(self)

    def enter(self, address: str, person: str) -> None:
        """Counts a connection; raises if the person or the address has too many."""
        if not self._addresses.enter(address):
            raise RefusedError("too_many_connections")
        if not self._persons.enter(person):
            self._addresses.leave(address)
            raise RefusedError("too_many_connections")
        self.metrics.people.set(len(self._persons))

    def leave(self, address: str, person: str) -> None:
        """Counts a connection that has ended."""
        self._addresses.leave(address)
        self._persons.leave(person)
        self.metrics.people.set(len(self._persons))

    def slow_down(self, limit: Counted, key: str) -> None:
        """Raises if somebody asks too often."""
        wait = limit.take(key, self.clock.now())
        if wait:
            raise RefusedError("too_fast", seconds=round(wait, 1))
