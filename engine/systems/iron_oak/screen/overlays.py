"""Pictures that a key switches on: reach, fire, depths, danger; and the ruler."""

from __future__ import annotations

from engine.game.chart import Mark, Trace
from engine.game.decision import Point
from engine.game.panel import words
from engine.game.parts.screen import Overlay, Preview
from engine.systems.iron_oak.fleet.sides import other_side, own_units
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.gunnery.ranges import boxes_of
from engine.systems.iron_oak.gunnery.targets import in_sight, why_not_fire
from engine.systems.iron_oak.movement.hazards import over
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.goals import far_goals, goals
from engine.systems.iron_oak.orders.goals import ways as middles
from engine.systems.iron_oak.orders.legal import why_not
from engine.systems.iron_oak.positions.inspect_targets import shot_odds
from engine.systems.iron_oak.screen.places import box_at, lit, middle
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.grid import GRID, off
from engine.systems.iron_oak.waters.terrain import free_line

OVERLAYS = (
    Overlay("reach", "where she may go, chances in percent"),
    Overlay("fire", "whom she may fire at"),
    Overlay("danger", "who may fire at her"),
    Overlay("depths", "where she may run aground"),
)


def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
    """Return an overlay's marks for a ship or section."""
    if key not in view.ships and key not in view.sections:
        return ()
    unit = view.unit(key)
    if overlay_id == "fire":
        return _fire(view, key)
    if not isinstance(unit, Ship) or unit.kind != "ship":
        return ()
    if overlay_id == "reach":
        return _reach(view, unit)
    if overlay_id == "danger":
        return _danger(view, unit)
    return tuple(
        lit(box, text=f"+{over(view, unit, box)}" if over(view, unit, box) < 9 else "+")
        for box in GRID.boxes
        if over(view, unit, box) > 0
    )


def _reach(view: State, ship: Ship) -> tuple[Mark, ...]:
    reasons = why_not(view, ship)
    marks: list[Mark] = []
    if not reasons["maneuver_1"]:
        marks += [
            lit(goal, table_roll(view, ship, goal).chance)
            for goal in goals(view, ship)
            if not off(goal)
        ]
    if not reasons["maneuver_2"]:
        marks += [
            lit(goal, table_roll(view, ship, goal, middles(view, ship, goal)[0]).chance)
            for goal in far_goals(view, ship)
        ]
    return tuple(marks)


def _fire(view: State, key: str) -> tuple[Mark, ...]:
    firer = view.unit(key)
    return tuple(
        Trace(
            "sight",
            (middle(boxes_of(firer)[0]), middle(boxes_of(target)[0])),
            label=f"{100 * shot_odds(view, firer, target, plunging=False)['chance']:.0f}",
        )
        for target in in_sight(view, firer)
        if not why_not_fire(view, firer, target)
    )


def _danger(view: State, ship: Ship) -> tuple[Mark, ...]:
    if not ship.on_map:
        return ()
    return tuple(
        Trace(
            "rake",
            (middle(boxes_of(enemy)[0]), middle(ship.box)),
            label=f"{sum(gunnery_drms(view, enemy, ship).values()):+d}",
        )
        for enemy in own_units(view, other_side(ship.control))
        if ship.id in {target.id for target in in_sight(view, enemy)}
        and not why_not_fire(view, enemy, ship)
    )


def measure(view: State, start: Point, end: Point) -> Preview:
    """Return the distance of two boxes, and whether high ground lies between."""
    one, two = box_at(start), box_at(end)
    if not one or not two:
        return Preview()
    distance = GRID.distance(one, two)
    band = ("short", "medium", "long")[distance] if distance < 3 else "too far"
    free = free_line(view.board, one, two)
    line = Trace("measure" if free else "blocked", (middle(one), middle(two)), label=str(distance))
    told = f"{one} to {two}: {distance}, {band}" + ("" if free else ", high ground between")
    return Preview((line,), (words(told),))
