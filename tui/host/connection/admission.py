"""Which connections are accepted: counted by address, by name and in all, within `Limits`."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Protocol

from engine.hosting.limits import Limits
from tui.host.connection import descriptors
from tui.host.connection.users import GUEST

MINUTE, DAY = 60.0, 86400.0
"""Seconds."""
NETWORK = 64
"""Bits of an IPv6 address that name one network: a customer has all its addresses."""


class Caller(Protocol):
    """A connection that asks to be admitted."""

    @property
    def address(self) -> str:
        """The `counted_address` that it comes from."""

    @property
    def name(self) -> str:
        """The name that it claims, in small letters."""

    def hang_up(self, why: str) -> None:
        """End the connection, and send it the reason."""


class Admission:
    """Counts connections before and after the login, and refuses those over a limit.

    Connections that have not logged in cannot keep a new one out: the oldest one of the address
    that has most of them is ended to make room. Those that have sent a key are a pool of their own,
    so that a crowd of half-open connections ends no log-in that is under way.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._limits = limits
        self._waiting: list[Caller] = []
        """Those that have sent no key yet."""
        self._proving: list[Caller] = []
        """Those that have sent a key, and have not logged in."""
        self._inside: list[Caller] = []
        self._calls = Rate(limits.calls_a_minute, MINUTE, clock)
        self._names = Rate(limits.new_names_a_day, DAY, clock)

    def enter(self, caller: Caller) -> str:
        """Accept a connection that has yet to log in; return why not, or ''."""
        limits, address = self._limits, caller.address
        if not self._calls.passes(address):
            return "too many calls from this address; wait a minute"
        if self._from(address) >= limits.connections_an_address:
            return "too many connections from this address; close one"
        if descriptors.scarce():
            return "the host can hold no more connections; come back later"
        self._join(self._waiting, caller)
        return ""

    def prove(self, caller: Caller) -> None:
        """Move a connection that has sent a key to the others that have."""
        if caller in self._waiting:
            self._waiting.remove(caller)
            self._join(self._proving, caller)

    def _join(self, pool: list[Caller], caller: Caller) -> None:
        """Add a connection to a pool, and end another one where it is too full."""
        limits = self._limits
        pool.append(caller)
        own = [each for each in pool if each.address == caller.address]
        if len(own) > limits.waiting_an_address:
            gone = own[0]
        elif len(pool) > limits.waiting:
            ((busiest, _),) = Counter(each.address for each in pool).most_common(1)
            gone = next(each for each in pool if each.address == busiest)
        else:
            return
        pool.remove(gone)
        gone.hang_up("too many wait to come in")

    def admit(self, caller: Caller) -> str:
        """Accept a connection that has logged in; return why not, or ''."""
        limits, name = self._limits, caller.name
        guest = name == GUEST
        if len(self._inside) >= limits.connections:
            return "the host is full; come back later"
        if self._from(caller.address) >= limits.connections_an_address:
            return "too many connections from this address; close one"
        named = sum(each.name == name for each in self._inside)
        if named >= (limits.guests if guest else limits.connections_a_name):
            return f"too many {'guests' if guest else 'connections in this name; close one'}"
        for pool in (self._waiting, self._proving):
            if caller in pool:
                pool.remove(caller)
        self._inside.append(caller)
        return ""

    def new_name(self, caller: Caller, known: int) -> str:
        """Allow one new name, while `known` names are registered; return why not, or ''."""
        if known >= self._limits.names:
            return "the host takes no new names"
        if not self._names.passes(caller.address):
            return "too many new names from this address today"
        return ""

    def leave(self, caller: Caller) -> None:
        """Stop counting a connection that has ended."""
        for callers in (self._waiting, self._proving, self._inside):
            if caller in callers:
                callers.remove(caller)

    def _from(self, address: str) -> int:
        return sum(each.address == address for each in self._inside)


class Rate:
    """A sliding window: how often something may happen within some seconds, for each key."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._times: dict[str, deque[float]] = {}
        self._swept = clock()

    def passes(self, who: str) -> bool:
        """Tell whether it may happen once more for this key, and count it if so."""
        now = self._clock()
        self._sweep(now)
        times = self._times.setdefault(who, deque())
        while times and now - times[0] >= self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True

    def _sweep(self, now: float) -> None:
        """Forget keys that were not seen in a whole window, so that memory stays bounded."""
        if now - self._swept >= self._seconds:
            self._swept = now
            late = now - self._seconds
            self._times = {who: times for who, times in self._times.items() if times[-1] > late}


def counted_address(address: str) -> str:
    """Return the key that an address is counted under: IPv4 itself, IPv6 by its /64 network."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> NETWORK << NETWORK))
