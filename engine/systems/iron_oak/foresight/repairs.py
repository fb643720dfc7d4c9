"""What a Repair Party would bring: its chance, and what the critical hit costs now.

Iron & Oak 3.1.1.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.fold import put_ship
from engine.systems.iron_oak.fleet.hulls import powered
from engine.systems.iron_oak.fleet.ties import immobile
from engine.systems.iron_oak.foresight.crossing_t import hits
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.gunnery.targets import in_sight
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.goals import goals
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.turn.repairs import repair_chance, repairable
from engine.systems.iron_oak.waters.terrain import off


class Mending(NamedTuple):
    """A repair: its chance; her best shot and next box, as she is and when it is done."""

    critical: str
    chance: float
    shot: tuple[float, float]
    """Hits on average."""
    move: tuple[float, float]
    """The chance of her best Maneuver 1; 0 without power."""

    @property
    def gain(self) -> float:
        """What it may be expected to bring, in Hits and tenths of a sure maneuver."""
        shot, move = self.shot[1] - self.shot[0], self.move[1] - self.move[0]
        return self.chance * (shot + move)


def mendings(state: State, unit: Unit) -> tuple[Mending, ...]:
    """Return what may be repaired on a unit, what brings most first."""
    if not repairable(unit):
        return ()
    chance = repair_chance(unit)
    now = _best(state, unit)
    found = []
    for critical in repairable(unit):
        whole = replace(unit, criticals=_without(unit.criticals, critical))
        if isinstance(whole, Ship):
            after = put_ship(state, whole)
        else:
            after = replace(state, sections={**state.sections, whole.id: whole})
        then = _best(after, whole)
        found.append(Mending(critical, chance, (now[0], then[0]), (now[1], then[1])))
    return tuple(sorted(found, key=lambda each: -each.gain))


def _without(criticals: tuple[str, ...], critical: str) -> tuple[str, ...]:
    """Return critical hits after a repair: armament goes back by one step."""
    left = tuple(each for each in criticals if each != critical)
    return (*left, "armament_1") if critical == "armament_2" else left


def _best(state: State, unit: Unit) -> tuple[float, float]:
    """Return a unit's best shot in Hits, and the chance of its likeliest Maneuver 1."""
    shot = max((hits(state, unit, target) for target in in_sight(state, unit)), default=0.0)
    if not isinstance(unit, Ship) or not powered(state, unit) or immobile(state, unit):
        return shot, 0.0
    steps = [goal for goal in goals(state, unit) if not off(goal)]
    return shot, max((table_roll(state, unit, goal).chance for goal in steps), default=0.0)


def mending_words(found: Mending) -> str:
    """Return a repair in words: `rudder: 45%, next box 12% -> 49%`."""
    texts = [percent(found.chance)]
    if found.shot[0] != found.shot[1]:
        texts.append(f"shot {found.shot[0]:.1f} -> {found.shot[1]:.1f} Hits")
    if found.move[0] != found.move[1]:
        texts.append(f"next box {percent(found.move[0])} -> {percent(found.move[1])}")
    return f"{found.critical.replace('_', ' ')}: {', '.join(texts)}"
