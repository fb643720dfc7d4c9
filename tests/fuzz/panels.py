"""Somebody who reads: at four sizes nothing is lost in silence, wherever a battle stands."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.keys import BATTLES
from tests.tui.whole_rows import SIZES, panel_is_whole, position, some_keys

MOST = 150
"""Answers before the position that is looked at."""


def attack(seed: int) -> None:
    """Read some screens somewhere in a battle of a game; games come in turn, sizes too."""
    random = Random(seed)
    game, scenario = BATTLES[seed % len(BATTLES)]
    size = SIZES[seed // len(BATTLES) % len(SIZES)]
    with TemporaryDirectory() as folder:
        battle = position(game, scenario, random.randrange(MOST), seed, Path(folder))
        asyncio.run(panel_is_whole(battle, Path(folder), size, some_keys(random)))
