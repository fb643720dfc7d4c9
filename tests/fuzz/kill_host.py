"""Attack: a host is killed at a random moment.

What players saw done must be on disk, and the battle must go on.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.hosting.hub import Hub
from tests.tui.host.far import Far, founded, plays_on, until
from tests.tui.host.test_process import as_written, started

MOST = 12
"""The maximum number of choices that are made before the host is killed."""
ALONE = 5.0
"""Seconds after which it is assumed that the key Down has changed nothing."""
MOMENT = 0.02
"""The host is killed within so many seconds after the last key."""


def attack(seed: int) -> None:
    """Play over SSH, kill the host, and open its folder again; raise an error if something is
    lost.
    """
    with TemporaryDirectory() as folder:
        asyncio.run(example(Path(folder), Random(seed)))


async def example(saves: Path, random: Random) -> None:
    """Let the two players choose and chat until the host is killed."""
    hub = Hub(saves / "hosted")
    path = founded(hub, A="anna", B="ben").path
    hub.close()
    said: list[str] = []
    async with started(saves) as host:
        persons = [await plays_on(host.people, name) for name in ("anna", "ben")]
        done = 0
        for number in range(random.randrange(MOST)):
            if random.random() < 0.25:
                words = f"word {number} of {random.randrange(10**6)}"
                persons[0].press("T", words, "enter")
                await persons[1].sees(words)
                said.append(words)
            far = await asked(persons)
            await chooses(far, random)
            done += 1
        (await asked(persons)).press("enter")
        await asyncio.sleep(random.random() * MOMENT)
        await host.ends(signal.SIGKILL)
    battle = as_written(path)
    assert battle.position >= done, f"{done} choices were seen done, {battle.position} are on disk"
    written = [record.text for record in battle.log if record.kind == "chat"]
    assert said == written, f"{said} was said, {written} is on disk"
    again = Hub(saves / "hosted")
    (hosted,) = again.battles.values()
    assert hosted.battle
    assert hosted.questions(), "nobody can play on"
    again.close()


async def asked(persons: list[Far]) -> Far:
    """Wait until one of the persons has to choose, and return that person.

    What the other one did is on the screen then: if it came later, it would look like one's own
    choice.
    """
    await until(lambda: any("YOUR CHOICE" in far.text for far in persons))
    far = next(far for far in persons if "YOUR CHOICE" in far.text)
    await far.quiet()
    return far


async def chooses(far: Far, random: Random) -> None:
    """Take an order, and wait until the screen shows that it was carried out."""
    for _ in range(random.randrange(3)):
        before = prompt(far)
        far.press("down")
        # Each is seen before Enter is pressed: one that came late would look like a choice done.
        with suppress(AssertionError):  # there is one order alone
            await until(lambda was=before: prompt(far) != was, ALONE)
    before = prompt(far)
    far.press("enter")
    await until(lambda: prompt(far) != before)


def prompt(far: Far) -> str:
    """Return the text of the prompt: the last rows of the screen without the line of keys."""
    return "\n".join(far.screen.display[-3:-1])
