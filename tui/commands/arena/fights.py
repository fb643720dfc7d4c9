"""Fight a schedule of battles with a progress bar; keep the results whatever stops it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

import msgspec

from engine.arena import Bout, Fought, fought
from engine.base.errors import WeatherGageError
from tui.commands.grammar import FINE, INTERRUPTED
from tui.commands.progress import Progress


class FoughtBattles(msgspec.Struct):
    """The results of the battles that are over, and what stopped the others."""

    wanted: int
    found: list[tuple[Bout, Fought]] = []
    stop: BaseException | None = None
    """Ctrl+C, or the fault of a battle; None when all are done."""

    @property
    def worth_telling(self) -> bool:
        """Whether to print results: not after a fault before the first of them."""
        return bool(self.found) or not isinstance(self.stop, WeatherGageError)

    def code(self) -> int:
        """Return the exit code, or raise the fault that stopped the battles."""
        if isinstance(self.stop, WeatherGageError):
            raise self.stop
        return INTERRUPTED if self.stop else FINE


def fight_all(bouts: Iterable[Bout], wanted: int, jobs: int) -> FoughtBattles:
    """Fight until all is done, Ctrl+C is pressed, or a battle cannot be fought."""
    fights = FoughtBattles(wanted)
    with Progress(wanted) as progress:
        try:
            with closing(fought(bouts, jobs)) as ending:
                for bout, result in ending:
                    fights.found.append((bout, result))
                    progress.step()
        except (KeyboardInterrupt, WeatherGageError) as stop:
            fights.stop = stop
    return fights
