"""Battles by the hundred between computer players."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable
from datetime import datetime
from itertools import repeat
from pathlib import Path

import msgspec

from engine.registry import home
from engine.simulation import Bout, Match, Tally, fought, tallied
from tui.commands.source import lay_data, squadrons
from tui.saves import new_paths

FINE = 0
BAR = 30


def simulate(chosen: Namespace) -> int:
    """Play the battles and print who won how often."""
    data = lay_data(chosen.data)
    game = home(chosen.scenario)
    now = datetime.now()
    match = Match(
        game=game.name,
        scenario=chosen.scenario,
        a=chosen.a,
        b=chosen.b,
        seed=chosen.seed,
        mirror=chosen.mirror,
        arranged=chosen.random_setup,
        options=squadrons(chosen),
        created=now.isoformat(timespec="seconds") if chosen.saves else "",
        data=data,
    )
    game.set_up(match.scenario, match.options)  # what is wrong is said before any process starts
    files = new_paths(Path(chosen.saves), chosen.scenario, now) if chosen.saves else repeat("")
    bouts = [
        Bout(match, number, str(path))
        for number, path in zip(range(chosen.games), files, strict=False)
    ]
    show, began, results = progress(chosen.games), time.perf_counter(), []
    for _, result in fought(bouts, chosen.jobs):
        results.append(result)
        show(len(results))
    seconds = round(time.perf_counter() - began, 3)
    tally = tallied(results)
    print(_as_json(match, tally, seconds) if chosen.json else _as_text(match, tally, seconds))
    return FINE


def progress(games: int) -> Callable[[int], None]:
    """Return what shows the progress: a bar on a terminal, nothing in a pipe."""
    stream = sys.stderr
    if stream is None or not stream.isatty():
        return lambda done: None
    last = 0.0

    def show(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done < games and now - last < 0.1:
            return
        last = now
        filled = BAR * done // games
        bar = "#" * filled + "." * (BAR - filled)
        ending = "\r\x1b[K" if done == games else ""
        stream.write(f"\r[{bar}] {done}/{games}{ending}")
        stream.flush()

    return show


def _as_json(match: Match, tally: Tally, seconds: float) -> str:
    facts = {
        "scenario": match.scenario,
        "a": match.a,
        "b": match.b,
        "seed": match.seed,
        "mirror": match.mirror,
        **match.options,
        **msgspec.structs.asdict(tally),
        "seconds": seconds,
    }
    return msgspec.json.encode(facts).decode()


def _as_text(match: Match, tally: Tally, seconds: float) -> str:
    a, b = match.a, match.b
    if a == b:
        a, b = f"{a} (a)", f"{b} (b)"
    wide = max(len(a), len(b))
    lines = [f"{match.scenario}, {tally.games} battles from seed {match.seed}"]
    for name, count in ((a, tally.a_wins), (b, tally.b_wins), ("drawn", tally.draws)):
        lines.append(f"  {name:{wide}} {count:6} {count / tally.games:7.1%}")
    each = tally.games / max(seconds, 1e-9)
    lines.append(f"  {seconds:.1f} seconds, {each:.0f} battles a second")
    return "\n".join(lines)
