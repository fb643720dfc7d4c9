"""Taking an order back in a hosted battle: all other persons must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from engine.base.errors import Refused
from engine.hosting.seating import Seating
from engine.kernel.battle import Battle

MOST_REFUSED = 3
"""After this many refused requests a seat may ask again only once somebody has given an order."""
MOST_ASKED = 50
"""The most requests of one person in one battle, until the host starts again."""


class TakeBack(msgspec.Struct):
    """A seat's request to take its latest order back, and the persons who have agreed so far."""

    seat: str
    at: int
    """The number of commands of the battle when the request was made."""
    granted: set[str]


class TakingBack:
    """The open request to take a move back in one hosted battle, and the answers so far."""

    def __init__(
        self, seating: Seating, running: Callable[[], Battle], tell: Callable[[], None]
    ) -> None:
        """Begin without a request.

        `running` returns the battle, and raises `Refused` while it cannot be played; `tell` redraws
        all screens.
        """
        self._seating = seating
        self._running = running
        self._tell = tell
        self.request: TakeBack | None = None
        self._asked = Counter[str]()
        """The requests of each person so far."""
        self._refusals = Counter[tuple[str, int]]()
        """The refused requests of each seat, by the number of commands of the battle."""
        self.denied = ""
        """The person who refused the latest take-back request; '' when it was granted or
        withdrawn."""

    def others(self, seat: str) -> set[str]:
        """Return the persons who must agree before a seat takes its order back."""
        return set(self._seating.persons) - {self._seating.person_of(seat)}

    def ask(self, seat: str) -> None:
        """Ask the others to let a seat take its latest order back; if there are no others, take it
        back at once.

        Raises `Refused` when nothing can be taken back, or another seat has an open request.
        """
        battle = self._running()
        if self.request and self.request.seat != seat:
            raise Refused(
                f"{self._seating.person_of(self.request.seat)} is already asking to take "
                "something back"
            )
        why_not = battle.why_not_take_back(seat)
        if why_not:
            raise Refused(why_not)
        if not self.others(seat):
            battle.take_back(seat)
            return
        if self._refusals[seat, battle.position] >= MOST_REFUSED:
            raise Refused(f"it was refused {MOST_REFUSED} times; play first, then ask again")
        person = self._seating.person_of(seat)
        if not self.request and self._asked[person] >= MOST_ASKED:
            raise Refused("you have asked as often as a battle allows")
        self._asked[person] += not self.request
        self.request, self.denied = TakeBack(seat, battle.position, set()), ""
        self._tell()

    def grant(self, person: str) -> None:
        """Record that a person agrees; the order is taken back when all have agreed."""
        request = self.request
        if request is None:
            raise Refused("nobody is asking to take anything back")
        request.granted.add(person)
        if self.others(request.seat) <= request.granted:
            self.request = None
            self._running().take_back(request.seat)
        else:
            self._tell()

    def refuse(self, person: str) -> None:
        """Record that a person refuses the request, or withdraws the person's own."""
        if self.request is None:
            return
        self.denied = "" if person == self._seating.person_of(self.request.seat) else person
        if self.denied:
            self._refusals[self.request.seat, self.request.at] += 1
        self.request = None
        self._tell()
