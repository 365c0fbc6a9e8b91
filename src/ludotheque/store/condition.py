"""Whether a store can be written: an outage is one line in the log when it begins, and one when it is over."""

import logging

from ludotheque.store.contract import StoreError

log = logging.getLogger(__name__)


class Condition:
    """The state of a store, as the last append or read found it."""

    def __init__(self) -> None:
        self.problem: StoreError | None = None

    def failed(self, problem: StoreError) -> None:
        """Notes that something could not be stored or read; logs the beginning of an outage."""
        if self.problem is None:
            log.error("the database fails", extra={"problem": str(problem)})
        self.problem = problem

    def worked(self) -> None:
        """Notes that something was stored; logs the end of an outage."""
        if self.problem is not None:
            log.warning("the database works again")
        self.problem = None
