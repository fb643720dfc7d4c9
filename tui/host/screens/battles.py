"""The battles of a host as a list for one person: in sections, one of them highlighted."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hosting.hosted import HostedBattle
from engine.hosting.lobby_rows import SECTIONS, in_order, persons, section, waits_for
from tui.host.screens.host_app import HostApp, host_of
from tui.screens.chooser import ListedRow, SearchedList


class BattlesOfHost(SearchedList):
    """Your own battles first, then those to join, to watch, to replay."""

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self._highlighted = ""
        """The id of the highlighted battle, which stays highlighted when the list changes."""

    @property
    def host(self) -> HostApp:
        """The application of this connection."""
        return host_of(self)

    @property
    def person(self) -> str:
        """The person at this screen; '' for a guest."""
        return self.host.person

    @property
    def battles(self) -> list[HostedBattle]:
        """The battles in the order of the page; those that wait for you before your others."""
        return in_order(self.host.hub.battles.values(), self.person)

    @property
    def chosen(self) -> HostedBattle | None:
        """The highlighted battle."""
        battles = self.battles
        return battles[self._place(battles)] if battles else None

    def listed(self) -> list[ListedRow]:
        """Return the battles by title, with who plays which game."""
        return [
            ListedRow(
                each.title,
                SECTIONS[section(each, self.person)],
                f"{persons(each)} {each.game.title} {each.agreement.terms.scenario}",
            )
            for each in self.battles
        ]

    @property
    def chosen_row(self) -> int:
        """The place of the highlighted battle."""
        return self._place(self.battles)

    def choose_row(self, row: int) -> None:
        """Highlight a battle."""
        battles = self.battles
        self.index = row
        if row < len(battles):
            self._highlight(battles[row])

    def _yours(self, hosted: HostedBattle) -> bool:
        """Tell whether a battle waits for a choice of yours."""
        return waits_for(hosted, self.person)

    def _place(self, battles: Sequence[HostedBattle]) -> int:
        """Return the index of the highlighted battle; 0 when it is gone."""
        ids = [each.agreement.id for each in battles]
        return ids.index(self._highlighted) if self._highlighted in ids else 0

    def _highlight(self, hosted: HostedBattle) -> None:
        self._highlighted = hosted.agreement.id
