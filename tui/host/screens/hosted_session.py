"""What one person holds at a battle with people far away, and what the prompt says."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.text import and_between, are, counted
from engine.game.game import Seat
from engine.game.question import Question
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import waits_for
from engine.hosting.shown import PersonsBattle
from engine.sitting.seats import OwnTable
from tui.battle.advice import BattleAdvice
from tui.battle.forecast import Forecast
from tui.battle.prompt import Prompt
from tui.battle.session import SCREEN, BattleSession
from tui.input.keys import Keymap
from tui.panel.prompts import hint_runs
from tui.terminal.cells import cut
from tui.terminal.lines import Line, fitted, text_of

# HostedSession: what one person holds at a battle with people far away, and their seats.


BACK = "You have your seat back."
"""Said to a person who takes a seat back from a computer, until it is their choice."""


class HostedTable(OwnTable):
    """The seats of one person. The choices of other persons are not asked on this screen."""

    def __init__(self, hosted: HostedBattle, battle: PersonsBattle, person: str) -> None:
        super().__init__(battle, hosted.seats_of(person) if person else ())
        self.hosted = hosted
        self.person = person

    def asked(self) -> Question | None:
        """Return the open question of this person's seats."""
        if self.hosted.standing != "running":
            return None
        played = self.hosted.played_for(self.person)
        seats = [seat for seat in self.persons if seat not in played]
        mine = [each for each in self.battle.pending() if each.seat in seats]
        seen = [each for each in mine if each.seat == self._eyes]
        return next(iter(seen or mine), None)

    def who(self, key: str) -> str:
        """Return who has a seat, and which: `anna (Red)`."""
        return f"{self.player_name(key)} ({self.name(key)})"

    def player_name(self, key: str) -> str:
        """Return who has a seat: `anna`, `the lieutenant`."""
        return self.hosted.person_of(key) or f"the {self.hosted.player_name(key)}"

    def acting_seat(self) -> str:
        """Return the seat that undo and redo act for."""
        last = self.battle.entries[-1].seat if self.battle.entries else ""
        return last if last in self.persons else self._eyes


class HostedSession(BattleSession):
    """The session of a person at a hosted battle, or of a watcher."""

    table: HostedTable

    def __init__(self, hosted: HostedBattle, battle: PersonsBattle, person: str, hub: Hub) -> None:
        super().__init__(battle, HostedTable(hosted, battle, person))
        self.hosted = hosted
        self.shown = battle
        self.person = person
        self.hub = hub

    @property
    def wishes(self) -> bool:
        """Whether this person waits for others' consent to a take-back."""
        request = self.hosted.taking_back.request
        return request is not None and request.seat in self.table.persons

    def whereabouts(self, person: str) -> str:
        """Return where a person is who has left this table: in another battle or not connected."""
        return "elsewhere" if self.hub.persons[person] > 0 else "away"

    def not_answered(self) -> list[str]:
        """Return the persons who have not yet agreed to the open take-back."""
        request = self.hosted.taking_back.request
        if request is None:
            return []
        return sorted(self.hosted.taking_back.others(request.seat) - request.granted)

    def consent_awaited(self) -> str:
        """Say whose consent this person waits for."""
        return f"{are(self.not_answered())} asked whether you may take it back."

    def questions(self) -> list[str]:
        """Return the persons of all seats, the open question, and the pledge of the dice."""
        seats = (f"{seat.name}: {self._sits(seat.key)}" for seat in self.hosted.seats)
        pledge = f"pledge of the dice, to be compared afterwards: {self.hosted.pledge}"
        return [*seats, *super().questions(), pledge]

    def _sits(self, key: str) -> str:
        where = self.whereabouts(self.hosted.person_of(key))
        away = f", {where}" if self.hosted.away(key) else ""
        return f"{self.table.player_name(key)}{away}"


# HostedPrompt: what the prompt says in company: whose choice it is, and who is away.


