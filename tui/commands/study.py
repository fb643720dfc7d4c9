"""Commands that review battles: `annotate`, `dice`, `library`, `log`."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import WeatherGageError
from engine.base.text import clean, pluralized
from engine.files.saves import is_sample, own_copy, saves_folder
from engine.kernel.opening import as_file_fault
from tui.commands.grammar import FINE, INTERRUPTED, NO, Misuse
from tui.commands.source import open_battle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.kernel.battle import Battle
    from engine.review.curve import Curve
    from engine.review.fortune import Batch, BatchResult

    Find = Callable[[Sequence[Batch]], Generator[BatchResult, None, None]]


# The command `annotate`: judge a finished battle, and store the curve beside it.


SWINGS = 5
"""The maximum number of great changes of the curve (the chances to win over time) that are printed,
and also of costly choices."""


def annotate(chosen: Namespace) -> int:
    """Judge every position and choice of a battle, and store the curve of the chances to win.

    The costliest choices are simulated to the end, as chosen and as advised, until their cost is
    proved. An interrupted run is continued. After Ctrl+C or an error of the cluster, print the
    results so far.
    """
    from engine.files.diary import store_puzzles
    from engine.puzzles.yours import seats_of_persons
    from engine.review import curve as curves
    from engine.review import fortune

    if chosen.cluster and chosen.jobs > 1:
        raise Misuse("--jobs cannot be used with --cluster, which has workers of its own")
    file = Path(chosen.file)
    if is_sample(file):  # nothing is written to the shipped files, nor beside them
        file = own_copy(file, saves_folder(chosen.saves))
        print(f"weathergage: the sample is copied and judged in your copy, {file}", file=sys.stderr)
    with open_battle(chosen, str(file)) as battle, as_file_fault(battle):
        path = battle.path
        assert path is not None
        curve, stop = whole_curve(
            battle, lambda left: _found(path, left, chosen), curves.store_curve
        )
        names = (
            ()
            if stop
            else store_puzzles(battle, curves.proved_choices(curve), seats_of_persons(battle))
        )
        if chosen.json:
            print(json.dumps(fortune.as_json(curve, battle)))
        elif curve.chances:
            print(clean(path.name))
            for line in fortune.finding_lines(curve, battle, SWINGS):
                print(clean(line))
            if names:
                print(f"puzzles made: {', '.join(names)} (weathergage puzzles {names[0]})")
    if isinstance(stop, WeatherGageError):
        raise stop
    return INTERRUPTED if stop else FINE


def whole_curve(
    battle: Battle, find: Find, keep: Callable[[Curve, Path], None]
) -> tuple[Curve, BaseException | None]:
    """Judge what is not yet judged of a finished battle, and simulate its costliest choices to the
    end.

    `find` judges parts; `keep` is called with the curve after each part. Return (the curve of the
    judged parts, what stopped the work). The latter is Ctrl+C or an error; None if all is done.
    """
    from engine.review import curve as curves
    from engine.review import fortune
    from tui.commands.progress import Progress

    path = battle.path
    assert path is not None
    curve = curves.load_curve(battle)
    left = fortune.batches(curve, battle.game)
    total = curve.positions + (0 if curve.unweighed else curve.positions - 1)
    try:
        done = total - sum(len(part.numbers) for part in left)
        with Progress(total, done) as progress, closing(find(left)) as parts:
            for found in parts:
                curve = fortune.merge_batch(curve, found)
                keep(curve, path)
                for _ in (*found.chances, *found.weighed):
                    progress.step()
        while left := fortune.pending_playouts(curve, battle):
            with Progress(len(left)) as progress, closing(find(left)) as parts:
                for found in parts:
                    curve = fortune.merge_batch(curve, found)
                    keep(curve, path)
                    progress.step()
    except (KeyboardInterrupt, WeatherGageError) as error:
        return curve, error
    return curve, None


def judge_here(path: Path, left: Sequence[Batch]) -> Generator[BatchResult, None, None]:
    """Yield the result of each batch of positions, judged in this process."""
    from engine.review import fortune

    yield from (fortune.judge_batch(str(path), part) for part in left)


def _found(
    path: Path, left: Sequence[Batch], chosen: Namespace
) -> Generator[BatchResult, None, None]:
    """Yield the result of each batch of positions when it is done, on this machine or on a
    cluster.
    """
    import msgspec

    from engine.arena.match import Errand
    from engine.arena.workers import run_in_pool, run_on_workers
    from engine.base.files import read_bytes
    from engine.kernel.journal import LARGEST
    from engine.review import fortune
    from engine.review.fortune import BatchResult

    if not chosen.cluster:
        judge = partial(fortune.judge_batch, str(path))
        with closing(run_in_pool(judge, left, chosen.jobs)) as parts:
            yield from (found for _, found in parts)
        return
    file = read_bytes(path, LARGEST, "a battle file")
    errand = Errand(fortune.judge_remote_batch, BatchResult)
    tasks = map(msgspec.json.encode, left)
    with closing(run_on_workers(errand, tasks, chosen.cluster, file)) as results:
        yield from (found for _, found in results)


# The command `dice`: the rolls of a battle compared with fair dice.


def dice(chosen: Namespace) -> int:
    """Print sums by side, kind and ship, the faces, and with `--rolls` every roll.

    Of an unfinished battle, only the rolls that every player has seen.
    """
    import msgspec

    from engine.game.parts.review import columns
    from engine.review import dice as review

    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        rolls = review.all_rolls(battle)
        if chosen.json:
            rows = [
                {"entry": n, **msgspec.to_builtins(rolled), "mean": round(rolled.mean, 4)}
                for n, rolled in rolls
            ]
            print(msgspec.json.encode(rows).decode())
            return FINE
        for heading, table in review.tables(rolls) if rolls else ():
            print(heading)
            print(*map(clean, columns(tuple(table))), "", sep="\n")
        for found in review.faces(battle, rolls):
            print(clean(review.face_counts_text(found)))
        for n, rolled in rolls if chosen.rolls else ():
            result = f"{rolled.kind}, result {rolled.got} (fair dice {rolled.mean:.1f})"
            who = f"{rolled.whose}, {rolled.ship}"
            faces = review.faces_text(rolled)
            print(clean(f"entry {n}, {who}: {result}, dice: {faces}"))
        if not rolls:
            print("No dice have been rolled that can be counted.")
    return FINE


# The command `library`: search all battles in the folder by words.


DAMAGED = "cannot be read"


def library(chosen: Namespace) -> int:
    """Print the battles of the library that match the words; return 1 if there is none."""
    from engine.files.index import Index
    from engine.files.library import Library, read_all
    from tui.commands.progress import Progress
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    with Index.of_this_user() as index:
        kept = Library(chosen.saves, index)
        with Progress(len(kept.unread)) as progress:
            read_all(kept, progress.step)
        kept.sort(chosen.sort)
        found = [kept.rows[number] for number in kept.search(" ".join(chosen.words))]
        for notice in filter(None, (index.notice, kept.labels.fault)):
            print(f"weathergage: {notice}", file=sys.stderr)
        if chosen.json:
            import msgspec

            encoded = msgspec.json.encode([_told(row) for row in found])
            print(msgspec.json.format(encoded, indent=2).decode())
        else:
            for row in found:
                print(_line(row))
            if not found:
                print("No battle has these words.")
    return FINE if found else NO


def _told(row: Any) -> dict[str, Any]:
    """Return everything known about a battle of the library, to be printed as JSON."""
    facts = row.facts
    return {
        "file": str(row.path).encode(errors="replace").decode(),
        "place": row.place,
        "system": facts.system,
        "scenario": facts.scenario,
        "title": row.name,
        "players": facts.players,
        "date": row.day,
        "turn": facts.turn,
        "standing": facts.standing,
        "result": facts.result,
        "length": facts.length,
        "notes": facts.notes,
        "tags": row.tags,
        "id": facts.id,
        "parent": facts.parent,
        "fault": facts.fault,
    }


def _line(row: Any) -> str:
    """Return a battle of the library as one line; a branch of a battle is listed below it."""
    from engine.base.text import clean

    facts, branch = row.facts, "  " * row.level + ("` " if row.level else "")
    if facts.fault:
        return clean(f"{branch}{row.day}  {DAMAGED}: {facts.fault}")
    notes = pluralized(facts.notes, "note") if facts.notes else ""
    parts = (
        row.name,
        facts.system,
        facts.players,
        facts.turn,
        pluralized(facts.length, "entry", "entries"),
        notes,
        f"{facts.standing}: {facts.result}" if facts.result else facts.standing,
        " ".join(f"#{tag}" for tag in row.tags),
        Path(row.path).name,
    )
    return clean(f"{branch}{row.day}  " + ", ".join(filter(None, parts)))


# The command `log`: the battles of this machine's person as a career.


def log(chosen: Namespace) -> int:
    """Print the captain's log, the list of the player's battles; with `--story`, each told in
    prose.
    """
    from engine.base.text import clean
    from engine.files.career import NO_BATTLE, Career, count_all, prose, summary
    from engine.files.index import Index
    from engine.files.library import Library, read_all
    from engine.review.tale import render_tale
    from tui.commands.progress import Progress
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    with Index.of_this_user() as index:
        kept = Library(chosen.saves, index)
        with Progress(len(kept.unread)) as progress:
            read_all(kept, progress.step)
        career = Career(kept)
        with Progress(len(career.unread)) as progress:
            count_all(career, progress.step)
        entries = career.entries
    if chosen.json:
        import msgspec

        rows = [{**_told(each.row), **msgspec.to_builtins(each.cruise)} for each in entries]
        print(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return FINE
    for heading, words in summary(entries):
        print(clean(f"{heading}: {words}"))
    if not entries:
        print(NO_BATTLE)
    for each in entries:
        print(clean(f"{each.row.day}  {each.row.name}, {each.summary}"))
        if chosen.story:
            print(f"\n{render_tale(prose(each), 'text')}", end="")
    return FINE
