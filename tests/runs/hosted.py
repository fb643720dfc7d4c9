"""A host in lines, with two persons and a guest: everything that the lobby and the club can do, and
a battle between the two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.hosting import passwords
from engine.hosting.club.owner import Owner
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.hub import Hub
from tests.runs.calm import calm, settled
from tests.runs.frame import Frame
from tests.runs.typed import Chooser, line_frame
from tests.tui.host.near import Pipe
from tui.host.connection.admission import Users
from tui.host.connection.lines import LineTerminal
from tui.host.credentials import Credentials
from tui.host.lines import HostedLobby

LOOKS = 12
"""Rounds of the event loop in which everybody must wait for a line, before the host is at rest."""
ANNA, BEN, GUEST = "anna", "ben", ""
LOBBY = (
    (ANNA, ("help", "list", "", "go", "1", "xyzzy", "list it", "find x", "rules rake", "settings")),
    (
        ANNA,
        ("found quickstart word=reef clock=none watching=open x=y", "found nowhere", "found xyz"),
    ),
    (ANNA, ("found", "help", "clock", "clock 2", "watching", "b lieutenant", "b human", "quit")),
    (ANNA, ("form quickstart clock=none", "list", "found", "list", "about 1", "sit 1 green")),
    (ANNA, ("sit 1 red", "my word", "sit 1 red", "again", "stand 1 blue", "watch 1", "proof 1")),
    (
        GUEST,
        ("list", "1", "sit 1 blue", "page", "found quickstart", "account", "say hello", "help"),
    ),
    (BEN, ("list", "about 1", "sit 1", "sit 1 Blue", "his word", "go", "1", "quit", "list")),
    (ANNA, ("say hello", "talk", "mute ben", "talk", "unmute ben", "page", "page ben", "page eve")),
    (
        BEN,
        (
            "ladder",
            "archive",
            "archive x",
            "zone",
            "zone Mars/Base",
            "holiday",
            "holiday 3",
            "talk",
        ),
    ),
    (BEN, ("holiday off", "notices", "hook off", "mail off", "quiet 22-8", "quiet x", "quiet off")),
    (
        ANNA,
        ("challenge ben quickstart", "challenge", "challenge eve quickstart", "list", "about 2"),
    ),
    (BEN, ("list", "decline 9", "decline 2", "list", "rematch 1", "tournaments", "enter spring")),
    (ANNA, ("organize spring swiss quickstart rounds=3", "organize spring", "tournament spring")),
    (ANNA, ("tournaments", "enter spring", "begin spring")),
    (BEN, ("enter spring", "tournament spring", "drop spring", "begin spring", "cancel spring")),
    (ANNA, ("tournament spring", "organize", "organize x league quickstart", "cancel spring")),
    (ANNA, ("account", "password", "topgallant 9", "topgallant 8", "password", "topgallant 9")),
    (ANNA, ("topgallant 9", "password", "wrong", "add nonsense", "remove 1", "invite", "invite x")),
    (
        ANNA,
        (
            "owner help",
            "owner battles",
            "owner bans",
            "owner ban eve loud",
            "owner bans",
            "owner x",
        ),
    ),
    (ANNA, ("owner unban eve", "owner say the wind turns", "owner mute ben 5", "owner unmute ben")),
    (BEN, ("owner who", "withdraw 1", "resume 1", "get 1", "lessons", "learn rakes", "quit")),
    (
        ANNA,
        ("found quickstart", "list", "withdraw 2", "withdraw 1", "no", "replay 1", "puzzles zz"),
    ),
)
"""Who types what in the lobby."""
IN_BATTLE = (
    *((ANNA, "1"), (BEN, "1"), (GUEST, "1"), (ANNA, "who"), (BEN, "say well met"), (ANNA, "1")),
    *((BEN, "2"), (ANNA, "undo"), (BEN, "agree"), (ANNA, "1"), (BEN, "tell them"), (BEN, "leave")),
    *((ANNA, "take back"), (BEN, "refuse"), (ANNA, "leave"), (GUEST, "ships"), (GUEST, "say x")),
)
"""What is typed first in the battle."""
MORE = 60
"""The number of random lines in the battle after these; the two persons take turns."""
AT_THE_END = (
    *((BEN, "quit"), (BEN, "list"), (ANNA, "leave 2"), (ANNA, "y"), (ANNA, "resign"), (ANNA, "y")),
    *((ANNA, "quit"), (BEN, "list"), (BEN, "1"), (BEN, ""), (BEN, "go end"), (BEN, "quit")),
    *((BEN, "proof 1"), (BEN, "get 1"), (BEN, "rematch 1"), (ANNA, "list"), (ANNA, "page ben")),
    *((ANNA, "ladder"), (GUEST, "archive"), (GUEST, "quit"), (ANNA, "quit"), (BEN, "quit")),
)
SLOW = ("aftermath", "story", "replay")


class Seen(LineTerminal):
    """A line terminal that tells whether it waits for a line."""

    waits = False

    async def _read(self, prompt: str, stirs: bool) -> str | None:
        self.waits = True
        try:
            return await super()._read(prompt, stirs)
        finally:
            self.waits = False

    @property
    def idle(self) -> bool:
        """Whether everything that was typed is done, and nothing else is to be printed."""
        return self.waits and not self._lines and not self._stirred


class Club:
    """A host with some persons at it, who type lines."""

    def __init__(self, hub: Hub, folder: Path) -> None:
        self._folder = folder
        self._hub = hub
        users = Users(folder / "users", is_open=True)
        owner = Owner(hub, users, lambda: None)
        self._pipes = {name: Pipe() for name in (ANNA, BEN, GUEST)}
        self._terminals = {
            name: Seen(pipe, way="ssh -p 2222 HOST") for name, pipe in self._pipes.items()
        }
        self.tasks = [
            asyncio.create_task(
                HostedLobby(hub, name, terminal, Credentials(users, name), owner).run()
            )
            for name, terminal in self._terminals.items()
        ]
        self.frames: list[Frame] = []
        self.latest = dict.fromkeys(self._pipes, "")
        """{person: what was printed for that person since the latest line of anybody}."""

    async def types(self, run: str, person: str, line: str | None) -> None:
        """Let a person type a line (None for nothing), wait until the host is at rest, and make a
        frame of what everybody sees.
        """
        if line is not None:
            self._terminals[person].receive(f"{line}\n".encode())
        looks = 0
        while looks < LOOKS:
            await asyncio.sleep(0.0005 if looks == LOOKS - 1 else 0)
            looks = looks + 1 if self._rests() else 0
        told = []
        for name, pipe in self._pipes.items():
            self.latest[name] = pipe.sent.decode()
            pipe.sent = b""
            if self.latest[name]:
                told.append(f"<{name or 'guest'}>\n{self.latest[name]}")
        typed = None if line is None else f"{person or 'guest'}: {line}"
        text = settled("\n".join(told), self._folder)
        self.frames.append(line_frame(run, len(self.frames), typed, text))

    def _rests(self) -> bool:
        everybody = zip(self._terminals.values(), self.tasks, strict=True)
        return all(terminal.idle or task.done() for terminal, task in everybody)


def frames() -> Iterator[Frame]:
    """Yield the frames of an evening at a host."""
    with calm() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.hosting.hub.random_secret", lambda: "5" * 64)
        patch.setattr(passwords, "COST", 4)
        yield from asyncio.run(_evening(folder))


async def _evening(folder: Path) -> list[Frame]:
    hub = Hub(folder / "hub", owners=(ANNA,))
    hub.tournaments = Tournaments(folder / "tournaments", hub)
    club = Club(hub, folder)
    try:
        await club.types("lobby", ANNA, None)
        for person, lines in LOBBY:
            for line in lines:
                await club.types("lobby", person, line)
        for person, line in IN_BATTLE:
            await club.types("battle", person, line)
        choosers = {name: Chooser(name, SLOW) for name in (ANNA, BEN)}
        for number in range(MORE):
            person = (ANNA, BEN)[number // 2 % 2]
            told = club.latest[person]
            line = choosers[person].line(told, told.rpartition("\n")[2])
            await club.types("battle", person, line)
        for person, line in AT_THE_END:
            await club.types("the end", person, line)
    finally:
        for task in club.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        hub.close()
    return club.frames
