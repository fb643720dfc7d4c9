"""The screens of a host, with two persons who press fixed and then random keys.

Only one of them is connected at a time: what another person does is drawn a moment later, and a run
must not depend on moments.
"""

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
from tests.runs.hosted import ANNA, BEN, GUEST
from tests.runs.person import pressed
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
    (GUEST, "down enter ? escape A c escape n T x w H l down escape"),
    (BEN, "l down / x escape q p / z enter escape q K r a escape escape O right escape"),
)
"""Who presses which keys in the lobby, in the form of a battle, and on the pages of the club."""
IN_BATTLE = (
    (ANNA, "enter ? escape down enter T o enter u n"),
    (BEN, "enter ? escape enter T h i enter u y"),
    (ANNA, "enter n down enter"),
    (BEN, "enter u y L escape"),
    (ANNA, "enter y 1 enter S escape"),
    (BEN, "enter 2 enter H v v escape"),
    (ANNA, "enter X ? escape down down up enter n escape I I"),
)
RANDOM, AT_ONCE = 60, 6
"""The number of random keys in the battle after these; and how many of a person at once."""
TERMINALS = {
    ANNA: ((80, 24), "vt100"),
    BEN: ((120, 40), "xterm-256color"),
    GUEST: ((80, 24), "vt100"),
}
"""{person: (columns and lines, kind) of the terminal}."""
AT_THE_END = (
    (ANNA, "enter X home enter y E down escape B enter"),
    (BEN, "down enter right right up end E escape escape c p escape"),
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
        for at in range(0, RANDOM // 2, AT_ONCE):
            for name, keys in chosen.items():
                pressing.append((name, " ".join(("enter", *keys[at : at + AT_ONCE]))))
        pressing += AT_THE_END
    try:
        for name, keys in pressing:
            async with at_host(hub, users, name) as person:
                for key in ("", *keys.split()):
                    found.append(await pressed(person, name or "guest", key, folder, key == "g"))
    finally:
        hub.close()
    return found


@asynccontextmanager
async def at_host(hub: Hub, users: Users, name: str) -> AsyncIterator[Wired]:
    """Let a person connect to the host, without animations, and wait for the first screen."""
    size, term = TERMINALS[name]
    if name:
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
