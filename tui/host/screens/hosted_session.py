"""HostedSession: what one person holds at a battle with people far away, and their seats."""

from __future__ import annotations

from engine.base.text import are
from engine.hosting.company import Company, HostedTable
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.shown import PersonsBattle
from tui.battle.session import BattleSession

BACK = "You have your seat back."
"""Said to a person who takes a seat back from a computer, until it is their choice."""


class HostedSession(BattleSession):
    """The session of a person at a hosted battle, or of a watcher."""

    table: HostedTable

    def __init__(self, hosted: HostedBattle, battle: PersonsBattle, person: str, hub: Hub) -> None:
        table = HostedTable(hosted, battle, person)
        super().__init__(battle, table, Company(table, lambda: hub.persons))
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
        where = self.whereabouts(self.hosted.seating.person_of(key))
        away = f", {where}" if self.hosted.seating.away(key) else ""
        return f"{self.table.player_name(key)}{away}"
