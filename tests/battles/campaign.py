"""A campaign: random battles of every kind. Each is checked from start to end, and what happened in
all of them is counted.

python -m tests.battles.campaign patrol=20 skirmish=20 engagement=20 fleet=4
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import msgspec

from engine.arena import play_out
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import Player, make_player
from tests.battles import signs, signs_set_up
from tests.battles.expected import expected
from tests.battles.hothead import Hothead
from tests.battles.melee import half_fought, set_up
from tests.battles.objective_task import Errand
from tests.battles.random_squadrons import random_squadron, write
from tests.battles.reading import Sign
from tests.battles.reading import signs as read
from tests.battles.witness import Witness
from tests.engine.systems.oak_iron.invariants import check_dice, check_fold, watched

Job = tuple[str, int]
"""A battle to be fought: (its kind, the seed of its dice)."""

MELEE = "melee"
WHOLE = {"patrol": 500, "skirmish": 500, "engagement": 500, "fleet": 100, MELEE: 400}
"""{kind of battle: how many a whole campaign has}."""
FLEETS = (("patrol",) * 2, ("patrol",) * 3, ("patrol",) * 4, ("skirmish",) * 2, ("engagement",) * 2)
"""The kinds of squadrons that make up a fleet, for each size of fleet."""
FEW = 12
"""If more ships than this are on the table, computer players do not look ahead, because that would
take too long."""
CHAPTERS = (signs, signs_set_up)
"""The modules that read from a battle's journal what happened."""


class Fought(msgspec.Struct, frozen=True):
    """The result of one battle of a campaign: it ended, or something broke."""

    kind: str
    seed: int
    seconds: float
    """Seconds of processor time, with all checks."""
    commands: int = 0
    ships: int = 0
    seen: dict[Sign, int] = {}
    fault: str = ""
    """What broke, in words; '' if nothing did."""


def fight(kind: str, seed: int) -> Fought:
    """Fight the battle of a kind and a seed, check every invariant, and return what happened."""
    began = process_time()
    watch = _witness().seen
    watch.clear()
    try:
        with TemporaryDirectory() as folder:
            battle = _played(kind, seed, Path(folder))
            seen = Counter(read(battle)) + watch
    except Exception:
        return Fought(kind, seed, process_time() - began, fault=traceback.format_exc())
    spent = process_time() - began
    return Fought(kind, seed, spent, battle.position, len(battle.state.ships), dict(seen))


@cache
def _witness() -> Witness:
    """Return the object that counts, in this process and from now on, which effects of cards
    worked.
    """
    witness = Witness()
    witness.watch()
    return witness


def _played(kind: str, seed: int, folder: Path) -> Battle:
    """Play a battle to its end.

    One battle in eight is written to a file, which is then verified.
    """
    game, random = system("oak_iron"), Random(f"{kind} {seed}")
    size = random.choice(("patrol", "patrol", "skirmish")) if kind == MELEE else kind
    options = {"scrolling_sea": random.random() < 0.25}
    squadrons = _squadrons(size, random, folder)
    path = folder / "battle" if seed % 8 == 4 else None
    state = game.set_up(size, {**options, "squadrons": squadrons})
    if kind == MELEE:
        state = half_fought(set_up(state, seed), random)
    battle = watched(Battle.from_state(game, state, seed, path=path, scenario=size))
    try:
        play_out(battle, _crews(game, battle.state, kind, seed))
        check_dice(battle)
        check_fold(battle)
    finally:
        battle.close()
    return battle


def _squadrons(kind: str, random: Random, folder: Path) -> list[str]:
    """Return the files of random squadrons.

    One battle in five gets none, and draws from the squadrons that ship with the game.
    """
    if random.random() < 0.2:
        return []
    sizes = random.choice(FLEETS) if kind == "fleet" else (kind,)
    return [
        str(write(random_squadron(size, random), folder / f"{number}.toml"))
        for number, size in enumerate((*sizes, *sizes))
    ]


def _crews(game: Game[Any, Any, Any], state: Any, kind: str, seed: int) -> dict[str, Player]:
    """Return {seat: computer player}: ensigns, or players of the tests that seek a fight or a
    landing.

    Lieutenants examine every answer, which would take long with many ships.
    """
    keys = [seat.key for seat in game.seats(state)]
    few = len(state.ships) <= FEW
    match seed % 8:
        case 0 | 1:
            return {key: make_player("ensign", game, seed, key) for key in keys}
        case 2 if kind in ("patrol", MELEE):
            return {key: make_player("lieutenant", game, seed, key) for key in keys}
        case 3 | 4 | 5:
            return {key: Errand(game, seed, key) for key in keys}
        case 6 | 7:
            return {key: Hothead(game, seed, key, bold=few) for key in keys}
    return {key: Hothead(game, seed, key, bold=False) for key in keys}


def campaign(battles: Sequence[Job], workers: int) -> Iterator[Fought]:
    """Fight battles in several processes, and yield the results in the order of `battles`."""
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(fight, *zip(*battles, strict=True))


def battles(numbers: Mapping[str, int]) -> list[Job]:
    """Return the battles to be fought, so many of each kind as `numbers` says, with the kinds
    mixed.
    """
    seeds = range(1, max(numbers.values()) + 1)
    return [(kind, seed) for seed in seeds for kind, number in numbers.items() if seed <= number]


def coverage(fought: Iterable[Fought]) -> Counter[Sign]:
    """Return how often each thing happened in all battles; 0 for what never did."""
    total: Counter[Sign] = Counter(dict.fromkeys(expected(), 0))
    for battle in fought:
        total.update(battle.seen)
    return total


def table(total: Mapping[Sign, int]) -> Iterator[str]:
    """Yield the lines of a table of what happened: where, what, how often."""
    for section in dict.fromkeys(section for section, _ in total):
        rows = [(what, number) for (where, what), number in total.items() if where == section]
        yield f"{section}: " + ", ".join(f"{what} {number}" for what, number in sorted(rows))


def numbers_of(words: Iterable[str]) -> dict[str, int]:
    """Return {kind of battle: number} as given by words such as `patrol=20`."""
    return {kind: int(number) for kind, _, number in (word.partition("=") for word in words)}


def workers() -> int:
    """Return how many processes fight: the variable CAMPAIGN_WORKERS, otherwise one for each
    core.
    """
    return int(os.environ.get("CAMPAIGN_WORKERS", "") or os.cpu_count() or 1)


def figures(fought: Iterable[Fought]) -> Iterator[str]:
    """Yield, for each kind of battle, a line with times and sizes."""
    by_kind: dict[str, list[Fought]] = {}
    for battle in fought:
        by_kind.setdefault(battle.kind, []).append(battle)
    for kind, own in by_kind.items():
        seconds = sorted(battle.seconds for battle in own)
        mean = sum(seconds) / len(seconds)
        commands = sum(battle.commands for battle in own) // len(own)
        yield (
            f"{len(own)} {kind}: {sum(seconds):.0f} s, {mean:.2f} s each, slowest "
            f"{seconds[-1]:.1f} s, {commands} commands each, "
            f"{max(battle.ships for battle in own)} ships at most"
        )


def main() -> None:
    """Fight a campaign, and print what happened in it."""
    fought = []
    for battle in campaign(battles(numbers_of(sys.argv[1:]) or WHOLE), workers()):
        fought.append(battle)
        if battle.fault:
            print(f"{battle.kind} {battle.seed}: {battle.fault}", flush=True)
    total = coverage(fought)
    print("\n".join([*table(total), *figures(fought)]))
    print("never:", sorted(sign for sign, number in total.items() if not number))


if __name__ == "__main__":
    main()
