"""Preview of the highlighted option: what it would do, as marks and rows."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.game.chart import Spot
from engine.game.decision import Decision, Option, Point
from engine.game.panel import Heading, Row, Span, Track, Words, words
from engine.game.parts.screen import Preview
from engine.systems.oak_iron.crew.boarding import ways_alongside
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.effects.boarding import sure_grip
from engine.systems.oak_iron.effects.crew_actions import extra_points
from engine.systems.oak_iron.effects.rerolls import has_fortune
from engine.systems.oak_iron.effects.rerolls import skill as skill_of
from engine.systems.oak_iron.effects.skill_dice import Purpose
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.critical import HELM_SPEED
from engine.systems.oak_iron.gunnery.fire_ship import fire_dice
from engine.systems.oak_iron.gunnery.shot import band
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.seamanship import free_slide
from engine.systems.oak_iron.screen.brief import card_rows
from engine.systems.oak_iron.screen.previews.attack_preview import attack_preview
from engine.systems.oak_iron.screen.previews.move_preview import in_100, move_preview
from engine.systems.oak_iron.screen.previews.placing_preview import put_preview
from engine.systems.oak_iron.screen.scene import ghost
from engine.systems.oak_iron.screen.ship_card import card
from engine.systems.oak_iron.screen.what_if import as_if_boarded
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.victory import strike


def preview(
    view: State,
    decision: Decision,
    option: Option,
    dial: float | None = None,
    at: Point | None = None,
) -> Preview:
    """Return the marks and rows of what an option would do.

    Raises `Refused` if the dial or the point is not one of the decision's.
    """
    command = option.filled(decision, dial, at)
    ship = _acting(view, decision, command)
    if isinstance(command, do.ChooseCard | do.DropCard | do.BorrowCard):
        return Preview(rows=_card_rows(command.card))
    if isinstance(command, do.LayPiece | do.Deploy):
        return put_preview(view, command)
    if isinstance(command, do.Draw):
        return Preview(rows=card_rows(command.kind, command.card))
    if ship is None or not ship.afloat:
        return Preview()
    if isinstance(command, do.Fire):
        return attack_preview(view, decision, ship.id, command)
    way = course.trace(view, ship.id, command)
    if way is not None:
        return move_preview(view, way, _title(command))
    return _seamanship(view, ship, command) or _action(view, ship, command)


def _acting(view: State, decision: Decision, command: do.AnyCommand) -> Ship | None:
    """Return the ship that a command is about."""
    named = getattr(command, "ship", "")
    if not named:
        active = view.activation.ship if view.activation is not None else ""
        named = decision.ship or active
    return view.ships.get(named)


def _title(command: do.AnyCommand) -> str:
    if isinstance(command, do.Sail | do.Row | do.FreeSlide):
        return "If she sails so"
    return "If she shifts so" if isinstance(command, do.Shift) else "If she turns so"


def _card_rows(card_id: str) -> tuple[Row, ...]:
    record = book().cards.get(card_id)
    if record is None:
        return ()
    effect = Words((Span(record.effect), Span(f" ({record.timing})", "dim")))
    gone: list[Row] = [words("discarded when played", "warning")] if record.discard else []
    return (Heading(f"{record.value} {record.name}"), effect, *gone)


def _seamanship(view: State, ship: Ship, command: do.AnyCommand) -> Preview | None:
    match command:
        case do.Seamanship():
            return Preview(rows=_test(view, ship, "seamanship"))
        case do.AdjustSpeed():
            adjusted = view
            if view.activation is not None:
                adjusted = replace(view, activation=replace(view.activation, adjust=command.by))
            way = course.trace(adjusted, ship.id, do.Sail())
            return move_preview(adjusted, way, "Straight on, at that speed") if way else None
        case do.CutFree():
            freed = free_slide(view, ship.id)
            if freed is None:
                return None
            return move_preview(view, course.Course(ship.id, (freed.pose,)), "If she cuts free")
        case do.ChoosePoint():
            chosen = view
            if view.activation is not None:
                point = replace(view.activation, point=command.point)
                chosen = replace(view, activation=point)
            way = course.trace(chosen, ship.id, do.Sail())
            return move_preview(chosen, way, f"Straight on, {command.point}") if way else None
        case do.Board() | do.LayAlongside():
            return _boarding(view, ship, command)
        case do.SpinHelm():
            most = book().measures.tools[HELM_SPEED].turn
            target = view.attack.target if view.attack is not None else ""
            angle = most if command.side == "starboard" else -most
            return _spin(view, target, angle)
    return None


def _spin(view: State, target: str, angle: float) -> Preview:
    if target not in view.ships or not view.ships[target].afloat:
        return Preview()
    return move_preview(
        view, course.turn(view, target, angle, HELM_SPEED), f"{target} would turn so"
    )


def _test(view: State, ship: Ship, purpose: Purpose) -> tuple[Row, ...]:
    chance = odds.passing(view, ship.id, purpose)
    symbols = " or ".join(book().dice.counts["skill_test"])
    points = skill_of(view, ship)
    skill = f", re-rolls by skill {points} counted" if points else ""
    fortune = ", one by fortune not counted" if has_fortune(view, ship) else ""
    return (
        Heading("Skill Test"),
        words(f"passed in {in_100(chance)} of 100{skill}{fortune}"),
        words(f"any {symbols} passes it", "dim"),
    )


def _grip(view: State, ship: Ship, target: str) -> tuple[Row, ...]:
    card = sure_grip(view, ship, view.ships[target])
    if card:
        return (words(f"{name_of(card)}: passed without a roll", "ok"),)
    return _test(view, ship, "boarding")


def _boarding(view: State, ship: Ship, command: do.Board | do.LayAlongside) -> Preview | None:
    step = view.agenda[-1] if view.agenda else None
    target = command.target if isinstance(command, do.Board) else getattr(step, "target", "")
    ways = ways_alongside(view, ship.id, target) if target in view.ships else ()
    way = command.way if isinstance(command, do.LayAlongside) else 0
    if way >= len(ways):
        return None
    test = _grip(view, ship, target) if isinstance(command, do.Board) else ()
    alongside = as_if_boarded(view, ship.id, target, ways[way])
    rows = (*test, words(f"then entangled with {wording.who(view, target)}"))
    fights = _melee(alongside, ship.id, target), _melee(alongside, target, ship.id)
    marks = tuple(ghost(view, ship.id, pose) for pose in ways[way : way + 1])
    return Preview(marks, (*rows, *fights))


def _melee(state: State, attacker: str, target: str) -> Row:
    from engine.systems.oak_iron.gunnery.shot import shot

    at = shot(state, attacker, target, "close_combat")
    if not at.legal:
        return words(f"{attacker} cannot fight {target}: {at.why_not}", "dim")
    found = odds.attack_odds(state, attacker, target, at, "close_combat")
    dice = wording.some(at.dice, "die", "dice")
    by = at.edge or "boats"
    return words(
        f"close combat, {attacker}: {dice} by her {by}, mean fatigue {found.mean_fatigue:.1f}"
    )


def _action(view: State, ship: Ship, command: do.AnyCommand) -> Preview:
    match command:
        case do.Activate():
            return Preview(rows=(*_highlights(view, ship), *_around(view, ship)))
        case do.Rally():
            after = replace(ship, fatigue=ship.fatigue - 1)
            return Preview(rows=(_fatigue(ship, after.fatigue), *_more(view, after, "rally")))
        case do.Support():
            return _action(view, ship, command.action)
        case do.Burn():
            return Preview(rows=_burning(view, ship, command.target))
        case do.ReloadBoth():
            return Preview(rows=(words(f"{ship.id} is loaded on both sides", "ok"),))
        case do.ApplyEffect() if not command.side:
            return Preview(rows=(_fatigue(ship, ship.fatigue - 1),))
        case do.DampPowder():
            return Preview(rows=(words(f"{ship.id} has to reload her {command.side}"),))
        case do.ApplyEffect() | do.Reload():
            return Preview(rows=(words(f"{ship.id} is loaded on her {command.side}", "ok"),))
        case do.Repair(what="damage"):
            track = Track("damage", ship.damage, ship.damage_boxes, ship.damage - 1)
            after = replace(ship, damage=ship.damage - 1)
            return Preview(rows=(track, *_more(view, after, "repair")))
        case do.Repair():
            return Preview(rows=_test(view, ship, "repair"))
        case do.LowerBoats():
            lowered = replace(ship, boats_on=command.target)
            then = replace(view, ships={**view.ships, ship.id: lowered})
            return Preview(rows=(_melee(then, ship.id, command.target),))
        case do.ChangeSail():
            return Preview(rows=_sail(view, ship, command))
        case do.LandParty():
            return Preview((Spot("party", command.at, ship.id),))
        case do.Capture() | do.Destroy():
            return Preview(rows=_prize(view, ship, command))
        case do.TransferFlag() | do.NewFlagship():
            return Preview(rows=(words(f"the admiral goes to {wording.who(view, ship.id)}"),))
        case _:
            return Preview()


def _more(view: State, after: Ship, what: Literal["rally", "repair"]) -> list[Row]:
    """Return the cards that may remove more points by a test, with their chances."""
    left = after.fatigue if what == "rally" else after.damage
    then = replace(view, ships={**view.ships, after.id: after})
    chance = in_100(odds.passing(then, after.id, what))
    cards = extra_points(view, after, what) if left else ()
    return [words(f"{name_of(card)}: {points} more, {chance} of 100") for card, points in cards]


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
    return [Heading(wording.who(view, ship.id)), *rows]


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
    from engine.systems.oak_iron.sailing.speed import rating
    from engine.systems.oak_iron.sailing.wind import points

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
        rows.append(words(f"{squadron.name}: {points} points, {wording.some(ships, 'ship')}"))
    return tuple(rows)
