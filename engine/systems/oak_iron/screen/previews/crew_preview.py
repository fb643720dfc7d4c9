"""Preview of what a crew does: repairs, guns, sails, flags and prizes."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.base.counting import counted, some
from engine.game.chart import Spot
from engine.game.panel import Heading, Row, Track, Words, words
from engine.game.parts.screen import Preview
from engine.kit.fold import put_ship
from engine.systems.oak_iron.crew.actions import relief
from engine.systems.oak_iron.effects.crew_actions import extra_points
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.fire_ship import fire_dice
from engine.systems.oak_iron.gunnery.shot import band
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.sailing.speed import rating
from engine.systems.oak_iron.screen.cards import card
from engine.systems.oak_iron.screen.previews.move_preview import in_100
from engine.systems.oak_iron.screen.previews.of_command import preview_of_ship, previews
from engine.systems.oak_iron.screen.previews.seamanship_preview import skill_test
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import RazeTest, RepairTest
from engine.systems.oak_iron.table.point_of_sail import points
from engine.systems.oak_iron.victory import strike


@previews(do.Activate)
def _activate(view: State, ship: Ship, _: do.Activate) -> Preview:
    return Preview(rows=(*_highlights(view, ship), *_around(view, ship)))


@previews(do.Rally)
def _rally(view: State, ship: Ship, _: do.Rally) -> Preview:
    after = replace(ship, fatigue=ship.fatigue - relief(view, ship))
    return Preview(rows=(_fatigue(ship, after.fatigue), *_more(view, after, "rally")))


@previews(do.Support)
def _support(view: State, ship: Ship, command: do.Support) -> Preview:
    return preview_of_ship(view, ship, command.action)


@previews(do.Burn)
def _burn(view: State, ship: Ship, command: do.Burn) -> Preview:
    return Preview(rows=_burning(view, ship, command.target))


@previews(do.ReloadBoth)
def _reload_both(_: State, ship: Ship, __: do.ReloadBoth) -> Preview:
    return Preview(rows=(words(f"{ship.id} is loaded on both sides", "ok"),))


@previews(do.ApplyEffect)
def _apply_effect(_: State, ship: Ship, command: do.ApplyEffect) -> Preview:
    row = _loaded(ship, command.side) if command.side else _fatigue(ship, ship.fatigue - 1)
    return Preview(rows=(row,))


@previews(do.Reload)
def _reload(_: State, ship: Ship, command: do.Reload) -> Preview:
    return Preview(rows=(_loaded(ship, command.side),))


def _loaded(ship: Ship, side: str) -> Row:
    return words(f"{ship.id} is loaded on her {side}", "ok")


@previews(do.DampPowder)
def _damp_powder(_: State, ship: Ship, command: do.DampPowder) -> Preview:
    return Preview(rows=(words(f"{ship.id} has to reload her {command.side}"),))


@previews(do.Repair)
def _repair(view: State, ship: Ship, command: do.Repair) -> Preview:
    if command.what != "damage":
        return Preview(rows=skill_test(view, ship, "repair", RepairTest()))
    track = Track("damage", ship.damage, ship.damage_boxes, ship.damage - 1)
    after = replace(ship, damage=ship.damage - 1)
    return Preview(rows=(track, *_more(view, after, "repair")))


@previews(do.Undertake)
def _undertake(view: State, ship: Ship, command: do.Undertake) -> Preview | None:
    if command.what != "raze":
        return None
    return Preview(rows=skill_test(view, ship, "card", RazeTest()))


@previews(do.ChangeSail)
def _change_sail(view: State, ship: Ship, command: do.ChangeSail) -> Preview:
    return Preview(rows=_sail(view, ship, command))


@previews(do.LandParty)
def _land_party(_: State, ship: Ship, command: do.LandParty) -> Preview:
    return Preview((Spot("party", command.at, ship.id),))


@previews(do.Capture, do.Destroy)
def _take(view: State, ship: Ship, command: do.Capture | do.Destroy) -> Preview:
    return Preview(rows=_prize(view, ship, command))


@previews(do.TransferFlag, do.NewFlagship)
def _flag(view: State, ship: Ship, _: do.TransferFlag | do.NewFlagship) -> Preview:
    return Preview(rows=(words(f"the admiral goes to {wording.who(view, ship.id)}"),))


def _more(view: State, after: Ship, what: Literal["rally", "repair"]) -> list[Row]:
    """Return the cards that may remove more points by a test, with their chances."""
    left = after.fatigue if what == "rally" else after.damage
    then = put_ship(view, after)
    chance = in_100(odds.passing(then, after.id, what))
    cards = extra_points(view, after, what) if left else ()
    return [
        words(f"{name_of(card)}: {min(points, left)} more, {chance} of 100")
        for card, points in cards
    ]


def _burning(view: State, ship: Ship, target: str) -> tuple[Row, ...]:
    found = odds.burning(view, target, fire_dice(view, ship))
    means = f"mean damage {found.mean_damage:.1f}, fatigue {found.mean_fatigue:.1f}"
    fates = (("crippled", found.crippled), ("out of action", found.out_of_action))
    return (
        Heading(f"{ship.id} burns against {wording.who(view, target)}"),
        words(means),
        words("  ".join(f"{name} {in_100(chance)}" for name, chance in fates)),
        words(f"{ship.id} is out of action afterwards", "warning"),
    )


def _fatigue(ship: Ship, after: int) -> Row:
    return Track(f"{ship.id} fatigue", ship.fatigue, ship.fatigue_boxes, after)


def _highlights(view: State, ship: Ship) -> list[Row]:
    """Return the part of a ship's card that matters when choosing a ship: tracks and speed."""
    rows: list[Row] = []
    for row in card(view, ship.id):
        head = isinstance(row, Words) and row.spans[0].text.startswith("speed")
        if head or isinstance(row, Track):
            rows.append(row)
    return [Heading(wording.who(view, ship.id), minor=True), *rows]


