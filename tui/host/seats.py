"""The seats of a hosted battle, from the side of one person or of a watcher."""

from __future__ import annotations

from engine.game.question import Question
from tui.battle.seats import OwnTable
from tui.host.hosted import HostedBattle
from tui.host.shown import PersonsBattle


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

    def others(self, seat: str) -> tuple[str, ...]:
        """Return the seats of the other persons, who are asked before a take-back."""
        asked = self.hosted.others(seat)
        return tuple(key for key, name in self.hosted.agreement.seated.items() if name in asked)
