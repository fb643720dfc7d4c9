"""Preview of orders to the helm and of Skill Tests."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Preview
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.rerolls import has_fortune
from engine.systems.oak_iron.effects.rerolls import skill as skill_of
from engine.systems.oak_iron.effects.skill_dice import Purpose
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.critical import HELM_SPEED
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.seamanship import actions, free_slide
from engine.systems.oak_iron.sailing.stakes import stakes
from engine.systems.oak_iron.screen.previews.move_preview import in_100, move_preview
from engine.systems.oak_iron.screen.previews.of_command import previews
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AnyStep, SeamanshipAction


@previews(do.Seamanship)
def _seamanship(view: State, ship: Ship, _: do.Seamanship) -> Preview:
    opens = " or ".join(option.label for option in actions(view)[0])
    return Preview(rows=skill_test(view, ship, "seamanship", SeamanshipAction(), opens))


@previews(do.AdjustSpeed)
def _adjust_speed(view: State, ship: Ship, command: do.AdjustSpeed) -> Preview | None:
    adjusted = view
    if view.activation is not None:
        adjusted = replace(view, activation=replace(view.activation, adjust=command.by))
    way = course.trace(adjusted, ship.id, do.Sail())
    return move_preview(adjusted, way, "Straight on, at that speed") if way else None


@previews(do.CutFree)
def _cut_free(view: State, ship: Ship, _: do.CutFree) -> Preview | None:
    freed = free_slide(view, ship.id)
    if freed is None:
        return None
    return move_preview(view, course.Course(ship.id, (freed.pose,)), "If she cuts free")


@previews(do.ChoosePoint)
def _choose_point(view: State, ship: Ship, command: do.ChoosePoint) -> Preview | None:
    assert view.activation is not None
    chosen = replace(view, activation=replace(view.activation, point=command.point))
    way = course.trace(chosen, ship.id, do.Sail())
    return move_preview(chosen, way, f"Straight on, {command.point}") if way else None


@previews(do.SpinHelm)
def _spin_helm(view: State, _: Ship, command: do.SpinHelm) -> Preview:
    assert view.attack is not None
    target, most = view.attack.target, book().measures.tools[HELM_SPEED].turn
    way = course.turn(view, target, most if command.side == "starboard" else -most, HELM_SPEED)
    return move_preview(view, way, f"{target} would turn so")


def skill_test(
    view: State, ship: Ship, purpose: Purpose, then: AnyStep, opens: str = ""
) -> tuple[Row, ...]:
    """Return the chance of a Skill Test, and what hangs on it; the step `then` reads its result.

    `opens` says more exactly what a passed one opens.
    """
    chance = odds.passing(view, ship.id, purpose)
    symbols = " or ".join(book().dice.counts["skill_test"])
    points, hangs = skill_of(view, ship), stakes(then)
    skill = f", re-rolls by skill {points} counted" if points else ""
    fortune = ", one by fortune not counted" if has_fortune(view, ship) else ""
    return (
        Heading("Skill Test"),
        words(f"passed in {in_100(chance)} of 100{skill}{fortune}"),
        *(
            (words(f"passed: {opens or hangs.passed}"), words(f"failed: {hangs.failed}"))
            if hangs
            else ()
        ),
        words(f"any {symbols} passes it", "dim"),
    )
