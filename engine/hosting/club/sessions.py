"""The connected people of a host, sentences that reach all of them, and what they say to each
other.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from engine.base.errors import Refused
from engine.base.text import clean, pluralized
from engine.hosting.club.people import People

# Sessions.


@dataclass(eq=False)
class Session:
    """One connection of a person, with screens or the line interface; a guest has the name ''."""

    person: str
    address: str
    """The address in the form that `rate_limit_key` returns; '' on the host's own machine."""
    tell: Callable[[str], None]
    """The function that shows a sentence in this session, whichever screen is open."""
    end: Callable[[str], None]
    """The function that ends the session, with a sentence that stays on the terminal."""
    since: float = field(default_factory=time.time)
    """When the session began, in seconds since 1970."""


class Sessions:
    """All sessions of a host, oldest first."""

    def __init__(self) -> None:
        self._open: list[Session] = []
        self.news = ""
        """A sentence that people see when they connect, such as that the host closes soon; '' for
        none."""

    def __iter__(self) -> Iterator[Session]:
        return iter(tuple(self._open))

    def join(self, session: Session) -> Callable[[], None]:
        """Add a session; the returned function removes it."""
        self._open.append(session)
        if self.news:
            session.tell(self.news)
        return lambda: self._open.remove(session)

    def of(self, person: str) -> list[Session]:
        """Return the sessions of a person."""
        return [each for each in self._open if each.person == person]

    def tell(self, text: str, persons: Collection[str]) -> int:
        """Show a sentence in all sessions of these persons; return how many sessions these are."""
        return self._tell(text, [each for each in self if each.person in persons])

    def tell_all(self, text: str) -> int:
        """Show a sentence to everybody, guests too; return in how many sessions it was shown."""
        return self._tell(text, list(self))

    def _tell(self, text: str, reached: Collection[Session]) -> int:
        for session in reached:
            session.tell(clean(text))
        return len(reached)

    def end(self, person: str, farewell: str) -> int:
        """End all sessions of a person; return how many there were."""
        ended = self.of(person)
        for session in ended:
            session.end(farewell)
        return len(ended)


# Talk in the lobby and among watchers. The messages of players to each other are stored in the
# battle's file instead.


LONGEST_MESSAGE = 200
"""The maximum number of characters in a message."""
A_MINUTE = 10
"""The most messages, challenges and rematches together that one person may send in a minute."""
AT_A_TABLE = 30
"""The most messages that one person may send in a minute in the battles that the person plays."""
KEPT_MESSAGES = 100
"""The number of the latest messages in the lobby that are kept in memory."""
MOST_MUTED = 200
"""The maximum number of people that one person may mute."""


class Talk:
    """Messages to the people who are connected; they are not stored in a battle's file."""

    def __init__(self, sessions: Sessions, people: People) -> None:
        self._sessions = sessions
        self._people = people
        self._lobby: deque[tuple[str, str]] = deque(maxlen=KEPT_MESSAGES)
        self._times: dict[tuple[str, int], deque[float]] = {}

    def lobby(self, reader: str) -> list[str]:
        """Return the latest messages of the lobby as a person reads them, oldest first."""
        muted = self._people.of(reader).muted
        return [f"{name}: {text}" for name, text in self._lobby if name not in muted]

    def say(self, person: str, text: str, readers: Collection[str], place: str = "") -> int:
        """Send a message to these people; return to how many of them it was shown.

        A message with the `place` '' is for the lobby (the list of battles) and is kept in memory.
        Raises `Refused` for too many messages.
        """
        text = clean(text).strip()[:LONGEST_MESSAGE]
        if not text:
            raise Refused("type what you want to say")
        self.count(person)
        if not place:
            self._lobby.append((person, text))
        read = [each for each in readers if each and person not in self._people.of(each).muted]
        if read:
            self._sessions.tell(f"{person}{place}: {text}", read)
        return len(set(read) - {person})

    def count(self, person: str, most: int = A_MINUTE) -> None:
        """Count one more sentence that a person sends to others.

        Raises `Refused` if the person sends more than `most` in a minute.
        """
        times = self._times.setdefault((person, most), deque(maxlen=most))
        now = time.monotonic()
        if len(times) == most and now - times[0] < 60:
            raise Refused(f"you may speak only {most} times a minute")
        times.append(now)

    def mute(self, person: str, name: str) -> None:
        """Hide the messages of `name` from a person."""
        muted = self._people.of(person).muted
        if name == person:
            raise Refused("you cannot mute yourself")
        if len(muted) >= MOST_MUTED:
            raise Refused(
                f"you have muted {pluralized(MOST_MUTED, 'person', 'people')}; unmute one"
            )
        self._people.change(person, muted=tuple(dict.fromkeys((*muted, name))))

    def unmute(self, person: str, name: str) -> None:
        """Show the messages of `name` to a person again."""
        muted = self._people.of(person).muted
        if name not in muted:
            raise Refused(f"you have not muted {name[:40]}")
        self._people.change(person, muted=tuple(each for each in muted if each != name))
