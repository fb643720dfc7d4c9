"""Attack: at four sizes of the screen, no text may be lost silently, in any position of a
battle.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.keys import BATTLES
from tests.tui.whole_rows import SIZES, panel_is_whole, position, some_keys

MOST = 150
"""The maximum number of answers before the position that is examined."""


def attack(seed: int) -> None:
    """Read some screens in a random position of a battle; games and sizes are taken in turn."""
    random = Random(seed)
    game, scenario = BATTLES[seed % len(BATTLES)]
    size = SIZES[seed // len(BATTLES) % len(SIZES)]
    with TemporaryDirectory() as folder:
        battle = position(game, scenario, random.randrange(MOST), seed, Path(folder))
        asyncio.run(panel_is_whole(battle, Path(folder), size, some_keys(random)))
