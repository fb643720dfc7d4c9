"""The connected people of a host, and sentences that reach all of them at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from engine.base.text import clean


@dataclass(eq=False)
class Session:
    """A person's connection, by screens or by the line interface; a guest's name is ''."""

    person: str
    address: str
    """The address in the form that the limits count; '' on this machine."""
    tell: Callable[[str], None]
    """The function that shows a sentence in this session, above any screen."""
    end: Callable[[str], None]
    """The function that ends the session, with a sentence that stays on the terminal."""
    since: float = field(default_factory=time.time)
    """When the session began, in seconds since 1970."""


class Sessions:
    """All sessions of a host, oldest first."""

    def __init__(self) -> None:
        self._open: list[Session] = []
        self.news = ""
        """A sentence that is also shown to people who come later, such as that the host closes
        soon; '' for none."""

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
        """Show a sentence to these persons; return the number of sessions."""
        return self._tell(text, [each for each in self if each.person in persons])

    def tell_all(self, text: str) -> int:
        """Show a sentence to everybody, guests as well; return the number of sessions."""
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
