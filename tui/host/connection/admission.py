"""Decides which connections a host accepts: names with keys, rate limits, free file descriptors."""

from __future__ import annotations

import os
import re
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Protocol

import asyncssh

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import Missing, read_text
from engine.hosting.club.people import Sanctions
from engine.hosting.passwords import OWNER, Invitations, PasswordHash, Passwords
from engine.hosting.terms import Limits
from engine.players import PLAYERS

# Rate limits of one connection for input that costs the host time; busy connections share one
# limit. A person at a keyboard never reaches a limit. All connections over their limit together get
# the rate of a single one, so a hundred cost the host no more than one.


class SharedBurst:
    """What all throttles of one kind share.

    `at_once` is the burst: the amount that each connection may send without waiting. `clock`
    returns seconds.
    """

    def __init__(self, at_once: float, clock: Callable[[], float] = monotonic) -> None:
        self.at_once = at_once
        self.clock = clock
        self._busy: dict[Throttle, float] = {}
        """{throttle that is over its limit: when its waiting time ends}, in seconds of the
        clock."""

    def count(self, throttle: Throttle, until: float) -> int:
        """Record until when a throttle is over its limit; return how many throttles are over it
        now.
        """
        now = self.clock()
        self._busy = {each: end for each, end in self._busy.items() if end > now}
        self._busy[throttle] = until
        return len(self._busy)


class Throttle:
    """Limits how fast one connection may send (a leaky bucket).

    `rate` is the amount per second that it may send for long.
    """

    def __init__(self, share: SharedBurst, rate: float) -> None:
        self._share = share
        self._rate = rate
        self._ahead = 0.0
        """The amount that was in the bucket at the latest call of `add`."""
        self._since = share.clock()

    def add(self, amount: float) -> float:
        """Count an amount that was received; return the seconds to wait before more is accepted.

        That is 0 as long as the burst is not used up.
        """
        now = self._share.clock()
        self._ahead = max(0.0, self._ahead - (now - self._since) * self._rate) + amount
        self._since = now
        over = (self._ahead - self._share.at_once) / self._rate
        if over <= 0:
            return 0.0
        wait = over * self._share.count(self, now + over)
        self._share.count(self, now + wait)
        # The amount that would drain during the longer wait is the share of the other connections,
        # so it counts as used.
        self._ahead += (wait - over) * self._rate
        return wait


KEYS = SharedBurst(256)
"""Limits the bytes of key presses. The burst is more than a held-down key sends, but less than a
pasted page."""
WIRE = SharedBurst(32 * 1024)
"""For all received bytes; a login needs a burst of some thousands."""
SIZES = SharedBurst(2)
"""For changes of the terminal's size: each redraws the whole screen, so that the burst is small."""


# File descriptors: how many files and connections this process can still open.


try:
    import resource
except ImportError:  # this system has no limit on descriptors that can be read
    resource = None  # type: ignore[assignment]  # `None` says so

MOST = 4096
"""The number of file descriptors that a host asks the operating system for."""
KEPT = 64
"""The number of descriptors kept free for battle files, the log, and connections just accepted."""
OPEN = "/dev/fd"
"""The folder that lists the open descriptors of this process."""


