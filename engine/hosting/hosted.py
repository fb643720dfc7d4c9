"""A hosted battle: people take its seats, it begins, and they play it.

An order is taken back only if the other players agree.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from msgspec.structs import replace

from engine.base.dice import BITS
from engine.base.errors import FileFault, Refused
from engine.base.files import open_regular, raise_unusable
from engine.game.game import Seat
from engine.game.question import Question
from engine.hosting.clock import DAY, StoredCountdown, TurnClock
from engine.hosting.club.people import Holiday, People
from engine.hosting.leaving import Leaving
from engine.hosting.seating import Attendance, Seating, TakingBack, check_sides
from engine.hosting.shown import PersonsBattle
from engine.hosting.terms import USUAL, Agreement, Limits, is_stored, stored_at
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.kernel.journal import LONGEST
from engine.kernel.registry import system
from engine.kernel.seen import Change
from engine.players import SUBSTITUTE, make_player

LOG = logging.getLogger("weathergage.host")
HostedStanding = Literal["open", "running", "adjourned", "finished"]
UNATTENDED = 8
"""The number of choices in a row that computer players make for people who are all absent. Then the
battle is adjourned."""
DESERTED = "no player was there"
"""The reason why a battle is adjourned when all its people have left."""


class HostedBattle:
    """One battle of the host, shared by all people who play or watch it.

    The hub creates it from an agreement (the stored terms and seats). It manages seats, requests to
    take orders back, the clock and attendance, and stores the agreement. Screens see only what
    `shown_to` returns for their person, which contains no secrets of others. `changed` is called
    after every change that another screen may show.

    Raises a `WeatherGageError` when all seats are taken and the battle cannot be opened or begun.
    """

    def __init__(  # noqa: PLR0913  (what the hub gives to each battle, called twice there)
        self,
        agreement: Agreement,
        folder: Path,
        changed: Callable[[], None],
        limits: Limits = USUAL,
        last_keys: Mapping[str, float] = MappingProxyType({}),
        people: People | None = None,
    ) -> None:
        self._limits = limits
        self.battle: Battle | None = None
        """The battle; None before it has begun. Screens use what `shown_to` returns instead."""
        self._shown: dict[tuple[str, ...], PersonsBattle] = {}
        """{the seats of a person: what `shown_to` returns for them}, a cache."""
        self.screens: Counter[str] = Counter()
        """{person: how many screens the person has open on this battle}."""
        self.players: dict[str, str] = {}
        """{seat: the computer player that answers for the seat}, for seats that no person plays."""
        self.asked_since = 0.0
        """The time of the latest order, in seconds since 1970."""
        self.people = people or People()
        """The settings of people: time zones, holidays."""
        self._expected = False
        """Whether people were at the battle when the host was killed, and none of them has come
        back yet."""
        self._unattended = 0
        """The number of choices that computer players have made since all persons missed their
        deadlines."""
        self.clock = TurnClock(
            agreement.terms.pace, self._time_ran_out, changed, self._countdown_starts
        )
        self._folder = folder
        self._changed = changed
        self.game = system(agreement.terms.game)
        self.start = self.game.set_up(agreement.terms.scenario, agreement.terms.options)
        """The state of the set-up, before any die is rolled."""
        self.seats: tuple[Seat, ...] = self.game.seats(self.start)
        attendance = Attendance(
            *(self.screens, last_keys, limits.idle_minutes * 60),
            lambda person: self.people.of(person).holiday,
        )
        self.seating = Seating(agreement, folder, self.seats, attendance)
        self.taking_back = TakingBack(self.seating, self.running, changed)
        self.leaving = Leaving(
            self.seating, lambda: self.battle, lambda: self.asked_since, self._give_seat, changed
        )
        for key, name in agreement.terms.computers.items():
            # This raises `Refused` for a computer player that a host does not start.
            make_player(name, self.game, 0, key)
        if not self.seating.free:
            self._begin()

    @property
    def agreement(self) -> Agreement:
        """The agreed terms, as they are stored."""
        return self.seating.agreement

    @property
    def path(self) -> Path:
        """The battle's file."""
        return self._folder / (self.agreement.file or f"{self.agreement.id}.battle")

    @property
    def title(self) -> str:
        """The battle's title: the one that the founder gave it, or else the title of the game."""
        return (
            self.agreement.terms.title
            or self.game.screen.status(self.game.view(self.start, "")).title
        )

    @property
    def pledge(self) -> str:
        """The commitment to the host's secret for the dice."""
        return fair.pledge(self.agreement.secret)

    # State and open questions ----------------------------------------------------------------

    @property
    def standing(self) -> HostedStanding:
        """How the battle stands: it waits for players, is under way, is adjourned, or is over."""
        if self.battle is None:
            return "open"
        if self.battle.outcome():
            return "finished"
        return "adjourned" if self.agreement.adjourned or self.seating.withdrawn else "running"

    def asked(self) -> tuple[str, ...]:
        """Return the keys of the seats that have an open question."""
        return tuple(question.seat for question in self.questions())

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions; none unless the battle is under way."""
        if self.battle is None or self.standing != "running":
            return ()
        return self.battle.pending()

    def computer_asked(self) -> tuple[str, Question] | None:
        """Return a computer player who has to choose, and its question, as (player's name,
        question).

        None if there is none.
        """
        for question in self.questions():
            if question.seat in self.players and not self.seating.is_persons(question.seat):
                return self.players[question.seat], question
        return None

    def plays(self, key: str) -> bool:
        """Tell whether a computer plays a seat now."""
        return self.standing == "running" and not self.seating.is_persons(key)

    def screen_opened(self, person: str) -> None:
        """Count one more screen of a person on this battle; called when the screen is opened."""
        self.screens[person] += 1
        self._expected = False
        if person in self.seating.persons and person not in self.agreement.here:
            with suppress(FileFault):  # if this fails, the visit stored before counts
                self.seating.update(here=(*self.agreement.here, person))
        self._changed()

    def left_at(self, person: str) -> int | None:
        """Return how many commands the battle had when a person left it.

        None if nothing has happened since, or while the person has another screen on the battle
        open.
        """
        left = self.agreement.left.get(person)
        now = self.battle.position if self.battle else 0
        return left if left is not None and left < now and not self.screens[person] else None

    def screen_closed(self, person: str) -> None:
        """Count one screen of a person less; called when the screen is closed."""
        self.screens[person] -= 1
        if person in self.seating.persons and not self.screens[person]:
            with suppress(FileFault):  # if this fails, the previous time stays stored
                left = {**self.agreement.left, person: self.battle.position if self.battle else 0}
                here = tuple(each for each in self.agreement.here if each != person)
                seen = {**self.agreement.seen, person: _now()}
                self.seating.update(seen=seen, left=left, here=here)
            self.adjourn_if_deserted()
        self._changed()

    def adjourn_if_deserted(self) -> None:
        """Adjourn the battle if no person is there.

        Computer players must not play a battle of people to its end. If the host was killed, the
        people who were there get time to come back first.
        """
        if self.seating.timed_out and not self.seating.billed_to() and not self._expected:
            self.adjourn(DESERTED)

    def shown_to(self, person: str) -> PersonsBattle:
        """Return the battle as a person may see it, live or some turns behind.

        If `person` is '', it is a guest. Persons have no other access to a battle. Raises `Refused`
        before the battle has begun, and to a watcher if the battle does not allow watchers.
        """
        if self.battle is None:
            raise Refused("the battle has not begun")
        terms, seats = self.agreement.terms, self.seating.seats_of(person) if person else ()
        asked = bool(person) and self.leaving.asks(person) is not None
        private = terms.watching == "nobody" and not asked
        if not seats and private and self.standing != "finished":
            raise Refused("the players of this battle do not want watchers")
        if seats not in self._shown:
            behind = terms.delay if not seats and terms.watching == "delayed" else 0
            self._shown[seats] = PersonsBattle(self.battle, seats, behind)
        return self._shown[seats]

    # Gathering ---------------------------------------------------------------------------

    def sit(self, person: str, key: str, word: str = "", invitation: str = "") -> None:
        """Give a free seat to a person; when no seat is free any more, the battle begins.

        `word` is mixed into the seed of the dice, so that the host alone cannot choose the seed.
        Raises `Refused` when the person may not have the seat, `FileFault` when the change cannot
        be stored.
        """
        if not person:
            raise Refused("a guest may watch, but not play")
        self.seating.check_withdrawn()
        if self.battle or key not in self.seating.free:
            raise Refused("this seat is taken")
        whose = self.agreement.reserved.get(key, person)
        if whose != person:
            raise Refused(f"this seat is kept for {whose}")
        self.seating.check_invitation(person, invitation)
        check_sides(self.seating, person, key)
        before = self.agreement
        self.seating.take(person, key, word)
        if not self.seating.free:
            try:
                self._begin()
            except FileFault:
                # Undo the change. If the disk is still full, the file keeps the change, and the
                # battle begins at the host's next start.
                self.seating.agreement = before
                with suppress(FileFault):
                    self.seating.update()
                raise
        self._changed()

    def leave_seat(self, person: str, key: str) -> None:
        """Give a seat back before the battle has begun."""
        if self.battle:
            raise Refused("the battle has begun, so the seat cannot be given back")
        self.seating.give_back(person, key)
        self._changed()

    def _begin(self) -> None:
        """Begin the battle.

        After a restart of the host, open the battle's file instead.
        """
        terms, secret = self.agreement.terms, self.agreement.secret
        if not self.agreement.file:
            _remove_torn(self.path)
        resumed = bool(self.agreement.file) or self.path.exists()
        if resumed:
            self.battle = Battle.open(self.path, secret=secret)
            self.seating.follow(self.battle.log)
            terms = self.agreement.terms
        else:
            fairness = Fairness(fair.pledge(secret), self.agreement.words, BITS)
            players = {seat.key: terms.computers.get(seat.key, "human") for seat in self.seats}
            self.battle = Battle.from_state(
                self.game,
                self.game.set_up(terms.scenario, terms.options),
                fair.mix_seed(secret, fairness),
                {**terms.noted, "players": players, "persons": self.agreement.seated},
                path=self.path,
                created=self.agreement.created,
                title=terms.title,
                scenario=terms.scenario,
                fairness=fairness,
            )
        self.players = {each.key: terms.computers.get(each.key, SUBSTITUTE) for each in self.seats}
        self.asked_since = min(time.time(), self.path.stat().st_mtime)
        if resumed:
            # The host may have been killed when it had stored an answer or a holiday, but not yet
            # the clock.
            agreement = self.agreement
            answers = {each.seat: each.at for each in self.battle.entries}
            # A deadline for a later entry than the battle's last one belongs to a question that no
            # longer exists, because an order was taken back.
            countdowns = {
                seat: StoredCountdown(due, self._missed_holidays(seat))
                for seat, (due, at) in agreement.deadlines.items()
                if at <= self.battle.position
            }
            answered = {
                seat: (answers[seat] - 1, self.asked_since)
                for seat, (_, at) in agreement.deadlines.items()
                if answers.get(seat, 0) > at
            }
            asked = min(time.time(), max(self.asked_since, stored_at(self._folder, agreement.id)))
            self.clock.resume(countdowns, agreement.banks, agreement.answered, answered, asked)
            # The host may have been killed: the people who were at the battle count as present
            # until now. Nothing is written here; the next change of the agreement stores it.
            seating, agreement = self.seating, self.agreement
            seating.timed_out = {key for key in agreement.late if key in agreement.seated}
            if here := [person for person in agreement.here if person in seating.persons]:
                self._expected = True
                seating.agreement = replace(
                    agreement,
                    here=(),
                    seen={**agreement.seen, **dict.fromkeys(here, _now())},
                    left={**agreement.left, **dict.fromkeys(here, self.battle.position)},
                )
        if self.agreement.file != self.path.name:
            self.seating.update(file=self.path.name)
        self._log_notice(self.battle.notice)
        self._close_if_over()
        self.battle.subscribe(self._follow_change)
        if resumed:
            self.leaving.settle()

    def _missed_holidays(self, seat: str) -> tuple[Holiday, ...]:
        """Return the holidays of a seat's person that the stored deadline does not include."""
        person, count = self.agreement.holidays.get(seat, ("", 0))
        if self.clock.seconds < DAY or not person or person != self.seating.person_of(seat):
            return ()
        return self.people.missed(person, count)

    def _follow_change(self, battle: Battle, change: Change) -> None:
        if change.notice and battle.path:
            self._log_notice(change.notice)
            self.seating.update(file=battle.path.name)
        if not is_stored(self._folder, self.agreement.id):
            self._log_notice("its file of terms was missing and has been written again")
            self.seating.update()
        if change.kind in ("command", "undo", "redo", "take_back"):
            self.taking_back.request = None
            self.asked_since = time.time()
        if change.kind == "take_back":
            self.clock.forget()
        # Adjourn the battle after `UNATTENDED` choices of computer players for absent people. All
        # persons must have missed their deadlines. A person with an open window still counts as
        # absent until a key press takes the seat back.
        late = all(key in self.seating.timed_out for key in self.agreement.seated)
        self._unattended = self._unattended + 1 if late else 0
        if self._unattended >= UNATTENDED:
            self._unattended = 0
            self.adjourn(DESERTED)
        self._close_if_over()
        self._changed()

    def _log_notice(self, notice: str) -> None:
        """Write the notice about damage to the battle's file to the log, for the host's owner."""
        if notice:
            LOG.warning("the battle %s: %s", self.agreement.id, notice)

    def update_clock(self) -> None:
        """Start the countdowns of the persons who are asked now."""
        asked = {each.seat: each for each in self.questions() if self.seating.is_persons(each.seat)}
        self.clock.update(asked, self.battle.position if self.battle else 0)
        kept, running = self.agreement.deadlines, self.clock.deadlines
        persons = {seat: self.seating.person_of(seat) for seat in running}
        holidays = {seat: (one, self.people.of(one).taken) for seat, one in persons.items()}
        late = tuple(sorted(self.seating.timed_out))
        changed = running != {seat: due for seat, (due, _) in kept.items()}
        changed = changed or late != self.agreement.late
        if self.battle and (changed or holidays != self.agreement.holidays):
            position = self.battle.position
            began = {seat: kept.get(seat, (0.0, 0)) for seat in running}
            deadlines = {
                seat: began[seat] if began[seat][0] == due else (due, position)
                for seat, due in running.items()
            }
            try:
                self.seating.update(
                    deadlines=deadlines,
                    banks=self.clock.banks,
                    answered=self.clock.latest,
                    holidays=holidays,
                    late=late,
                )
            except FileFault as fault:  # after a restart, seats would have their whole time again
                LOG.error("the clock of the battle %s: %s", self.agreement.id, fault)

    def _countdown_starts(self, key: str, asked: float) -> float:
        """Return when a seat's countdown starts: at the time `asked`, in seconds since 1970.

        With a clock of a day or more, it starts at the end of the person's holiday if that is
        later.
        """
        if self.clock.seconds < DAY:
            return asked
        return self.people.clock_start(self.seating.person_of(key), asked)

    def extend_clocks(self, person: str, seconds: float) -> None:
        """Add the seconds of a holiday to a person's running countdowns.

        Nothing changes if the clock gives less than a day.
        """
        if self.clock.seconds >= DAY:
            for key in self.seating.seats_of(person):
                self.clock.extend(key, seconds)
            self.update_clock()
            self._changed()

    def _time_ran_out(self, key: str) -> None:
        """Carry out what the terms say about a deadline that has passed.

        Either a computer player takes over the seat, or the battle is adjourned. If no person is
        there, it is adjourned.
        """
        name = next(seat.name for seat in self.seats if seat.key == key)
        if self.agreement.terms.late == "adjourn":
            self.adjourn(f"{name}'s time ran out")
        elif not self.seating.billed_to():
            self.adjourn(f"{name}'s time ran out, and {DESERTED}")
        else:
            self.seating.timed_out.add(key)
        self._changed()

    def adjourn(self, why: str) -> None:
        """Adjourn the battle until one of its players resumes it."""
        try:
            self.seating.update(adjourned=why)
        except FileFault as fault:  # the battle is then adjourned only until a restart of the host
            LOG.error("the battle %s is adjourned, but %s", self.agreement.id, fault)
            self.seating.agreement = replace(self.agreement, adjourned=why)
        self._changed()

    def say(self, seat: str, words: str, to_side: bool = False) -> None:
        """Write a chat message into the battle's file, to everybody or to the seat's own side.

        A message to a side is hidden from others until the battle is over. Raises `Refused` if
        there are too many messages, because a file with endless chat could not be opened any more.
        """
        battle = self.battle
        if battle is None:
            raise Refused("the battle has not begun")
        if sum(record.kind == "chat" for record in battle.log) >= self._limits.words_a_battle:
            raise Refused("this battle's log has no room for more talk")
        side = shared_side(self, seat) if to_side else ""
        if to_side and not side:
            raise Refused("nobody else is on your side")
        battle.chat(words, seat, side)

    def played_for(self, person: str) -> tuple[str, ...]:
        """Return the person's seats that a computer player plays because time ran out."""
        return self.seating.played_for(person)

    def come_back(self, person: str) -> None:
        """Give back to a person the seats that computer players took over when time ran out."""
        if self.played_for(person):
            self.seating.timed_out -= set(self.seating.seats_of(person))
            self._changed()

    def resume(self, person: str) -> None:
        """Continue an adjourned battle.

        Raises `Refused` for a person who is not one of its players.
        """
        if not self.seating.seats_of(person):
            raise Refused("only a player of the battle can resume it")
        self.seating.check_withdrawn()
        if not self.agreement.adjourned:
            raise Refused("the battle is not adjourned")
        self.seating.timed_out.clear()
        self.seating.update(adjourned="")
        self._changed()

    def _give_seat(self, key: str, person: str, computer: str) -> None:
        """Give a seat to a person or a computer player, after the battle's file has recorded it.

        What `shown_to` has returned for the seat's former and new person is revoked; their screens
        must call `shown_to` again.
        """
        seating = self.seating
        former = seating.person_of(key)
        for seats in {seating.seats_of(former), seating.seats_of(person) if person else ()} - {()}:
            if seats in self._shown:
                self._shown.pop(seats).revoke()
        if not person:
            self.players[key] = computer
        self.taking_back.request = None
        seating.hand(key, person, computer)

    def withdraw(self, by: str) -> None:
        """Close the battle for good, because the person `by` has withdrawn it."""
        self.seating.withdrawn = by
        self.clock.stop()
        if self.battle:
            self.battle.close()
            self.battle.why_closed = f"{by} has withdrawn this battle"

    def _close_if_over(self) -> None:
        """If the battle is over, reveal the secret of the dice and close the file.

        If the secret cannot be written, it is revealed at the next start of the host.
        """
        battle = self.battle
        if battle and battle.outcome() and not battle.why_closed:
            try:
                battle.reveal(self.agreement.secret)
            except FileFault as fault:
                LOG.error("the battle %s is over, its dice unproved: %s", self.agreement.id, fault)
                return
        if battle and battle.outcome():
            battle.close()  # nothing more is written, and the number of open files is limited

    def running(self) -> Battle:
        """Return the battle; raises `Refused` before it has begun and while it is adjourned."""
        if self.battle is None:
            raise Refused("the battle has not begun")
        self.seating.check_withdrawn()
        if self.standing == "adjourned":
            raise Refused(f"the battle is adjourned: {self.agreement.adjourned}")
        return self.battle


def _remove_torn(path: Path) -> None:
    """Remove a battle's file that a killed host had only begun to write.

    A file without its complete first line contains nothing, and nobody has seen the battle.
    """
    try:
        with open_regular(path) as file:
            if file.readline(LONGEST).endswith(b"\n"):
                return
        path.unlink()
    except FileNotFoundError:
        return
    except OSError as error:
        raise_unusable(path, "cannot be read", error)


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def shared_side(hosted: HostedBattle, seat: str) -> str:
    """Return the side of a seat, if another person has a seat on the same side; else ''."""
    return hosted.seating.shared_side(seat)
