"""Counts the functions of the project that a key press calls, and their modules.

`python -m tests.bench.key_calls` prints the counts, with the number of methods of the display's
protocols, and of modules that assign attributes of a session.
"""

from __future__ import annotations

import ast
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from textual.pilot import Pilot

from engine.files.saved_battles import computers
from engine.files.saves import begin
from engine.kernel.registry import system
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
ROOMS = tuple(f"{ROOT / room}/" for room in ("engine", "tui"))
KEYS = ("down", "enter")
SEED = 1


@asynccontextmanager
async def quick_start() -> AsyncIterator[Pilot[None]]:
    """Open a quick start of one person against an ensign, and wait for the first question."""
    with tempfile.TemporaryDirectory() as folder:
        players = {"A": "human", "B": "ensign"}
        battle = begin(system("oak_iron"), "quickstart", players, Path(folder), SEED)
        settings = Settings(animation=False, guide=False)
        app = WeatherGageApp(settings, battle=battle, players=computers(battle), saves=folder)
        async with app.run_test(size=(120, 40)) as pilot:
            await idle(pilot)
            yield pilot


async def idle(pilot: Pilot[None]) -> None:
    """Wait until all work that a key has started is finished."""
    for _ in range(3):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def calls(pilot: Pilot[None], key: str) -> Counter[str]:
    """Return {module: how many calls of its functions a key press makes}."""
    found: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found[frame.f_code] += 1

    sys.setprofile(count)
    try:
        await pilot.press(key)
        await idle(pilot)
    finally:
        sys.setprofile(None)
    modules: Counter[str] = Counter()
    for code, times in found.items():
        if code.co_filename.startswith(ROOMS):
            modules[code.co_filename.removeprefix(f"{ROOT}/")] += times
    return modules


async def measured() -> dict[str, Counter[str]]:
    """Return {key: {module: number of calls}}, measured when the screen has been used before, so
    that caches are filled.
    """
    async with quick_start() as pilot:
        for key in ("down", "up"):
            await calls(pilot, key)
        return {key: await calls(pilot, key) for key in KEYS}


def verbs() -> int:
    """Return how many methods an object that displays a battle must have."""
    names: set[str] = set()
    for file in ("tui/battle/session.py", "tui/screens/chart_model.py"):
        for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and "Protocol" in ast.unparse(node):
                names |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    return len(names)


def writers() -> list[str]:
    """Return the modules that assign an attribute of a battle session or of its chart."""
    found = []
    for path in sorted((ROOT / "tui").rglob("*.py")):
        targets: list[ast.expr] = []
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign):
                targets += node.targets
            elif isinstance(node, ast.AugAssign | ast.AnnAssign):
                targets.append(node.target)
        flat = [part for each in targets for part in getattr(each, "elts", [each])]
        owners = [ast.unparse(each.value) for each in flat if isinstance(each, ast.Attribute)]
        if any("session" in owner.split(".") for owner in owners):
            found.append(str(path.relative_to(ROOT)))
    return found


def main() -> None:
    """Print the figures."""
    for key, modules in asyncio.run(measured()).items():
        print(f"{key}: {modules.total()} calls in {len(modules)} modules")
        for name, times in modules.most_common(12 if "-v" in sys.argv else 0):
            print(f"  {times:6} {name}")
    print(f"verbs of the display: {verbs()}")
    print(f"modules that write a session: {len(writers())} {' '.join(writers())}")


if __name__ == "__main__":
    main()
