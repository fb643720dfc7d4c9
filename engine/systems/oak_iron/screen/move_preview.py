"""The preview of a move, and the table of the other previews, by type of command."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from engine.base.text import join_names, some
from engine.game.chart import Mark, Spot, Trace
from engine.game.panel import Heading, Row, Span, Words, taught_rows, words
from engine.game.parts.screen import Preview
from engine.kit.by_type import ByType
from engine.space.plane.contact import Body, nearest_points
from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.pose import unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Side
from engine.systems.oak_iron.effects.dice import Purpose, has_fortune
from engine.systems.oak_iron.effects.dice import skill as skill_of
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.gunnery.critical import HELM_SPEED
from engine.systems.oak_iron.gunnery.shot import Shot, band, shot
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.course import Course, crossed, rating
from engine.systems.oak_iron.sailing.course import dice as shoal_dice
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.sailing.manoeuvre import held_by_land
from engine.systems.oak_iron.sailing.scrolling import shift
from engine.systems.oak_iron.sailing.seamanship import actions, free_slide, stakes
from engine.systems.oak_iron.screen.scene import ghost, path, rings
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.events.event import terms
from engine.systems.oak_iron.state.ships import distance, enemies, hull, obstacles
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AnyStep, SeamanshipAction
from engine.systems.oak_iron.state.wording import tokens
from engine.systems.oak_iron.table.sight import in_broadside_path, in_the_eye, points

# Registry of previews by the type of command; the modules beside this one fill it.


Shown = Callable[[State, Ship, Any], Preview | None]
"""The type of a preview function: it takes the view, the ship that gets the command, the
command."""
previews: ByType[Shown] = ByType("previews")
"""{type of a ship's command: its preview function}. Moves are not in it, because the preview of a
move is drawn from its course."""
card_previews: ByType[Callable[[State, Any], Preview]] = ByType("card previews")
"""{type of command: preview function} for commands without a ship on the table: cards, and pieces
to place."""


def preview_of_ship(view: State, ship: Ship, command: do.AnyCommand) -> Preview:
    """Return the preview of a ship's command; an empty one if there is nothing to show."""
    shown = previews.get(command)
    return (shown(view, ship, command) if shown else None) or Preview()


# Preview of a move: the ghost, the swept water, collisions, and which guns bear after it.


LIKELY = 0.6
"""The preview names the largest amount of damage that the shot reaches with at least this
chance."""


def move_preview(
    view: State, course: Course, title: str = "If she sails like this", last_turn: bool = False
) -> Preview:
    """Return the preview of a course: marks on the chart, and rows about what happens and who can
    fire.

    `last_turn` means that the ship may turn once more at the end of the course.
    """
    quick: tuple[Mark, ...] = (
        ghost(view, course.ship, course.end),
        *swept(view, course),
        *collisions(view, course),
    )
    then = as_if(view, course.ship, course.end)
    rows: list[Row] = [Heading(title), *_end_words(view, then, course, last_turn)]
    drawn = "winds_eye" if in_the_eye(then, course.ship) else "turning"
    if course.off_table:
        return Preview(quick, tuple(rows), quick, diagram=drawn)
    sides, guns = bearing_rows(then, course.ship)
    rows += guns
    base = hull(then.ships[course.ship])
    loaded = [side for side in SIDES if side not in view.ships[course.ship].reload]
    shown = [mark for side in sides or loaded for mark in path(base, side)]
    rays: list[Mark] = []
    for enemy in enemies(then, course.ship):
        rays += [
            rake_line(then, course.ship, side, enemy.id, at)
            for side, at in _in_path(then, course.ship, enemy.id)[:1]
            if at.legal and at.rake
        ]
    marks = (*quick, *rings(base)[1:], *shown, *rays)
    return Preview(marks, tuple(rows), quick, diagram=drawn)


def swept(view: State, course: Course) -> tuple[Trace, ...]:
    """Return the outer lines of the water that the ship's base covers in each slide of a course."""
    here = hull(view.ships[course.ship])
    lines: list[Trace] = []
    for pose in course.poses:
        there = hull_at(pose, here.length, here.width)
        way = math.dist(here.pose.at, pose.at)
        # Turns are not drawn, and a slide shorter than a cell of the chart is invisible.
        if way > 0.05 and abs(here.pose.heading - pose.heading) < 1e-6:
            lines += _edges(here, there, way)
        here = there
    return tuple(lines)


def _edges(here: Hull, there: Hull, way: float) -> list[Trace]:
    dx = (there.pose.x - here.pose.x) / way
    dy = (there.pose.y - here.pose.y) / way
    lines = []
    for hand in (1.0, -1.0):

        def outside(number: int, hand: float = hand) -> tuple[float, float]:
            x, y = here.corners[number]
            # Rounded, so that two corners of one side are equally far out and the second sort key
            # decides.
            return round(hand * (x * dy - y * dx), 6), x * dx + y * dy

        order = sorted(range(4), key=outside)
        first, last = sorted(order[-2:], key=lambda number: outside(number)[1])
        lines.append(Trace("sweep", (here.corners[first], there.corners[last])))
    return lines


def collisions(view: State, course: Course) -> tuple[Spot, ...]:
    """Return a mark at each point where the ship runs into something at the end of a course."""
    if not course.struck:
        return ()
    base = hull(view.ships[course.ship])
    end = hull_at(course.end, base.length, base.width)
    bodies: dict[str, Body] = {**obstacles(view, course.ship)}
    return tuple(
        Spot("collision", nearest_points(end, bodies[key])[0], key)
        for key in course.struck
        if key in bodies
    )


def _end_words(view: State, then: State, course: Course, last_turn: bool) -> list[Row]:
    rows: list[Row] = []
    if last_turn:
        rows.append(
            words("the dial is her first turn; after her move she may turn again (her rule: Yare)")
        )
    if course.struck:
        struck = join_names([wording.thing(view, key) for key in course.struck])
        if held_by_land(view, course):
            return [words(f"{struck} blocks her: she cannot move", "warning")]
        rows.append(words(f"she collides with {struck}", "warning"))
        ships = [key for key in course.struck if key in view.ships]
        if len(ships) < len(course.struck):
            rows.append(words("she hits land: 1 damage, aground, at anchor", "warning"))
        if ships and not view.rules.quick_start and course.speed:
            dice = some(course.speed, "die", "dice")
            rows.append(words(f"{dice}: a skull damages her, a sail entangles both", "warning"))
    if course.off_table:
        if shift(view, course) == (0.0, 0.0):
            unless = ", unless she turns back" if last_turn else ""
            rows.append(words(f"she leaves the table and the battle{unless}", "warning"))
        else:
            rows.append(words("the sea scrolls: everything moves back to give her room"))
        return rows
    if crossed(view, view.ships[course.ship], course.poses):
        dice = some(shoal_dice(view, view.ships[course.ship]).dice, "die", "dice")
        rows.append(words(f"over a shoal: {dice}, a skull puts her aground", "warning"))
    lies = points(then, course.ship)
    speeds = [f"{point} {rating(then, course.ship, point).value}" for point in lies]
    heading = wording.heading(course.end.heading)
    ahead = words(f"heads {heading}; next turn {' or '.join(speeds)}", "dim")
    rows += taught_rows("turning_and_the_eye", ahead)
    return rows


def bearing_rows(then: State, ship: str) -> tuple[list[Side], list[Row]]:
    """Return (sides, rows): which sides of a ship can fire at any enemy, and rows about each enemy.

    The rows give range, dice, odds, and whether the enemy can fire back.
    """
    sides: list[Side] = []
    rows: list[Row] = []
    for enemy in sorted(enemies(then, ship), key=lambda other: distance(then, ship, other.id)):
        side, best = best_broadside(then, ship, enemy.id)
        if side and side not in sides:
            sides.append(side)
        signs = tokens(then, enemy)
        called = enemy.name or wording.type_name(enemy)
        name = f"{enemy.id}{signs} {called}"
        reach = wording.BAND_WORDS.get(band(best.range), "too far").removesuffix(" shot")
        # An enemy's line: say whose side it is that is not loaded.
        where = side or best.why_not.replace("the ", f"{ship}'s ", "has to reload" in best.why_not)
        bears = (
            f"guns bear to {side}, {reach} range"
            if side
            else where.replace("not in arc", "no gun bears on her")
        )
        rows.append(
            words(
                f"{enemy.id} {called}: {bears}",
                key=enemy.id,
                until="first",
                lesson="range_and_broadside",
            )
        )
        figures = Words(
            (
                Span(f"{name:<17} {wording.inches(best.range):>5} {reach:<7} "),
                Span(where, "head" if side else "dim"),
            ),
            enemy.id,
        )
        rows += taught_rows("range_and_broadside", figures)
        if best.reach != best.band:
            rows.append(words(f"    {wording.dimmed(best.reach)}", "warning"))
        if side:
            rows += shot_rows(then, ship, enemy.id, best)
        rows += _their_guns(then, enemy.id, ship)
    return sides, rows


def best_broadside(state: State, ship: str, target: str) -> tuple[Side | None, Shot]:
    """Return (side, shot) of a broadside that may fire at the target.

    If neither may, the side is None, and the shot says why not.
    """
    found = _in_path(state, ship, target)
    for side, at in found:
        if at.legal:
            return side, at
    if found:
        return None, found[0][1]
    at = shot(state, ship, target, "broadside", SIDES[0])
    return None, replace(at, why_not="not in arc") if at.band else at


def _in_path(state: State, ship: str, target: str) -> list[tuple[Side, Shot]]:
    """Return (side, shot) for each side with the target in its broadside path; legal or not."""
    own, other = hull(state.ships[ship]), hull(state.ships[target])
    return [
        (side, shot(state, ship, target, "broadside", side))
        for side in SIDES
        if in_broadside_path(own, side, other)
    ]


def shot_rows(state: State, ship: str, target: str, at: Shot) -> list[Row]:
    """Return two or three rows about a Broadside: a rake if any, its dice, and its odds."""
    rows: list[Row] = []
    if at.rake:
        rows.append(words(f"    {at.rake.upper()} RAKE, fortitude {at.fortitude}", "warning"))
    dice = some(at.dice, "die", "dice")
    rows += taught_rows("range_and_broadside", words(f"    {dice} = {terms(at.reasons)}"))
    rows.append(words(f"    {_chances(odds.attack_odds(state, ship, target, at, 'broadside'))}"))
    return rows


def _chances(found: odds.Odds) -> str:
    """Return what a shot probably does, in words: '85 in 100: damage 4+. 58: crippled'."""
    kind, shares = ("damage", found.damage) if len(found.damage) > 1 else ("fatigue", found.fatigue)
    at_least = [sum(shares[points:]) for points in range(len(shares))]
    likely = max([1, *(points for points, chance in enumerate(at_least) if chance >= LIKELY)])
    chance = at_least[likely] if likely < len(at_least) else 0.0
    said = f"{in_100(chance)} in 100: {kind} {likely}+"
    for name, share in (("crippled", found.crippled), ("shaken", found.shaken)):
        if share >= 0.005:
            return f"{said}.  {in_100(share)}: {name}"
    return said


def in_100(chance: float) -> str:
    """Return a chance in percent as text: '85', or '<1' if it would round to 0."""
    return "<1" if 0.0 < chance < 0.005 else str(round(chance * 100))


def named_chances(chances: Iterable[tuple[str, float]]) -> str:
    """Return each name followed by its chance in percent.

    >>> named_chances([("crippled", 0.12), ("shaken", 0.001)])
    'crippled 12%  shaken <1%'
    """
    return "  ".join(f"{name} {in_100(chance)}%" for name, chance in chances)


def _their_guns(state: State, enemy: str, ship: str) -> list[Row]:
    found = next((each for each in _in_path(state, enemy, ship) if each[1].legal), None)
    if found is None:
        return []
    side, at = found
    rake = f", {at.rake} rake" if at.rake else ""
    dice = some(at.dice, "die", "dice")
    return [words(f"    {enemy} can fire back, {side}: {dice}{rake}", "warning")]


def rake_line(state: State, ship: str, side: Side, target: str, at: Shot) -> Trace:
    """Return the line of a raking shot, from the side that fires through the whole target."""
    own, other = hull(state.ships[ship]), hull(state.ships[target])
    east, north = unit(own.outward(side))
    x, y = own.mid(side)
    reach = at.range + other.length + 0.5
    return Trace("rake", ((x, y), (x + east * reach, y + north * reach)))


# Preview of orders to the helm and of Skill Tests.


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
    attack = view.attack
    assert attack is not None
    target, most = attack.target, book().measures.tools[HELM_SPEED].turn
    way = course.turn(view, target, most if command.side == "starboard" else -most, HELM_SPEED)
    attacker = view.ships[attack.attacker]
    if attack.kind == "broadside" and attack.edge and attack.edge not in attacker.reload:
        # The side that has just fired gets its Reload marker only at the end of the attack.
        fired = replace(attacker, reload=(*attacker.reload, attack.edge))
        view = replace(view, ships={**view.ships, attacker.id: fired})
    return move_preview(view, way, f"{target} would turn like this")


def skill_test(
    view: State, ship: Ship, purpose: Purpose, then: AnyStep, opens: str = ""
) -> tuple[Row, ...]:
    """Return rows about a Skill Test: its chance, its purpose, what failing means.

    `then` is the step that uses the result; `opens` names what a success allows, '' for the usual
    words.
    """
    chance = odds.pass_chance(view, ship.id, purpose)
    symbols = " or ".join(book().dice.counts["skill_test"])
    points, hangs = skill_of(view, ship), stakes(then)
    skill = f", with re-rolls by skill {points}" if points else ""
    fortune = ", without a Fortune Point" if has_fortune(view, ship) else ""
    return (
        Heading("Skill Test"),
        words(
            f"a {symbols} on any die passes: {in_100(chance)} in 100",
            until="first",
            lesson="reload_and_crew",
        ),
        *taught_rows(
            "reload_and_crew", words(f"passed in {in_100(chance)} of 100{skill}{fortune}")
        ),
        *(
            (words(f"passed: {opens or hangs.passed}"), words(f"failed: {hangs.failed}"))
            if hangs
            else ()
        ),
        *taught_rows("reload_and_crew", words(f"any {symbols} passes the test", "dim")),
    )
