"""A hosted battle: gathered, begun, played by persons far apart, taken back by consent."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from engine.base.clean import clean
from engine.base.errors import FileFault, Refused
from engine.game.decision import Decision
from engine.game.game import Seat
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.kernel.observers import Change
from engine.kernel.registry import system
from engine.players import SUBSTITUTE, make_player
from tui.battle.seats import Player
from tui.host.clock import TurnClock
from tui.host.delayed import DelayedBattle
from tui.host.limits import USUAL, Limits
from tui.host.terms import Agreement, is_stored, store

LOG = logging.getLogger("weathergage.host")
Standing = Literal["open", "running", "adjourned", "finished"]
LONGEST_WORD = 64


class TakeBack(msgspec.Struct):
    """A seat's wish to take its latest order back, and who has agreed so far."""

    seat: str
    granted: set[str]


class HostedBattle:
    """One battle that the host holds, for all who sit at it or watch it.

    `changed` is called after every change that another screen may want to show.
    """

    def __init__(
        self,
        agreement: Agreement,
        folder: Path,
        changed: Callable[[], None],
        limits: Limits = USUAL,
    ) -> None:
        self.agreement = agreement
        self._limits = limits
        self.battle: Battle | None = None
        self.wish: TakeBack | None = None
        self.aboard: Counter[str] = Counter()
        """How many screens each person has on this battle."""
        self.players: dict[str, Player] = {}
        self.denied = ""
        """Who did not agree to the latest wish; '' when it was granted or given up."""
        self.withdrawn = False
        """Whether its founder has given it up before it began."""
        self.lapsed: set[str] = set()
        """Seats whose time ran out: a computer plays them until their persons come back."""
        self.clock = TurnClock(agreement.terms.clock, self._ran_out, changed)
        self._folder = folder
        self._changed = changed
        self.game = system(agreement.terms.game)
        self.start = self.game.set_up(agreement.terms.scenario, agreement.terms.options)
        """The table before the first die."""
        self.seats: tuple[Seat, ...] = self.game.seats(self.start)
        for key, name in agreement.terms.computers.items():
            make_player(name, self.game, 0, key)  # refuses whom this host does not let play
        if not self.free:
            self._begin()

    @property
    def path(self) -> Path:
        """The battle's file."""
        return self._folder / (self.agreement.file or f"{self.agreement.id}.battle")

    @property
    def title(self) -> str:
        """What the battle is called."""
        return self.agreement.terms.title or self.game.status(self.game.view(self.start, "")).title

    @property
    def pledge(self) -> str:
        """What binds the host to the secret of the dice."""
        return fair.pledge(self.agreement.secret)

    # Who sits where ----------------------------------------------------------------------

    @property
    def standing(self) -> Standing:
        """How things stand."""
        if self.battle is None:
            return "open"
        if self.battle.outcome():
            return "finished"
        return "adjourned" if self.agreement.adjourned else "running"

    @property
    def free(self) -> tuple[str, ...]:
        """The seats that nobody has taken."""
        taken = {*self.agreement.seated, *self.agreement.terms.computers}
        return tuple(seat.key for seat in self.seats if seat.key not in taken)

    def seats_of(self, person: str) -> tuple[str, ...]:
        """Return the seats that a person has."""
        return tuple(key for key, name in self.agreement.seated.items() if name == person)

    def sitter(self, key: str) -> str:
        """Return who has a seat: a person, a computer player, or ''."""
        return self.agreement.seated.get(key) or self.agreement.terms.computers.get(key, "")

    def person_of(self, key: str) -> str:
        """Return the person of a seat, or ''."""
        return self.agreement.seated.get(key, "")

    def away(self, key: str) -> bool:
        """Tell whether the person of a seat has no screen on this battle."""
        person = self.person_of(key)
        return bool(person) and not self.aboard[person]

    def asked(self) -> tuple[str, ...]:
        """Return the seats whose choice it is."""
        return tuple(question.seat for question in self.questions())

    def questions(self) -> tuple[Decision, ...]:
        """Return the open questions; none while nobody plays."""
        if self.battle is None or self.standing != "running":
            return ()
        return self.battle.pending()

    def computed(self) -> tuple[Player, Decision] | None:
        """Return a computer player and its question, or None."""
        for question in self.questions():
            if question.seat in self.players and not self._is_persons(question.seat):
                return self.players[question.seat], question
        return None

    def plays(self, key: str) -> bool:
        """Tell whether a computer plays a seat now."""
        return self.standing == "running" and not self._is_persons(key)

    def _is_persons(self, key: str) -> bool:
        """Tell whether a person plays a seat now."""
        return key in self.agreement.seated and key not in self.lapsed

    def board(self, person: str) -> None:
        """Take note of a screen more on this battle."""
        self.aboard[person] += 1
        self._changed()

    def go_ashore(self, person: str) -> None:
        """Take note of a screen less."""
        self.aboard[person] -= 1
        self._changed()

    def shown_to(self, person: str) -> Battle:
        """Return the battle as a person may look at it; watchers may be behind, or not let in."""
        if self.battle is None:
            raise Refused("the battle has not begun")
        terms = self.agreement.terms
        if self.seats_of(person) or self.standing == "finished" or terms.watching == "live":
            return self.battle
        if terms.watching == "nobody":
            raise Refused("its players want no watchers")
        return cast(Battle, DelayedBattle(self.battle, terms.delay))

    # Gathering ---------------------------------------------------------------------------

    def sit(self, person: str, key: str, word: str = "", invitation: str = "") -> None:
        """Take a free seat, with a word for the dice; the battle begins when none is left."""
        if not person:
            raise Refused("a guest may watch, but not play")
        if self.withdrawn:
            raise Refused("its founder has withdrawn this battle")
        if self.battle or key not in self.free:
            raise Refused("this seat is taken")
        self.check_invitation(person, invitation)
        before = self.agreement
        seated = {**before.seated, key: person}
        words = {**before.words, key: clean(word[:LONGEST_WORD]).strip()}
        self._keep(seated=seated, words=words)
        if not self.free:
            try:
                self._begin()
            except FileFault:
                self._stand_as(before)
                raise
        self._changed()

    def _stand_as(self, before: Agreement) -> None:
        """Let the last seat be free again, for the battle could not begin."""
        self.agreement = before
        with suppress(FileFault):  # the disk is still full: a new start of the host begins it
            store(self._folder, before)

    def check_invitation(self, person: str, invitation: str) -> None:
        """Refuse who is not invited; its founder and those who sit at it are."""
        word = self.agreement.terms.word
        known = person == self.agreement.founder or self.seats_of(person)
        if word and word != invitation.strip() and not known:
            raise Refused("this battle is private, and that is not its invitation word")

    def stand_up(self, person: str, key: str) -> None:
        """Give a seat back while the battle has not begun."""
        if self.battle:
            raise Refused("the battle has begun, so the seat cannot be given back")
        if self.agreement.seated.get(key) != person:
            raise Refused("this is not your seat")
        without = {seat: name for seat, name in self.agreement.seated.items() if seat != key}
        words = {seat: word for seat, word in self.agreement.words.items() if seat != key}
        self._keep(seated=without, words=words)
        self._changed()

    def _begin(self) -> None:
        """Begin the battle, or go on with it after a new start of the host."""
        terms, secret = self.agreement.terms, self.agreement.secret
        if self.agreement.file or self.path.exists():
            self.battle = Battle.open(self.path, secret=secret)
        else:
            fairness = Fairness(fair.pledge(secret), self.agreement.words)
            players = {seat.key: terms.computers.get(seat.key, "human") for seat in self.seats}
            self.battle = Battle.from_state(
                self.game,
                self.game.set_up(terms.scenario, terms.options),
                fair.mixed(secret, fairness),
                {**terms.options, "players": players, "persons": self.agreement.seated},
                self.path,
                self.agreement.created,
                terms.title,
                terms.scenario,
                fairness,
            )
        seed = self.battle.seed
        names = {seat.key: terms.computers.get(seat.key, SUBSTITUTE) for seat in self.seats}
        self.players = {key: make_player(name, self.game, seed, key) for key, name in names.items()}
        self._keep(file=self.path.name)
        self._heed(self.battle.notice)
        self._end()
        self.battle.subscribe(self._played)

    def _played(self, battle: Battle, change: Change) -> None:
        if change.notice and battle.path:
            self._heed(change.notice)
            self._keep(file=battle.path.name)
        if not is_stored(self._folder, self.agreement.id):
            self._heed("its papers were gone, and are written again")
            self._keep()
        if change.kind in ("command", "undo", "redo", "take_back"):
            self.wish = None
        self._end()
        self._changed()

    def _heed(self, notice: str) -> None:
        """Let the keeper of the host read what is said of the battle's file."""
        if notice:
            LOG.warning("the battle %s: %s", self.agreement.id, notice)

    def look_at_the_clock(self) -> None:
        """Let the clock run for the persons who are asked."""
        asked = {each.seat: each for each in self.questions() if self._is_persons(each.seat)}
        self.clock.look(asked)

    def _ran_out(self, key: str) -> None:
        """Let a computer play the seat, or adjourn, as the terms say."""
        if self.agreement.terms.late == "adjourn":
            name = next(seat.name for seat in self.seats if seat.key == key)
            why = f"{name}'s time ran out"
            try:
                self._keep(adjourned=why)
            except FileFault as fault:  # until the next start of the host at least
                LOG.error("the battle %s is adjourned, but %s", self.agreement.id, fault)
                self.agreement = msgspec.structs.replace(self.agreement, adjourned=why)
        else:
            self.lapsed.add(key)
        self._changed()

    def say(self, seat: str, words: str) -> None:
        """Say something to all; the battle's file must stay one that can be opened."""
        battle = self.battle
        if battle is None:
            raise Refused("the battle has not begun")
        if sum(record.kind == "chat" for record in battle.log) >= self._limits.words_a_battle:
            raise Refused("enough has been said in this battle")
        battle.chat(words, seat)

    def played_for(self, person: str) -> tuple[str, ...]:
        """Return the seats of a person that a computer plays, for their time ran out."""
        return tuple(key for key in self.seats_of(person) if key in self.lapsed)

    def come_back(self, person: str) -> None:
        """Let a person play on, whose seats a computer has played meanwhile."""
        if self.played_for(person):
            self.lapsed -= set(self.seats_of(person))
            self._changed()

    def resume(self, person: str) -> None:
        """Play an adjourned battle on."""
        if not self.seats_of(person):
            raise Refused("only who sits at the battle can resume it")
        if not self.agreement.adjourned:
            raise Refused("the battle is not adjourned")
        self._keep(adjourned="")
        self._changed()

    def _end(self) -> None:
        """Reveal the secret of the dice once the battle is over; at the latest by a new start."""
        battle = self.battle
        if battle and battle.outcome() and not battle.why_closed:
            try:
                battle.reveal(self.agreement.secret)
            except FileFault as fault:
                LOG.error("the battle %s is over, its dice unproved: %s", self.agreement.id, fault)
                return
        if battle and battle.outcome():
            battle.close()  # nothing more is written, and a host has only so many descriptors

    def _keep(self, **changes: Any) -> None:
        agreement = msgspec.structs.replace(self.agreement, **changes)
        store(self._folder, agreement)
        self.agreement = agreement

    # Taking back ---------------------------------------------------------------------------

    def others(self, seat: str) -> set[str]:
        """Return the persons who must agree before a seat takes something back."""
        return set(self.agreement.seated.values()) - {self.agreement.seated.get(seat)}

    def wish_back(self, seat: str) -> None:
        """Ask the others to let a seat take its latest order back; alone it need not ask."""
        battle = self.running()
        if self.wish and self.wish.seat != seat:
            raise Refused(f"{self.person_of(self.wish.seat)} already asks to take something back")
        why_not = battle.can_take_back(seat)
        if why_not:
            raise Refused(why_not)
        if not self.others(seat):
            battle.take_back(seat)
            return
        self.wish, self.denied = TakeBack(seat, set()), ""
        self._changed()

    def grant(self, person: str) -> None:
        """Agree to what is wished; when all have, it is done."""
        wish = self.wish
        if wish is None:
            raise Refused("nobody asks to take anything back")
        wish.granted.add(person)
        if self.others(wish.seat) <= wish.granted:
            self.wish = None
            self.running().take_back(wish.seat)
        else:
            self._changed()

    def refuse(self, person: str) -> None:
        """Say no to what is wished, or give the own wish up."""
        if self.wish is None:
            return
        self.denied = "" if person == self.person_of(self.wish.seat) else person
        self.wish = None
        self._changed()

    def running(self) -> Battle:
        """Return the battle; `Refused` while nobody plays in it."""
        if self.battle is None:
            raise Refused("the battle has not begun")
        if self.standing == "adjourned":
            raise Refused(f"the battle is adjourned: {self.agreement.adjourned}")
        return self.battle
