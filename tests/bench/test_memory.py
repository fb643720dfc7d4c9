"""How much the used memory grows when screens are opened and left 500 times."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from tests.bench.conftest import Figure
from tests.tui.every_screen import SAMPLE, SCREENS
from tests.tui.screens.test_memory import OVER, opened_and_left
from tests.tui.wired import Wired, wired
from tui.start.menu import MenuScreen

pytestmark = pytest.mark.bench

TIMES = 500
WARM = 20
MOST = 5.0
"""The maximum number of MiB that 500 times may add."""


def resident() -> float:
    """Return the MiB of memory that the process uses."""
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


def _replay(menu: MenuScreen) -> None:
    menu.replay(menu.battles[0])


INSTEAD: dict[str, tuple[Callable[[MenuScreen], None], tuple[str, ...], str]] = {
    "battle": (MenuScreen._quick_start, ("M",) * 9, "BattleScreen"),
    "replay": (_replay, ("q",), "ReplayScreen"),
    "builder": (MenuScreen._squadrons, ("q", "n", "enter", "escape"), "BuilderScreen"),
}
"""{screen that replaces the menu: (how it is opened, the keys that leave it, the name of its
class)}.

A battle is created each time, so that at the end 500 more are in the menu's list."""
FOUNDED = 70
"""The number of battles after which the list of the latest ones has filled its caches."""


@pytest.mark.parametrize("name", INSTEAD)
async def test_screens_in_the_place_of_others_leave_nothing(
    name: str, tmp_path: Path, figure: Figure
) -> None:
    if name == "replay":
        shutil.copy(SAMPLE, tmp_path)
    async with wired((120, 40), saves=tmp_path) as person:
        await person.rests()
        for _ in range(FOUNDED if name == "battle" else WARM):
            await entered_and_left(person, name)
        before = resident()
        for _ in range(TIMES):
            await entered_and_left(person, name)
        figure(f"{name}, opened {TIMES} times", resident() - before, "MiB", MOST)


async def entered_and_left(person: Wired, name: str) -> None:
    """Open a screen from the menu, and go back."""
    enter, leave, kind = INSTEAD[name]
    menu = cast(MenuScreen, person.app.screen)
    menu.call_later(enter, menu)
    await person.until(lambda: person.app.screen is not menu, name)
    await person.rests()
    if name == "builder":
        person.writes("enter")
        await person.rests()
    assert type(person.app.screen).__name__ == kind
    for key in leave:
        if isinstance(person.app.screen, MenuScreen):
            break
        person.writes(key)
        await person.rests()
    await person.until(lambda: isinstance(person.app.screen, MenuScreen), "the menu")
    await person.rests()
