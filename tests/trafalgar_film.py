"""Makes the film at the top of the README: `python -m tests.trafalgar_film`, about three minutes.

Two lieutenants fight Trafalgar; `weathergage export` films the first turns.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from tui.cli import main

FILM = Path(__file__).resolve().parent.parent / "docs" / "images" / "trafalgar.gif"
SEED = 7
PART = ("--from", "turn:1", "--to", "turn:16")


def fought(path: Path) -> None:
    """Let two lieutenants fight the battle, and write its file."""
    whole = Battle.new("wooden_ships", "trafalgar", SEED)
    play_out(whole, crews(whole.game, whole.state, 1, "lieutenant", "lieutenant"))
    with Battle.from_state(whole.game, whole.at(0), whole.seed, path=path) as battle:
        for record in whole.entries:
            battle.submit(record.seat, record.command)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        file = Path(folder) / "trafalgar.battle"
        fought(file)
        FILM.unlink(missing_ok=True)
        sys.exit(main(["export", str(file), "--to", str(FILM), *PART, "--saves", folder]))
