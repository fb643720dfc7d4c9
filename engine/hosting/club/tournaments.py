"""The tournaments of a host.

This module founds the battles of each round, and ends them at the deadline.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.base import files
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.files import decode_data, raise_unusable, read_bytes
from engine.base.text import pluralized, sentence
from engine.hosting.club.people import DAY, Holiday
from engine.hosting.club.results import Result
from engine.hosting.club.tournament import MOST_ROUNDS, Kind, Meeting, Tournament
from engine.hosting.hub import Hub
from engine.hosting.log import log_fault
from engine.hosting.terms import Terms
from engine.kernel.registry import system

LOG = logging.getLogger("weathergage.host")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")
LARGEST = 4 * 1024 * 1024
"""The maximum size of a tournament's file in bytes."""
MOST_PLAYERS = 128
OPEN_EACH = 2
"""The maximum number of unfinished tournaments of one founder."""
LOOK = 15.0
"""Seconds between checks of the deadlines."""
SHORTEST, LONGEST = 60.0, 60 * 86_400.0
"""The minimum and the maximum length of a round in seconds."""


class Tournaments:
    """All tournaments by name, each in a file of its own.

    What to do next is computed from files alone, so that a host that was killed at any moment can
    go on: results come from the host's file of results, and the battle of a meeting is founded only
    if no battle has the mark of this meeting.
    """

    def __init__(self, folder: Path, hub: Hub) -> None:
        self._folder = folder
        self._hub = hub
        self._kept: dict[str, Tournament] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._looking = False
        for path in sorted(folder.glob("*.json")):
            try:
                found = decode_data(
                    _decode, read_bytes(path, LARGEST, "a file of a tournament"), path
                )
                if found.name != path.stem:
                    raise FileFault(f"{path} is damaged (name: it is that of another tournament)")
                self._kept[found.name] = found
            except FileFault as fault:
                LOG.error("%s", fault)
        hub.results.subscribe(self._heard)
        hub.tournaments = self

    def __iter__(self) -> Iterator[Tournament]:
        return iter(tuple(self._kept.values()))

    def tournament(self, name: str) -> Tournament:
        """Return the tournament with a name; raises `Refused` if there is none."""
        if name.lower() not in self._kept:
            raise Refused(
                f"there is no tournament '{name[:40]}'; the command `tournaments` lists all"
            )
        return self._kept[name.lower()]

    # What people do ------------------------------------------------------------------------

    def found(  # noqa: PLR0913  (what the founder chooses)
        self, founder: str, name: str, kind: Kind, terms: Terms, rounds: int, seconds: float
    ) -> Tournament:
        """Found a tournament; its first round does not begin yet.

        Raises `Refused` if it cannot be played.
        """
        if why_not := self._hub.sanctions.why_not_talk(founder):  # the name is read by everybody
            raise Refused(why_not)
        name = name.lower()
        if not NAME.fullmatch(name) or name in self._kept or self._file(name).exists():
            raise Refused(
                f"'{name[:40]}' is taken, or is not a valid name: use a letter, then "
                "letters or digits"
            )
        if sum(not each.over and each.founder == founder for each in self) >= OPEN_EACH:
            raise Refused(
                f"{pluralized(OPEN_EACH, 'tournament')} of yours are not over, which is the limit"
            )
        if not 1 <= rounds <= MOST_ROUNDS or not SHORTEST <= seconds <= LONGEST:
            raise Refused(f"a tournament has 1 to {MOST_ROUNDS} rounds of a minute to 60 days each")
        rules = system(terms.game)
        seats = rules.seats(rules.set_up(terms.scenario, terms.options))
        if len({seat.fights_for for seat in seats}) != 2 or len(seats) != 2 or terms.computers:
            raise Refused("a tournament needs a scenario of two seats, both for people")
        self._write(Tournament(name, founder, kind, terms, rounds, seconds))
        return self._kept[name]

    def join(self, person: str, name: str) -> None:
        """Add a person to a tournament; raises `Refused` if it has begun, or if it is full."""
        found = self.tournament(name)
        if found.round:
            raise Refused("the tournament has begun")
        if person in found.players:
            raise Refused("you take part already")
        if len(found.players) >= (MOST_ROUNDS + 1 if found.kind == "robin" else MOST_PLAYERS):
            raise Refused("the tournament is full")
        self._write(replace(found, players=(*found.players, person)))

    def leave(self, person: str, name: str) -> None:
        """Remove a person from a tournament.

        The person loses the meeting of this round, has no further meetings, and cannot come back.
        """
        found = self.tournament(name)
        if person not in found.playing or found.over:
            raise Refused("you do not take part in this tournament")
        if not found.round:
            players = tuple(each for each in found.players if each != person)
            self._write(replace(found, players=players))
            return
        self._write(replace(found, gone=(*found.gone, person)))
        self.do_due_steps()

    def drop(self, person: str) -> None:
        """Remove a person from every tournament; called when the owner bans the person."""
        for each in self:
            if person in each.playing and not each.over:
                self.leave(person, each.name)

    def start(self, person: str, name: str) -> None:
        """Begin the first round, with the players ranked by their ratings.

        Only the founder and owners may do so.
        """
        found = self.tournament(name)
        if person != found.founder and person not in self._hub.owners:
            raise Refused("only its founder begins a tournament")
        if found.round:
            raise Refused("the tournament has begun")
        if len(found.players) < 2:
            raise Refused("a tournament needs two people at least")
        ratings, game, today = self._hub.ratings, found.terms.game, date.today()
        players = tuple(
            sorted(found.players, key=lambda who: -ratings.strength(game, who, today).rating)
        )
        rounds = found.rounds
        if found.kind == "robin":
            rounds = len(players) - 1 + len(players) % 2
        elif found.kind == "knockout":
            rounds = (len(players) - 1).bit_length()
        self._next_round(replace(found, players=players, rounds=rounds))

    def give_up(self, person: str, name: str) -> None:
        """Cancel a tournament at the wish of a person.

        The founder may do so before it begins, owners of the host until it is over.
        """
        found = self.tournament(name)
        if person not in self._hub.owners:
            if person != found.founder:
                raise Refused("only its founder cancels a tournament")
            if found.round:
                raise Refused("the tournament has begun; an owner of the host may cancel it")
        self.cancel(name)

    def cancel(self, name: str, why: str = "") -> None:
        """Cancel a tournament, and tell its players, with the reason if there is one.

        If it has not begun, it is deleted. If it has begun, it ends with the standings as they are,
        and those of its battles that have begun go on.
        """
        found = self.tournament(name)
        if found.over:
            raise Refused("the tournament is over")
        if found.round:
            self._write(replace(found, over=True))
            self._finish(self._kept[found.name])
        else:
            try:
                self._file(found.name).unlink(missing_ok=True)
            except OSError as error:
                raise_unusable(self._file(found.name), "cannot be deleted", error)
            del self._kept[found.name]
            self._hub.notify_changed()
        because = f": {why}" * bool(why)
        self._hub.sessions.tell(
            f"The tournament {found.name} is cancelled{because}.", {*found.playing}
        )

    # What the host does --------------------------------------------------------------------

    def run(self) -> None:
        """Check all deadlines, now and every `LOOK` seconds; call it when the event loop runs."""
        self.do_due_steps()
        self._timer = asyncio.get_running_loop().call_later(LOOK, self.run)

    def stop(self) -> None:
        """Stop the regular checks of the deadlines."""
        if self._timer:
            self._timer.cancel()

    def do_due_steps(self) -> None:
        """Do all due steps of every tournament, including steps that become due during this
        call.
        """
        if self._looking:
            return
        self._looking = True
        try:
            for each in self:
                try:
                    self._finish(each)
                    self._look_at(each.name)
                # for example a full disk; the next check tries again
                except WeatherGageError as fault:
                    LOG.error("the tournament %s waits: %s", each.name, fault)
                except Exception as error:  # a forged file must not stop the other tournaments
                    log_fault(self._hub.folder, "the tournament %s waits", each.name, error)
        finally:
            self._looking = False

    def _finish(self, found: Tournament) -> None:
        """Finish what the host had begun when it was killed.

        Banned people leave the tournament. Battles that have not begun are removed if their
        meetings have results, or if the tournament is over.
        """
        for person in found.playing if not found.over else ():
            if self._hub.sanctions.why_not_in(person):
                self.leave(person, found.name)
        done = {_mark(found, e) for e in found.meetings if found.over or e.scores is not None}
        for hosted in tuple(self._hub.battles.values()):
            if hosted.battle is None and hosted.agreement.tournament in done:
                self._hub.remove(hosted, "the deadline of the round")

    def _look_at(self, name: str) -> None:
        if self._kept[name].over:
            return
        if not self._kept[name].round:
            days, waited = self._hub.limits.open_days, 0.0
            with suppress(OSError):  # a file that somebody has removed says nothing
                # It is written whenever somebody enters or leaves the tournament.
                waited = time.time() - os.stat(self._file(name)).st_mtime
            if waited >= days * DAY:
                LOG.info(
                    "the tournament %s is cancelled: nobody entered it for %s days", name, days
                )
                self.cancel(name, f"it has not begun, and nobody entered it for {days} days")
            return
        self._take_results(name)
        # A holiday has usually moved the deadline when it was taken, but not if the disk was full
        # or the host was killed.
        if (waiting := self._waiting(self._kept[name])) is not self._kept[name]:
            self._write(waiting)
        found, late = self._kept[name], time.time() >= self._kept[name].due
        for meeting in found.this_round:
            # Who loses by having left the tournament. If the seat was handed over before the player
            # left, its new holder plays on.
            hosted = self._hub.battles.get(meeting.battle)
            begun = hosted is not None and hosted.battle is not None
            gone = (who for who in (meeting.first, meeting.second) if who in found.gone)
            left = next(
                (
                    who
                    for who in gone
                    if not (hosted and begun and not hosted.seating.seats_of(who))
                ),
                "",
            )
            if meeting.scores is None and (left or late):
                self._end(self._kept[name], meeting, left, "left" if left else "deadline")
        self._take_results(name)
        if self._kept[name].round_is_over:
            self._next_round(self._kept[name])

    def _take_results(self, name: str) -> None:
        """Store the known results of a round, and found those of its battles that are missing."""
        for meeting in self._kept[name].this_round:
            hosted = self._hub.battles.get(meeting.battle)
            if hosted and hosted.standing == "finished":  # the result was not stored: a full disk
                self._hub.record(hosted, datetime.now())
            result = self._hub.results.of(meeting.battle) if meeting.battle else None
            if meeting.scores is None and result:
                # A result without a winner is a draw.
                persons = result.persons
                first, second = (persons.get(name) for name in (meeting.first, meeting.second))
                one = first.score if first else None
                other = second.score if second else None
                # The result of a seat that was handed over counts for the player who had it at the
                # start.
                one = (0.5 if other is None else 1 - other) if one is None else one
                other = 1 - one if other is None else other
                self._write(self._kept[name].with_result(meeting, (one, other), meeting.how))
            elif meeting.scores is None and meeting.battle not in self._hub.battles:
                # The battle may have been founded before the host was killed.
                found = self._kept[name]
                mark = _mark(found, meeting)
                battles = self._hub.battles.values()
                hosted = next((each for each in battles if each.agreement.tournament == mark), None)
                if hosted is None:
                    rules = system(found.terms.game)
                    seats = rules.seats(rules.set_up(found.terms.scenario, found.terms.options))
                    hosted = self._hub.open_battle(
                        found.founder,
                        replace(found.terms, title=f"{found.name} {meeting.round}"),
                        reserved={seats[0].key: meeting.first, seats[1].key: meeting.second},
                        tournament=mark,
                    )
                new = replace(meeting, battle=hosted.agreement.id)
                meetings = tuple(new if each == meeting else each for each in found.meetings)
                self._write(replace(found, meetings=meetings))

    def _heard(self, result: Result) -> None:
        """Record a new result in the tournament that its battle belongs to, if there is one."""
        hosted = self._hub.battles.get(result.id)
        if hosted is not None and hosted.agreement.tournament:
            self.do_due_steps()

    def _next_round(self, found: Tournament) -> None:
        pairs = found.next_pairs()
        if not pairs:
            self._write(replace(found, over=True))
            LOG.info("the tournament %s is over", found.name)
            return
        number = found.round + 1
        meetings = tuple(
            Meeting(number, first, second, scores=None if second else (1.0, 0.0))
            for first, second in pairs
        )
        now = time.time()
        new = replace(
            found,
            round=number,
            began=now,
            due=now + found.seconds,
            still=0.0,
            meetings=(*found.meetings, *meetings),
        )
        for person in self._still_play(new):
            new = new.with_holiday(now, self._hub.people.clock_start(person))
        # This is written before the battles are founded, so that a host that is killed in between
        # founds the missing battles later.
        self._write(new)
        due = self._kept[found.name].due
        self._look_at(found.name)
        for first, second in pairs:
            for name in filter(None, (first, second)):
                has = "your battle is in the lobby" if second else "you have a bye, so no opponent"
                ends = self._hub.people.when(name, due)
                text = f"Round {number} of {found.name} has begun and ends {ends}; {has}."
                self._hub.sessions.tell(text, {name})

    def extend(self, person: str) -> Iterator[str]:
        """Extend rounds because a person takes a holiday; yield a line about each extended round.

        Only rounds of a day or more are extended, and only those in which the person still has to
        play.
        """
        for found in self:
            waits = any(person in (each.first, each.second) and each.scores is None
                        for each in found.this_round)  # fmt: skip
            later = self._waiting(found) if waits else found
            if later is found:
                continue
            try:
                self._write(later)
            except FileFault as fault:  # the next check of the deadlines extends this round
                LOG.error("the tournament %s waits for a holiday: %s", found.name, fault)
                continue
            when, name = self._hub.people.when, f"round {found.round} of {found.name}"
            yield f"{sentence(name).removesuffix('.')} now ends {when(person, later.due)}."
            for other in {*found.playing} - {person}:
                text = f"{person} has a holiday: {name} now ends {when(other, later.due)}."
                self._hub.sessions.tell(text, {other})

    def _waiting(self, found: Tournament) -> Tournament:
        """Return the tournament with the deadline of its round moved because of holidays.

        They are the holidays of people who still have to play, taken since the round began. Only a
        round of a day or more is extended. Holidays that the deadline already includes change
        nothing. A holiday that began before the deadline counts even if this is called after the
        deadline, because a full disk or a killed host may have prevented it from being counted in
        time.
        """
        people, holidays = self._hub.people, set[Holiday]()
        for person in self._still_play(found):
            holidays |= {each for each in people.of(person).holidays if each.begin >= found.began}
        for each in sorted(holidays):
            found = found.with_holiday(*each)
        return found

    def _still_play(self, found: Tournament) -> set[str]:
        """Return the people who still have to play and for whose holidays a round waits.

        Nobody if the round lasts less than a day.
        """
        if found.over or found.seconds < DAY:
            return set()
        open_ones = (each for each in found.this_round if each.scores is None)
        return {name for each in open_ones for name in (each.first, each.second)}

    def _end(self, found: Tournament, meeting: Meeting, loser: str, how: str) -> None:
        """End a meeting that has no result, as lost by `loser`.

        Without a `loser`: if its battle has begun, the player for whom the battle waits has lost,
        and if it waits for both, it is a draw. If it has not begun, each player who has not taken a
        seat has lost, even both.
        """
        hosted = self._hub.battles.get(meeting.battle)
        both = meeting.first, meeting.second
        marked = replace(meeting, how=how)
        self._write(
            replace(found, meetings=tuple(marked if e == meeting else e for e in found.meetings))
        )
        found = self._kept[found.name]
        if hosted is None or hosted.battle is None:
            sat = hosted.seating.persons if hosted else frozenset()
            here = [name for name in both if name in sat and name != loser] or (
                [name for name in both if name != loser] if loser else []
            )
            points = 1.0 if len(here) == 1 else 0.5 if len(here) == 2 else 0.0
            scores = tuple(points if name in here else 0.0 for name in both)
            scored = found.with_result(marked, (scores[0], scores[1]), how)
            # The battle is removed, and a later battle may get its id. The result is stored first.
            # If the host is then killed, its next check removes the battle and founds no other.
            gone = tuple(replace(e, battle="") if e.battle == marked.battle else e
                         for e in scored.meetings)  # fmt: skip
            self._write(replace(scored, meetings=gone))
            if hosted:
                self._hub.remove(hosted, "the deadline of the round")
            return
        battle, person_of = hosted.battle, hosted.seating.person_of
        # Without a loser by the rules: the players whose choice it waits for, adjourned or not.
        late = {loser} if loser else {person_of(each.seat) for each in battle.pending()} - {""}
        if len(late) == 1:
            for key in hosted.seating.seats_of(next(iter(late))):
                battle.leave("resign", key)
        else:
            battle.leave("offer", hosted.seats[0].key, "draw")
            battle.leave("end", "", "draw")

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _write(self, found: Tournament) -> None:
        files.write(self._file(found.name), msgspec.json.encode(found) + b"\n")
        self._kept[found.name] = found
        self._hub.notify_changed()


def _mark(found: Tournament, meeting: Meeting) -> str:
    """Return the mark of a meeting, which is stored with the terms of its battle."""
    return f"{found.name} {meeting.round} {meeting.first}"


_decode = msgspec.json.Decoder(Tournament).decode
