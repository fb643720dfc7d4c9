"""Fight a schedule of battles under a bar of progress; what is over stays, whatever stops it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

import msgspec

from engine.arena import Bout, Fought, fought
from engine.base.errors import WeatherGageError
from tui.commands.progress import Progress

FINE, INTERRUPTED = 0, 130


class Fights(msgspec.Struct):
    """The battles that were fought, as they ended, of those that were wanted."""

    wanted: int
    found: list[tuple[Bout, Fought]] = []
    stop: BaseException | None = None
    """Ctrl+C, or what could not be fought; None when all is done."""

    @property
    def worth_telling(self) -> bool:
        """Whether results are printed: always but for a fault before the first of them."""
        return bool(self.found) or not isinstance(self.stop, WeatherGageError)

    def code(self) -> int:
        """Return the exit code, or raise the fault that stopped it."""
        if isinstance(self.stop, WeatherGageError):
            raise self.stop
        return INTERRUPTED if self.stop else FINE


def fight_all(bouts: Iterable[Bout], wanted: int, jobs: int) -> Fights:
    """Fight until all is done, Ctrl+C is pressed, or a battle cannot be fought."""
    fights = Fights(wanted)
    with Progress(wanted) as progress:
        try:
            with closing(fought(bouts, jobs)) as ending:
                for bout, result in ending:
                    fights.found.append((bout, result))
                    progress.step()
        except (KeyboardInterrupt, WeatherGageError) as stop:
            fights.stop = stop
    return fights
