"""Previews of an answer before it is given: chances with all modifiers of a roll, and highlighted
boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engine.base.text import capitalized
from engine.game.chart import Mark, Trace
from engine.game.decision import Answer, Decision
from engine.game.panel import Bar, Row, taught_rows, words
from engine.game.parts.screen import Preview
from engine.game.question import Question
from engine.kit.by_type import ByType
from engine.systems.iron_oak.cards import CARDS
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import guns_of, name
from engine.systems.iron_oak.foresight.maneuver_odds import (
    after_a_hit,
    attack_here,
    hold_here,
    way_to,
)
from engine.systems.iron_oak.gunnery.shot import aspects, boxes_of, gunnery_drms
from engine.systems.iron_oak.machine import percent
from engine.systems.iron_oak.movement.rolls import AttackRoll, contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.orders.legal import CROSSED, far_goals, goals
from engine.systems.iron_oak.orders.legal import ways as middles
from engine.systems.iron_oak.orders.sheet import LABELS, MEANINGS, OUTSIDE, planned_by
from engine.systems.iron_oak.screen.order_rows import (
    attack_rows,
    card_rows,
    mishap_text,
    ram_rows,
    shot_rows,
    stop_rows,
    t_rows,
    way_rows,
)
from engine.systems.iron_oak.screen.scene import lit, middle, plan_preview
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.fire_worth import card_chances
from engine.systems.iron_oak.waters import off

ASKED = (
    "While an enemy moves or fires you can often play a card of your hand, and the game stops to "
    "ask you. Pick the enemies about which it asks; with none picked it asks about all."
)
"""The explanation of the slot about cards, for a player who does not know the rules."""
CHECKED = ("maneuver_0", "oppose", "cross_t", "ram_spar")
"""The orders that keep a ship in her box: its hazards are checked before they are carried out."""
previews: ByType[Callable[[State, Ship | None, Any], Preview]] = ByType(
    "previews"
)  # each function takes its own type of command


def preview(view: State, question: Question, answer: Answer) -> Preview:
    """Return the preview of an answer: marks for the chart, and rows for the panel. It is empty if
    there is nothing to show.
    """
    assert isinstance(question, Decision)
    if planner := planned_by(question.slot):
        return plan_preview(view, view.ships[planner], answer.option)
    ship = view.ships.get(question.slot or question.ship)
    if question.slot:
        if question.slot == CARDS:
            return Preview((), (words(ASKED, until="first", lesson="action_cards"),))
        return order_preview(view, ship, answer.option) if ship else Preview()
    command = question.option(answer.option).command
    show = previews.get(command)
    if isinstance(command, cmd.Aim):
        return _aim(view, question.ship, command)
    return show(view, ship, command) if show else Preview()


def sums(drms: Mapping[str, int], drm: int) -> str:
    """Return the modifiers of a roll, by name and in all: `crack +1, current -1: +0`."""
    if not drms:
        return "plain"
    parts = ", ".join(f"{key.replace('_', ' ')} {each:+d}" for key, each in drms.items())
    return f"{parts}: {drm:+d}"


def order_preview(view: State, ship: Ship, order: str) -> Preview:
    """Return the preview of an order: for each box that it may lead to, the best chance, on the
    chart and in rows.
    """
    marks: list[Mark] = []
    rows: list[Row] = []
    waits = "" if ship.on_map else OUTSIDE.get(order, "")
    if meaning := waits or MEANINGS.get(order):
        rows.append(words(meaning, until="first", lesson="boxes_and_orders"))
    ways = {"maneuver_1": goals, "maneuver_2": far_goals}.get(order)
    if ways is None:
        crosses = "crossing_the_t" if order == "cross_t" else ""
        here = stop_rows(hold_here(view, ship)) if order in CHECKED else ()
        return Preview((), (*rows, *attack_rows(view, ship, order), *here), diagram=crosses)
    for goal in ways(view, ship):
        vias = middles(view, ship, goal) if order == "maneuver_2" else ("",)
        found = max((way_to(view, ship, goal, via) for via in vias), key=lambda way: way.arrives)
        rows.append(
            Bar(f"off {off(goal)}" if off(goal) else goal, found.arrives, mishap_text(found))
        )
        if not off(goal):
            marks.append(lit(goal, found.arrives))
    return Preview(tuple(marks), tuple(rows), diagram="current")


@previews(cmd.Way)
def _way(view: State, ship: Ship | None, command: cmd.Way) -> Preview:
    if ship is None or command.way in {"wait", "unfoul"}:
        return Preview()
    if end := CROSSED.get(command.way):
        target = view.ships[command.target]
        roll = cross_roll(view, ship, target)
        crossed = _attack(view, ship, roll, t_rows(view, ship, target, end))
        return replace(crossed, diagram="crossing_the_t")
    if command.way in ("ram", "spar", "ram_and_spar"):
        target = view.ships[command.target]
        struck = ram_rows(view, ship, target, command.way)
        return _attack(view, ship, contact_roll(view, ship, target), struck)
    if command.way == "hold":
        return Preview((), stop_rows(hold_here(view, ship)))
    # A maneuver whose roll must beat dice of the table.
    throw = table_roll(view, ship, command.goal, command.via)
    sides = f"{throw.dice} v {throw.response}, {sums(throw.drms, throw.drm)}"
    rolled = taught_rows("boxes_and_orders", words(sides))
    if not command.goal:
        found = attack_here(view, ship, throw.chance)
        rows = (Bar("succeeds", found.arrives), *stop_rows(found), *rolled)
        return Preview((), rows, diagram="current")
    found = way_to(view, ship, command.goal, command.via)
    marks = [lit(command.goal, found.arrives)] if not off(command.goal) else []
    worse = after_a_hit(view, ship, command.goal, command.via)
    hurt = () if worse is None else (words(f"one more Hit: {percent(worse)}"),)
    return Preview(tuple(marks), (*way_rows(found), *rolled, *hurt), diagram="current")


def _attack(view: State, ship: Ship, roll: AttackRoll, then: tuple[Row, ...]) -> Preview:
    """Return the preview of crossing a T or an attack; the hazards of the box are met before its
    roll.
    """
    found = attack_here(view, ship, roll.chance)
    return Preview(
        (),
        (
            Bar("succeeds", found.arrives, f"{roll.dice} v {roll.target_dice}"),
            *taught_rows(
                "crossing_and_ramming",
                words("she: " + sums(roll.drms, roll.drm)),
                words("target: " + sums(roll.target_drms, roll.target_drm)),
            ),
            *then,
        ),
    )


def _aim(view: State, firer_id: str, command: cmd.Aim) -> Preview:
    """Return the preview of a shot: its chances, in all and for each location."""
    if not command.target:
        return Preview()
    firer, target = view.unit(firer_id), view.unit(command.target)
    drms = gunnery_drms(view, firer, target)
    rows = (
        words(f"fire at {name(target)}", until="first", lesson="fire_and_locations"),
        *taught_rows(
            "fire_and_locations",
            words(f"{guns_of(firer).dice} at {name(target)}"),
            words(sums(drms, sum(drms.values()))),
        ),
        *shot_rows(view, firer, target, command.plunging),
    )
    line = Trace("sight", (middle(boxes_of(firer)[0]), middle(boxes_of(target)[0])))
    across = set(aspects(firer, target)) != {"normal"}
    meets, explained = (firer_id, command.target), "bow_on" if across else ""
    return Preview((line,), rows, meets=meets, diagram=explained)


@previews(cmd.Play)
def _play(view: State, ship: Ship | None, command: cmd.Play) -> Preview:
    kind = book().kinds[book().cards[command.card].kind]
    text = words(f"{capitalized(kind.effect)}.")
    chances = card_chances(view, command)
    if chances is None:
        return Preview((), (text, *card_rows(view, command.card)))
    return Preview((), (text, Bar("succeeds now", chances[0]), Bar("with it", chances[1])))


@previews(cmd.Act)
def _act(view: State, ship: Ship | None, command: cmd.Act) -> Preview:
    unit = view.unit(command.unit)
    order = unit.order if isinstance(unit, Ship) else ""
    ordered = f", ordered: {LABELS[order]}" if order and order != "hidden" else ""
    return Preview((), (words(f"{name(unit)}{ordered}"),))
