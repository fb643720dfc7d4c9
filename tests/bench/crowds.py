"""Crowds at a host, each in a process of its own: `python -m tests.bench.crowds ROLE PORT ...`.

A crowd is many persons or connections. It prints `ready` when all are connected, begins when it
reads a line, and prints what it has measured as JSON. All processes use the same clock of the
machine.
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
"""How many persons connect at the same time."""
PATIENCE = 60.0
PRESSED_AGAIN = 5.0
"""Seconds after which an order that had no effect is given again."""
SIZES = (120, 40), (100, 30)
KEY_LATE = 60.0
"""Seconds after which an answer to a key is no longer waited for."""
CALM = 0.4
"""After so many seconds without a frame no animation is running any more."""


class Watching(Onlooker):
    """A person's screen that records when each frame begins after a pause."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[float] = []

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Record when data arrived."""
        super().data_received(data, datatype)
        self.frames.append(self.latest)


async def enter(port: int, name: str, kind: type[Onlooker], words: str) -> tuple[Any, Onlooker]:
    """Connect a person, and press the keys (`words`) that lead from the lobby to a battle."""
    connection, onlooker = await come(port, name, kind)
    await seen(onlooker)
    for key in words:
        onlooker.expect()
        onlooker.press(key)
        assert await onlooker.shown(PATIENCE), f"{name} sees nothing"
    await seen(onlooker)
    return connection, onlooker


async def seen(onlooker: Onlooker, rest: float = 0.3) -> None:
    """Wait until something has been received, and then nothing for `rest` seconds."""
    late = perf_counter() + PATIENCE
    while not onlooker.latest or perf_counter() - onlooker.latest < rest:
        assert perf_counter() < late
        await asyncio.sleep(0.05)


@asynccontextmanager
async def inside(
    port: int, names: Sequence[str], kind: type[Onlooker] = Onlooker, keys: str = "\r"
) -> AsyncIterator[list[Onlooker]]:
    """Connect all persons, print `ready`, wait for a line of input, and yield the screens; at the
    end, disconnect them.
    """
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
    """Press a key every so many seconds; return how many seconds each answer took, at most
    `KEY_LATE`.

    A person who still waits for an answer presses no other key; the lost time is part of the late
    answer.
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
    """Let the persons named `a0,b0,...` move up and down in their orders; return the waiting times
    of each.
    """
    async with inside(port, names.split(",")) as all_of_them:
        return await asyncio.gather(
            *(
                press(each, float(every), float(seconds), Random(n))
                for n, each in enumerate(all_of_them)
            )
        )


async def watchers(port: int, first: str, count: str, seconds: str) -> object:
    """Let persons without a seat watch a battle; return when data came to each of them."""
    names = [f"w{int(first) + n}" for n in range(int(count))]
    async with inside(port, names, Watching) as all_of_them:
        for each in all_of_them:
            each.frames.clear()  # type: ignore[attr-defined]  # all are `Watching`
        await asyncio.sleep(float(seconds))
        return [each.frames for each in all_of_them]  # type: ignore[attr-defined]  # as above


async def choosers(port: int, file: str, every: str, seconds: str) -> object:
    """Let the two players of a battle choose; return when they made each choice that watchers hear
    of.
    """
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
    """Change the size of the terminal, to a different one each time."""
    columns, rows = SIZES[turn % 2]
    onlooker.channel.change_terminal_size(columns + turn % 7, rows)


ATTACKS: dict[str, Callable[[Onlooker, int], None]] = {
    "sizes": change_size,
    "keys": lambda onlooker, turn: onlooker.press((DOWN, UP, "\t")[turn % 3]),
    "screens": lambda onlooker, turn: onlooker.press(("?", "\x1b")[turn % 2]),
    "pastes": lambda onlooker, turn: onlooker.press(f"\x1b[200~{'x' * 200}\x1b[201~"),
    "talk": lambda onlooker, turn: onlooker.press(("T", f"ahoy {turn}", "\r")[turn % 3]),
}
"""{name of an attack: function that does it once}; the function gets the connection, and how often
it did this before."""


async def attackers(port: int, how: str, names: str, rate: str, seconds: str) -> object:
    """Let connections to a battle do one thing again and again; return how often they did it."""
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
    """Let persons connect, look into a battle, and disconnect; return how many did."""
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
    """Act as the crowd that the command line names."""
    role, port, *words = sys.argv[1:]
    found = await ROLES[role](int(port), *words)  # type: ignore[operator]  # each takes its own words
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
