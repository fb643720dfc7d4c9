"""HostedPrompt: what the prompt says in company: whose choice it is, and who is away."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.text import and_between, counted
from engine.game.game import Seat
from engine.hosting.company import HostedTable
from engine.hosting.lobby_rows import waits_for
from tui.battle.advice import BattleAdvice
from tui.battle.forecast import Forecast
from tui.battle.prompt import Prompt
from tui.battle.session import SCREEN
from tui.host.screens.hosted_session import HostedSession
from tui.input.keys import Keymap
from tui.panel.prompts import hint_runs
from tui.terminal.cells import cut
from tui.terminal.runs import Line, fitted, text_of


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
        if key in self.hosted.seating.timed_out:
            words.append("played by a computer")
        elif self.hosted.seating.away(key):
            words.append(self.session.whereabouts(self.hosted.seating.person_of(key)))
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
