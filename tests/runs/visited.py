"""The screens of a host, with two persons who press fixed and then random keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.hosting import passwords
from engine.hosting.club.owner import Owner
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.hub import Hub
from tests.runs.battles import random_keys
from tests.runs.calm import calm
from tests.runs.frame import Frame
from tests.runs.hosted import ANNA, BEN
from tests.runs.person import pressed, rests
from tests.tui.host.near import begun
from tests.tui.wired import Sink, Wired
from tui.host.app import HostedApp, settings_file
from tui.host.connection.admission import Users
from tui.host.connection.terminal import RemoteTerminal
from tui.host.credentials import Credentials
from tui.screens.settings import Settings, save

IN_THE_LOBBY = (
    (
        ANNA,
        "? down pagedown escape / x enter escape n ? escape down down right left / a escape escape",
    ),
    (ANNA, "up i r e e f enter enter x delete enter o n e enter ? escape q down g"),
    (BEN, "down up enter ? escape enter down enter r e f enter enter r e e f enter t w o enter q"),
    (BEN, "c p l t a r e e f enter enter x escape escape T h o enter / q enter escape w r P g"),
    (
        ANNA,
        "c p escape A ? escape p s e c r e t 1 2 enter s e c r e t 1 2 enter a x enter x 1 enter n",
    ),
    (ANNA, "escape H ? escape w enter h e l p enter b a n s enter escape escape x delete r P g"),
    (BEN, "l down / x escape q p / z enter escape q K r a escape escape O right escape"),
)
"""Who presses which keys in the lobby, in the form of a battle, and on the pages of the club."""
IN_BATTLE = (
    *((ANNA, "enter"), (BEN, "enter ? escape"), (ANNA, "down enter"), (BEN, "enter T h i enter")),
    *((ANNA, "T o enter u n u y"), (BEN, "n down enter"), (ANNA, "enter u y"), (BEN, "y L escape")),
)
RANDOM = 60
"""The number of random keys in the battle after these; the two persons take turns."""
AT_THE_END = (
    (ANNA, "escape escape escape X ? escape down down up enter n X home enter y"),
    (BEN, "escape escape escape B T g o o d enter E down escape R right end escape M"),
    (BEN, "c p escape down enter right right up end escape"),
)


def frames(battle: bool) -> Iterator[Frame]:
    """Yield the frames of an evening of two persons at a host: in its lobby, or in a battle."""
    with calm() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.hosting.hub.random_secret", lambda: "5" * 64)
        patch.setattr(passwords, "COST", 4)
        yield from asyncio.run(_evening(folder, battle))


async def _evening(folder: Path, battle: bool) -> list[Frame]:
    hub = Hub(folder / "hub", owners=(ANNA,))
    hub.tournaments = Tournaments(folder / "tournaments", hub)
    users = Users(folder / "users", is_open=True)
    found: list[Frame] = []
    if battle:
        begun(hub, ANNA, BEN)
    pressing = [*(IN_BATTLE if battle else IN_THE_LOBBY)]
    if battle:
        chosen = {name: random_keys(Random(name), RANDOM // 2) for name in (ANNA, BEN)}
        for at in range(0, RANDOM // 2, 3):
            more = ("escape",) * (at % 2)
            pressing += [
                (name, " ".join((*more, *keys[at : at + 3]))) for name, keys in chosen.items()
            ]
        pressing += AT_THE_END
    try:
        async with (
            at_host(hub, users, ANNA, (80, 24), "vt100") as anna,
            at_host(hub, users, BEN, (120, 40), "xterm-256color") as ben,
        ):
            persons = {ANNA: anna, BEN: ben}
            for person in persons.values():
                await person.sees("here: anna, ben")
            for name, keys in pressing:
                for key in keys.split():
                    for other in persons.values():  # both see all that the key before has caused
                        await rests(other)
                    found.append(await pressed(persons[name], name, key, folder, key == "g"))
                other = persons[BEN if name == ANNA else ANNA]
                found.append(await pressed(other, "the other", "", folder))
    finally:
        hub.close()
    return found


@asynccontextmanager
async def at_host(
    hub: Hub, users: Users, name: str, size: tuple[int, int], term: str
) -> AsyncIterator[Wired]:
    """Let a person connect to the host, without animations, and wait for the lobby."""
    save(Settings(animation=False, guide=False), settings_file(hub, name))
    line = RemoteTerminal(Sink(), term, size)
    owner = Owner(hub, users, lambda: None)
    app: Any = HostedApp(hub, name, line, Credentials(users, name), owner)
    hub.count_connection(name)
    task = asyncio.create_task(app.run_async())
    person = Wired(app)
    try:
        await person.until(lambda: app.is_running and app.screen_stack, "a screen")
        await person.until(lambda: app.screen.ready, "the first frame")
        yield person
    finally:
        app.exit()
        await task
        hub.discount_connection(name)
    assert app._exception is None, repr(app._exception)
