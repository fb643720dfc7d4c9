"""The seats of a hosted battle: their holders by the stored agreement, which persons are present,
and their agreement to take an order back.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.base.text import clean
from engine.game.game import Record, Seat
from engine.hosting.terms import Agreement, store
from engine.kernel.battle import Battle
from engine.players import PLAYERS

LONGEST_WORD = 64
"""The most characters of a word for the dice; a longer word is truncated."""


class Attendance:
    """Who is present at a hosted battle: persons with a screen on it and a recent key press.

    An abandoned window does not count. `last_keys` is {person: time of the last key press},
    `holiday` returns the end of a person's latest holiday, both in seconds since 1970.
    """

    def __init__(
        self,
        screens: Mapping[str, int],
        last_keys: Mapping[str, float],
        idle_seconds: float,
        holiday: Callable[[str], float] = lambda _: 0.0,
    ) -> None:
        self.holiday = holiday
        self._screens = screens
        self._last_keys = last_keys
        self._idle_seconds = idle_seconds

    def is_there(self, person: str) -> bool:
        """Tell whether a person is at the battle."""
        idle = time.time() - self._last_keys.get(person, 0.0)
        return self._screens.get(person, 0) > 0 and idle < self._idle_seconds

    def last_activity(self, person: str) -> float:
        """Return the time of the last key press of a person with an open screen; 0 without a
        screen.
        """
        return self._last_keys.get(person, 0.0) if self._screens.get(person, 0) else 0.0

    def first(self, *persons: str) -> str:
        """Return the first of these persons who is present, or ''."""
        return next((person for person in persons if self.is_there(person)), "")


class Seating:
    """The seats of one hosted battle: their holders, who is present, which seats a computer plays.

    `agreement` holds the terms and seats; `update` changes and stores it. If the disk is full, an
    adjournment is kept in memory only.
    """

    def __init__(
        self, agreement: Agreement, folder: Path, seats: Sequence[Seat], attendance: Attendance
    ) -> None:
        self.agreement = agreement
        self.seats = tuple(seats)
        self.attendance = attendance
        self.timed_out: set[str] = set()
        """Seats that a computer plays because their time ran out, until their persons return."""
        self.withdrawn = ""
        """The founder, owner or host that withdrew the battle; '' if nobody did."""
        self._folder = folder

    # Holders --------------------------------------------------------------------------------

    @property
    def free(self) -> tuple[str, ...]:
        """The keys of the seats that nobody has taken."""
        taken = {*self.agreement.seated, *self.agreement.terms.computers}
        return tuple(seat.key for seat in self.seats if seat.key not in taken)

    @property
    def persons(self) -> frozenset[str]:
        """The persons who have seats."""
        return frozenset(self.agreement.seated.values())

    def seats_of(self, person: str) -> tuple[str, ...]:
        """Return the keys of a person's seats."""
        return tuple(key for key, name in self.agreement.seated.items() if name == person)

    def kept_for(self, person: str) -> tuple[str, ...]:
        """Return the keys of the free seats that are reserved for a person, who is invited."""
        reserved = self.agreement.reserved
        if not reserved or not person:
            return ()
        return tuple(key for key in self.free if reserved.get(key) == person)

    def person_of(self, key: str) -> str:
        """Return the person of a seat, or ''."""
        return self.agreement.seated.get(key, "")

    def player_name(self, key: str) -> str:
        """Return the holder of a seat: a person, a computer player, or ''."""
        return self.agreement.seated.get(key) or self.agreement.terms.computers.get(key, "")

    def name(self, key: str) -> str:
        """Return the name of a seat: `Red`."""
        return next(seat.name for seat in self.seats if seat.key == key)

    def who(self, key: str) -> str:
        """Return the person and name of a seat: `anna (Red)`."""
        return f"{self.person_of(key)} ({self.name(key)})"

    def sides(self, person: str) -> dict[str, list[Seat]]:
        """Return the sides on which a person has seats, with those seats."""
        sides: dict[str, list[Seat]] = {}
        for seat in self.seats:
            if self.person_of(seat.key) == person:
                sides.setdefault(seat.fights_for, []).append(seat)
        return sides

    def fights_on(self, person: str, side: str) -> bool:
        """Tell whether other persons sit on a side, so that the side fights on when this person
        resigns.
        """
        rest = (seat.key for seat in self.seats if seat.fights_for == side)
        return bool({self.person_of(key) for key in rest} - {"", person})

    def shared_side(self, key: str) -> str:
        """Return the side of a seat if another person sits on that side, too; else ''."""
        side = next((each.side for each in self.seats if each.key == key), "")
        same = (each.key for each in self.seats if side and each.side == side)
        others = {self.person_of(each) for each in same} - {"", self.person_of(key)}
        return side if others else ""

    # Current players ------------------------------------------------------------------------

    def away(self, key: str) -> bool:
        """Tell whether the person of a seat is not at this battle."""
        person = self.person_of(key)
        return bool(person) and not self.attendance.is_there(person)

    def is_persons(self, key: str) -> bool:
        """Tell whether a person plays a seat now."""
        return key in self.agreement.seated and key not in self.timed_out

    def played_for(self, person: str) -> tuple[str, ...]:
        """Return a person's seats that a computer plays because their time ran out."""
        return tuple(key for key in self.seats_of(person) if key in self.timed_out)

    def billed_to(self) -> str:
        """Return the person to whose account the computers' thinking is charged; '' for none.

        A battle whose persons are all away pauses.
        """
        founder = {self.agreement.founder} & self.persons
        return self.attendance.first(*founder, *sorted(self.persons))

    # Changes --------------------------------------------------------------------------------

    def update(self, **changes: Any) -> None:
        """Change the agreed terms and store them; if `FileFault` is raised nothing has changed."""
        agreement = replace(self.agreement, **changes)
        if not self.withdrawn:  # a closing screen must not store its draft again
            store(self._folder, agreement)
        self.agreement = agreement

    def check_withdrawn(self) -> None:
        """Raise `Refused` once the battle has been withdrawn."""
        if self.withdrawn:
            raise Refused(f"{self.withdrawn} has withdrawn this battle")

    def needs_word(self, person: str) -> bool:
        """Tell whether a person needs the invitation word to sit down."""
        known = person == self.agreement.founder or self.seats_of(person) or self.kept_for(person)
        return bool(self.agreement.terms.word) and not known

    def check_invitation(self, person: str, invitation: str) -> None:
        """Raise `Refused` without the invitation word; the founder and seated persons need none."""
        if self.needs_word(person) and self.agreement.terms.word != invitation.strip():
            raise Refused("this battle is private, and this is not its invitation word")

    def take(self, person: str, key: str, word: str) -> None:
        """Record that a person has a seat, and the person's word for the dice."""
        words = {**self.agreement.words, key: clean(word[:LONGEST_WORD]).strip()}
        self.update(seated={**self.agreement.seated, key: person}, words=words)

    def decline(self, person: str) -> None:
        """Free the seats that are kept for a person."""
        reserved = {key: name for key, name in self.agreement.reserved.items() if name != person}
        self.update(reserved=reserved)

    def give_back(self, person: str, key: str) -> None:
        """Free a seat again; raises `Refused` for a seat of somebody else."""
        if self.person_of(key) != person:
            raise Refused("this is not your seat")
        without = {seat: name for seat, name in self.agreement.seated.items() if seat != key}
        words = {seat: word for seat, word in self.agreement.words.items() if seat != key}
        self.update(seated=without, words=words)

    def hand(self, key: str, person: str, computer: str) -> None:
        """Record that a person, or where that is '' a computer player, has a seat."""
        terms = self.agreement.terms
        seated = {k: name for k, name in self.agreement.seated.items() if k != key}
        computers = {k: name for k, name in terms.computers.items() if k != key}
        if person:
            seated[key] = person
        else:
            computers[key] = computer
        self.timed_out.discard(key)
        self.update(seated=seated, terms=replace(terms, computers=computers))

    def follow(self, log: Sequence[Record]) -> None:
        """Update the seats from the battle's file, in case the host was killed after writing it and
        before storing the seats.
        """
        seated, computers = dict(self.agreement.seated), dict(self.agreement.terms.computers)
        for record in log:
            if record.kind == "hand":
                seated.pop(record.seat, None)
                computers.pop(record.seat, None)
                computer = record.text.removeprefix("the ")
                if computer in PLAYERS and computer != record.text:
                    computers[record.seat] = computer
                else:
                    seated[record.seat] = record.text
        if seated != self.agreement.seated:
            terms = replace(self.agreement.terms, computers=computers)
            self.update(seated=seated, terms=terms)


def check_sides(seating: Seating, person: str, key: str) -> None:
    """Raise `Refused` where the person, or somebody who sits on the side of the seat already, would
    fight for two sides and so see secrets of other people.
    """
    side = next(seat.fights_for for seat in seating.seats if seat.key == key)
    others = {seating.person_of(seat.key) for seat in seating.seats if seat.fights_for == side}
    if others - {"", person} and set(seating.sides(person)) - {side}:
        raise Refused("you fight against this side, and would see its secrets")
    for other in sorted(others - {"", person}):
        if len(seating.sides(other)) > 1:
            raise Refused(f"{other} fights on both sides, and would see your secrets")


# Taking an order back: all other persons must agree.


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
            raise Refused(
                f"taking back was refused {MOST_REFUSED} times; play first, then ask again"
            )
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
        """Record that a person refuses the request, or withdraws a request of the person's own."""
        if self.request is None:
            return
        self.denied = "" if person == self._seating.person_of(self.request.seat) else person
        if self.denied:
            self._refusals[self.request.seat, self.request.at] += 1
        self.request = None
        self._tell()
