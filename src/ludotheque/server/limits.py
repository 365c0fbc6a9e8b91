"""How much one connection, person or address may ask for. Pure: time comes in as an argument, in seconds."""

import ipaddress
from collections.abc import Callable, Iterator

KEYS = 10_000  # how many are remembered
HAIR = 1e-6  # of a request: more than rounding takes
IPV6_HOUSEHOLD = 64  # the bits of an IPv6 address that a provider gives to one customer


class Bucket:
    """A token bucket: so many requests at once, and then so many a second."""

    __slots__ = ("_due", "_pause", "_slack")

    def __init__(self, rate: float, burst: int) -> None:
        self._pause = 1.0 / rate
        self._slack = (burst - 1 + HAIR) * self._pause
        self._due = float("-inf")  # when a steady asker, who has asked for as much, would ask next

    def take(self, now: float) -> float:
        """Seconds to wait, with nothing taken; 0 if it is granted."""
        early = self._due - self._slack - now
        if early > 0.0:
            return early
        self._due = max(self._due, now) + self._pause
        return 0.0

    def rested(self, now: float) -> bool:
        """Whether the bucket is full again."""
        return self._due <= now


class Counted:
    """Limits requests to a number per key within a time. Keys at rest are dropped, and so is the oldest of too many."""

    def __init__(self, count: int, seconds: float, keys: int = KEYS) -> None:
        self._rate, self._burst, self._keys = count / seconds, count, keys
        self._buckets: dict[str, Bucket] = {}  # the one asked longest ago comes first
        self.granted: Callable[[str], None] = lambda key: None  # hears of what this server has granted

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float) -> float:
        """Seconds that this key has to wait; 0 if it is granted."""
        wait = self.count(key, now)
        if not wait:
            self.granted(key)
        return wait

    def count(self, key: str, now: float) -> float:
        """The same, without telling other servers: perhaps one of them has granted it."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        self._forget(now)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        while len(self._buckets) > 1:
            oldest = next(iter(self._buckets))
            if len(self._buckets) <= self._keys and not self._buckets[oldest].rested(now):
                return
            del self._buckets[oldest]


class Gate:
    """A limit on how many are inside at a time, for each key, at all servers together. Who enters has to leave."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: dict[str, int] = {}  # at this server
        self._elsewhere: dict[str, dict[str, int]] = {}  # at others
        self.changed: Callable[[str, int], None] = lambda key, count: None  # hears how many are inside here

    def __len__(self) -> int:
        return len(self._inside)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self._inside.items())

    def inside(self, key: str) -> int:
        """How many are inside."""
        return self._inside.get(key, 0) + sum(inside.get(key, 0) for inside in self._elsewhere.values())

    def enter(self, key: str) -> bool:
        """Whether there is room for one more, who then is inside."""
        if self.inside(key) >= self._most:
            return False
        self._set(key, self._inside.get(key, 0) + 1)
        return True

    def leave(self, key: str) -> None:
        """Makes room; KeyError if nobody was inside."""
        self._set(key, self._inside.pop(key) - 1)

    def _set(self, key: str, count: int) -> None:
        if count:
            self._inside[key] = count
        self.changed(key, count)

    def set_elsewhere(self, server: str, key: str, count: int) -> None:
        """Notes how many are inside at another server."""
        inside = self._elsewhere.setdefault(server, {})
        inside.pop(key, None)
        if count:
            inside[key] = count

    def forget(self, server: str) -> None:
        """Another server has ended."""
        self._elsewhere.pop(server, None)


def household(address: str) -> str:
    """The key by which an address is counted: one IPv4 address, but a whole network of IPv6 ones."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address  # a socket in the file system, or a name
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), IPV6_HOUSEHOLD), strict=False))
