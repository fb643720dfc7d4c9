"""Many battles of all kinds, several at a time, that are searched for leaked secrets; and counts of
what was done in them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.engine.systems.oak_iron.own_data import use
from tests.tui.host.secrecy import coin_names, searched


def searched_by_seeds(folder: Path, seeds: Sequence[int], coined: bool) -> Counter[str]:
    """Play battles of all kinds in a process of their own; return how often each thing was done.

    With `coined`, every card gets a name that occurs nowhere else.
    """
    if coined:
        coin_names(folder / "own")
    try:
        return asyncio.run(_sums(folder, seeds))
    finally:
        use(None)


async def _sums(folder: Path, seeds: Sequence[int]) -> Counter[str]:
    """Play three battles at a time, because screens wait more than they draw; return how often each
    thing was done.
    """
    gate, sums = asyncio.Semaphore(3), Counter[str]()

    async def one(seed: int) -> None:
        async with gate:
            table = await searched(folder, seed, *_kind(seed))
        sums.update(table.done)
        sums["battles"] += 1
        sums["to the end"] += table.battle.outcome() is not None
        sums["commands"] += sum(record.kind == "command" for record in table.battle.log)
        sums["bytes"] += sum(each.tape.sent for each in table.onlookers)
        for each in table.seats.values():
            sums["own cards to be read"] += each.own_seen
            at_sea = table.battle.outcome() is not None
            assert each.own_seen or not at_sea, "who never reads his own cards proves nothing"

    await asyncio.gather(*map(one, seeds))
    return sums


def _kind(seed: int) -> tuple[str, bool, int]:
    """Return (scenario, whether hands contain any cards, the maximum number of actions) for a
    seed.
    """
    match seed % 20:
        case 0:
            return "fleet", False, 60
        case 1 | 2:
            return "patrol", False, 300
        case 3 | 4:
            return "quickstart", False, 1000
        case _:
            return "quickstart", True, 1000
