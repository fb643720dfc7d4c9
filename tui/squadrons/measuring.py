"""Measuring: battles of a design, fought by computer players beside the keys."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import closing, redirect_stderr, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from engine.arena import Bout, Evenness, Match, fought_beside
from engine.base.errors import FileFault, WeatherGageError
from engine.base.machine import cause_of
from engine.building.draft import Draft
from engine.files.squadron_files import save
from engine.game.game import Game

BATTLES = 100
"""Battles of a measurement: they tell a share to some ten in a hundred."""
PLAYER = "lieutenant"
"""Who fights them: the best player that does it in less than a minute."""
MOST_JOBS = 4
"""Processes at once; a machine is also used for other things."""


async def measure(
    game: Game[Any, Any, Any], draft: Draft, so_far: Callable[[Evenness], None]
) -> Evenness:
    """Return how even a design is, which must have no fault; tell the count after each battle.

    Cancelling it ends the processes at once. Raises what is wrong with a battle.
    """
    counts: asyncio.Queue[Evenness | WeatherGageError | None] = asyncio.Queue()
    loop, stop = asyncio.get_running_loop(), Event()

    def tell(what: Evenness | WeatherGageError | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: the program has been left meanwhile
            loop.call_soon_threadsafe(counts.put_nowait, what)

    try:
        with redirect_stderr(sys.__stderr__):  # multiprocessing asks for a number; Textual has none
            resource_tracker.ensure_running()
        Thread(target=_fight, args=(game, draft, stop.is_set, tell), name="measuring").start()
    except (OSError, RuntimeError) as error:
        raise FileFault(f"no process can be started to fight its battles: {error}") from None
    count = None
    try:
        while (what := await counts.get()) is not None:
            if isinstance(what, WeatherGageError):
                raise what
            count = what
            so_far(count)
    finally:
        stop.set()
    assert count is not None
    return count


def _fight(
    game: Game[Any, Any, Any],
    draft: Draft,
    stopped: Callable[[], bool],
    tell: Callable[[Evenness | WeatherGageError | None], None],
) -> None:
    """Fight the battles, and tell the count after each, then None; or why there is none."""
    try:
        with TemporaryDirectory(prefix="weathergage-") as folder:
            path = Path(folder) / "design.toml"
            save(draft, path.parent, path)
            match = _match(game, str(path))
            count = Evenness(PLAYER, _sides(game, match))
            tell(count)
            bouts = (Bout(match, number) for number in range(BATTLES))
            jobs = max(1, min(os.cpu_count() or 1, MOST_JOBS))
            with closing(fought_beside(bouts, jobs, stopped)) as fights:
                for _, fought in fights:
                    count = count.also(fought.winner)
                    tell(count)
        tell(None)
    except WeatherGageError as error:
        tell(error)
    except OSError as error:
        tell(FileFault(f"its battles cannot be fought: {cause_of(error)}"))


def _match(game: Game[Any, Any, Any], path: str) -> Match:
    scenario = game.building.scenario_for((path,))
    options = {"squadrons": [path]}
    return Match(
        game=game.name,
        scenario=scenario,
        a=PLAYER,
        b=PLAYER,
        arranged=game.setting_up(game.set_up(scenario, options)),
        options=options,
        data=game.data_folder,
    )


def _sides(game: Game[Any, Any, Any], match: Match) -> tuple[str, str]:
    """Return the names of the first side and of the other."""
    seats = game.seats(game.set_up(match.scenario, match.options))
    names = list(dict.fromkeys(seat.side or seat.name for seat in seats))
    return names[0], names[-1]
