"""What an answer would do: chances with every modifier by its name, boxes lit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.game.answer import Answer
from engine.game.chart import Mark, Trace
from engine.game.decision import Decision
from engine.game.panel import Bar, Row, words
from engine.game.parts.screen import Preview
from engine.game.question import Question
from engine.kit.by_type import ByType
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.evaluation.card_worth import added_drm, card_chances
from engine.systems.iron_oak.evaluation.order_worth import attack_hits, crossings, rams
from engine.systems.iron_oak.fleet.hulls import guns_of, name
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.gunnery.ranges import aspects, boxes_of
from engine.systems.iron_oak.gunnery.shooting import card_drm
from engine.systems.iron_oak.movement.hazards import check_of, hazards_of
from engine.systems.iron_oak.movement.rolls import (
    AttackRoll,
    ManeuverRoll,
    contact_roll,
    cross_roll,
    table_roll,
)
from engine.systems.iron_oak.orders.goals import far_goals, goals
from engine.systems.iron_oak.orders.goals import ways as middles
from engine.systems.iron_oak.positions.inspect_targets import shot_odds
from engine.systems.iron_oak.screen.places import lit, middle
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.grid import off

previews: ByType[Callable[[State, Ship | None, Any], Preview]] = ByType("previews")


def preview(view: State, question: Question, answer: Answer) -> Preview:
    """Return what an answer would do; nothing where there is nothing to foresee."""
    if not isinstance(question, Decision):
        return Preview()
    ship = view.ships.get(question.slot or question.ship)
    if question.slot:
        return order_preview(view, ship, answer.option) if ship else Preview()
    command = question.option(answer.option).command
    show = previews.get(command)
    if isinstance(command, cmd.Aim):
        return _aim(view, question.ship, command)
    return show(view, ship, command) if show else Preview()


def sums(drms: Mapping[str, int], drm: int) -> str:
    """Return modifiers in a line: `crack +1, current -1: +0`."""
    if not drms:
        return "no modifiers"
    parts = ", ".join(f"{key.replace('_', ' ')} {each:+d}" for key, each in drms.items())
    return f"{parts}: {drm:+d}"


def order_preview(view: State, ship: Ship, order: str) -> Preview:
    """Return what an order opens: every goal with its chance, on the chart and in lines."""
    marks: list[Mark] = []
    rows: list[Row] = []
    ways = {"maneuver_1": goals, "maneuver_2": far_goals}.get(order)
    if ways is None:
        hazards = _box_rows(view, ship, ship.box) if ship.on_map else ()
        crosses = "crossing_the_t" if order == "cross_t" else ""
        return Preview((), (*_attacks(view, ship, order), *hazards), diagram=crosses)
    for goal in ways(view, ship):
        via = middles(view, ship, goal)[0] if order == "maneuver_2" else ""
        roll = table_roll(view, ship, goal, via)
        arrives = roll.chance
        for box in filter(None, (via, goal)):
            arrives *= safe(view, ship, box)
        rows.append(
            Bar(f"off {off(goal)}" if off(goal) else goal, roll.chance, _note(arrives, roll))
        )
        if not off(goal):
            marks.append(lit(goal, arrives))
    return Preview(tuple(marks), tuple(rows), diagram="current")


def _attacks(view: State, ship: Ship, order: str) -> Iterator[Row]:
    """Yield whom she may cross or strike, with the chance, and the Hits of both."""
    for target, end in crossings(view, ship) if order == "cross_t" else ():
        roll = cross_roll(view, ship, target)
        yield Bar(f"{end} of {name(target)}", roll.chance, f"{roll.dice} v {roll.target_dice}")
    for target, kind in rams(view, ship) if order == "ram_spar" else ():
        roll = contact_roll(view, ship, target)
        dealt, taken = attack_hits(ship, target, kind)
        note = f"{dealt:.1f} Hits, {taken:.1f} own"
        yield Bar(f"{kind.replace('_', ' ')} {name(target)}", roll.chance, note)


def _note(arrives: float, roll: ManeuverRoll) -> str:
    safe_too = f"safe {100 * arrives:.0f}%, " if arrives < roll.chance else ""
    return f"{safe_too}{roll.dice} {roll.drm:+d} v {roll.response}"


def safe(view: State, ship: Ship, box: str) -> float:
    """Return the chance to pass every hazard of a box."""
    if off(box):
        return 1.0
    share = 1.0
    for hazard in hazards_of(view, ship, box):
        share *= check_of(view, ship, box, hazard).chance
    return share


def _box_rows(view: State, ship: Ship, box: str) -> tuple[Row, ...]:
    return tuple(
        Bar(hazard.replace("_", " "), check_of(view, ship, box, hazard).chance, "to pass")
        for hazard in hazards_of(view, ship, box)
    )


@previews(cmd.Way)
def _way(view: State, ship: Ship | None, command: cmd.Way) -> Preview:
    if ship is None:
        return Preview()
    if command.way.startswith("cross_"):
        crossed = _attack(cross_roll(view, ship, view.ships[command.target]))
        return replace(crossed, diagram="crossing_the_t")
    if command.way in {"ram", "spar", "ram_and_spar"}:
        target = view.ships[command.target]
        dealt, taken = attack_hits(ship, target, command.way)
        told = f"if she strikes: {dealt:.1f} Hits in the mean, {taken:.1f} of her own"
        return _attack(contact_roll(view, ship, target), told)
    if command.way in {"hold", "wait", "unfoul"}:
        return Preview((), _box_rows(view, ship, ship.box) if ship.on_map else ())
    roll = table_roll(view, ship, command.goal, command.via)
    marks = [lit(command.goal, roll.chance)] if command.goal and not off(command.goal) else []
    box = command.goal or ship.box
    rows = (
        Bar("succeeds", roll.chance, f"{roll.dice} v {roll.response}"),
        words(sums(roll.drms, roll.drm)),
        *(_box_rows(view, ship, command.via) if command.via else ()),
        *(_box_rows(view, ship, box) if not off(box) else ()),
    )
    return Preview(tuple(marks), rows, diagram="current")


def _attack(roll: AttackRoll, told: str = "") -> Preview:
    return Preview(
        (),
        (
            Bar("succeeds", roll.chance, f"{roll.dice} v {roll.target_dice}"),
            words("she: " + sums(roll.drms, roll.drm)),
            words("target: " + sums(roll.target_drms, roll.target_drm)),
            *((words(told),) if told else ()),
        ),
    )


def _aim(view: State, firer_id: str, command: cmd.Aim) -> Preview:
    """Return the odds of a shot, over all and by location."""
    if not command.target:
        return Preview()
    firer, target = view.unit(firer_id), view.unit(command.target)
    drms = gunnery_drms(view, firer, target)
    odds = shot_odds(view, firer, target, command.plunging)
    rows: list[Row] = [
        words(f"{guns_of(firer).dice} at {name(target)}"),
        words(sums(drms, sum(drms.values()))),
        Bar("beats it", odds["chance"]),
        Bar("effective", odds["chance_effective"]),
        Bar("critical", odds["chance_critical"]),
    ]
    for place, each in odds["locations"].items():
        guard = f"{each['kind']} {each['dice']} {each['shield']:+d}"
        note = f"{guard}, {100 * each['share']:.0f}% of shots"
        rows.append(Bar(place, each["effective"], note))
    line = Trace("sight", (middle(boxes_of(firer)[0]), middle(boxes_of(target)[0])))
    across = set(aspects(firer, target)) != {"normal"}
    meets, explained = (firer_id, command.target), "bow_on" if across else ""
    return Preview((line,), tuple(rows), meets=meets, diagram=explained)


@previews(cmd.Play)
def _play(view: State, ship: Ship | None, command: cmd.Play) -> Preview:
    kind = book().kinds[book().cards[command.card].kind]
    told = words(f"{kind.effect[:1].upper()}{kind.effect[1:]}.")
    return Preview((), (told, *_change(view, command, kind.id)))


def _change(view: State, command: cmd.Play, kind: str) -> tuple[Row, ...]:
    """Return the odds as they are and as they would be with a card, exact."""
    chances = card_chances(view, command)
    if chances is not None:
        return (Bar("succeeds now", chances[0]), Bar("with it", chances[1]))
    drm = added_drm(view, kind)
    if view.shot is None or not drm:
        return ()
    firer, target = view.unit(view.shot.firer), view.unit(view.shot.target)
    played = card_drm(view, view.shot, 1)
    rows = []
    for lead, extra in (("now", played), ("with it", played + drm)):
        odds = shot_odds(view, firer, target, view.shot.plunging, extra)
        rows += [Bar(f"beats it {lead}", odds["chance"])]
        rows += [Bar(f"effective {lead}", odds["chance_effective"])]
    return tuple(rows)


@previews(cmd.Act)
def _act(view: State, ship: Ship | None, command: cmd.Act) -> Preview:
    return Preview((), (words(name(view.unit(command.unit))),))
