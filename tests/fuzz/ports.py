"""Attack: hostile bytes are sent to a terminal of a host, while others play on and must get
answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub, LeftPlace
from engine.hosting.terms import Limits
from tests.fuzz.reports import coded, report
from tests.tui.host.near import Slack, begun, running_hub
from tests.tui.rest import PATIENCE
from tui.host.app import HostedApp, settings_file
from tui.host.connection.terminal import RemoteTerminal
from tui.screens.settings import Settings, save
from tui.terminal.terminal import MOST

PIECES = 25
"""The number of pieces that are sent in one example."""
QUICK = Limits(input_a_second=200_000)
"""Limits with which an example takes less than a second."""
FINALS = "ABCDEFHIMOPQRSZcmnrtuy~"
MARKS = ("\x1b[200~", "\x1b[201~", "\x1b[?2026;2$y", "\x1b[?2048;2$y", "\x1b[I", "\x1b[O", "\x1b")
SIZES = "\x1b[48;{};{};{};{}t"
CLICK = "\x1b[<{};{};{}{}"


def attack(seed: int) -> None:
    """Send bytes that no keyboard sends; raise an error if somebody else has to wait, or a screen
    breaks.
    """
    random = Random(seed)
    with TemporaryDirectory() as folder, faults() as found:
        asyncio.run(example(Path(folder), random, found))
    assert not found, f"a screen or a connection broke: {found[0]}"


async def example(folder: Path, random: Random, found: list[str]) -> None:
    """Let anna and ben play while mallory sends hostile bytes."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, fault: found.append(str(fault.get("exception"))))
    async with running_hub(folder, QUICK) as hub:
        hosted = begun(hub, "anna", "ben")
        screens = {key: Player(hub, name, hosted) for key, name in hosted.agreement.seated.items()}
        hostile = Player(hub, random.choice(("", "mallory")), random.choice((hosted, None)))
        everybody = (*screens.values(), hostile)
        for each in everybody:
            await until(lambda each=each: each.ready, "a first screen")  # type: ignore[misc]
        for _ in range(PIECES):
            if not hostile.terminal.connected:
                break
            if random.random() < 0.1:
                hostile.terminal.resize(
                    (random.randrange(-5, 10_000), random.randrange(-5, 10_000))
                )
            hostile.terminal.receive(piece(random))
            await asyncio.sleep(0)
        for _ in range(2):
            await answered(hosted, screens)
        if hostile.terminal.connected:
            await until(
                lambda: not hostile.terminal._waiting or not hostile.terminal.connected,
                "the end of it",
            )
            columns, rows = hostile.app.size
            assert columns <= MOST[0], f"{columns} columns are drawn"
            assert rows <= MOST[1], f"{rows} rows are drawn"
        for each in everybody:
            each.terminal.hang_up()
        await asyncio.wait_for(asyncio.gather(*(each.playing for each in everybody)), PATIENCE)


class Player:
    """A person's screen on a host, and the line to it."""

    def __init__(self, hub: Hub, name: str, hosted: HostedBattle | None) -> None:
        if name:
            calm = Settings(animation=False, confirm_ends=False, guide=False, mouse="on")
            save(calm, settings_file(hub, name))
        if hosted:
            hub.places[name] = LeftPlace(hosted.agreement.id)
        self.terminal = RemoteTerminal(Slack(), "xterm-256color", (100, 30), limits=QUICK)
        self.app = HostedApp(hub, name, self.terminal)
        self.playing = asyncio.get_running_loop().create_task(self.app.play_on())

    @property
    def ready(self) -> bool:
        """Tell whether the first screen accepts keys."""
        return bool(self.app.is_running and getattr(self.app.screen, "ready", False))


async def answered(hosted: HostedBattle, screens: dict[str, Player]) -> None:
    """Let the player who has to choose take the first order, and wait until it is carried out."""
    assert hosted.battle
    before = hosted.battle.position
    battle = hosted.battle
    screens[battle.pending()[0].seat].terminal.receive(b"\r")
    await until(lambda: battle.position > before, "an answer to somebody else")


async def until(true: Any, what: str) -> None:
    """Wait until a function returns True; `what` describes it in an error."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not true():
        assert loop.time() < end, f"this did not come in time: {what}"
        await asyncio.sleep(0.005)


def piece(random: Random) -> bytes:
    """Return random bytes: reports of a terminal, broken codes, pastes, characters cut short, or
    anything.
    """
    number = random.choice((lambda: random.randrange(300), lambda: 10 ** random.randrange(12)))
    match random.randrange(8):
        case 0:
            return random.randbytes(random.randrange(1, 200))
        case 1:
            codes = ";".join(":".join(str(number()) for _ in range(random.randrange(1, 3)))
                             for _ in range(random.randrange(1, 5)))  # fmt: skip
            return f"\x1b[{random.choice(('', '?', '<'))}{codes}{random.choice(FINALS)}".encode()
        case 2:
            return SIZES.format(*(number() for _ in range(4))).encode()
        case 3:
            button, sign = random.randrange(200), random.choice("mM")
            return CLICK.format(button, number() - 1, number() - 1, sign).encode()
        case 4:
            return random.choice(MARKS).encode() + "ä€𝄞\u202e".encode()[: random.randrange(10)]
        case 5:
            return b"\x1b[200~" + random.randbytes(random.randrange(6000))
        case 6:
            return coded(random, report(random)[0])
        case _:
            keys = "jkhlnTuq?:;/ \t\r\x7f\x03\x1b0123456789aIMPRw"
            return "".join(random.choices(keys, k=random.randrange(1, 60))).encode()


@contextmanager
def faults() -> Iterator[list[str]]:
    """Collect the errors in the log of the host during the block."""
    found: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage())

    log, ear = logging.getLogger("weathergage.host"), Ear(logging.ERROR)
    log.addHandler(ear)
    try:
        yield found
    finally:
        log.removeHandler(ear)
