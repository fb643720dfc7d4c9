"""How a person logs in at a host: public keys, the password, and invitations for others.

Used by the screens and by the line interface.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import asyncssh

from engine.base.errors import FileFault, Refused
from engine.base.text import parse_number
from engine.hosting.passwords import HOLDS_DAYS, hash_password
from tui.host.connection.admission import Users, public_key

LOG = logging.getLogger("weathergage.host")
MOST_KEYS = 10
"""The maximum number of public keys of one person."""
LONGEST_KEY = 4096
"""The maximum length of a pasted key in characters; the longest that ssh makes has about 3,300."""


class Credentials:
    """One person's keys and password, created anew for each connection.

    A guest has an empty name.
    """

    def __init__(self, users: Users, person: str) -> None:
        self._users = users
        self._person = person
        self._listed: list[asyncssh.SSHKey] | None = None
        """The keys in the order in which the person has last read them, because another connection
        of the same person may remove one."""

    @property
    def has_password(self) -> bool:
        """Whether the person has a password."""
        return self._users.passwords.has(self._person)

    def summary_lines(self) -> Iterator[str]:
        """Yield one line that says whether there is a password, then one line for each key, with
        its number.
        """
        self._must_be_somebody()
        yield "A password is set." if self.has_password else "No password is set."
        self._listed = list(self._users.keys(self._person))
        for number, key in enumerate(self._listed, 1):
            yield f"Key {number}: {key.get_algorithm()} {key.get_fingerprint()}"
        if not self._listed:
            yield "No key is known: ssh asks for the password."

    def check(self, password: str) -> None:
        """Raise `Refused` if this is not the current password."""
        if self.has_password and not self._users.passwords.is_right(self._person, password):
            raise Refused("that is not your present password")

    def choose(self, password: str, again: str) -> str:
        """Store a new password that was typed twice; raises `Refused` for a weak one, or if the
        two differ.
        """
        self._must_be_somebody()
        if password != again:
            raise Refused("the two passwords differ; nothing is changed")
        kept = hash_password(self._person, password)
        with _hide_file_faults():
            self._users.store_password(self._person, kept)
        return "The new password is valid from your next visit on."

    def add_key(self, line: str) -> str:
        """Store a further public key, given as the line of a `.pub` file; raises `Refused` if it is
        not a key.
        """
        self._must_be_somebody()
        if len(line) > LONGEST_KEY:
            raise Refused("that is too long for a public key")
        try:
            key = public_key(line.strip())
        except ValueError:
            raise Refused(
                "that is not a public key; paste the line of your .pub file, such as "
                "~/.ssh/id_ed25519.pub"
            ) from None
        known = self._users.keys(self._person)
        if key in known:
            raise Refused("that key is yours already")
        if len(known) >= MOST_KEYS:
            raise Refused(f"you have {MOST_KEYS} keys already; remove one first")
        with _hide_file_faults():
            self._users.add_key(self._person, key)
        if self._listed is not None:
            self._listed.append(key)
        return f"Added: {key.get_algorithm()} {key.get_fingerprint()}"

    def remove_key(self, number: str) -> str:
        """Remove the key that had this number when the keys were last listed.

        Raises `Refused` for an unknown number, a key that is removed already, or if the person
        could not log in without this key.
        """
        self._must_be_somebody()
        known = self._users.keys(self._person) if self._listed is None else self._listed
        if not number.isdecimal() or not 1 <= parse_number(number) <= len(known):
            raise Refused(f"there is no key {number}")
        key = known[parse_number(number) - 1]
        if key not in self._users.keys(self._person):
            raise Refused(f"key {number} is removed already")
        with _hide_file_faults():
            self._users.remove_key(self._person, key)
        return f"Removed: {key.get_fingerprint()}"

    def invite(self, way: str) -> Iterator[str]:
        """Yield the lines to send to a friend as an invitation.

        `way` is the ssh command of this host; it is empty for a person who is connected by the
        socket on the host's machine. Raises `Refused` if nobody needs an invitation, or if too many
        are unused.
        """
        self._must_be_somebody()
        come = way.replace(f"{self._person}@", "NAME@", 1) or "ssh NAME@HOST"
        if self._users.open:
            yield f"This host is open: a friend needs no invitation. Send:  {come}"
            return
        with _hide_file_faults():
            word = self._users.invitations.invite(self._person)
        yield f"Send them `{come}`, to type with a name of their own, and this word:  {word}"
        yield f"It lets in one person, once, within {HOLDS_DAYS} days."

    def _must_be_somebody(self) -> None:
        if not self._person:
            raise Refused("a guest has no name here; sign in with a name: `ssh NAME@HOST`")


@contextmanager
def _hide_file_faults() -> Iterator[None]:
    """Turn a `FileFault` in the block into `Refused`; the original error, with its path, is only
    logged.
    """
    try:
        yield
    except FileFault as fault:
        LOG.error("%s", fault)
        raise Refused("the host cannot save that now; nothing is changed") from None
