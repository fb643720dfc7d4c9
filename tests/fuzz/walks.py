"""Attack: somebody plays with keys that mean something, at sizes from far too small to very
large.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.files.saved_battles import computers
from engine.files.saves import begin
from engine.kernel.registry import system
from tests.fuzz.keys import BATTLES, LEAVING
from tests.tui.wired import BYTES, Sink, WiredApp, typed
from tui.battle.session import SCREEN
from tui.host.connection.terminal import RemoteTerminal
from tui.screens.base import BaseScreen
from tui.screens.settings import Settings

SIZES = ((40, 10), (80, 24), (120, 40), (220, 60))
KEYS = 500
"""The number of keys in one walk, a quarter at each size; a hundred walks are fifty thousand
keys."""
ONWARD = ("enter", "enter", "enter", "down", "right", "tab", "x", "y")
"""Keys that move a battle on; half of all keys are of these, so that a walk sometimes reaches the
end."""


def attack(seed: int) -> None:
    """Walk through battles of one game, while the window is resized."""
    game, scenario = BATTLES[seed % len(BATTLES)]
    random, left = Random(seed), KEYS
    with TemporaryDirectory() as folder:
        while left > 0:
            left -= asyncio.run(_walked(random, Path(folder), game, scenario, left))


async def _walked(random: Random, folder: Path, game: str, scenario: str, most: int) -> int:
    """Press keys until there were `most` of them or the program is left; return how many were
    pressed.
    """
    players = {"A": "human", "B": random.choice(("ensign", "human"))}
    battle = begin(system(game), scenario, players, folder, random.randrange(1000))
    sizes = random.sample(SIZES, len(SIZES))
    line = RemoteTerminal(Sink(), random.choice(("xterm-256color", "vt100")), sizes[0])
    settings = Settings(animation=random.choice((False, "quick")), guide=random.random() < 0.3)
    app = WiredApp(
        line,
        settings,
        saves=folder,
        glyphs=random.choice(("ascii", "unicode")),
        battle=battle,
        players=computers(battle),
    )
    task = asyncio.create_task(app.run_async())
    done: list[str] = []
    size = sizes[0]
    try:
        while not (app.is_running and app.screen_stack) and not task.done():
            await asyncio.sleep(0.001)
        while len(done) < most and not task.done():
            size, before = sizes[len(done) * len(sizes) // most], size
            if size != before:
                line.resize(size)
            key = _key(random, app)
            done.append(key)
            line.receive(typed(key).encode())
            await _taken(line, task)
            if random.random() < 0.02:
                await asyncio.sleep(0.05)  # a computer player answers, something is played
    finally:
        app.exit()
        await task
    assert app._exception is None, f"{app.size} {scenario}, after {done[-40:]}: {app._exception!r}"
    return len(done)


def _key(random: Random, app: WiredApp) -> str:
    """Return a random key that means something on the present screen."""
    if random.random() < 0.5:
        return random.choice(ONWARD)
    screen = app.screen if app.screen_stack else None
    name = screen.screen_name if isinstance(screen, BaseScreen) else SCREEN
    leaving = LEAVING if name == SCREEN else ()
    actions = [each for each in app.keymap.actions(name) if each.name not in (*leaving, "quit")]
    keys = [key for action in actions for key in action.keys if _spells(key)]
    return random.choice(keys or ["enter"])


def _spells(key: str) -> bool:
    """Tell whether a test can send this key to the terminal."""
    return len(key) == 1 or key in BYTES or key.startswith("ctrl+")


async def _taken(line: RemoteTerminal, task: asyncio.Task[None]) -> None:
    """Wait until a key was read and its work is done."""
    await asyncio.sleep(0)
    while line._waiting and not task.done():
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.001)
