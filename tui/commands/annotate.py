"""The command `annotate`: a battle that is over judged, and the curve kept beside it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.clean import clean
from engine.base.errors import WeatherGageError
from engine.files.saves import is_sample, own_copy, saves_folder
from engine.kernel.damaged import as_file_fault
from tui.commands.grammar import FINE, INTERRUPTED, Misuse
from tui.commands.source import open_battle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.review.annotating import Found, Part

SWINGS = 5
"""The largest swings and the costliest choices of a battle that are told."""


def annotate(chosen: Namespace) -> int:
    """Judge every position and choice, and keep the curve; goes on where it stopped.

    After Ctrl+C, or a fault of the cluster, print what is known by then.
    """
    from engine.review import annotating
    from engine.review import curve as curves
    from engine.review.fortune import told
    from tui.commands.progress import Progress

    if chosen.cluster and chosen.jobs > 1:
        raise Misuse("--jobs is for this machine; a cluster has workers of its own")
    stop: BaseException | None = None
    file = Path(chosen.file)
    if is_sample(file):  # what came with the game is not written to, nor beside
        file = own_copy(file, saves_folder(chosen.saves))
        print(f"weathergage: judged in your own copy, {file}", file=sys.stderr)
    with open_battle(chosen, str(file)) as battle, as_file_fault(battle):
        path = battle.path
        assert path is not None
        curve = curves.begun(battle)
        left = annotating.parts(curve, battle.game)
        total = curve.positions + (0 if curve.unweighed else curve.positions - 1)
        with Progress(total, total - sum(len(part.numbers) for part in left)) as progress:
            try:
                with closing(_found(path, left, chosen)) as parts:
                    for found in parts:
                        curve = annotating.with_part(curve, found)
                        curves.keep(curve, path)
                        for _ in (*found.chances, *found.weighed):
                            progress.step()
            except (KeyboardInterrupt, WeatherGageError) as error:
                stop = error
        if curve.chances:
            print(clean(path.name))
        for line in told(curve, battle, SWINGS) if curve.chances else ():
            print(clean(line))
    if isinstance(stop, WeatherGageError):
        raise stop
    return INTERRUPTED if stop else FINE


def _found(path: Path, left: Sequence[Part], chosen: Namespace) -> Generator[Found, None, None]:
    """Yield what is found of each part as it is done, here or on a cluster."""
    import msgspec

    from engine.arena.match import Errand
    from engine.arena.workers import by_processes, run_by
    from engine.base.reading import content
    from engine.kernel.journal import LARGEST
    from engine.review import annotating
    from engine.review.annotating import Found

    if not chosen.cluster:
        judge = partial(annotating.judged, str(path))
        with closing(by_processes(judge, left, chosen.jobs)) as parts:
            yield from (found for _, found in parts)
        return
    file = content(path, LARGEST, "a battle file")
    errand = Errand(annotating.judged_sent, Found)
    tasks = map(msgspec.json.encode, left)
    with closing(run_by(errand, tasks, chosen.cluster, file)) as results:
        yield from (found for _, found in results)
