"""Forecasts of victory: the state of each victory line (a condition of victory), and the units that
are one step from a worse state.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.kit.ledger import put_ship
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.foresight.maneuver_odds import hits
from engine.systems.iron_oak.gunnery.segment import in_sight
from engine.systems.iron_oak.machine import faces, percent
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.legal import goals
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.turn import FIERCEST, fire_drm, new_level, repair_chance, repairable
from engine.systems.iron_oak.victory import (
    at_end,
    count,
    holds,
    points,
    ships_of,
    spoils,
    taken_points,
)
from engine.systems.iron_oak.waters import GRID, off

# The victory ledger: the state of each victory line of a battle, and what is still needed for it.
#
# Iron & Oak 3.5.


MANY = 3
"""The ships or sections of a victory line are listed one by one only if they are no more than this;
else only their number is shown."""


def line_status(state: State, line: VictoryLine) -> str:
    """Return as words how far a victory line (a condition of victory) is fulfilled, and the part
    that is still missing.
    """
    if holds(state, line):
        return "fulfilled now, but it counts only after the last turn" if at_end(line) else "holds"
    if line.when in {"points", "spoils", "taken"}:
        counted = {"points": points, "spoils": spoils, "taken": taken_points}[line.when]
        mine, theirs = counted(state, line.side), counted(state, fleet.other_side(line.side))
        missing = line.margin - (mine - theirs)
        return f"{pluralized(mine, 'point')} against {theirs}, {missing} more needed"
    if line.when == "hits_on":
        ship = state.ships.get(line.ship)
        if ship is None:
            return "not identified"
        wanted = line.at_least or 1
        return f"{ship.hits} of {wanted}, {max(0, wanted - ship.hits)} more needed"
    if line.when in {"fort_silenced", "sections_silenced"}:
        enemy = fleet.other_side(line.side)
        found = [
            each
            for each in state.sections.values()
            if (each.fort == line.fort if line.when == "fort_silenced" else each.side == enemy)
        ]
        wanted = len(found) if line.when == "fort_silenced" else line.at_least or 1
        down = sum(fleet.silenced(each) for each in found)
        left = [
            f"{fleet.section_card(each).name} "
            f"{pluralized(fleet.original_hits(each) - each.hits, 'Hit')}"
            for each in found
            if not fleet.silenced(each)
        ]
        few = f"; {', '.join(left)}" if left and len(left) <= MANY else ""
        return f"{down} of {wanted} silenced{few}"
    now = count(state, line)
    if line.at_least is not None:
        text = [f"{now} of {line.at_least}"]
    elif line.at_most is not None:
        text = [f"{now}, at most {line.at_most}"]
    else:
        text = []
    ships = ships_of(state, line)
    if len(ships) <= MANY:
        each = _leaving if line.when in {"exit", "exit_count"} else _harmed
        text += [f"{fleet.name(ship)}: {each(state, line, ship)}" for ship in ships]
    return "; ".join(text)


def _leaving(state: State, line: VictoryLine, ship: Ship) -> str:
    """Return as words how far a ship is from leaving the map as a victory line requires, and the
    obstacles to it.
    """
    if ship.lost or ship.captured_by:
        return "lost" if not ship.lost.startswith("left") else "she left, but not as required"
    last = line.by_turn if line.by_turn is not None else state.turns
    turns = max(0, last - state.turn + 1)
    texts = [
        pluralized(steps_off(ship, line.edges), "box", "boxes"),
        f"{pluralized(turns, 'turn')} left",
    ]
    if line.after_turn is not None and state.turn <= line.after_turn:
        texts.append(f"not before turn {line.after_turn + 1}")
    too_hurt = {"": (), "heavy": ("heavy",), "light": ("light", "heavy")}[line.unless_damage]
    texts += [
        word
        for word, true in (
            ("aground", ship.grounded),
            ("at anchor", ship.anchored),
            ("fouled", bool(ship.fouled)),
            (f"{line.unless_damage} damage", fleet.damage(ship) in too_hurt),
        )
        if true
    ]
    return ", ".join(texts)


def steps_off(ship: Ship, edges: tuple[str, ...]) -> int:
    """Return how many boxes a ship must move to leave the map by the nearest of these edges."""
    if off(ship.box):
        return 0 if off(ship.box) in edges else GRID.columns + 1
    row, column = GRID.place(ship.box)
    ways = {
        "left": column,
        "right": GRID.columns - 1 - column,
        "top": row,
        "bottom": GRID.rows - 1 - row,
    }
    return 1 + min(ways[edge] for edge in edges)


def _harmed(state: State, line: VictoryLine, ship: Ship) -> str:
    """Return as words how many Hits are still needed to damage a ship heavily or to sink her, as a
    victory line requires; or how she was lost.
    """
    if ship.lost:
        return "sunk" if ship.lost == "sunk" else "gone"
    if ship.captured_by:
        return "captured"
    texts = []
    if "heavy_damage" in line.states and fleet.damage(ship) != "heavy":
        chart = fleet.card(ship).maneuver
        least = chart[2].min_hits if len(chart) > 2 else fleet.original_hits(ship)
        more = max(0, least - ship.hits)
        texts.append(f"{pluralized(more, 'Hit')} to heavy damage")
    if "sunk" in line.states:
        texts.append(f"{pluralized(fleet.original_hits(ship) - ship.hits, 'Hit')} to sink")
    return ", ".join(texts)


# Warnings of units one step from a worse state: the next line, casualties, a magazine; repairs.
#
# A repair's line shows what it would improve.


LIMIT = -4
"""The worst value of a shield (worn armour). A shield that is one step from it is listed."""
FIERCE = 4
"""A fire of this level or a higher one is listed."""


def in_the_fight(unit: Unit) -> bool:
    """Tell whether a unit still takes part: a ship on the map that is identified, or a fort section
    that is not silenced.
    """
    if isinstance(unit, Section):
        return not fleet.silenced(unit)
    return unit.on_map and unit.kind == "ship"


def one_step_from(state: State, unit: Unit) -> tuple[str, ...]:
    """Return as words the worse states that a unit reaches by one more step, the worst first; () if
    there is none.

    Hits and casualties are listed only if the unit has some, because a small ship is always near
    the next step.
    """
    left = fleet.original_hits(unit) - unit.hits
    texts: list[str] = []
    # Her worst fire: its chance to reach level 5 or to explode, and the ships that would be hit.
    level = max((fire.level for fire in unit.fires), default=0)
    if level >= FIERCE:
        text = f"fire 5: explodes {percent(explodes(unit))}"
        if level < FIERCEST:
            grows = level_chances(unit, level).get(FIERCEST, 0.0)
            text = f"fire 4: grows {percent(grows)}, then explodes {percent(explodes(unit))}"
        beside = [fleet.name(other) for other in _beside(state, unit)]
        texts.append(text + (f"; it would also hit {', '.join(beside)}" if beside else ""))
    if left == 1 and unit.hits:
        texts.insert(
            0, "one Hit from " + ("being silenced" if isinstance(unit, Section) else "sinking")
        )
    if isinstance(unit, Ship) and unit.hits and left > 1:
        hurt = replace(unit, hits=unit.hits + 1)
        if fleet.chart_line(hurt) != fleet.chart_line(unit):
            texts.append(f"one Hit from {fleet.damage(hurt)} damage, {fleet.maneuver_dice(hurt)}")
    crew = fleet.crew_of(unit)
    steps = (
        (crew.full, "no crew left"),
        (crew.heavy, "heavy losses"),
        (crew.light, "light losses"),
    )
    retires = " and must retire" if isinstance(unit, Ship) else ""
    for most, what in steps:
        if unit.crew_loss and unit.crew_loss + 1 == most:
            more = retires if what == "heavy losses" else ""
            texts.append(f"one casualty from {what}{more}")
            break
    for place, shield in unit.shields.items():
        if shield == LIMIT + 1:
            texts.append(f"{fleet.shield_name(place)} near its limit")
    return tuple(texts)


def level_chances(unit: Unit, level: int) -> dict[int, float]:
    """Return {level: chance} for a fire after its next check; level 0 means that it is out.

    Iron & Oak 3.1.2.
    """
    found: dict[int, float] = {}
    for face, chances in faces("d10"):
        then = new_level(level, face + fire_drm(unit))
        found[then] = found.get(then, 0.0) + chances / 10
    return found


def explodes(unit: Unit) -> float:
    """Return the chance that a fire of level 5 makes its unit explode at the next check."""
    return level_chances(unit, FIERCEST).get(FIERCEST, 0.0)


def _beside(state: State, unit: Unit) -> list[Ship]:
    """Return the ships that an explosion of a unit would fire at: ships tied to it, or in its box.

    Iron & Oak 6.3.8.
    """
    if not isinstance(unit, Ship):
        return []
    near = {each.id for each in fleet.tied(state, unit)}
    return [
        other
        for other in state.ships.values()
        if other.id != unit.id
        and other.kind == "ship"
        and other.on_map
        and (other.box == unit.box or other.id in near)
    ]


# The effect of a Repair Party: its chance, and what the critical hit costs now.
#
# Iron & Oak 3.1.1.


class Mending(NamedTuple):
    """The forecast of a repair: its chance, the ship's best shot and her next move, each as (now,
    after the repair).
    """

    critical: str
    chance: float
    shot: tuple[float, float]
    """The average Hits of the ship's best shot: (now, after the repair)."""
    move: tuple[float, float]
    """The chance of the ship's likeliest move to the next box: (now, after the repair); 0 without
    power."""

    @property
    def gain(self) -> float:
        """The average gain of the repair: more Hits, plus a better chance to move."""
        shot, move = self.shot[1] - self.shot[0], self.move[1] - self.move[0]
        return self.chance * (shot + move)