def raise_descriptor_limit() -> None:
    """Raise the soft limit of this process to `MOST`, as far as the hard limit allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def descriptors_low() -> bool:
    """Tell whether too few descriptors are left to accept another connection."""
    if resource is None or not os.path.isdir(OPEN):
        return False
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        return soft != resource.RLIM_INFINITY and soft - len(os.listdir(OPEN)) < KEPT
    except OSError:  # no descriptor is left to list the folder with
        return True


# The names that may log in, each with its public keys, and the file that holds them. The file has
# the format of `authorized_keys`: a key on each line, with the name in the place of the comment.
# Lines that begin with `#` are comments of the host's owner.


NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")
LARGEST = 4 * 1024 * 1024
"""The maximum size of a file of users in bytes; one key takes about a hundred."""
COMPUTERS = frozenset(PLAYERS)
"""Names that no person may have, because they name the computer players of a seat."""
GUEST = "guest"
"""The name of everybody who logs in without a key, to watch."""


class Users:
    """The names that may log in, with their public keys or passwords.

    With `open`, a new name may register its first key or choose a password. Names are in small
    letters. Raises `FileFault` if the file cannot be read, or is missing and not `open`.
    """

    def __init__(self, path: Path, is_open: bool = False) -> None:
        self.path = path
        self.open = is_open
        self.reserved: frozenset[str] = frozenset()
        """The names of the host's owners. A newcomer may take one of them only if invited by an
        owner."""
        self.passwords = Passwords(path.with_name(f"{path.name}.passwords"))
        self.invitations = Invitations(path.with_name(f"{path.name}.invitations"))
        self.sanctions = Sanctions(path.with_name(f"{path.name}.banned"))
        self._keys: dict[str, list[asyncssh.SSHKey]] = {}
        self._held = b""
        """The content of the file as last read or written, needed if another program deletes the
        file."""
        self._seen: tuple[object, ...] = ()
        """The sizes and times of change of both files when they were last read."""
        self._fault = ""
        """What is now wrong with the files, in words; '' if nothing is."""
        self._read()
        self._seen = self._facts()

    @property
    def names(self) -> tuple[str, ...]:
        """The registered names, in the order of the files."""
        return tuple(dict.fromkeys((*self._keys, *self.passwords.names)))

    def keys(self, name: str) -> tuple[asyncssh.SSHKey, ...]:
        """Return the keys of a name."""
        return tuple(self._keys.get(name, ()))

    def renew(self) -> str:
        """Read the files again if they have changed; return what is wrong with them in words, or
        ''.

        If something is wrong, the names that were read before stay valid.
        """
        facts = self._facts()
        if facts == self._seen:
            return ""
        self._seen = facts
        keys = self._keys
        try:
            self._keys = {}
            self._read()
            self.passwords.read()
        except FileFault as fault:
            self._keys = keys
            self._fault = str(fault)
        else:
            self._fault = ""
        return self._fault

    def _must_be_whole(self) -> None:
        """Read the files again before one of them is written: somebody may have edited them by
        hand.

        Raises `FileFault` if one has an error.
        """
        self.renew()
        if self._fault:
            raise FileFault(self._fault)

    def _facts(self) -> tuple[object, ...]:
        found: list[object] = []
        for path in (self.path, self.passwords.path):
            try:
                facts = path.stat()
            except OSError:
                found.append(None)
            else:
                found.append((facts.st_size, facts.st_mtime_ns, facts.st_ino))
        return tuple(found)

    def admits(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key may log in under a name.

        With `open`, an unregistered name may use any key.
        """
        if name in self.names:
            return key in self._keys.get(name, ())
        return self.takes(name) and bool(NAME.fullmatch(name))

    def takes(self, name: str) -> bool:
        """Tell whether anybody may register this new name without an invitation."""
        return self.open and name not in self.reserved | COMPUTERS

    def is_invited(self, name: str, word: str) -> bool:
        """Tell whether an invitation word lets a new name in.

        An owner's name needs the invitation of an owner.
        """
        if name in COMPUTERS:
            return False
        return self.invitations.holds(word, OWNER if name in self.reserved else "")

    def register(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Write a new name with its key to the file; return False if the name is already
        registered.
        """
        if name not in self.names:
            self._must_be_whole()
        if name in self.names or name in self.reserved | COMPUTERS:
            return False
        self.add_key(name, key)
        return True

    def register_password(self, name: str, password: PasswordHash, invitation: str = "") -> bool:
        """Write a new name with its password; return False if the name is registered or not
        invited.

        Raises `FileFault`.
        """
        self._must_be_whole()
        free = self.takes(name)
        if name in self.names or not (free or self.is_invited(name, invitation)):
            return False
        used = None if free else self.invitations.use(invitation)
        try:  # if the host is killed here, the word is used up: it must not let in two people
            self.store_password(name, password)
        except FileFault:
            if used:
                self.invitations.restore(used)
            raise
        return True

    def store_password(self, name: str, password: PasswordHash) -> None:
        """Store a name's password, replacing the previous one; raises `FileFault`."""
        self._must_be_whole()
        self.passwords.keep(name, password)
        self._seen = self._facts()

    def add_key(self, name: str, key: asyncssh.SSHKey) -> None:
        """Write a further key of a name to the file; raises `FileFault`."""
        self._must_be_whole()
        public = key.export_public_key().decode().split()
        try:
            before = self._wording().encode()
        except Missing:
            before = b""
        apart = b"\n" if before and not before.endswith(b"\n") else b""
        whole = before + apart + f"{public[0]} {public[1]} {name}\n".encode()
        files.write(self.path, whole)
        self._held = whole
        self._keys.setdefault(name, []).append(key)
        self._seen = self._facts()

    def remove_key(self, name: str, key: asyncssh.SSHKey) -> None:
        """Remove a key of a name from the file; raises `FileFault`.

        Raises `Refused` if the name has no other key or password, because nobody could log in under
        it any more.
        """
        self._must_be_whole()
        left = [each for each in self.keys(name) if each != key]
        if not left and not self.passwords.has(name):
            raise Refused("that is your only key; choose a password first")
        wording = self._wording()
        lines = [line for line in wording.splitlines() if not _is_key(line, name, key)]
        whole = "".join(f"{line}\n" for line in lines).encode()
        files.write(self.path, whole)
        self._held, self._keys[name] = whole, left
        self._seen = self._facts()

    def add_line(self, name: str, line: str) -> None:
        """Store a further key of a name, given as the line of a `.pub` file; raises `Refused` if it
        is not a key.
        """
        try:
            key = public_key(line.strip())
        except ValueError:
            raise Refused("that is not a public key; paste the line of a .pub file") from None
        if name == GUEST:
            raise Refused(f"{GUEST} is the name of people who only watch; use another name")
        if name in COMPUTERS:
            raise Refused(f"{name} is the name of a computer player; use another name")
        if key not in self.keys(name):
            self.add_key(name, key)

    def remove(self, name: str) -> None:
        """Remove every key and the password of a name; raises `FileFault`."""
        self._must_be_whole()
        keys = self.keys(name)
        lines = [
            line
            for line in (self._wording() if keys else "").splitlines()
            if not any(_is_key(line, name, key) for key in keys)
        ]
        if keys:
            whole = "".join(f"{line}\n" for line in lines).encode()
            files.write(self.path, whole)
            self._held = whole
            del self._keys[name]
        if self.passwords.has(name):
            self.passwords.forget(name)
        self._seen = self._facts()

    def invitation(self, by: str) -> str:
        """Return a new invitation word; `by` is the person who invites.

        Raises `Refused` if everybody may register anyway, or if too many words are unused.
        """
        if self.open and not (by == OWNER and self.reserved - {*self.names}):
            raise Refused("this host is open: a newcomer needs no invitation word")
        return self.invitations.invite(by)

    def _read(self) -> None:
        try:
            wording = self._wording()
        except Missing:
            if self.open or self.passwords.names:  # the members of an open host may have no keys
                return
            what = (
                f"{self.path} does not exist; create it, with a public key and a name on each line"
            )
            raise FileFault(what) from None
        for number, line in enumerate(wording.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    key = public_key(line)
                    name = (key.get_comment() or "").strip()
                except ValueError:
                    raise FileFault(f"{self.path}: line {number} holds no public key") from None
                if not NAME.fullmatch(name):
                    raise FileFault(
                        f"{self.path}: line {number} must end in a name (a letter, then up to "
                        f"19 letters, digits, '-' or '_'), not '{name}'"
                    )
                if name.lower() == GUEST:
                    raise FileFault(
                        f"{self.path}: line {number} uses the name {GUEST}, which belongs "
                        "to people who only watch"
                    )
                self._keys.setdefault(name.lower(), []).append(key)
        self._held = wording.encode()

    def _wording(self) -> str:
        """Return the text of the file; if another program has deleted the file, its text as last
        read.
        """
        try:
            return read_text(self.path, LARGEST, "a file of users")
        except Missing:
            if not self._held:
                raise
            return self._held.decode()


def public_key(line: str) -> asyncssh.SSHKey:
    """Return the public key in a line; raises `ValueError` if there is none."""
    try:
        return asyncssh.import_public_key(line)
    except (asyncssh.KeyImportError, re.error) as error:  # asyncssh searches with regexes
        raise ValueError(str(error)) from None


def _is_key(line: str, name: str, key: asyncssh.SSHKey) -> bool:
    if not line.strip() or line.lstrip().startswith("#"):
        return False
    found = public_key(line)
    return found == key and (found.get_comment() or "").strip().lower() == name


# Which connections are accepted: counted by address, by name and in all, within `Limits`.


MINUTE, DAY = 60.0, 86400.0
"""The periods of rate limits, in seconds."""
GUESS_SECONDS = 600.0
"""`Limits.guesses` is the number of attempts at a password that an address has in this many
seconds."""


class Caller(Protocol):
    """A connection that asks for admission."""

    @property
    def address(self) -> str:
        """The client's address; an IPv6 address may be shortened, so that connections are counted
        by network.
        """

    @property
    def name(self) -> str:
        """The name that the client claims, in lower case."""

    def hang_up(self, why: str) -> None:
        """End the connection, and send the client the reason."""


class Admission:
    """Counts connections before and after the login, and refuses those over a limit.

    Connections before login cannot keep out a new one: if there are too many, the address with the
    most connections loses its oldest one. Connections that have sent a key are counted apart, so
    that a crowd of others cannot end a login in progress.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._limits = limits
        self._waiting: list[Caller] = []
        """The connections that have not sent a key yet, oldest first."""
        self._proving: list[Caller] = []
        """The connections that have sent a key but are not logged in yet, oldest first."""
        self._inside: list[Caller] = []
        self._calls = Rate(limits.calls_a_minute, MINUTE, clock)
        self._names = Rate(limits.new_names_a_day, DAY, clock)
        self._guesses = Rate(limits.guesses, GUESS_SECONDS, clock)

    def enter(self, caller: Caller) -> str:
        """Count a new connection; return why it is refused, or '' if it is accepted."""
        limits, address = self._limits, caller.address
        if not self._calls.passes(address):
            return "too many connection attempts from this address; wait a minute"
        if self._from(address) >= limits.connections_an_address:
            return "too many connections from this address; close one"
        if descriptors_low():
            return "the host can hold no more connections; come back later"
        self._join(self._waiting, caller)
        return ""

    def prove(self, caller: Caller) -> None:
        """Move a connection that has just sent a key from the first list (`_waiting`) to the
        second.
        """
        if caller in self._waiting:
            self._waiting.remove(caller)
            self._join(self._proving, caller)

    def _join(self, pool: list[Caller], caller: Caller) -> None:
        """Add a connection to a list.

        If the list is full, end the oldest connection of the address with the most.
        """
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
        gone.hang_up("too many people are waiting to sign in")

    def admit(self, caller: Caller) -> str:
        """Count a connection as logged in; return why it is refused, or '' if it is accepted."""
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
        """Count a new name when `known` names are registered; return why it is refused, or ''."""
        if known >= self._limits.names:
            return "this host accepts no new names"
        if not self._names.passes(caller.address):
            return "too many new names from this address today"
        return ""

    def guess(self, caller: Caller) -> str:
        """Count an attempt at a password or an invitation word; return why it is refused, or ''.

        Attempts are counted by address and not by name, so that nobody can lock out the owner of a
        name.
        """
        if not self._guesses.passes(caller.address):
            return "too many tries from this address; wait ten minutes"
        return ""

    def leave(self, caller: Caller) -> None:
        """Count a connection no longer, because it has ended."""
        for callers in (self._waiting, self._proving, self._inside):
            if caller in callers:
                callers.remove(caller)

    def _from(self, address: str) -> int:
        return sum(each.address == address for each in self._inside)


class Rate:
    """Limits how often something may happen in a period, for each key such as an address."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._times: dict[str, deque[float]] = {}
        self._swept = clock()

    def passes(self, who: str) -> bool:
        """Tell whether one more event is allowed for the key `who` now; if so, count it."""
        now = self._clock()
        if now - self._swept >= self._seconds:
            # Forget keys that were not used for a whole window, so that memory stays bounded.
            self._swept = now
            late = now - self._seconds
            self._times = {who: times for who, times in self._times.items() if times[-1] > late}
        times = self._times.setdefault(who, deque())
        while times and now - times[0] >= self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True
