"""How even a designed battle is, measured by a key in the builder; the measurement is stopped,
left, or refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path
from threading import enumerate as threads
from typing import Any

import pytest

from engine.base.errors import WeatherGageError
from engine.building import Draft
from engine.kernel.registry import system
from tests.tui.running import house, screen_of
from tui.squadrons import measuring
from tui.squadrons.builder import BuilderScreen
from tui.squadrons.squadrons import SquadronsScreen

READY = {
    name: path
    for game in ("oak_iron", "iron_oak")
    for name, path in system(game).building.ready().items()
}
TOLD = r"Measured with 4 battles of lieutenants: Union won (\d) \(\d+ to \d+%\), Confederacy (\d)"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "BATTLES", 4)
    monkeypatch.setattr(measuring, "MOST_JOBS", 1)


def building(name: str) -> Callable[[], BuilderScreen]:
    return lambda: BuilderScreen(Draft.read(tomllib.loads(READY[name].read_text())))


def busy() -> bool:
    """Tell whether battles are being fought: in a process, or by a thread that waits for one."""
    return bool(active_children()) or any(each.name == "measuring" for each in threads())


async def waited(pilot: Any, condition: Callable[[], object]) -> None:
    """Wait until a condition is true.

    Other processes are started for it, which takes longer than a frame.
    """
    for _ in range(400):
        if condition():
            return
        await pilot.pause(0.05)
    raise AssertionError(screen_of(pilot.app))


async def test_a_design_is_measured_beside_the_keys_and_again_after_a_change(
    tmp_path: Path,
) -> None:
    """The figures are the same twice, because the battles have fixed seeds; a change of the design
    hides them.
    """
    async with house(tmp_path, start=building("river_mouth")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        seen = []
        for _ in range(2):
            await pilot.press("b")
            assert screen.measuring
            row = screen.row
            await pilot.press("down")
            assert screen.row == row + 1
            await waited(pilot, lambda: "Measured with" in screen_of(app))
            found = re.search(TOLD, " ".join(screen_of(app).split()))
            assert found, screen_of(app)
            seen.append(found.groups())
        assert seen[0] == seen[1]
        screen._change(screen.draft.with_value("name", "Another"))
        screen.draw()
        await pilot.pause()
        assert "It has no faults." in screen_of(app)
        await waited(pilot, lambda: not busy())


async def test_the_key_stops_it_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key is pressed three times: the measurement is stopped, and then runs as if nothing had
    happened.
    """
    monkeypatch.setattr(measuring, "BATTLES", 5000)
    async with house(tmp_path, start=building("river_mouth")) as (app, pilot):
        await pilot.press("b", "b")
        assert "Stopped." in screen_of(app)
        await waited(pilot, lambda: not busy())
        await pilot.press("b")
        await waited(pilot, lambda: re.search(r"[1-9]\d* of 5000 battles", screen_of(app)))
        await pilot.press("b")
        assert "Stopped." in screen_of(app)
        await waited(pilot, lambda: not busy())


async def test_leaving_ends_it_and_no_process_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "BATTLES", 5000)
    async with house(tmp_path, start=SquadronsScreen) as (app, pilot):
        app.open(building("river_mouth")())
        await pilot.pause()
        await pilot.press("b")
        await waited(pilot, lambda: re.search(r"[1-9]\d* of 5000 battles", screen_of(app)))
        await pilot.press("q", "n", "enter")
        assert not isinstance(app.screen, BuilderScreen)
        await waited(pilot, lambda: not busy())


async def test_what_cannot_be_measured_says_why(tmp_path: Path) -> None:
    """A squadron has only one side, and a design with a fault is not fought."""
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        await pilot.press("b")
        assert (
            "only a design of a whole battle can be measured, because it has both sides"
            in screen_of(app)
        )
    async with house(tmp_path, start=building("river_mouth")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        screen._change(screen.draft.with_value("victory", []))
        await pilot.press("b")
        assert "can be measured when it has no faults" in screen_of(app)
    assert not busy()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (WeatherGageError("the battle is damaged"), "the battle is damaged"),
        (OSError(28, "No space left"), "no test battles can be fought"),
    ],
)
async def test_a_battle_that_fails_ends_the_measuring_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str
) -> None:
    def failing(*_: object) -> None:
        raise fault

    monkeypatch.setattr(measuring, "save", failing)
    async with house(tmp_path, start=building("river_mouth")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        await pilot.press("b")
        await waited(pilot, lambda: told.lower() in screen_of(app).lower())
        assert not screen.measuring
        await waited(pilot, lambda: not busy())