def mendings(state: State, unit: Unit) -> tuple[Mending, ...]:
    """Return the forecast of each possible repair of a unit, the one with the largest gain
    first.
    """
    if not repairable(unit):
        return ()
    chance = repair_chance(unit)
    now = _best(state, unit)
    found = []
    for critical in repairable(unit):
        # Critical hits after a repair: armament improves by one step.
        left = tuple(each for each in unit.criticals if each != critical)
        whole = replace(unit, criticals=(*left, "armament_1") if critical == "armament_2" else left)
        if isinstance(whole, Ship):
            after = put_ship(state, whole)
        else:
            after = replace(state, sections={**state.sections, whole.id: whole})
        then = _best(after, whole)
        found.append(Mending(critical, chance, (now[0], then[0]), (now[1], then[1])))
    return tuple(sorted(found, key=lambda each: -each.gain))


def _best(state: State, unit: Unit) -> tuple[float, float]:
    """Return (average Hits of a unit's best shot, chance of its likeliest move to the next box)."""
    shot = max((hits(state, unit, target) for target in in_sight(state, unit)), default=0.0)
    if not isinstance(unit, Ship) or not fleet.powered(state, unit) or fleet.immobile(state, unit):
        return shot, 0.0
    steps = [goal for goal in goals(state, unit) if not off(goal)]
    return shot, max((table_roll(state, unit, goal).chance for goal in steps), default=0.0)


def mending_words(found: Mending) -> str:
    """Return the forecast of a repair as words: `rudder: 45%, next box 12% -> 49%`."""
    texts = [percent(found.chance)]
    if found.shot[0] != found.shot[1]:
        texts.append(f"shot {found.shot[0]:.1f} -> {found.shot[1]:.1f} Hits")
    if found.move[0] != found.move[1]:
        texts.append(f"next box {percent(found.move[0])} -> {percent(found.move[1])}")
    return f"{found.critical.replace('_', ' ')}: {', '.join(texts)}"
