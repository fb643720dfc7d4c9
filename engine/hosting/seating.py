"""The seats of a hosted battle, each a player's place in it.

This module knows who has each seat by the stored agreement, which persons are present, and who has
agreed that an order is taken back.
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
"""The maximum number of characters in a word for the dice; a longer word is truncated."""


class Attendance:
    """Who is present at a hosted battle: persons who have a screen on it open and have recently
    pressed a key.

    `last_keys` is {person: time of the last key press}; `holiday` returns the end of a person's
    latest holiday. Both times are in seconds since 1970.
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
        """Tell whether a person is present at the battle."""
        idle = time.time() - self._last_keys.get(person, 0.0)
        return self._screens.get(person, 0) > 0 and idle < self._idle_seconds

    def last_activity(self, person: str) -> float:
        """Return the time of the last key press of a person who has a screen on the battle open;
        for any other person 0.
        """
        return self._last_keys.get(person, 0.0) if self._screens.get(person, 0) else 0.0

    def first(self, *persons: str) -> str:
        """Return the first of these persons who is present, or ''."""
        return next((person for person in persons if self.is_there(person)), "")


class Seating:
    """The seats of one hosted battle: who has them, and who is present.

    `agreement` has the terms and seats; `update` changes and stores it. If the disk is full, the
    fact that the battle is adjourned is kept in memory only.
    """

    def __init__(
        self, agreement: Agreement, folder: Path, seats: Sequence[Seat], attendance: Attendance
    ) -> None:
        self.agreement = agreement
        self.seats = tuple(seats)
        self.attendance = attendance
        self.timed_out: set[str] = set()
        """The seats that a computer player plays because time ran out, until their persons come
        back."""
        self.withdrawn = ""
        """Who withdrew the battle: its founder, an owner, or the host; '' if nobody did."""
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
        """Return the keys of the free seats that are reserved for a person."""
        reserved = self.agreement.reserved
        if not reserved or not person:
            return ()
        return tuple(key for key in self.free if reserved.get(key) == person)

    def person_of(self, key: str) -> str:
        """Return the person who has a seat; '' if no person has it."""
        return self.agreement.seated.get(key, "")

    def player_name(self, key: str) -> str:
        """Return the holder of a seat: a person, a computer player, or ''."""
        return self.agreement.seated.get(key) or self.agreement.terms.computers.get(key, "")

    def name(self, key: str) -> str:
        """Return the name of a seat, such as `Red`."""
        return next(seat.name for seat in self.seats if seat.key == key)

    def who(self, key: str) -> str:
        """Return the person and name of a seat, such as `anna (Red)`."""
        return f"{self.person_of(key)} ({self.name(key)})"

    def sides(self, person: str) -> dict[str, list[Seat]]:
        """Return {side: the person's seats on it}, for the sides on which the person has a seat."""
        sides: dict[str, list[Seat]] = {}
        for seat in self.seats:
            if self.person_of(seat.key) == person:
                sides.setdefault(seat.fights_for, []).append(seat)
        return sides

    def fights_on(self, person: str, side: str) -> bool:
        """Tell whether other persons have seats on a side.

        The side then fights on when this person resigns.
        """
        rest = (seat.key for seat in self.seats if seat.fights_for == side)
        return bool({self.person_of(key) for key in rest} - {"", person})

    def shared_side(self, key: str) -> str:
        """Return the side of a seat, if another person has a seat on the same side; else ''."""
        side = next((each.side for each in self.seats if each.key == key), "")
        same = (each.key for each in self.seats if side and each.side == side)
        others = {self.person_of(each) for each in same} - {"", self.person_of(key)}
        return side if others else ""

    # Current players ------------------------------------------------------------------------

    def away(self, key: str) -> bool:
        """Tell whether the person of a seat is not present at this battle."""
        person = self.person_of(key)
        return bool(person) and not self.attendance.is_there(person)

    def is_persons(self, key: str) -> bool:
        """Tell whether a person, not a computer player, answers for a seat now."""
        return key in self.agreement.seated and key not in self.timed_out

    def played_for(self, person: str) -> tuple[str, ...]:
        """Return the person's seats that a computer player plays because time ran out."""
        return tuple(key for key in self.seats_of(person) if key in self.timed_out)

    def billed_to(self) -> str:
        """Return the person to whose account the thinking of computer players is counted; '' for
        none.

        A fair queue serves persons by their accounts. A battle whose persons are all away pauses.
        """
        founder = {self.agreement.founder} & self.persons
        return self.attendance.first(*founder, *sorted(self.persons))

    # Changes --------------------------------------------------------------------------------

    def update(self, **changes: Any) -> None:
        """Change the agreement and store it.

        If `FileFault` is raised, nothing has changed.
        """
        agreement = replace(self.agreement, **changes)
        if not self.withdrawn:  # a screen that is closed later must not store the agreement again
            store(self._folder, agreement)
        self.agreement = agreement

    def check_withdrawn(self) -> None:
        """Raise `Refused` if the battle has been withdrawn."""
        if self.withdrawn:
            raise Refused(f"{self.withdrawn} has withdrawn this battle")

    def needs_word(self, person: str) -> bool:
        """Tell whether a person needs the invitation word to take a seat."""
        known = person == self.agreement.founder or self.seats_of(person) or self.kept_for(person)
        return bool(self.agreement.terms.word) and not known

    def check_invitation(self, person: str, invitation: str) -> None:
        """Raise `Refused` for a person who needs the invitation word and does not give it."""
        if self.needs_word(person) and self.agreement.terms.word != invitation.strip():
            raise Refused("this battle is private, and this is not its invitation word")

    def take(self, person: str, key: str, word: str) -> None:
        """Record that a person has taken a seat, and the person's word for the dice."""
        words = {**self.agreement.words, key: clean(word[:LONGEST_WORD]).strip()}
        self.update(seated={**self.agreement.seated, key: person}, words=words)

    def decline(self, person: str) -> None:
        """Free the seats that are reserved for a person."""
        reserved = {key: name for key, name in self.agreement.reserved.items() if name != person}
        self.update(reserved=reserved)

    def give_back(self, person: str, key: str) -> None:
        """Free a person's seat again; raises `Refused` for a seat of another person."""
        if self.person_of(key) != person:
            raise Refused("this is not your seat")
        without = {seat: name for seat, name in self.agreement.seated.items() if seat != key}
        words = {seat: word for seat, word in self.agreement.words.items() if seat != key}
        self.update(seated=without, words=words)

    def hand(self, key: str, person: str, computer: str) -> None:
        """Record who has a seat from now on: a person, or if `person` is '' a computer player."""
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
        """Bring the seats up to date with the battle's file.

        The host may have been killed after it had written the file and before it stored the seats.
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
    """Raise `Refused` if, with this seat, somebody would fight for two sides and so see secrets.

    This may be the person who takes the seat, or a person who already has a seat on its side.
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
"""The number of refused requests after which a seat may not ask again until somebody has given an
order."""
MOST_ASKED = 50
"""One person may make at most this many requests in a battle, until the host starts again."""