def _around(view: State, ship: Ship) -> list[Row]:
    rows: list[Row] = [Heading(f"Who is where, from {ship.id}")]
    others = [other for other in view.ships.values() if other.afloat and other.id != ship.id]
    ranges = {other.id: distance(view, ship.id, other.id) for other in others}
    for other in sorted(others, key=lambda other: ranges[other.id]):
        reach = wording.BAND_WORDS.get(band(ranges[other.id]), "too far").removesuffix(" shot")
        name = other.name or wording.type_name(other)
        inches = wording.inches(ranges[other.id])
        hurt = "wreck" if other.out_of_action else f"d{other.damage} f{other.fatigue}"
        rows.append(words(f"{other.id:<3} {name:<13} {inches:>6} {reach:<7} {hurt}", key=other.id))
    return rows


def _sail(view: State, ship: Ship, command: do.ChangeSail) -> tuple[Row, ...]:
    changed = replace(ship, sail=command.sail)
    then = replace(view, ships={**view.ships, ship.id: changed})
    speeds = [
        f"{point} {rating(view, ship.id, point).value} to {rating(then, ship.id, point).value}"
        for point in points(view, ship.id)
    ]
    rows: list[Row] = [words(f"speed from next turn: {', '.join(speeds)}")]
    if command.sail == "full":
        rows.append(words("no Reload at full sail", "warning"))
    return tuple(rows)


def _prize(view: State, ship: Ship, command: do.Capture | do.Destroy) -> tuple[Row, ...]:
    if isinstance(command, do.Capture):
        taken = replace(ship, captured_by=view.ships[command.by].holder)
    else:
        taken = replace(ship, damage=ship.damage_boxes, fatigue=ship.fatigue_boxes)
    then = replace(view, ships={**view.ships, ship.id: taken})
    rows: list[Row] = [Heading("What it would mean")]
    for key, squadron in view.squadrons.items():
        points, ships = strike.points(then, key), strike.total(then, key)
        stands = f"{counted(points, 'point')}, {some(ships, 'ship')}"
        rows.append(words(f"{squadron.name}: {stands}"))
    return tuple(rows)