class HostedPrompt(Prompt):
    """The prompt and the key line of one person's screen."""

    session: HostedSession
    table: HostedTable

    def __init__(
        self, session: HostedSession, forecast: Forecast, advice: BattleAdvice, keymap: Keymap
    ) -> None:
        super().__init__(session, forecast, advice, keymap)
        self.hosted = session.hosted

    def lines(self, width: int, most: int, hints: Sequence[str] = ()) -> list[Line]:
        """Return the prompt; while a person waits, with the keys where they have no line."""
        session, keymap = self.session, self.keymap
        busy = (
            session.typed
            or session.question
            or session.sentence
            or session.listing
            or session.orders
        )
        if busy or not hints:
            return super().lines(width, most, hints)
        text = f" {cut(self.standing(), width - 2)}   "
        spare = max(0, width - len(text) - 1)
        keys = hint_runs(keymap.hinted(SCREEN, hints, spare), "prompt")
        blank = " " * (spare - len(text_of(keys)))
        return [fitted((("prompt", text + blank), *keys), width, "prompt")]

    def asked_seat(self, key: str) -> Seat:
        """Return the seat that is asked: whose choice it is must be seen at once."""
        seat = super().asked_seat(key)
        words = ["your choice"]
        if len(self.table.persons) > 1:
            words.append(seat.name)
        if left := self.hosted.clock.time_left(key):
            words.append(left)
        return Seat(key, ", ".join(words), seat.side)

    def standing(self) -> str:
        if self.battle.outcome() or self.session.playing:
            return super().standing()
        if not self.table.persons:
            return f"You watch{self._behind()}. {self._waiting()}"
        if self.hosted.agreement.adjourned:
            key = self.keymap.key(SCREEN, "resume")
            return f"Adjourned: {self.hosted.agreement.adjourned}. {key} plays on."
        if self.hosted.played_for(self.session.person):
            return "Your time ran out: a computer plays for you. Any key takes your seat back."
        if self.session.wishes:
            return self.session.consent_awaited()
        return f"{self._waiting()} {self._elsewhere()}"

    def _waiting(self) -> str:
        """Return who is to choose; '' for a watcher some turns behind, for it would be old news."""
        if self._behind():
            return ""
        if self.hosted.agreement.adjourned:
            return f"Adjourned: {self.hosted.agreement.adjourned}."
        waits = [self._who(key) for key in self.hosted.asked()]
        return f"Waiting for {and_between(waits)} to choose." if waits else ""

    def _behind(self) -> str:
        """Return how many turns behind a watcher is; '' for a person who sees all at once."""
        turns = self.session.shown.behind
        return f", {counted(turns, 'turn')} behind" if turns else ""

    def _who(self, key: str) -> str:
        """Return a seat with its person or computer player, and whether they are away."""
        words = [self.table.name(key)]
        if key in self.hosted.timed_out:
            words.append("played by a computer")
        elif self.hosted.away(key):
            words.append(self.session.whereabouts(self.hosted.person_of(key)))
        words.append(self.hosted.clock.time_left(key))
        return f"{self.table.player_name(key)} ({', '.join(filter(None, words))})"

    def _elsewhere(self) -> str:
        """Say so when another battle waits for this person."""
        hub, person = self.session.hub, self.session.person
        others = (each for each in hub.battles.values() if each is not self.hosted)
        if any(waits_for(each, person) for each in others):
            return f"({self.keymap.key(SCREEN, 'menu')}: another waits)"
        return ""

    def hints(self) -> list[str]:
        """Return the key line; a watcher has no undo and no talk."""
        hints = super().hints()
        if self.session.typed or self.session.shows:
            return hints
        if self.battle.outcome():
            ways = ["replay=watch it again", "menu=lobby", "end=leave", "log", "help"]
            return ["aftermath", "proof", *ways]
        if not self.table.persons:
            return ["menu=lobby", *(each for each in hints if each != "undo"), "end=leave"]
        if self.hosted.agreement.adjourned:
            return ["resume", "talk", "menu=lobby", *hints]
        if self.session.orders:
            at = hints.index("undo") + 1 if "undo" in hints else len(hints)
            return [*hints[:at], "talk", *hints[at:], "menu=lobby"]
        return ["undo", "talk", "menu=lobby", *(each for each in hints if each != "undo")]
