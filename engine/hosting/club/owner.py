"""Typed commands of a host: how a typed line is carried out, and the commands of its owner.

One of these is the countdown before the host closes.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple, Protocol

from engine.base.errors import FileFault, Refused
from engine.base.text import clean, no_command, parse_number, pluralized
from engine.hosting.club.people import Sanctions
from engine.hosting.club.sessions import Sessions
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.passwords import OWNER
from engine.hosting.terms import rate_limit_key

# A table of typed command words, which the line interface, a page and a socket all use.


class Word(NamedTuple):
    """A command that a person or the owner of a host may type: its arguments, its line of help, and
    the function that carries it out.

    `Desk.words` has the commands of persons, `Owner.words` those of the owner.
    """

    form: str
    """The arguments as the help shows them: `NAME` if it is required, `[NAME]` if it is optional,
    '' for none."""
    about: str
    does: Callable[[str], Iterator[str]]


def carry_out(words: Mapping[str, Word], line: str) -> tuple[str, Iterator[str]]:
    """Carry out a typed line.

    `words` is {the word to type: its command}. Return the line without control characters, and the
    lines of the reply. Raises `Refused` for a line that begins with no word of `words`.
    """
    name, _, rest = clean(line).strip().partition(" ")
    name, rest = name.lower(), rest.strip()
    word = words.get(name)
    if word is None:
        raise Refused(no_command(name, words) if name else "type `help`")
    if word.form and not word.form.startswith("[") and not rest:
        raise Refused(f"type `{name} {word.form}`")
    if rest and not word.form:
        raise Refused(f"type `{name}` alone, with nothing after it")
    return f"{name} {rest}".rstrip(), word.does(rest)


def word_help_lines(words: Mapping[str, Word]) -> Iterator[str]:
    """Yield a line of help for each command: its word, its arguments and its effect."""
    for name, word in words.items():
        yield f"{f'{name} {word.form}'.strip()}: {word.about}"


# The countdown before a host closes.


MARKS = (60, 30, 15, 10, 5, 2, 1)
"""How many minutes before the host closes people are reminded of it."""
MOST_MINUTES = 7 * 24 * 60
MINUTE = 60.0
"""Seconds in a minute."""


class ClosingCountdown:
    """A countdown that is shown to everybody; at its end it closes the host by calling `stop`."""

    def __init__(self, sessions: Sessions, stop: Callable[[], None]) -> None:
        self._sessions = sessions
        self._stop = stop
        self._end = 0.0
        """When the host closes, in seconds of the monotonic clock."""
        self._why = ""
        self._timer: asyncio.TimerHandle | None = None

    def start(self, minutes: int, why: str = "") -> None:
        """Start a countdown of `minutes` minutes, after which the host closes.

        It replaces a countdown that is running.
        """
        if minutes > MOST_MINUTES:
            raise Refused(f"a countdown has at most {MOST_MINUTES} minutes")
        self.cancel(quiet=True)
        self._why = why
        self._end = time.monotonic() + minutes * MINUTE
        self._look()

    def cancel(self, quiet: bool = False) -> None:
        """Cancel the countdown; raises `Refused` if none is running."""
        running, self._timer, self._sessions.news = self._timer, None, ""
        if running:
            running.cancel()
            if not quiet:
                self._sessions.tell_all("The host does not close, after all.")
        elif not quiet:
            raise Refused("no countdown is running")

    def _look(self) -> None:
        left = self._end - time.monotonic()
        if left <= 0.0:
            self._stop()
            return
        minutes = max(1, round(left / MINUTE))
        why = f": {self._why}" if self._why else ""
        when = pluralized(minutes, "minute")
        news = f"The host closes in {when}{why}. Every battle is saved; come back later."
        self._sessions.news = news
        self._sessions.tell_all(news)
        following = next((mark for mark in MARKS if mark < minutes), 0)
        wait = max(0.0, left - following * MINUTE)
        self._timer = asyncio.get_running_loop().call_later(wait, self._look)


# The owner's orders: one table, used by the control socket, the lobby and a page of the lobby.


LOG = logging.getLogger("weathergage.host")
LONGEST = 200
"""The maximum number of characters in a message to all."""
GUEST = "guest"
"""The name under which people without a registered name log in to watch."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
"""Matches a name that may be registered: lower-case letters, digits, `_` and `-`, beginning with a
letter."""


class Register(Protocol):
    """The names that may log in to a host, as an interface through which the owner changes them."""

    sanctions: Sanctions

    @property
    def names(self) -> tuple[str, ...]:
        """The registered names."""

    def add_line(self, name: str, line: str) -> None:
        """Store a public key for a name; raises `Refused` if the text is not a key."""

    def remove(self, name: str) -> None:
        """Remove all keys and the password of a name."""

    def renew(self) -> str:
        """Read the files of names again if they have changed.

        Return what is wrong with them in words, or ''.
        """

    def invitation(self, by: str) -> str:
        """Return a new invitation word."""