class TakeBack(msgspec.Struct):
    """A seat's request to take its latest order back.

    It has the persons who have agreed so far.
    """

    seat: str
    at: int
    """The number of commands of the battle when the request was made."""
    granted: set[str]


class TakingBack:
    """The open request to take an order back in one hosted battle, and the answers so far."""

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
        """How many requests each person has made so far."""
        self._refusals = Counter[tuple[str, int]]()
        """{(seat, number of commands then): how many requests of the seat were refused}."""
        self.denied = ""
        """The person who refused the latest request; '' when it was granted or withdrawn."""

    def others(self, seat: str) -> set[str]:
        """Return the persons who must agree before an order of a seat may be taken back."""
        return set(self._seating.persons) - {self._seating.person_of(seat)}

    def ask(self, seat: str) -> None:
        """Ask the other persons to let a seat take its latest order back.

        If there are none, take the order back at once. Raises `Refused` when nothing can be taken
        back, or another seat has an open request.
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
            raise Refused(f"you have asked {MOST_ASKED} times, which is the limit")
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
        """Record that a person refuses the request, or that its author withdraws it."""
        if self.request is None:
            return
        self.denied = "" if person == self._seating.person_of(self.request.seat) else person
        if self.denied:
            self._refusals[self.request.seat, self.request.at] += 1
        self.request = None
        self._tell()
