"""The hub of a host: all its battles, the persons who are connected, and the computer players."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from engine.base.errors import SURROUNDINGS, FileFault, Refused, WeatherGageError, os_error_text
from engine.base.files import raise_unusable
from engine.base.text import clean, pluralized
from engine.files.own_folders import NOWHERE, OwnFiles
from engine.files.saves import new_path, random_secret
from engine.hosting.club.people import People, Sanctions
from engine.hosting.club.results import Ratings, Results, result_of
from engine.hosting.club.sessions import Sessions, Talk
from engine.hosting.hosted import HostedBattle
from engine.hosting.log import log_fault
from engine.hosting.terms import (
    USUAL,
    Agreement,
    Limits,
    Terms,
    discard,
    is_stored,
    store,
    stored_agreements,
)
from engine.hosting.thinkers import WorkerKilled, WorkerPool, WorkersBusy
from engine.kernel.registry import system
from engine.players import choose_answer

if TYPE_CHECKING:
    from engine.hosting.club.notices import Notices
    from engine.hosting.club.tournaments import Tournaments

LOG = logging.getLogger("weathergage.host")
RETRY_SECONDS = 10.0
"""Seconds after which a computer player tries again to give an answer that could not be written."""
RESULTS = "results.jsonl"
"""The name of the file of results in the host's folder."""
ENTRIES = 1_000_003
"""A choice of a computer player has as its seed the battle's seed times this number, plus the
battle's position. No battle has so many entries, so every choice gets a seed of its own."""


class LeftPlace(NamedTuple):
    """The id of the battle on a person's screen when the connection was lost."""

    battle: str
    kept: Any = None
    """What the screen needs to look the same later; None if it saved nothing."""


