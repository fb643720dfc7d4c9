"""Attack: somebody types anything, several keys in one write, while the window is resized."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from engine.files.saved_battles import computers
from engine.files.saves import begin
from engine.hosting.hub import Hub
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.sitting.kinds import mail as desk
from tests.tui.every_screen import SCREENS, Screen, menu
from tests.tui.host.near import begun, running_hub
from tests.tui.letters import introduced
from tests.tui.wired import BYTES, Sink, Wired, WiredApp, typed
from tui.app import WeatherGageApp
from tui.host.app import HostedApp
from tui.host.connection.terminal import RemoteTerminal
from tui.host.hosted_battle import HostedReplayScreen
from tui.input.actions import ACTIONS
from tui.mail.battle import MailScreen
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings

BATTLES = (
    ("oak_iron", "quickstart"),
    ("oak_iron", "patrol"),
    ("oak_iron", "skirmish"),
    ("wooden_ships", "mars_hercule"),
    ("wooden_ships", "nile"),
    ("iron_oak", "hampton_roads"),
    ("iron_oak", "drewrys_bluff"),
    ("iron_oak", "own_battle"),
    ("iron_oak_campaign", "campaign"),
    ("series:oak_iron", "best_of_three"),
    ("series:wooden_ships", "frigates"),
)
"""The battles that are played: small ones of every game, one of the player's own design, a
campaign, and series."""
KEYS = 500
"""The number of keys in one example."""
READING = 0.1
"""Seconds without a key now and then, so that advice arrives or a computer player answers."""
MOST = 220, 60
"""Columns and rows of the largest window."""
SAMPLES = Path(__file__).resolve().parent.parent.parent / "saves"
CALM = Settings(animation=False, guide=False)
LEAVING = ("quit", "end", "menu")
"""Actions that would end most examples early; their keys are pressed less often."""


LEGAL = [
    typed(key)
    for action in ACTIONS
    for key in action.keys
    if action.name not in LEAVING and (len(key) == 1 or key in BYTES or key.startswith("ctrl+"))
]
OFTEN = [*map(typed, ("enter", "enter", "down", "right", "escape", "tab")), *"ny1?"]
RARE = [typed(key) for key in ("ctrl+q", "q", "M")]


def attack(seed: int) -> None:
    """Press random keys in one screen after another; any error of the program is a finding."""
    with TemporaryDirectory() as folder:
        asyncio.run(_typed(Random(seed), Path(folder)))


async def _typed(random: Random, folder: Path) -> None:
    async with running_hub(folder / "host") as hub:
        begun(hub, "anna", "ben")
        left = KEYS
        while left > 0:
            line = RemoteTerminal(Sink(), random.choice(("xterm-256color", "vt100")), _size(random))
            screen, chance = Screen(menu), random.random()
            if chance < 0.3:
                app: WeatherGageApp = _hosted(random, folder, line, hub)
            elif chance < 0.6:
                app = _opened(random, folder, line)
            else:
                screen = SCREENS[random.choice(list(SCREENS))]
                app = WiredApp(line, CALM, saves=folder / "saves", **screen.options(_saves(folder)))
            left = await _pressed(app, line, random, left, screen)


def _hosted(random: Random, folder: Path, line: RemoteTerminal, hub: Hub) -> HostedApp:
    """Return the application of a person at a host: in the lobby or a battle, or in the middle of a
    replay.
    """
    app = HostedApp(hub, random.choice(("anna", "ben", "")), line)
    hub.count_connection("anna")
    if random.random() < 0.2:
        watched = Battle.open(_sample(folder, random), write=False)
        watched.close()
        app._start = lambda _: HostedReplayScreen(watched)
    return app


def _saves(folder: Path) -> Path:
    saves = folder / "saves"
    saves.mkdir(exist_ok=True)
    return saves


def _opened(random: Random, folder: Path, line: RemoteTerminal) -> WeatherGageApp:
    """Return the application, opened in one of the possible ways."""
    settings = Settings(animation=random.random() < 0.3, guide=random.random() < 0.3)
    looks = {"glyphs": random.choice(("ascii", "unicode")), "saves": _saves(folder)}
    ways: tuple[Callable[[], Mapping[str, Any]], ...] = (
        dict,
        lambda: _battle(folder, random, {"A": "human", "B": "ensign"}),
        lambda: _battle(folder, random, {"A": "human", "B": "human"}),
        lambda: _replay(folder, random),
        lambda: _by_mail(folder),
    )
    return WiredApp(line, settings, **looks, **random.choice(ways)())


def _battle(folder: Path, random: Random, players: dict[str, str]) -> Mapping[str, Any]:
    game, scenario = random.choice(BATTLES)
    seed = random.randrange(1000)
    battle = begin(system(game), scenario, players, folder / "saves", seed)
    return {"battle": battle, "players": computers(battle)}


def _replay(folder: Path, random: Random) -> Mapping[str, Any]:
    path = _sample(folder, random)
    return {"start": lambda _: ReplayScreen(Battle.open(path, write=False))}


def _sample(folder: Path, random: Random) -> Path:
    sample = random.choice(sorted(SAMPLES.glob("sample_*.battle")))
    return Path(shutil.copy(sample, _saves(folder)))


def _by_mail(folder: Path) -> Mapping[str, Any]:
    with redirect_stdout(StringIO()):
        anna, _ = introduced(Path(mkdtemp(dir=folder)), "quickstart")
    battle = desk.open_battle(anna.folder, anna.desk)
    assert battle
    return {"start": lambda app: MailScreen(app, anna.folder, anna.desk, battle)}


def _size(random: Random) -> tuple[int, int]:
    """Return a random size of a window, mostly one that is large enough to play."""
    if random.random() < 0.25:
        return random.randint(1, 90), random.randint(1, 30)
    return random.randint(80, MOST[0]), random.randint(24, MOST[1])


async def _pressed(
    app: WeatherGageApp, line: RemoteTerminal, random: Random, left: int, screen: Screen
) -> int:
    """Press keys in a screen until the program is left or none of the `left` keys remains; return
    how many remain.
    """
    task = asyncio.create_task(app.run_async())
    done: list[str] = []
    try:
        await _until_running(app, task)
        screen.open(Wired(app))
        while left > 0 and not task.done():
            keys = [any_key(random) for _ in range(random.randint(1, 5))]
            done += keys
            left -= len(keys)
            line.receive("".join(keys).encode())
            if random.random() < 0.08:
                line.resize(_size(random))
            for _ in range(random.choice((0, 1, 5, 30))):
                await asyncio.sleep(0)
            await asyncio.sleep(READING if random.random() < 0.05 else 0.001)
        while line._waiting and not task.done():
            await asyncio.sleep(0.001)
    finally:
        app.exit()
        await task
    assert app._exception is None, f"after {done[-40:]}: {app._exception!r}"
    return left


async def _until_running(app: WeatherGageApp, task: asyncio.Task[None]) -> None:
    while not (app.is_running and app.screen_stack) and not task.done():
        await asyncio.sleep(0.001)


def any_key(random: Random) -> str:
    """Return the bytes of a random key: mostly one that plays on, now and then one that leaves."""
    chance = random.random()
    if chance < 0.01:
        return random.choice(RARE)
    return random.choice(OFTEN if chance < 0.35 else LEGAL)