class Owner:
    """The orders that the owner of a host may give; each is written to the log."""

    def __init__(self, hub: Hub, register: Register, stop: Callable[[], None]) -> None:
        """Begin with the `hub`, which has the host's battles, and the `register` of names.

        `stop` ends the host, as SIGTERM does.
        """
        self._hub = hub
        self._register = register
        self._closing = ClosingCountdown(hub.sessions, stop)
        # fmt: off
        self.words = {
            "who": Word("", "who is here, since when, from where, at which battle", self._who),
            "battles": Word("", "battles that are not over, with their ids", self._battles),
            "say": Word("TEXT", "a message to everybody who is here", self._say),
            "close": Word("MINUTES [WHY]", "close the host after a countdown; "
                          "`close off` cancels it",
                          self._close),
            "kick": Word("NAME [WHY]", "end the connections of a person", self._kick),
            "ban": Word("NAME [WHY]", "end the connections of a name or an address, "
                        "and keep it out", self._ban),
            "unban": Word("NAME", "admit a name or an address again", self._unban),
            "bans": Word("", "who is banned, and why", self._bans),
            "mute": Word("NAME [MINUTES]", "stop a person from talking", self._mute),
            "unmute": Word("NAME", "let a person talk again", self._unmute),
            "delete": Word("ID", "withdraw a battle, or a tournament by its name; "
                           "the file of a battle that has begun is kept", self._delete),
            "adjourn": Word("ID [WHY]", "adjourn a battle; its players may resume it",
                            self._adjourn),
            "people": Word("", "all names that may sign in", self._people),
            "add": Word("NAME KEY", "admit a name by its public key, the line of a .pub file",
                        self._add),
            "invite": Word("", "an invitation word for a newcomer", self._invite),
            "remove": Word("NAME", "remove a name, its keys and its password, "
                           "and keep it out", self._remove),
            "reload": Word("", "read the files of names and bans again", self._reload),
            "help": Word("", "list these orders", self._help),
        }
        # fmt: on

    def execute(self, line: str, by: str) -> list[str]:
        """Carry out an order that the owner `by` has typed, and return the reply.

        Raises `Refused` if the order is not allowed.
        """
        order, answer = carry_out(self.words, line)
        # The text is formatted here and not by the logger. The logger's rate limit counts lines of
        # the same format, and an order must always be written to the log.
        LOG.info(f"the owner ({by}): {order}")
        return list(answer)

    # Who is here ---------------------------------------------------------------------------

    def _help(self, _: str) -> Iterator[str]:
        yield from word_help_lines(self.words)

    def _who(self, _: str) -> Iterator[str]:
        for session in self._hub.sessions:
            at = [e.title for e in self._hub.battles.values() if e.screens[session.person] > 0]
            since = time.strftime("%d %b %H:%M", time.localtime(session.since))
            where = session.address or "this machine"
            place = f", at {at[0]}" if at and session.person else ""
            yield f"{session.person or 'guest'}: since {since}, from {where}{place}"
        if not tuple(self._hub.sessions):
            yield "Nobody is here."

    def _say(self, text: str) -> Iterator[str]:
        count = self._hub.sessions.tell_all(f"The owner of the host: {text[:LONGEST]}")
        yield f"Sent to {pluralized(count, 'screen')}."

    def _close(self, rest: str) -> Iterator[str]:
        minutes, _, why = rest.partition(" ")
        if minutes.lower() == "off":
            self._closing.cancel()
            yield "The host keeps running."
            return
        if not minutes.isdecimal():
            raise Refused(
                "type the minutes until the host closes, such as `close 10`; `close 0` closes "
                "it at once"
            )
        self._closing.start(parse_number(minutes), why[:LONGEST])
        yield f"The host closes in {pluralized(parse_number(minutes), 'minute')}."

    def _kick(self, rest: str) -> Iterator[str]:
        whom, _, why = rest.partition(" ")
        name = _name(whom)
        because = f": {clean(why)[:LONGEST]}" if why else ""
        farewell = f"The owner of the host has ended this connection{because}."
        count = self._hub.sessions.end("" if name == GUEST else name, farewell)
        if not count:
            raise Refused(f"{name} is not here")
        yield f"{pluralized(count, 'connection')} of {name} ended."

    # Sanctions -----------------------------------------------------------------------------

    def _ban(self, rest: str) -> Iterator[str]:
        whom, _, why = rest.partition(" ")
        whom = whom.lower()
        if not ("." in whom or ":" in whom):
            _name(whom)
        else:
            whom = _address(whom)
        self._register.sanctions.ban(whom, why)
        self._drop(whom)
        yield f"{whom} is banned."
        for session in self._hub.sessions:
            if whom in (session.person or GUEST, session.address):
                session.end(f"{self._register.sanctions.why_not_in(whom)}.")
                yield f"A connection of {session.person or 'a guest'} ended."

    def _drop(self, name: str) -> None:
        """Remove a person from the tournaments, so that no opponent waits for that person."""
        if self._hub.tournaments:
            self._hub.tournaments.drop(name)

    def _unban(self, whom: str) -> Iterator[str]:
        whom = whom.lower()
        with suppress(Refused):  # the file may contain addresses that were typed in another form
            whom = whom if whom in self._register.sanctions.banned else _address(whom)
        self._register.sanctions.unban(whom)
        yield f"{whom} may sign in again."

    def _bans(self, _: str) -> Iterator[str]:
        for whom, why in self._register.sanctions.banned.items():
            yield f"{whom}: {why or 'no reason given'}"
        if not self._register.sanctions.banned:
            yield "Nobody is banned."

    def _mute(self, rest: str) -> Iterator[str]:
        name, _, minutes = rest.partition(" ")
        if minutes and (not minutes.isdecimal() or not parse_number(minutes)):
            raise Refused(
                "type a number of minutes, such as `mute ben 60`; without a number it is for ever"
            )
        self._register.sanctions.mute(_name(name), parse_number(minutes or "0") * 60.0)
        until = f" for {pluralized(parse_number(minutes), 'minute')}" if minutes else ""
        yield f"{name.lower()} is muted{until}."

    def _unmute(self, name: str) -> Iterator[str]:
        self._register.sanctions.unmute(_name(name))
        yield f"{name.lower()} may talk again."

    # Battles -------------------------------------------------------------------------------

    def _battles(self, _: str) -> Iterator[str]:
        going = [e for e in self._hub.battles.values() if e.standing != "finished"]
        for hosted in going:
            sitters = ", ".join(sorted(hosted.seating.persons)) or "nobody"
            yield f"{hosted.agreement.id}: {hosted.title}, {hosted.standing}, {sitters}"
        if not going:
            yield "No battle is under way."

    def _battle(self, name: str) -> HostedBattle:
        hosted = self._hub.battles.get(name)
        if hosted is None:
            raise Refused(f"there is no battle {name[:60]}; the command `battles` lists the ids")
        return hosted

    def _delete(self, name: str) -> Iterator[str]:
        if name.lower() in (each.name for each in self._hub.tournaments or ()):
            assert self._hub.tournaments
            self._hub.tournaments.cancel(name)
            yield f"The tournament {name.lower()} is cancelled."
            return
        hosted = self._battle(name)
        if hosted.standing == "finished":
            raise Refused("a battle that is over cannot be withdrawn; it is kept for replays")
        self._hub.remove(hosted, "the owner of the host")
        yield f"{name} is withdrawn."

    def _adjourn(self, rest: str) -> Iterator[str]:
        name, _, why = rest.partition(" ")
        hosted = self._battle(name)
        if hosted.standing != "running":
            raise Refused(f"{name} is not under way")
        hosted.adjourn(f"by the owner of the host{f': {why[:LONGEST]}' if why else ''}")
        yield f"{name} is adjourned; its players may resume it."

    # People --------------------------------------------------------------------------------

    def _people(self, _: str) -> Iterator[str]:
        yield ", ".join(sorted(self._register.names)) or "No name is known yet."

    def _add(self, rest: str) -> Iterator[str]:
        name, _, line = rest.partition(" ")
        self._register.add_line(_name(name), line)
        if name.lower() in self._register.sanctions.banned:
            self._register.sanctions.unban(name.lower())
        yield f"{name.lower()} may sign in with that key."

    def _invite(self, _: str) -> Iterator[str]:
        yield f"The word {self._register.invitation(OWNER)} lets in one newcomer, once."

    def _remove(self, name: str) -> Iterator[str]:
        name = _name(name)
        if name not in self._register.names:
            raise Refused(f"the name {name} is not known")
        # A later holder of the name must not get this person's notices. The name stays registered
        # until the last step, so that the order can be given again if the host is killed.
        with suppress(FileFault):  # if the file cannot be read, no notices are sent anyway
            self._hub.people.change(name, hook="", mail="")
        # The name is banned, so that nobody else can take it: it still has seats and results.
        self._register.sanctions.ban(name, "removed")
        self._drop(name)
        self._register.remove(name)
        self._hub.sessions.end(name, "The owner of the host has removed this name.")
        yield f"{name} is removed, and the name is kept out; `add {name} KEY` admits it again."

    def _reload(self, _: str) -> Iterator[str]:
        self._register.sanctions.read()
        fault = self._register.renew()
        if fault:
            raise Refused(f"{fault}; the names known before stay valid")
        yield f"{pluralized(len(self._register.names), 'name')} known."


def _address(typed: str) -> str:
    """Return a typed address in the form that `rate_limit_key` returns.

    Raises `Refused` for other text.
    """
    try:
        ip_address(typed)
    except ValueError:
        raise Refused(f"{typed[:40]} is neither a name nor an address") from None
    return rate_limit_key(typed)


def _name(typed: str) -> str:
    """Return a typed name in lower case; raises `Refused` for text that is not a name."""
    name = typed.lower()
    if not NAME.fullmatch(name):
        raise Refused(f"'{typed[:40]}' is not a name")
    return name
