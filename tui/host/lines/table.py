"""HostedLines: a hosted battle in lines, with others' actions printed as they happen."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.errors import WeatherGageError
from engine.hosting.company import Company, HostedTable
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.shown import ShownBattle
from engine.kernel.seen import Change
from engine.sitting.sitting import Sitting
from tui.host.connection.lines import LineTerminal
from tui.plain.table import Interrupted, PlainTable


class HostedLines(PlainTable):
    """One person at a hosted battle; `run` returns when it is over, or the person leaves it."""

    def __init__(
        self,
        hosted: HostedBattle,
        person: str,
        hub: Hub,
        terminal: LineTerminal,
        describe: Callable[[WeatherGageError], str],
    ) -> None:
        self.table = HostedTable(hosted, hosted.shown_to(person), person)
        sitting = Sitting(self.table.battle, self.table, Company(self.table, hub))
        super().__init__(sitting, terminal.read, terminal.write, terminal, describe)
        self._hosted = hosted
        self._person = person
        self._hub = hub
        self._terminal = terminal
        self._stirred = False
        """Whether others have acted since the latest line: only then is the prompt repeated."""

    async def run(self) -> None:
        """Play or watch until the battle is over, or the person leaves it."""
        leaves = [
            self.table.battle.subscribe(self._heard),
            self._hub.subscribe(self._changed),
        ]
        self._hosted.screen_opened(self._person)
        try:
            await super().run()
        finally:
            for leave in leaves:
                leave()
            self._hosted.screen_closed(self._person)

    def _heard(self, battle: ShownBattle, change: Change) -> None:
        self._terminal.wake_up()

    def _changed(self, battle: str) -> None:
        if battle in ("", self._hosted.agreement.id):
            self._terminal.wake_up()

    async def next_line(self) -> str | None:
        """Return the next line; lines typed for an earlier question are dropped."""
        prompt = "> " if self._put or not self._stirred else ""
        try:
            line = await self._terminal.read_or_wake(prompt)
            self._stirred = False
        except Interrupted:
            self._stirred = True
            gone = self._put is not None and not self.sitting.still_asked
            if gone and self._terminal.forget():  # it was typed for another question
                self._say("The question has changed, so the line you typed was ignored.")
            raise
        if line is not None:
            self.kind.come_back()
        return line
