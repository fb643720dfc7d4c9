"""Leaving a hosted battle: resigning, draws, handing over a seat, replacing an absent player.

Every step is an entry of the battle's file (`engine/kernel/leaving.py`). This module knows the
seats of all persons, and therefore whose consent is needed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime
from typing import NamedTuple

from engine.base.errors import Refused
from engine.game.game import Record
from engine.hosting.clock import DAY, duration_text
from engine.hosting.seating import Seating
from engine.kernel.battle import Battle
from engine.kernel.leaving import OFFERS, AgreedEnd, open_offer, resigned
from engine.players import PLAYERS, SUBSTITUTE

NOTHING_AGREED = "in this battle absent players keep their seats"
MOST_OFFERS = 50
"""The most offers that a seat may make in a battle. Each offer is an entry of the file, and a
file's entries are limited. It is also the most times that a person may propose to hand over a
seat."""
ALONE = "your opponents are computer players, which never accept a draw"


class Proposal(NamedTuple):
    """A proposal of one person that needs the consent of other persons.

    It is to end the battle, or to give a seat to somebody else.
    """

    text: str
    """The proposal in words for the other players, such as `anna (Red) offers a draw`."""
    by: str
    asked: frozenset[str]
    """The persons who are asked whether they agree."""
    needed: int
    """How many of the persons with a seat must agree."""
    agreed: frozenset[str] = frozenset()
    seat: str = ""
    """The seat that would be handed over; '' if the proposal is to end the battle."""
    to: str = ""
    """The proposed new holder of the seat: a person, or the name of a computer player."""
    told_to_taker: str = ""
    """The proposal in words for the person who would get the seat; '' where `text` is used for
    everybody."""

    def text_for(self, person: str) -> str:
        """Return the proposal in the words in which this person reads it."""
        return self.told_to_taker if person == self.to and self.told_to_taker else self.text

    @property
    def waits_for(self) -> frozenset[str]:
        """The persons who have not answered the proposal yet."""
        return self.asked - self.agreed


class Leaving:
    """The ways to leave one hosted battle.

    Screens call its methods and show the results. An open offer to end the battle is computed from
    the battle's log, so that it survives a restart of the host. A proposal to hand over a seat is
    kept in memory only, since it can be made again.
    """

    def __init__(
        self,
        seating: Seating,
        battle: Callable[[], Battle | None],
        waits_since: Callable[[], float],
        handed: Callable[[str, str, str], None],
        tell: Callable[[], None],
    ) -> None:
        """Begin without a proposal.

        `battle` returns the battle, or None before it has begun; `waits_since` returns the time of
        the latest order, in seconds since 1970. `handed` is called after the file has recorded that
        a seat was handed over; its arguments are the seat, the new person or '', and the new
        computer player or ''. `tell` is called whenever screens must be redrawn.
        """
        self._seating = seating
        self._battle = battle
        self._waits_since = waits_since
        self._handed = handed
        self._tell = tell
        self._handing: Proposal | None = None
        self._unwilling: set[tuple[str, str]] = set()
        """Pairs (seat, person), where the person has declined the seat and is not asked again."""
        self._offer: tuple[int, Record | None] = (-1, None)
        """A cache of the open offer, as (length of the log when it was computed, offer)."""
        self._proposed = Counter[str]()
        """How many times each person has proposed to hand over a seat."""
        self.refused_by = ""
        """The person who refused the latest proposal; '' when it was accepted or withdrawn."""

    # Proposals --------------------------------------------------------------------------------

    @property
    def proposal(self) -> Proposal | None:
        """The proposal that is still open, or None."""
        battle, seating = self._battle(), self._seating
        if battle is None or battle.outcome() is not None:
            return None
        if self._offer[0] != len(battle.log):
            self._offer = len(battle.log), open_offer(battle.log)
        offer = self._offer[1]
        if self._handing or offer is None:
            return self._handing
        agreed = {e.seat for e in battle.log[offer.n :] if e.kind == "agree"}
        by = seating.person_of(offer.seat)
        others = frozenset(seating.persons - {by})
        text = f"{self._seating.who(offer.seat)} {OFFERS[offer.text]}"
        said = frozenset(map(seating.person_of, agreed)) & others
        return Proposal(text, by, others, len(others), said) if by and others else None

    def asks(self, person: str) -> Proposal | None:
        """Return the open proposal if this person has to accept or refuse it; else None."""
        proposal = self.proposal
        return proposal if proposal and person in proposal.waits_for else None

    def agree(self, person: str) -> None:
        """Record that a person agrees to the proposal.

        It is carried out when enough persons agree.
        """
        proposal = self.asks(person)
        if proposal is None:
            raise Refused("nobody has proposed anything to you")
        if not proposal.seat:
            self._running().leave("agree", self._seat_of(person))
            self._end_if_agreed()
        elif why_not := self._why_kept(proposal):
            self._handing = None
            self._tell()
            raise Refused(why_not)
        else:
            proposal = proposal._replace(agreed=proposal.agreed | {person})
            self._handing = proposal
            self._hand_if_agreed()
        self._tell()

    def decline(self, person: str) -> None:
        """Record that a person refuses the proposal, or that its author withdraws it."""
        proposal = self.proposal
        if proposal is None or person not in {proposal.by, *proposal.asked}:
            raise Refused("nobody has proposed anything to you")
        own = person == proposal.by
        if not proposal.seat:
            self._running().leave("decline", self._seat_of(person), "own" if own else "")
        else:
            left = proposal._replace(asked=proposal.asked - {person})
            hopeless = len(left.asked & self._seating.persons) < left.needed
            self._handing = None if own or hopeless or person == left.to else left
            if person == left.to:
                self._unwilling.add((left.seat, person))
        self.refused_by = "" if own or self.proposal else person
        self._tell()

    # Ending it -----------------------------------------------------------------------------

    def resign(self, person: str, side: str) -> None:
        """Resign a person's seats on a side.

        If other persons have seats on that side, computer players take over the person's seats.
        """
        self._running()
        if side not in self._seating.sides(person):
            raise Refused("this is not your seat")
        self._give_up(person, side)
        self._tell()

    def _give_up(self, person: str, side: str) -> None:
        """Resign a side for a person: all of its seats.

        If other persons fight on for the side, only this person's seats resign, and computer
        players take them over.
        """
        battle, seating = self._running(), self._seating
        gone = resigned(battle.log)
        if not seating.fights_on(person, side):
            for seat in seating.seats:  # the side's computer players resign, too
                if seat.fights_for == side and seat.key not in gone and battle.outcome() is None:
                    battle.leave("resign", seat.key)
            return
        for seat in seating.sides(person)[side]:
            if seat.key not in gone:
                battle.leave("resign", seat.key)
            self._hand(seat.key, SUBSTITUTE)

    def settle(self) -> None:
        """Finish what the host had begun when it was killed.

        That is a resignation of several steps, or an end that everybody has agreed to. It is also
        called when a seat gets a new player, because all remaining persons may already have agreed
        to an end.
        """
        battle, seating = self._battle(), self._seating
        if battle is None or battle.outcome() is not None:
            return
        for key in sorted(resigned(battle.log)):
            side = next(seat.fights_for for seat in seating.seats if seat.key == key)
            on_it = (each.key for each in seating.seats if each.fights_for == side)
            # The seat of a computer player resigns only with the last person of its side.
            person = seating.person_of(key) or max(map(seating.person_of, on_it))
            if person:
                self._give_up(person, side)
            if battle.outcome() is not None:
                return
        self._end_if_agreed()

    def _end_if_agreed(self) -> None:
        """End the battle if somebody has offered to end it and all other persons have agreed."""
        battle, now = self._running(), self.proposal
        if now and not now.seat and now.agreed and not now.waits_for:
            offer = open_offer(battle.log)
            assert offer is not None, "this has been proposed"
            battle.leave("end", "", offer.text)

    def propose(self, person: str, end: AgreedEnd) -> None:
        """Offer a draw, or offer to stop the battle.

        If no other person plays, the battle ends at once.
        """
        battle = self._running()
        seat = self._seat_of(person)
        self._none_open()
        offers = [each for each in battle.log if each.kind == "offer" and each.seat == seat]
        if len(offers) >= MOST_OFFERS:
            raise Refused(f"you have made {MOST_OFFERS} offers, which is the limit")
        answers = battle.log[offers[-1].n :] if offers else []
        if any(e.kind == "decline" and not e.text and e.at == battle.position for e in answers):
            raise Refused("this offer was declined a moment ago; play first, then offer it again")
        if not self._seating.persons - {person} and end == "draw":
            raise Refused(ALONE)
        battle.leave("offer", seat, end)
        if not self._seating.persons - {person}:
            battle.leave("end", "", end)
        self.refused_by = ""
        self._tell()

    # Handing over --------------------------------------------------------------------------

    def hand(self, person: str, key: str, to: str) -> None:
        """Hand over a person's seat.

        A computer player gets it at once, a person only after agreeing to it.
        """
        self._running()
        if self._seating.person_of(key) != person:
            raise Refused("this is not your seat")
        if to in PLAYERS:
            self._hand(key, to)
        else:
            self._none_open()
            self._may_have(to, key)
            self._count(person)
            text = f"{self._seating.who(key)} wants to hand the seat over to"
            self._handing = Proposal(
                f"{text} {to}",
                person,
                frozenset({to}),
                0,
                seat=key,
                to=to,
                told_to_taker=f"{text} you",
            )
            self.refused_by = ""
        self._tell()

    def replace(self, person: str, key: str, to: str) -> None:
        """Propose to hand over the seat of an absent person.

        A majority of the other persons decides. If nobody has to be asked, the seat is handed over
        at once.
        """
        self._running()
        self._seat_of(person)
        if why_not := self.why_not_replace(key):
            raise Refused(why_not)
        absent = self._seating.person_of(key)
        if person == absent:
            raise Refused("this is your own seat")
        self._none_open()
        if to not in PLAYERS:
            self._may_have(to, key)
        self._count(person)
        others = self._seating.persons - {absent}
        takes = {to} - {person} if to not in PLAYERS else set()
        whom = to if to not in PLAYERS else f"a {to}"
        whose = f"for {absent} ({self._seating.name(key)})"
        text = f"{person} proposes that {whom} takes over {whose}"
        to_taker = f"{person} proposes that you take over {whose}" if takes else ""
        asked = frozenset((others | takes) - {person})
        self._handing = Proposal(
            text,
            person,
            asked,
            len(others) // 2,
            seat=key,
            to=to,
            told_to_taker=to_taker,
        )
        self.refused_by = ""
        self._hand_if_agreed()
        self._tell()

    def _count(self, person: str) -> None:
        """Count a proposal of a person to hand over a seat; raises `Refused` for too many."""
        if self._proposed[person] >= MOST_OFFERS:
            raise Refused(f"you have made {MOST_OFFERS} offers, which is the limit")
        self._proposed[person] += 1

    def why_not_replace(self, key: str) -> str:
        """Return why the other persons may not give away a person's seat yet; '' when they may."""
        seating, agreed = self._seating, self._seating.agreement.terms.away
        person = seating.person_of(key)
        if not person:
            return "a computer has this seat already"
        if not agreed:
            return NOTHING_AGREED
        if self._holiday(person) > time.time():
            return f"{person} has a holiday"
        if self.seconds_waited(key) < agreed:
            return f"{person} has not kept you waiting for {duration_text(agreed)} yet"
        return ""

    def _why_kept(self, proposal: Proposal) -> str:
        """Return why an absent person keeps the seat that others want to hand over.

        The person may be back, or have begun a holiday. '' if neither is so.
        """
        person = self._seating.person_of(proposal.seat)
        if person == proposal.by:
            return ""
        if not self._seating.away(proposal.seat):
            return f"{person} is back and keeps the seat"
        on_holiday = self._holiday(person) > time.time()
        return f"{person} has a holiday and keeps the seat" if on_holiday else ""

    def seconds_waited(self, key: str) -> float:
        """Return for how many seconds the battle has waited for the absent person of a seat.

        0 if the person is there, or the battle does not wait for this seat.
        """
        seating, battle = self._seating, self._battle()
        if battle is None or not seating.away(key):
            return 0.0
        person = seating.person_of(key)
        seen = seating.agreement.seen.get(person, "") or seating.agreement.created
        last = datetime.fromisoformat(seen).timestamp() if seen else 0.0
        last = max(last, seating.attendance.last_activity(person), self._holiday(person))
        # if a computer player has the seat, no question stays open for long
        if key not in seating.timed_out:
            if key not in {question.seat for question in battle.pending()}:
                return 0.0
            last = max(last, self._waits_since())
        return max(0.0, time.time() - last)

    def _holiday(self, person: str) -> float:
        """Return the end of a person's latest holiday, in seconds since 1970.

        0 where the others need to wait less than a day for an absent person: a holiday does not
        extend so short a wait.
        """
        seating = self._seating
        return seating.attendance.holiday(person) if seating.agreement.terms.away >= DAY else 0.0

    def _hand_if_agreed(self) -> None:
        proposal = self._handing
        if proposal is None:
            return
        consents = proposal.to in PLAYERS or proposal.to in {proposal.by, *proposal.agreed}
        if consents and len(proposal.agreed & self._seating.persons) >= proposal.needed:
            self._handing = None
            self._hand(proposal.seat, proposal.to)

    def _hand(self, key: str, to: str) -> None:
        """Record the new holder of a seat in the battle's file, and give the holder the seat."""
        computer = to in PLAYERS
        self._running().leave("hand", key, f"the {to}" if computer else to)
        self._handed(key, "" if computer else to, to if computer else "")
        self._end_if_agreed()

    def why_not_have(self, to: str, key: str) -> str:
        """Return why a person may not have a seat; '' if the person may.

        For example, a person with a seat on another side would see secrets.
        """
        seating = self._seating
        if not to or to == seating.person_of(key):
            return "choose a person who does not have the seat yet"
        if (key, to) in self._unwilling:
            return f"{to} does not want it"
        side = next(seat.fights_for for seat in seating.seats if seat.key == key)
        if set(self._seating.sides(to)) - {side}:
            return f"{to} fights against this seat, and would see its secrets"
        return ""

    def why_not_ask(self, to: str, key: str) -> str:
        """Return why a person may not be asked now to take a seat; '' if that is allowed."""
        open_one = self.proposal
        waits = f"this proposal is still open: {open_one.text}" if open_one else ""
        return waits or self.why_not_have(to, key)

    def _may_have(self, to: str, key: str) -> None:
        if why_not := self.why_not_have(to, key):
            raise Refused(why_not)

    # Checks -----------------------------------------------------------------------------------

    def _none_open(self) -> None:
        if proposal := self.proposal:
            raise Refused(f"this proposal is still open: {proposal.text}")

    def _running(self) -> Battle:
        """Return the battle; raises `Refused` before it begins and after it is over."""
        battle = self._battle()
        if battle is None:
            raise Refused("the battle has not begun")
        if battle.outcome() is not None:
            raise Refused("the battle is over")
        return battle

    def _seat_of(self, person: str) -> str:
        """Return the first seat of a person; raises `Refused` for a watcher."""
        seats = self._seating.seats_of(person) if person else ()
        if not seats:
            raise Refused("only a player of the battle can do this")
        return seats[0]


def possible_holders(persons: Collection[str], own: str) -> list[str]:
    """Return possible new holders of a seat: persons by name, then the computer players."""
    return [*sorted(name for name in persons if name and name != own), *PLAYERS]
