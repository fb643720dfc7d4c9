"""Previews of crew actions, of boarding, and of ships and terrain before they are placed."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.base.text import pluralized, some
from engine.game.chart import Mark, Spot, Terrain, Trace
from engine.game.panel import Heading, Row, Span, Track, Words, taught_rows, words
from engine.game.parts.screen import Preview
from engine.kit.ledger import put_ship
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.crew.actions import relief
from engine.systems.oak_iron.crew.boarding import ways_alongside
from engine.systems.oak_iron.effects.crew_actions import extra_points, sure_grip
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.critical import fire_dice
from engine.systems.oak_iron.gunnery.shot import band, shot
from engine.systems.oak_iron.machine import RULES, name_of
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.sailing.grapple import as_if, as_if_boarded
from engine.systems.oak_iron.screen.move_preview import (
    in_100,
    named_chances,
    preview_of_ship,
    previews,
    skill_test,
)
from engine.systems.oak_iron.screen.panel import card
from engine.systems.oak_iron.screen.scene import ghost
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.ships import area as outline_of
from engine.systems.oak_iron.state.ships import distance, hulls
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import BoardingTest, RazeTest, RepairTest
from engine.systems.oak_iron.table.sight import points
from engine.systems.oak_iron.terrain import put
from engine.systems.oak_iron.victory import strike

# Preview of boarding: the test, the places of the ships, and the melee that follows.


@previews(do.Board, do.LayAlongside)
def _boarding(view: State, ship: Ship, command: do.Board | do.LayAlongside) -> Preview | None:
    step = view.agenda[-1] if view.agenda else None
    target = command.target if isinstance(command, do.Board) else getattr(step, "target", "")
    ways = ways_alongside(view, ship.id, target) if target in view.ships else ()
    way = command.way if isinstance(command, do.LayAlongside) else 0
    test: tuple[Row, ...] = ()
    if isinstance(command, do.Board):
        card = sure_grip(view, ship, view.ships[target])
        test = (
            (words(f"{name_of(card)}: passed without a roll", "ok"),)
            if card
            else skill_test(view, ship, "boarding", BoardingTest(target))
        )
    alongside = as_if_boarded(view, ship.id, target, ways[way])
    rows = (*test, words(f"then she is entangled with {wording.who(view, target)}"))
    fights = _melee(alongside, ship.id, target), _melee(alongside, target, ship.id)
    marks = tuple(ghost(view, ship.id, pose) for pose in ways[way : way + 1])
    return Preview(marks, (*rows, *fights), meets=(ship.id, target))


def _melee(state: State, attacker: str, target: str) -> Row:
    at = shot(state, attacker, target, "close_combat")
    if not at.legal:
        return words(f"{attacker} cannot fight {target}: {at.why_not}", "dim")
    found = odds.attack_odds(state, attacker, target, at, "close_combat")
    dice = some(at.dice, "die", "dice")
    by = at.edge or "boats"
    return words(
        f"close combat, {attacker}: {dice} by her {by}, mean fatigue {found.mean_fatigue:.1f}"
    )


@previews(do.LowerBoats)
def _lower_boats(view: State, ship: Ship, command: do.LowerBoats) -> Preview:
    lowered = replace(ship, boats_on=command.target)
    then = replace(view, ships={**view.ships, ship.id: lowered})
    return Preview(rows=(_melee(then, ship.id, command.target),))


# Preview of crew actions: repairs, guns, sails, flags and prizes.


@previews(do.Activate)
def _activate(view: State, ship: Ship, _: do.Activate) -> Preview:
    # The part of a ship's card that matters when choosing a ship: tracks and speed.
    rows: list[Row] = []
    for row in card(view, ship.id):
        head = isinstance(row, Words) and row.spans[0].text.startswith("speed")
        if head or isinstance(row, Track):
            rows.append(row)
    around: list[Row] = [Heading(f"Ships around {ship.id}")]
    others = [other for other in view.ships.values() if other.afloat and other.id != ship.id]
    ranges = {other.id: distance(view, ship.id, other.id) for other in others}
    for other in sorted(others, key=lambda other: ranges[other.id]):
        reach = wording.BAND_WORDS.get(band(ranges[other.id]), "too far").removesuffix(" shot")
        name = other.name or wording.type_name(other)
        inches = wording.inches(ranges[other.id])
        hurt = "wreck" if other.out_of_action else f"d{other.damage} f{other.fatigue}"
        lies = f"{other.id:<3} {name:<13} {inches:>6} {reach:<7}"
        lesson = "rally_and_striking"
        around.append(words(lies.rstrip(), key=other.id, until="first", lesson=lesson))
        around += taught_rows(lesson, words(f"{lies} {hurt}", key=other.id))
    return Preview(rows=(Heading(wording.who(view, ship.id), minor=True), *rows, *around))


@previews(do.Rally)
def _rally(view: State, ship: Ship, _: do.Rally) -> Preview:
    after = replace(ship, fatigue=ship.fatigue - relief(view, ship))
    return Preview(rows=(_fatigue(ship, after.fatigue), *_more(view, after, "rally")))


@previews(do.Support)
def _support(view: State, ship: Ship, command: do.Support) -> Preview:
    return preview_of_ship(view, ship, command.action)


@previews(do.Burn)
def _burn(view: State, ship: Ship, command: do.Burn) -> Preview:
    found = odds.burning_odds(view, command.target, fire_dice(view, ship))
    means = f"mean damage {found.mean_damage:.1f}, fatigue {found.mean_fatigue:.1f}"
    fates = (("crippled", found.crippled), ("out of action", found.out_of_action))
    return Preview(
        rows=(
            Heading(f"{ship.id} burns against {wording.who(view, command.target)}"),
            words(means),
            words(named_chances(fates)),
            words(f"{ship.id} is out of action afterwards", "warning"),
        )
    )


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
    changed = replace(ship, sail=command.sail)
    then = replace(view, ships={**view.ships, ship.id: changed})
    rows: list[Row] = []
    for point in points(view, ship.id):
        now, later = rating(view, ship.id, point).value, rating(then, ship.id, point).value
        told = f"{point} {now} to {later}"
        whole = (Span(f"speed from next turn: {told}"),)
        rows.append(Words(whole, short=f"next turn {told}"))
    if command.sail == "full":
        rows.append(words("no Reload at full sail", "warning"))
    return Preview(rows=tuple(rows))


@previews(do.LandParty)
def _land_party(_: State, ship: Ship, command: do.LandParty) -> Preview:
    return Preview((Spot("party", command.at, ship.id),))


@previews(do.Capture, do.Destroy)
def _take(view: State, ship: Ship, command: do.Capture | do.Destroy) -> Preview:
    if isinstance(command, do.Capture):
        taken = replace(ship, captured_by=view.ships[command.by].holder)
    else:
        taken = replace(ship, damage=ship.damage_boxes, fatigue=ship.fatigue_boxes)
    then = replace(view, ships={**view.ships, ship.id: taken})
    rows: list[Row] = [Heading("Consequences")]
    for key, squadron in view.squadrons.items():
        points, ships = strike.points(then, key), strike.total(then, key)
        stands = f"{pluralized(points, 'point')}, {some(ships, 'ship')}"
        rows.append(words(f"{squadron.name}: {stands}"))
    return Preview(rows=tuple(rows))


@previews(do.TransferFlag, do.NewFlagship)
def _flag(view: State, ship: Ship, _: do.TransferFlag | do.NewFlagship) -> Preview:
    return Preview(rows=(words(f"the admiral goes to {wording.who(view, ship.id)}"),))


def _more(view: State, after: Ship, what: Literal["rally", "repair"]) -> list[Row]:
    """Return a row for each card that may remove more points by a Skill Test, with the chance.

    `after` is the ship after her Rally or Repair.
    """
    left = after.fatigue if what == "rally" else after.damage
    then = put_ship(view, after)
    chance = in_100(odds.pass_chance(then, after.id, what))
    cards = extra_points(view, after, what) if left else ()
    return [
        words(f"{name_of(card)}: {min(points, left)} more, {chance} in 100")
        for card, points in cards
    ]


def _fatigue(ship: Ship, after: int) -> Row:
    told = f"{ship.id}: fatigue {ship.fatigue} to {after}"
    label = f"{ship.id} fatigue"
    lesson = "rally_and_striking"
    return Track(label, ship.fatigue, ship.fatigue_boxes, after, told=told, lesson=lesson)


# Preview of a ship or a piece of terrain before it is placed on the table.


NEAREST = 3
"""How many of the nearest ships or pieces of terrain the preview lists with their distances."""


def put_preview(view: State, command: cmd.Deploy | cmd.LayPiece) -> Preview:
    """Return the preview of placing a ship or a piece of terrain at a point.

    It has the ship or piece as it would be, the outline of the legal area, and rows that say
    whether the place is legal and what is near.
    """
    there = RULES.site(view, command)
    assert there is not None
    outlines = there.area.outlines if there.area else ()
    marks: list[Mark] = [Trace("room", outline, closed=True) for outline in outlines]
    if isinstance(command, cmd.Deploy):
        pose = Pose(*command.at, command.heading)
        marks.append(ghost(view, command.ship, pose))
        ship = view.ships[command.ship]
        then = as_if(view, ship.id, pose)
        speeds = [
            f"{point} {rating(then, ship.id, point).value}" for point in points(then, ship.id)
        ]
        hers: list[Row] = [words(f"{ship.id} heading {pose.heading:g}: {' or '.join(speeds)}")]
        others = [other for other in view.ships.values() if other.afloat and other.id != ship.id]
        ranges = sorted((distance(then, ship.id, other.id), other.id) for other in others)
        for reach, key in ranges[:NEAREST]:
            far = wording.BAND_WORDS.get(band(reach), "too far")
            hers.append(words(f"{wording.inches(reach)} from {key}: {far}"))
        if any(other.squadron == ship.squadron for other in others):
            formed = ship.id in in_formation(then, ship.squadron)
            hers.append(words("in formation" if formed else "not in formation", "dim"))
        rows = hers
    else:
        piece = put(view, command.piece, command.at, command.heading)
        marks.append(Terrain(piece.id, piece.kind, piece.outline, piece.name))
        its: list[Row] = [words(f"{piece.name}, {piece.kind}" if piece.name else piece.kind)]
        shape = outline_of(piece)
        pieces = [other for other in view.terrain if other.id != piece.id]
        apart = [(float(shape.distance(outline_of(one))), one.name or one.kind) for one in pieces]
        apart += [(float(shape.distance(base.polygon)), key) for key, base in hulls(view).items()]
        its += [
            words(f"{wording.inches(reach)} from {what}") for reach, what in sorted(apart)[:NEAREST]
        ]
        rows = its
    why_not = there.why_not(command.at)
    verdict = words(why_not, "warning") if why_not else words("may lie here", "ok")
    texts: tuple[Row, ...] = (Heading("Here"), rows[0], verdict, *rows[1:])
    if isinstance(command, cmd.Deploy):
        texts = (*texts, *card(view, command.ship))
    return Preview(tuple(marks), texts)
