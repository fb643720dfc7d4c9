"""Crowds at a host, each in a process of its own: `python -m tests.bench.crowds ROLE PORT ...`.

A crowd says `ready` on a line when all have come in, begins when it reads a line, and prints what
it has seen as JSON. Times are of the machine's own clock, the same in every process.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import asyncssh

from engine.kernel.battle import Battle
from engine.sitting.battle_log import BattleLog
from tests.tui.host.crowd import Onlooker, come

DOWN, UP = "\x1b[B", "\x1b[A"
AT_ONCE = 5
"""Persons who come in side by side."""
PATIENCE = 60.0
PRESSED_AGAIN = 5.0
"""Seconds after which an order that was not taken is given again."""
SIZES = (120, 40), (100, 30)
KEY_LATE = 60.0
"""Seconds after which an answer to a key is no longer waited for."""
CALM = 0.4
"""Seconds without a frame after which nothing is in motion any more."""


class Watching(Onlooker):
    """One screen; notes when each frame begins that comes after a pause."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[float] = []

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Note the time of what came."""
        super().data_received(data, datatype)
        self.frames.append(self.latest)


async def enter(port: int, name: str, kind: type[Onlooker], words: str) -> tuple[Any, Onlooker]:
    """Come in, and press keys in the lobby that lead to a battle."""
    connection, onlooker = await come(port, name, kind)
    await seen(onlooker)
    for key in words:
        onlooker.expect()
        onlooker.press(key)
        assert await onlooker.shown(PATIENCE), f"{name} sees nothing"
    await seen(onlooker)
    return connection, onlooker


async def seen(onlooker: Onlooker, rest: float = 0.3) -> None:
    """Wait until something has come, and then nothing for a while."""
    late = perf_counter() + PATIENCE
    while not onlooker.latest or perf_counter() - onlooker.latest < rest:
        assert perf_counter() < late
        await asyncio.sleep(0.05)


@asynccontextmanager
async def inside(
    port: int, names: Sequence[str], kind: type[Onlooker] = Onlooker, keys: str = "\r"
) -> AsyncIterator[list[Onlooker]]:
    """Let all come in, say so, and wait for the word to begin; then let them go."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(name: str) -> tuple[Any, Onlooker]:
        async with gate:
            return await enter(port, name, kind, keys)

    came = await asyncio.gather(*map(one, names))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    try:
        yield [onlooker for _, onlooker in came]
    finally:
        for connection, _ in came:
            connection.abort()


async def press(onlooker: Onlooker, every: float, seconds: float, random: Random) -> list[float]:
    """Press a key at a pace for a while; return how long each answer took, up to `KEY_LATE`.

    Who still waits for an answer presses no other key: that counts in the one that is late.
    """
    waits: list[float] = []
    end = perf_counter() + seconds
    beat = perf_counter() + random.random() * every
    way = 0
    while beat < end:
        await asyncio.sleep(max(0.0, beat - perf_counter()))
        beat = max(beat + every, perf_counter())
        onlooker.expect()
        onlooker.press((DOWN, UP)[way])
        way = 1 - way
        found = await onlooker.shown(KEY_LATE)
        waits.append(found[1] if found else KEY_LATE)
    return waits


async def players(port: int, names: str, every: str, seconds: str) -> object:
    """Persons of names `a0,b0,...` who go up and down their orders; return the waits of each."""
    async with inside(port, names.split(",")) as all_of_them:
        return await asyncio.gather(
            *(
                press(each, float(every), float(seconds), Random(n))
                for n, each in enumerate(all_of_them)
            )
        )


async def watchers(port: int, first: str, count: str, seconds: str) -> object:
    """Persons without seats who look on; return when something came to each."""
    names = [f"w{int(first) + n}" for n in range(int(count))]
    async with inside(port, names, Watching) as all_of_them:
        for each in all_of_them:
            each.frames.clear()  # type: ignore[attr-defined]  # all are `Watching`
        await asyncio.sleep(float(seconds))
        return [each.frames for each in all_of_them]  # type: ignore[attr-defined]  # as above


async def choosers(port: int, file: str, every: str, seconds: str) -> object:
    """The two persons of a battle; return when each choice was made that watchers hear of."""
    made: list[float] = []
    with Battle.open(Path(file), write=False) as battle:
        log = BattleLog(battle)
        async with inside(port, ["a0", "b0"]) as both:
            end = perf_counter() + float(seconds)
            while perf_counter() < end and not battle.outcome():
                for each in both:
                    await seen(each, CALM)
                chooser = both[battle.pending()[0].seat == "B"]
                before = len(log.lines(""))
                began = perf_counter()
                chooser.press("\r")
                while not battle.refresh() and perf_counter() - began < PRESSED_AGAIN:
                    await asyncio.sleep(0.01)
                if len(log.lines("")) != before:
                    made.append(began)
                await asyncio.sleep(max(0.0, began + float(every) - perf_counter()))
    return made


def change_size(onlooker: Onlooker, turn: int) -> None:
    """Change the size of the terminal, to another one each time."""
    columns, rows = SIZES[turn % 2]
    onlooker.channel.change_terminal_size(columns + turn % 7, rows)


ATTACKS: dict[str, Callable[[Onlooker, int], None]] = {
    "sizes": change_size,
    "keys": lambda onlooker, turn: onlooker.press((DOWN, UP, "\t")[turn % 3]),
    "screens": lambda onlooker, turn: onlooker.press(("?", "\x1b")[turn % 2]),
    "pastes": lambda onlooker, turn: onlooker.press(f"\x1b[200~{'x' * 200}\x1b[201~"),
    "talk": lambda onlooker, turn: onlooker.press(("T", f"ahoy {turn}", "\r")[turn % 3]),
}
"""What somebody may do all the time, by a name: called with how often it was done before."""


async def attackers(port: int, how: str, names: str, rate: str, seconds: str) -> object:
    """Connections that do one thing all the time in a battle; return how often."""
    sent = 0
    async with inside(port, names.split(",")) as all_of_them:
        end = perf_counter() + float(seconds)

        async def attack(each: Onlooker) -> None:
            nonlocal sent
            turn = 0
            while perf_counter() < end:
                with suppress(OSError, asyncssh.Error):
                    ATTACKS[how](each, turn)
                    sent += 1
                turn += 1
                await asyncio.sleep(1 / float(rate))

        await asyncio.gather(*map(attack, all_of_them))
    return sent


async def visitors(port: int, first: str, count: str, side_by_side: str) -> object:
    """Persons who come, look into a battle, and go; return how many did."""
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    gate = asyncio.Semaphore(int(side_by_side))
    done = 0

    async def visit(n: int) -> None:
        nonlocal done
        async with gate:
            connection, onlooker = await come(port, f"{first}{n % 40}")
            for key in ("\r", DOWN, "\t", UP):  # who comes again is in the battle already
                await seen(onlooker)
                onlooker.press(key)
            connection.abort()
            done += 1

    await asyncio.gather(*map(visit, range(int(count))))
    return done


ROLES = {each.__name__: each for each in (players, watchers, choosers, attackers, visitors)}


async def main() -> None:
    """Be the crowd that the command line names."""
    role, port, *words = sys.argv[1:]
    found = await ROLES[role](int(port), *words)  # type: ignore[operator]  # each takes its own words
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
