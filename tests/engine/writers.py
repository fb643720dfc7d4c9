"""A program that starts writers: processes that continue a battle in its file until they are
killed.

For each path on standard input it forks a writer, prints `born PID`, prints what the writer has
acknowledged (`entry position hash`), and `dead` after it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from tests.pond import state
from tests.pond.figures import BOOKS
from tests.pond.play import unsinkable, wander


def write_on(path: Path) -> None:
    """Continue a battle without end, and print each entry when it has been acknowledged."""
    battle = Battle.open(path) if path.exists() else Battle.new("pond", "duel", 7, path=path)
    hashed = codec(battle.game).hash

    def acknowledge(known: Battle, _: object) -> None:
        line = f"{len(known.log)} {known.position} {hashed(known.state)}\n"
        os.write(1, line.encode())

    battle.subscribe(acknowledge)
    wander(battle, Random(os.getpid()), 1_000_000)


def main() -> None:
    """Start a writer for every path on the standard input."""
    state.TURNS, BOOKS._shipped = 1_000_000, unsinkable()
    for line in sys.stdin:
        writer = os.fork()
        if not writer:
            os.write(1, b"born %d\n" % os.getpid())
            write_on(Path(line.strip()))
            os._exit(1)
        os.waitpid(writer, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
