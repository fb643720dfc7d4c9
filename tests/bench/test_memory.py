"""What the memory grows by when screens are opened and left 500 times."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tests.bench.conftest import Figure
from tests.tui.every_screen import SCREENS
from tests.tui.screens.test_memory import OVER, opened_and_left
from tests.tui.wired import wired

pytestmark = pytest.mark.bench

TIMES = 500
WARM = 20
MOST = 5.0
"""MiB that 500 times may add."""


def resident() -> float:
    """Return the MiB that the process holds."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.parametrize("name", OVER)
async def test_screens_that_were_left_leave_nothing(
    name: str, tmp_path: Path, figure: Figure
) -> None:
    async with wired((120, 40), saves=tmp_path, **SCREENS[name].options(tmp_path)) as person:
        for _ in range(WARM):
            await opened_and_left(person, name)
        before = resident()
        for _ in range(TIMES):
            await opened_and_left(person, name)
        figure(f"{name}, opened {TIMES} times", resident() - before, "MiB", MOST)