class Hub:
    """All battles of a host by id, oldest first, and the connections of each person.

    A running host has one hub; the lobbies and battle screens of all connections share it and
    subscribe to it. The hub founds battles and runs the computer players, in one task per battle.
    Everything except their computations runs in the thread of the event loop, so no locks are
    needed.

    The hub reads all stored battles in `folder`, so that a restarted host has its battles again;
    raises `FileFault` when the folder cannot be made.
    """

    def __init__(  # noqa: PLR0915  (one statement a field)
        self,
        folder: Path,
        limits: Limits = USUAL,
        thinkers: WorkerPool | None = None,
        owners: Collection[str] = (),
    ) -> None:
        self.folder = folder
        self.limits = limits
        self.battles: dict[str, HostedBattle] = {}
        self.owners = frozenset(owners)
        """The names of the people who may withdraw any battle."""
        self.sessions = Sessions()
        """The connections of everybody, by screens or by the line interface."""
        self.sanctions = Sanctions()
        """The bans and mutes."""
        self.persons: Counter[str] = Counter()
        self.addresses: dict[str, str] = {}
        """{person: address of the latest connection, in the form that `rate_limit_key` returns}."""
        self.last_keys: dict[str, float] = {}
        """{person: time of the last key press or connection, in seconds since 1970}."""
        self.thinkers = thinkers or WorkerPool()
        self.places: dict[str, LeftPlace] = {}
        """{person: the battle on the screen when the connection was lost}. The next connection of
        the person goes back to it."""
        self._observers: list[Callable[[str], None]] = []
        self._thinking: dict[str, asyncio.Task[None]] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise_unusable(folder, "cannot be made", error)
        self.tournaments: Tournaments | None = None
        """The tournaments of the host; None until the program sets them."""
        self.notices: Notices | None = None
        """Notices to people who are away; None until the program sets them."""
        self.known_names: Callable[[], Collection[str]] = tuple
        """A function that returns all names that may log in."""
        self.people = People(folder / "people")
        """The settings of each person."""
        self.talk = Talk(self.sessions, self.people)
        self.results = Results(folder / RESULTS)
        """The results of all battles that are over."""
        self.ratings = Ratings(self.results)
        for agreement in stored_agreements(folder):
            # If a battle cannot be opened, the reason is logged, and the battle's files are not
            # changed.
            if isinstance(agreement, FileFault):
                LOG.error("%s", agreement)
            else:
                try:
                    self.battles[agreement.id] = HostedBattle(
                        agreement,
                        self.folder,
                        self._changes(agreement.id),
                        self.limits,
                        self.last_keys,
                        self.people,
                    )
                except SURROUNDINGS as error:
                    LOG.error("the battle %s is not opened: %s", agreement.id, os_error_text(error))
                except WeatherGageError as error:
                    LOG.error("the battle %s is not opened: %s", agreement.id, error)
                except Exception as error:  # a forged file must not stop the other battles
                    what = "the battle %s is not opened, because its file may be forged"
                    log_fault(self.folder, what, agreement.id, error)
        for hosted in self.battles.values():  # the host may have been killed before it did this
            if hosted.standing == "finished":
                self.record(hosted, datetime.fromtimestamp(hosted.path.stat().st_mtime))
        self._expire()

    def record(self, hosted: HostedBattle, over: datetime) -> None:
        """Store the result of a battle that is over, unless it is stored already."""
        if hosted.battle is None or hosted.agreement.id in self.results:
            return
        when = over.isoformat(timespec="seconds")
        try:
            self.results.add(result_of(hosted.agreement.id, hosted.title, hosted.battle, when))
        except FileFault as fault:  # the result is stored at the host's next start
            LOG.error("the result of the battle %s is not kept: %s", hosted.agreement.id, fault)

    def found_battle(self, person: str, terms: Terms, **kept: Any) -> HostedBattle:
        """Found a battle and return it.

        `kept` are further fields of the battle's agreement, such as reserved seats. Raises
        `SetUpFault` or `Refused` for invalid terms, and `Refused` for a guest or at a limit on the
        number of battles.
        """
        if not person:
            raise Refused("a guest may watch, but not set up a battle")
        self._expire()
        limits, address = self.limits, self.addresses.get(person, "")
        going = [each for each in self.battles.values() if each.standing != "finished"]
        if len(going) >= limits.battles:
            raise Refused("the host is full of battles; finish one first")
        if sum(each.agreement.founder == person for each in going) >= limits.battles_a_person:
            many = pluralized(limits.battles_a_person, "battle")
            raise Refused(f"you have founded {many} that are not over, which is the limit")
        beside = [e for e in going if e.standing == "open" and e.agreement.address == address]
        if address and len(beside) >= limits.battles_an_address:
            many = pluralized(limits.battles_an_address, "battle")
            raise Refused(f"{many} founded from your address wait for players, which is the limit")
        return self.open_battle(person, terms, **kept)

    def open_battle(self, person: str, terms: Terms, **kept: Any) -> HostedBattle:
        """Found a battle without checking the limits on battles of one founder.

        It is used for the rounds of a tournament.
        """
        terms = replace(terms, title=clean(terms.title), word=clean(terms.word))
        seats = system(terms.game).seats(system(terms.game).set_up(terms.scenario, terms.options))
        if not {seat.key for seat in seats} - set(terms.computers):
            raise Refused("a computer has every seat; leave one to a person")
        now = datetime.now()
        name = new_path(self.folder, terms.scenario, now).stem
        while name in self.battles or name in self.results or is_stored(self.folder, name):
            stem, _, number = name.rpartition("_")
            name = f"{stem}_{int(number) + 1}"
        created = now.isoformat(timespec="seconds")
        agreement = Agreement(
            id=name,
            founder=person,
            terms=terms,
            secret=random_secret(),
            created=created,
            address=self.addresses.get(person, ""),
            **kept,
        )
        hosted = HostedBattle(
            agreement, self.folder, self._changes(name), self.limits, self.last_keys, self.people
        )
        store(self.folder, agreement)
        self.battles[name] = hosted
        self.notify_changed()
        return self.battles[name]

    def rematch(self, person: str, hosted: HostedBattle) -> HostedBattle:
        """Found the same battle again with the sides exchanged.

        If another person has already done so, return that battle. Its seats are reserved for the
        same people. Raises `Refused` before the end of the first battle, and for people who had no
        seat in it.
        """
        battle, before = hosted.battle, hosted.agreement
        if battle is None or hosted.standing != "finished":
            raise Refused("a rematch can be founded once the battle is over")
        persons: dict[str, str] = dict(battle.header.options.get("persons", {}))
        if not person or person not in persons.values():
            raise Refused("only a player of the battle can set up its rematch")
        for each in self.battles.values():
            if each.agreement.rematch == before.id:
                return each
        players = battle.header.options.get("players", {})
        had = {
            seat.key: persons.get(seat.key) or players.get(seat.key, "") for seat in hosted.seats
        }
        sides = list(dict.fromkeys(seat.fights_for for seat in hosted.seats))
        keys = [seat.key for side in sides for seat in hosted.seats if seat.fights_for == side]
        others = [seat.key for side in sides[1:] + sides[:1] for seat in hosted.seats
                  if seat.fights_for == side]  # fmt: skip
        now = {key: had[former] for key, former in zip(others, keys, strict=True)}
        people = set(persons.values())
        terms = replace(
            before.terms, computers={key: name for key, name in now.items() if name not in people}
        )
        reserved = {key: name for key, name in now.items() if name in people}
        self.talk.count(person)
        found = self.found_battle(person, terms, reserved=reserved, rematch=before.id)
        text = f"{person} wants a rematch of {found.title}; it is in the lobby."
        readers = {each for each in people if person not in self.people.of(each).muted}
        self.sessions.tell(text, readers - {person})
        return found

    def word_for_dice(self, person: str, word: str) -> str:
        """Return a person's word for the dice, as others may read it: of a person whom the owner
        has muted only its hash, which is mixed into the seed as well.
        """
        muted = word and self.sanctions.why_not_talk(person)
        return sha256(word.encode()).hexdigest()[:16] if muted else word

    def challenge(self, person: str, whom: str, terms: Terms) -> HostedBattle:
        """Found a battle in which a seat of another side is reserved for `whom`.

        The first free seat is reserved for the challenger.
        """
        if whom == person:
            raise Refused("you cannot challenge yourself; name somebody else")
        if why_not := self.sanctions.why_not_talk(person):
            raise Refused(why_not)
        if person in self.people.of(whom).muted:
            raise Refused(f"{whom} has muted you, so you cannot challenge them")
        rules = system(terms.game)
        seats = rules.seats(rules.set_up(terms.scenario, terms.options))
        free = [seat for seat in seats if seat.key not in terms.computers]
        other = next((each for each in free if each.fights_for != free[0].fights_for), None)
        if other is None:
            raise Refused("this battle has no free seat for a person on the other side")
        reserved = {free[0].key: person, other.key: whom}
        self.talk.count(person)
        hosted = self.found_battle(person, terms, reserved=reserved)
        self.sessions.tell(
            f"{person} challenges you to {hosted.title}; it is in the lobby.", {whom}
        )
        return hosted

    def decline(self, person: str, hosted: HostedBattle) -> None:
        """Decline an invitation to a battle.

        If no other person has taken a seat, the battle is withdrawn.
        """
        if hosted.agreement.tournament:
            raise Refused(
                "the battle belongs to a tournament; type `drop NAME` to leave that tournament"
            )
        if not hosted.seating.kept_for(person):
            raise Refused("no seat is kept for you here")
        founder = hosted.agreement.founder
        rest = {*hosted.seating.persons, *hosted.agreement.reserved.values()} - {person}
        if rest - {founder}:
            hosted.seating.decline(person)
            self.notify_changed(hosted.agreement.id)
        else:
            self.remove(hosted, f"{person}, who declined,")
        self.sessions.tell(f"{person} declines {hosted.title}.", (rest | {founder}) - {person})

    def say(self, person: str, text: str, watched: HostedBattle | None = None) -> int:
        """Send a message to the lobby, or to the watchers of the battle `watched`.

        Return to how many people it was shown. A message to watchers is not shown to anybody who
        has a seat in that battle. It is not shown to guests either, because a guest may be one of
        its players.
        """
        if not person:
            raise Refused("a guest may read and watch, but not talk")
        if why_not := self.sanctions.why_not_talk(person):
            raise Refused(why_not)
        here = [name for name, count in self.persons.items() if count > 0]
        if watched is None:
            tables = self.battles.values()
            free = [name for name in here if not any(each.screens[name] > 0 for each in tables)]
            return self.talk.say(person, text, free)
        seated = watched.seating.persons
        readers = [name for name in here if watched.screens[name] > 0 and name not in seated]
        return self.talk.say(person, text, readers, ", watching")

    def why_not_withdraw(self, person: str, hosted: HostedBattle) -> str:
        """Return why a person may not withdraw a battle; '' if that is allowed.

        The founder may withdraw a battle until it begins, an owner of the host until it is over.
        """
        if hosted.standing == "finished":
            return "a battle that is over cannot be withdrawn; it is kept for replays"
        if person and person in self.owners:
            return ""
        if hosted.agreement.tournament:
            return "a battle of a tournament cannot be withdrawn"
        if hosted.agreement.founder != person:
            return "only its founder can withdraw a battle"
        return "the battle has begun, so it cannot be withdrawn" if hosted.battle else ""

    def withdraw(self, person: str, hosted: HostedBattle) -> None:
        """Remove a battle from the host at a person's request.

        Raises `Refused` if the person may not do this, `FileFault` if the disk fails. The file of a
        battle that has begun stays in the host's folder.
        """
        if why_not := self.why_not_withdraw(person, hosted):
            raise Refused(why_not)
        owner = person in self.owners and person != hosted.agreement.founder
        LOG.info("%s withdraws the battle %s", person, hosted.agreement.id)
        self.remove(hosted, "the owner of the host" if owner else "its founder")

    def remove(self, hosted: HostedBattle, by: str) -> None:
        """Remove a battle from the host.

        Whether `by` may do so is not checked here. Raises `FileFault` if the disk fails.
        """
        discard(self.folder, hosted.agreement)
        hosted.withdraw(by)
        self.battles.pop(hosted.agreement.id, None)
        self.notify_changed()

    def _expire(self) -> None:
        """Withdraw the battles that have waited too long for players."""
        now = datetime.now()
        for hosted in tuple(self.battles.values()):
            created = hosted.agreement.created
            if hosted.standing != "open" or not created or hosted.agreement.tournament:
                continue
            if (now - datetime.fromisoformat(created)).days < self.limits.open_days:
                continue
            waited = pluralized(self.limits.open_days, "day")
            try:
                self.remove(hosted, "the host")
            except FileFault as fault:
                LOG.error(
                    "the battle %s has waited %s for players: %s",
                    hosted.agreement.id,
                    waited,
                    fault,
                )
            else:
                LOG.info("the battle %s is withdrawn: its seats were not taken within %s",
                         hosted.agreement.id, waited)  # fmt: skip

    def own_files(self, person: str) -> OwnFiles:
        """Return the files for a person's stars and answers to puzzles; a guest has none."""
        if not person:
            return OwnFiles(NOWHERE, NOWHERE, "a host saves nothing for guests")
        stars, answers = self.folder / "stars", self.folder / "puzzles"
        full = "the host has no room for it"
        return OwnFiles(stars / f"{person}.toml", answers / f"{person}.jsonl", full)

    # Observers ------------------------------------------------------------------------------

    def subscribe(self, observer: Callable[[str], None]) -> Callable[[], None]:
        """Register an observer of the lobby; the returned function unsubscribes it.

        The observer is called with the id of the battle that has changed, or with '' for all
        battles.
        """
        self._observers.append(observer)
        return lambda: self._observers.remove(observer) if observer in self._observers else None

    def notify_changed(self, battle: str = "") -> None:
        """Notify all observers of the lobby that a battle has changed.

        `battle` is its id; '' stands for all battles.
        """
        for observer in tuple(self._observers):
            observer(battle)

    def count_connection(self, person: str) -> None:
        """Count one more connection of a person; called when the person logs in."""
        self.persons[person] += 1
        self._expire()
        self.record_key_press(person)
        self.notify_changed()

    def discount_connection(self, person: str) -> None:
        """Count one connection of a person less; called when the person disconnects."""
        self.persons[person] -= 1
        self.notify_changed()

    def record_key_press(self, person: str) -> None:
        """Record a key press of a person. It wakes computer players that have waited for somebody
        to come back.
        """
        before, now = self.last_keys.get(person, 0.0), time.time()
        self.last_keys[person] = now
        if now - before < self.limits.idle_minutes * 60:
            return
        for name, hosted in self.battles.items():
            if hosted.screens[person]:
                self._start_computer(name)

    # Computer players ------------------------------------------------------------------------

    def start_computers(self) -> None:
        """Start the computer players of all battles; call it when the event loop runs."""
        for name in self.battles:
            self._start_computer(name)

    def _changes(self, name: str) -> Callable[[], None]:
        def changed() -> None:
            hosted = self.battles.get(name)
            if hosted and hosted.standing == "finished":
                self.record(hosted, datetime.now())
            self._start_computer(name)
            self.notify_changed(name)

        return changed

    def _start_computer(self, name: str) -> None:
        hosted = self.battles.get(name)
        if hosted is None:
            return
        hosted.update_clock()
        if name not in self._thinking and hosted.computer_asked():
            task = asyncio.get_running_loop().create_task(self._think(hosted))
            self._thinking[name] = task

    async def _think(self, hosted: HostedBattle) -> None:
        """Let a battle's computer players answer, until it is a person's turn or no person is
        there.
        """
        name = hosted.agreement.id
        try:
            while (found := hosted.computer_asked()) and (battle := hosted.battle):
                if not (person := hosted.seating.billed_to()):
                    hosted.adjourn_if_deserted()
                    break
                player, question = found
                state, view = battle.state, battle.view(question.seat)
                # each choice has its own random numbers
                seed = battle.seed * ENTRIES + battle.position
                asked = player, hosted.game, seed, question.seat, view, question
                answer = await self.thinkers(person, choose_answer, *asked)
                if battle.state is state and hosted.plays(question.seat):
                    battle.answer(question.seat, answer)
        except FileFault as fault:
            LOG.error("the battle %s: a computer player waits: %s", name, fault)
            self._try_again(name)
        except (WorkersBusy, WorkerKilled) as why_not:
            LOG.warning("the battle %s: a computer player waits: %s", name, why_not)
            self._try_again(name)
        except WeatherGageError as error:
            LOG.error("the battle %s: a computer player stopped: %s", name, error)
        except Exception as error:  # without this, the error would be lost with the task
            log_fault(self.folder, "the battle %s: a computer player stopped", name, error)
        finally:
            del self._thinking[name]

    def _try_again(self, name: str) -> None:
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._start_computer, name)

    def close(self) -> None:
        """Close every battle's file."""
        for task in self._thinking.values():
            task.cancel()
        self.thinkers.close()
        for hosted in self.battles.values():
            hosted.clock.stop()
            if hosted.battle:
                hosted.battle.close()
