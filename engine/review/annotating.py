"""Annotating: a battle judged part by part, in whatever process, and put together as its curve."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from engine.base.errors import Refused
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.logbook import other_edition
from engine.kernel.registry import register, system
from engine.kernel.seen import SeenBattle
from engine.review import hindsight
from engine.review.costly import CostlyChoice, costliest
from engine.review.curve import Curve, Gift, judge_of
from engine.review.fortune import chance_in, choosers, given

PART = 16
"""Positions that are judged at a time: what is lost when it is stopped."""
COSTLY = 20
"""The costliest choices that are kept with their reasons."""


class Part(msgspec.Struct, frozen=True):
    """Positions of a battle that are judged at a time, or entries whose choices are weighed."""

    judge: str
    """By what they are judged: another machine may have other rules."""
    game: str
    data: str
    """The folder of a user's own records; '' for none."""
    numbers: tuple[int, ...]
    choices: bool = False


class Found(msgspec.Struct, frozen=True):
    """What was found out of a part."""

    chances: dict[int, float] = {}
    dice: dict[int, Gift] = {}
    together: dict[int, tuple[str, ...]] = {}
    weighed: tuple[int, ...] = ()
    costly: tuple[CostlyChoice, ...] = ()


def parts(curve: Curve, game: Game) -> list[Part]:
    """Return what is still to be done: first the chances, then the choices."""
    unjudged = [n for n in range(curve.positions) if n not in curve.chances]
    return [
        Part(curve.judge, game.name, game.data_folder, tuple(left[at : at + PART]), choices)
        for choices, left in ((False, unjudged), (True, curve.left))
        for at in range(0, len(left), PART)
    ]


def judged(path: str, part: Part) -> Found:
    """Return what is found out of a part of a battle file."""
    facts = Path(path).stat()
    return found_in(_opened(path, facts.st_mtime_ns, facts.st_size), part.numbers, part.choices)


def judged_sent(task: bytes, file: bytes) -> Found:
    """Return what is found out of a part of a battle whose file was sent, on another machine."""
    part = msgspec.json.decode(task, type=Part)
    battle = _unpacked(file, part.game, part.data)
    if judge_of(battle) != part.judge:
        raise Refused(f"a worker judges by {judge_of(battle)}, and {part.judge} is asked for")
    return found_in(battle, part.numbers, part.choices)


@lru_cache(maxsize=1)
def _opened(path: str, changed: int, size: int) -> Battle:
    """Return a battle to be looked at. Cached: of a long one there are hundreds of parts."""
    with Battle.open(path, write=False) as battle:
        return battle


@lru_cache(maxsize=1)
def _unpacked(file: bytes, game: str, data: str) -> Battle:
    """Return the battle in a file that was sent. Cached likewise."""
    if data:
        register(system(game).with_data(Path(data)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent.battle"
        path.write_bytes(file)
        with Battle.open(path, write=False) as battle:
            return battle


def found_in(battle: SeenBattle, numbers: Iterable[int], choices: bool = False) -> Found:
    """Return the chances at some positions, or what the choices of some entries cost."""
    if choices:
        costly = [each for n in numbers for each in _weighed(battle, n) if each]
        return Found(weighed=tuple(numbers), costly=tuple(costly))
    chances: dict[int, float] = {}
    dice: dict[int, Gift] = {}
    together: dict[int, tuple[str, ...]] = {}
    decides = not other_edition(battle.game, battle.header)
    for n in numbers:
        chances[n] = chance(battle, n)
        if n and decides:
            gave = given(battle, n, chances[n])
            dice |= {} if gave is None else {n: gave}
            others = choosers(battle, n)
            together |= {n: others} if len(others) > 1 else {}
    return Found(chances, dice, together)


def _weighed(battle: SeenBattle, n: int) -> Iterable[CostlyChoice | None]:
    entries, seats = battle.entries, [seat.key for seat in battle.game.seats(battle.state)]
    start, one, before = battle.at(n - 1), entries[n - 1 : n], entries[: n - 1]
    return hindsight.judged(battle.game, start, one, battle.seed, seats, before)


def with_part(curve: Curve, found: Found) -> Curve:
    """Return a curve with what was found of another part."""
    return msgspec.structs.replace(
        curve,
        chances={**curve.chances, **found.chances},
        dice={**curve.dice, **found.dice},
        together={**curve.together, **found.together},
        weighed=(*curve.weighed, *found.weighed),
        costs={**curve.costs, **{each.n: each.cost for each in found.costly}},
        costly=costliest((*curve.costly, *found.costly), COSTLY),
    )


def chance(battle: SeenBattle, n: int) -> float:
    """Return the chance (0 to 1) of the first seat's side at a position, once all is over."""
    state = battle.at(n)
    outcome = battle.outcome() if n == battle.position else None
    return chance_in(battle.game, state, outcome)
