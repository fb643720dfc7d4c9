"""What an answer to a slot would do: a plot's ghost, what it would bring, a broadside, odds."""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.text import counted as count_of
from engine.game.chart import Lit, Mark
from engine.game.panel import Bar, Heading, Row, words
from engine.game.parts.screen import Preview
from engine.game.question import Question
from engine.space.hexes import Hex, label, plane
from engine.systems.wooden_ships.data.facts import ATTITUDES
from engine.systems.wooden_ships.fleet import ghost
from engine.systems.wooden_ships.foresight.prospects import Prospect, counted, prospects, way, worst
from engine.systems.wooden_ships.grappling import chance
from engine.systems.wooden_ships.gunnery.fire_orders import read_volley
from engine.systems.wooden_ships.gunnery.shot import shot
from engine.systems.wooden_ships.gunnery.targets import candidates
from engine.systems.wooden_ships.sailing.course import Steps, allowance, attitude, read
from engine.systems.wooden_ships.sailing.orders import GIVE_UP, helm, plots, plotted
from engine.systems.wooden_ships.screen.order_rows import party_rows, volley_rows
from engine.systems.wooden_ships.state.state import SIDES, Ship, State, afloat
from engine.systems.wooden_ships.thinking.prospect import foes


def preview(view: State, question: Question, slot: str, option: str) -> Preview:
    """Return what an option of a slot would do."""
    ship = view.ships.get(slot.partition(":")[0])
    if ship is None or not option:
        return Preview()
    if question.kind == "orders":
        return _plot(view, ship, option)
    if question.kind == "combat":
        named = (
            (choice.target,) if choice.target else candidates(view, ship, choice.side)
            for choice in read_volley(option)
        )
        meets = tuple(dict.fromkeys((ship.id, *(target for each in named for target in each))))
        rows = volley_rows(view, ship, option)
        # Which diagram explains a volley: that of rakes where a target is raked.
        shots = [
            shot(ship, choice.side, view.ships[name])
            for choice in read_volley(option)
            for name in ((choice.target,) if choice.target else candidates(view, ship, choice.side))
        ]
        return Preview(
            rows=rows,
            meets=meets,
            diagram=("rake" if any(each.rake for each in shots) else "ranges") if shots else "",
        )
    if question.kind == "boarding":
        _, _, to = option.partition(":")
        return Preview(rows=party_rows(view, ship, option), meets=(ship.id, to) if to else ())
    if question.kind == "grappling":
        others = () if option == "none" else tuple(option.split("+"))
        return Preview(rows=_grapple(view, ship, option), meets=(ship.id, *others))
    return Preview()


def _plot(view: State, ship: Ship, option: str) -> Preview:
    if option == GIVE_UP:
        return Preview(rows=(words("all your ships surrender", "warning"),))
    chosen = read(option)
    course = plotted(view, ship, chosen)
    (column, row), facing = way(view, ship.id, option).end
    steps: list[Mark] = [
        Lit(plane((c, r)), "step", str(number)) for number, (c, r, _) in enumerate(course.path, 1)
    ]
    ahead = [Lit(plane(place), "reach") for place in sorted(_leads(view, ship, chosen))]
    marks = (ghost(view, ship, (column, row), facing), *ahead, *steps)
    have = allowance(ship, view.wind)
    left, turns = max(have - course.points, 0), ship.turning - course.turns
    then = attitude(facing, view.wind)
    points = helm(view, ship).allowances[ATTITUDES.index(then)]
    rows: list[Row] = [
        words(
            f"left {left} of {count_of(have, 'point')}, {turns} of {count_of(ship.turning, 'turn')}"
        ),
        words(f"bow to {label((column, row))}, then {then}: {count_of(points, 'point')}"),
    ]
    line, table = brought(view, ship.id, option)
    stays = _fire_from(view, ship, (column, row), facing)
    return Preview(marks, (*rows, *line, *stays, *table), diagram="attitudes")


def _leads(view: State, ship: Ship, steps: Steps) -> set[Hex]:
    """Return the hexes that her bow can still come to by further steps."""
    further = (read(text) for text in plots(view, ship))
    return {
        (column, row)
        for longer in further
        if len(longer) > len(steps) and longer[: len(steps)] == steps
        for column, row, _ in plotted(view, ship, longer).path[len(steps) :]
    }


def _fire_from(view: State, ship: Ship, bow: tuple[int, int], facing: int) -> list[Row]:
    """Return what would bear on enemies that stay; all who take no hex may still drift."""
    there = replace(ship, bow=bow, facing=facing)
    stay = {
        each.id: replace(each, bow=at, facing=heads)
        for each in afloat(view)
        for at, heads in (way(view, each.id, "0").end,)
    }
    after = replace(view, ships={**view.ships, **stay, ship.id: there})
    rows: list[Row] = []
    for side in SIDES:
        for other in candidates(after, there, side):
            aimed = shot(there, side, after.ships[other])
            if not aimed.range:
                continue  # she would lie on that ship: they meet before anybody fires
            rake = f", {aimed.rake} rake" if aimed.rake else ""
            rows.append(words(f"{side} at {other}: range {aimed.range}{rake}, table {aimed.table}"))
    for foe in foes(view, ship.id):
        enemy = after.ships[foe]
        for side in SIDES:
            if ship.id in candidates(after, enemy, side):
                aimed = shot(enemy, side, there)
                if not aimed.range:
                    continue
                rake = f", {aimed.rake} rake" if aimed.rake else ""
                rows.append(words(f"{foe} at her: table {aimed.table}{rake}", "warning"))
    return [Heading("If the enemy stays"), *rows] if rows else []


def _grapple(view: State, ship: Ship, option: str) -> tuple[Row, ...]:
    if option == "none":
        return ()
    faces = ((other, chance(view, ship, view.ships[other])) for other in option.split("+"))
    return tuple(Bar(other, count / 6, f"{count} of 6") for other, count in faces)


def brought(view: State, ship: str, plot: str) -> tuple[list[Row], list[Row]]:
    """Return the one line that matters most, and the table with a line for each enemy."""
    found = worst(prospects(view, ship, plot))
    if not found:
        return [], []
    head = f"{'her plots':<15}{'bear':>5}{'rake':>5}{'raked':>6}"
    table: list[Row] = [Heading("Over all that they may plot"), words(head, "dim")]
    rows: list[Row] = []
    for verb, counts in (
        ("raked by", [(each.raked, each) for each in found]),
        ("meets", [(each.collides, each) for each in found]),
    ):
        texts = [f"{counted(n)} of {each.plots} {each.foe}" for n, each in counts if n]
        more = f", and {len(texts) - 1} more" if len(texts) > 1 else ""
        if texts:
            rows.append(words(f"{verb} {texts[0]}{more}", "warning"))
    return rows, [*table, *map(_line, found)]


def _line(each: Prospect) -> Row:
    """Return an enemy's line: her plots, in how many the ship bears, rakes, is raked."""
    figures = (each.bears, each.rakes, each.raked)
    bear, rake, raked = map(counted, figures)
    return words(f"{each.foe:<4} of {each.plots:<7}{bear:>5}{rake:>5}{raked:>6}", key=each.foe)
