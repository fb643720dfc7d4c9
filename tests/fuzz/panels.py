"""Somebody who reads: at 80 by 24 nothing is cut while a row is free, wherever a battle stands."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.keys import BATTLES
from tests.tui.whole_rows import panel_is_whole, position

MOST = 150
"""Answers before the position that is looked at."""


def attack(seed: int) -> None:
    """Look at the panel somewhere in a battle of a game; the games come in turn."""
    random = Random(seed)
    game, scenario = BATTLES[seed % len(BATTLES)]
    with TemporaryDirectory() as folder:
        battle = position(game, scenario, random.randrange(MOST), seed, Path(folder))
        asyncio.run(panel_is_whole(battle, Path(folder)))
