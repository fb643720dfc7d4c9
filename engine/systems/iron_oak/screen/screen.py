"""The screen part of Iron & Oak: overlays (pictures over the chart, switched by a key), and
animations of events.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.text import capitalized, pluralized
from engine.game.chart import Mark, News, Picture, Spectacle, Tableau, Throw, Trace
from engine.game.decision import Answer, Point
from engine.game.panel import Row, words
from engine.game.parts.part import lazy_method
from engine.game.parts.screen import Headings, Overlay, Preview, Showing
from engine.kit.by_type import Pictures, cached_per_state
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Explosive
from engine.systems.iron_oak.fleet import other_side, own_units, seat_of, silenced
from engine.systems.iron_oak.foresight.ledger import in_the_fight, one_step_from
from engine.systems.iron_oak.foresight.places import (
    crossed_by_two,
    danger,
    enemy_reach,
    reach,
    reach_in_two,
    water,
)
from engine.systems.iron_oak.gunnery.segment import in_sight, passed_forts, why_not_fire
from engine.systems.iron_oak.gunnery.shooting import neighbours
from engine.systems.iron_oak.gunnery.shot import boxes_of
from engine.systems.iron_oak.inspection import shot_odds
from engine.systems.iron_oak.screen import panel
from engine.systems.iron_oak.screen.order_rows import noted
from engine.systems.iron_oak.screen.panel import forces, hand, legend, roster, status, to_win
from engine.systems.iron_oak.screen.scene import box_at, lit, middle, plan_row, scene, subjects
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import Roll, Ship, State, Unit
from engine.systems.iron_oak.waters import GRID, free_line, off
from engine.systems.iron_oak.words.reference import opening
from engine.systems.iron_oak.words.telling import CASES, Reader
from engine.systems.iron_oak.words.words import tell

# The visible effects of an event: dice that roll, and news about a ship.


NEWS = (
    ev.OrderRevealed,
    ev.ShipsMoved,
    ev.ShipsLeft,
    ev.RanAground,
    ev.Fouled,
    ev.MineExploded,
    ev.TCrossed,
    ev.SparExploded,
    ev.Sunk,
    ev.Captured,
    ev.Silenced,
    ev.FireStarted,
    ev.CriticalRolled,
    ev.CardPlayed,
    ev.Revealed,
    ev.BattleEnded,
)
"""The events that are shown as news: their line of the log appears while they happen."""
DICE = (ev.ManeuverRolled, ev.ShotFired, ev.Rammed, ev.HazardChecked, ev.SparTried)


def spectacle(before: State, event: AnyEvent) -> Spectacle | None:
    """Return the animation of an event: falling dice, or news; None if it has none. Hidden ships
    stay hidden.
    """
    if isinstance(event, DICE):
        found = (getattr(event, field) for field in event.__struct_fields__)
        faces = tuple(
            f"d{sides} {face}"
            for roll in [value for value in found if isinstance(value, Roll)]
            for sides, face in zip(
                filter(None, roll.dice.replace("+", "").split("d")), roll.faces, strict=True
            )
        )
        return Throw(tell(before, event, ""), faces)
    if isinstance(event, NEWS):
        text = tell(before, event, "")
        about = getattr(event, "ship", "") or getattr(event, "unit", "")
        ship = before.ships.get(about)
        hidden = ship is not None and ship.hidden
        return News(text, "" if hidden else str(about)) if text else None
    return None


def meeting(event: AnyEvent) -> tuple[str, ...]:
    """Return the ids of the two units that a shot, an explosion, an attack or a crossed T brings
    together; () for other events.
    """
    match event:
        case ev.ShotFired() | ev.TargetNamed():
            return event.unit, event.target
        case ev.Rammed() | ev.RamTried() | ev.SparTried() | ev.SparExploded() | ev.TCrossed():
            return event.ship, event.target
        case ev.BlastStruck():
            return event.source, event.target
    return ()


# Events with a picture: rams, torpedoes, explosions, ships sunk or taken, forts passed.


pictures = Pictures("pictures")
BLASTS: dict[Explosive, str] = {
    "boiler": "THE BOILER BURSTS",
    "explosion": "SHE BLOWS UP",
    "magazine": "THE MAGAZINE",
}
TOLD_FROM = 2
"""Only a fire of this level or more gets a picture, because smaller fires are too frequent."""


tableau = pictures.tableau
"""Return the picture that a notable event is shown with; None for most events. Hidden ships stay
hidden."""


@pictures(ev.TCrossed)
def _crossed(state: State, event: ev.TCrossed) -> Tableau:
    return _of(state, event, "rake", "HER T IS CROSSED", event.target)


@pictures(ev.CriticalRolled)
def _funnel(state: State, event: ev.CriticalRolled) -> Tableau | None:
    if event.critical != "smokestack":
        return None
    return _of(state, event, "mast", "FUNNEL SHOT AWAY", event.unit)


@pictures(ev.FireStarted)
def _fire(state: State, event: ev.FireStarted) -> Tableau | None:
    return _of(state, event, "fire", "FIRE", event.unit) if event.level >= TOLD_FROM else None


@pictures(ev.BurntOut)
def _burnt(state: State, event: ev.BurntOut) -> Tableau:
    return _exploded(state, event, event.unit, "THE MAGAZINE")


@pictures(ev.BlastRolled)
def _blast(state: State, event: ev.BlastRolled) -> Tableau:
    title = BLASTS[event.kind]
    ship = state.ships.get(event.unit)
    alone = ship is not None and not neighbours(state, ship, event.kind)
    return _exploded(state, event, event.unit, title, " No ship is beside her." if alone else "")


@pictures(ev.BlastStruck)
def _struck(state: State, event: ev.BlastStruck) -> Tableau:
    """Return the picture of an explosion's damage to a ship nearby; it joins the picture of the
    explosion.
    """
    text = f"{Reader(state, '').name(event.target)} beside her: {CASES[event.case]}."
    wording = _exploded(state, event, event.source, "")
    return replace(wording, text=capitalized(text))


def _exploded(state: State, event: AnyEvent, unit: str, title: str, more: str = "") -> Tableau:
    wording = _of(state, event, "blast", title, unit)
    return replace(wording, text=wording.text + more, joins=f"blast {unit}")


@pictures(ev.Rammed)
def _rammed(state: State, event: ev.Rammed) -> Tableau:
    wording = _of(state, event, "ram", "RAMMED", event.target)
    by, on = (Reader(state, "").name(id) for id in (event.ship, event.target))
    hits = f"{pluralized(event.target_hits, 'Hit')} on {on}, "
    hits += f"{pluralized(event.own_hits, 'Hit')} on {by}"
    return replace(wording, text=f"{capitalized(by)} runs into {on}: {hits}.")


@pictures(ev.SparExploded)
def _spar(state: State, event: ev.SparExploded) -> Tableau:
    return _of(state, event, "torpedo", "SPAR TORPEDO", event.target)


@pictures(ev.MineExploded)
def _mine(state: State, event: ev.MineExploded) -> Tableau:
    return _of(state, event, "torpedo", "TORPEDO", event.ship)


@pictures(ev.ShipsMoved)
def _past(state: State, event: ev.ShipsMoved) -> Tableau | None:
    ships = [state.ships[id] for id in event.ships]
    if any(ship.hidden for ship in ships):
        return None
    fort = next(iter(passed_forts(state, ships[0], event.box)), "")
    if not fort:
        return None
    guns = [each for each in state.sections.values() if each.fort == fort and not silenced(each)]
    who = Reader(state, "").names(event.ships)
    how = "drift" if event.how == "drift" else "run"
    where = f"{how}{'s' * (len(ships) == 1)} past {book().forts[fort].name} to {event.box}"
    left = f"{pluralized(len(guns), 'section')} of the fort still in action"
    owner = seat_of(state, ships[0])
    return Tableau("past", "PAST THE FORT", f"{who} {where}, {left}.", owner, "steam")


@pictures(ev.Sunk)
def _sunk(state: State, event: ev.Sunk) -> Tableau:
    return _of(state, event, "sunk", "SCUTTLED" if event.scuttled else "SUNK", event.ship)


@pictures(ev.Captured)
def _captured(state: State, event: ev.Captured) -> Tableau:
    return _of(state, event, "colours", "SHE STRIKES", event.ship)


@pictures(ev.Silenced)
def _silenced(state: State, event: ev.Silenced) -> Tableau:
    return _of(state, event, "fort", "SILENCED", event.unit)


@pictures(ev.SectionDestroyed)
def _destroyed(state: State, event: ev.SectionDestroyed) -> Tableau:
    return _of(state, event, "fort", "THE MAGAZINE", event.unit)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    text = f"{capitalized(event.reason).rstrip('.')}."
    return Tableau("end", "THE BATTLE IS OVER", text, rig="steam")


def _of(state: State, event: AnyEvent, picture: Picture, title: str, unit: str) -> Tableau:
    owner = seat_of(state, state.unit(unit))
    return Tableau(picture, title, f"{tell(state, event, '')}.", owner, "steam")


# Overlays that a key switches on: reach, targets, danger, depths, foes, brink; and the ruler.


OVERLAYS = (
    Overlay("reach", "chance in % of each box this turn, and in two turns"),
    Overlay("targets", "targets that she may fire at, with chances in %"),
    Overlay("danger", "Hits to expect in each box, from all enemies"),
    Overlay("depths", "boxes too shallow for her, now and at heavy damage"),
    Overlay("foes", "boxes that enemies may reach this turn; T: two may be there"),
    Overlay("brink", "ships one step from a worse state"),
)
SHADES = (0.5, 1.5)
"""From these average Hits on, the overlay of danger gives a box its second and its darkest
shade."""


@cached_per_state
def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
    """Return the marks of an overlay for one unit."""
    if overlay_id == "brink":
        counts: dict[str, int] = {}
        units: tuple[Unit, ...] = (*view.ships.values(), *view.sections.values())
        for unit in units:
            if in_the_fight(unit) and one_step_from(view, unit):
                for box in boxes_of(unit):
                    counts[box] = counts.get(box, 0) + 1
        return tuple(lit(box, text=f"! {count}") for box, count in counts.items() if not off(box))
    if key not in view.ships and key not in view.sections:
        return ()
    unit = view.unit(key)
    if overlay_id == "targets":
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
    if not isinstance(unit, Ship) or unit.kind != "ship":
        return ()
    drawn = {"reach": _reach, "danger": _danger, "foes": _foes}.get(overlay_id, _depths)
    return drawn(view, unit)


def _reach(view: State, ship: Ship) -> tuple[Mark, ...]:
    now, later = reach(view, ship), reach_in_two(view, ship)
    marks = [lit(box, share) for box, share in now.items()]
    marks += [
        lit(box, text=f"{100 * share:.0f} in 2")
        for box, share in later.items()
        if box not in now and box != ship.box and not off(box) and share >= BARELY
    ]
    return tuple(marks)


BARELY = 0.005
"""A smaller chance than this is not shown, because its label would be 0."""


def _danger(view: State, ship: Ship) -> tuple[Mark, ...]:
    """Return the average Hits that a ship would take in each box as labels, and lines from the
    enemies that may fire at her now.
    """
    boxes = tuple(
        lit(box, text=f"{hits:.1f}", shade=1 + sum(hits >= least for least in SHADES))
        for box, hits in danger(view, ship).items()
        if hits >= BARELY
    )
    lines = tuple(
        Trace("rake", (middle(boxes_of(enemy)[0]), middle(ship.box)))
        for enemy in own_units(view, other_side(ship.control))
        if ship.on_map
        and ship.id in {target.id for target in in_sight(view, enemy)}
        and not why_not_fire(view, enemy, ship)
    )
    return (*lines, *boxes)


def _depths(view: State, ship: Ship) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for box in GRID.boxes:
        here = water(view, ship, box)
        wording = [f"+{here.now}"] if here.now else [f"+{here.hurt} hurt"] if here.hurt else []
        wording += [f"bar {100 * here.sandbar:.0f}"] if here.sandbar else []
        if wording:
            marks.append(lit(box, text=" ".join(wording), shade=0))
    return tuple(marks)


def _foes(view: State, ship: Ship) -> tuple[Mark, ...]:
    two = crossed_by_two(view, ship)
    shares = enemy_reach(view, ship)
    return tuple(
        lit(
            box,
            text=f"{100 * shares[box]:.0f}{' T' if box in two else ''}" if box in shares else "T",
        )
        for box in dict.fromkeys((*shares, *two))
    )


def measure(view: State, start: Point, end: Point) -> Preview:
    """Return the distance between two boxes in boxes, its range class, and whether high ground lies
    between.
    """
    one, two = box_at(start), box_at(end)
    if not one or not two:
        return Preview()
    distance = GRID.distance(one, two)
    band = ("short", "medium", "long")[distance] if distance < 3 else "too far"
    free = free_line(view.board, one, two)
    line = Trace("measure" if free else "blocked", (middle(one), middle(two)), label=str(distance))
    text = f"{one} to {two}: {distance}, {band}" + ("" if free else ", high ground between")
    return Preview((line,), (words(text),))


# The screen part of the game.


@uses_own_data
class IronOakScreen(Showing[State]):
    """The screen part of the game: chart, cards, roster, hand, and previews with chances."""

    headings = Headings("Fleets", "With this order", "Action cards")

    status = staticmethod(status)
    scene = staticmethod(scene)
    subjects = staticmethod(subjects)
    roster = staticmethod(roster)
    to_win = staticmethod(to_win)
    forces = staticmethod(forces)
    legend = staticmethod(legend)
    hand = staticmethod(hand)
    preview = lazy_method("engine.systems.iron_oak.screen.preview:preview")
    measure = staticmethod(measure)
    spectacle = staticmethod(spectacle)
    opening = staticmethod(opening)
    tableau = staticmethod(tableau)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return a unit's card; for an own ship its second row says where she intends to go."""
        rows = panel.card(view, key)
        if key not in view.ships or not view.ships[key].plan:
            return rows
        return (*rows[:1], *plan_row(view.ships[key]), *rows[1:])

    def forecast_note(self, view: State, slot: str, answer: Answer) -> str:
        """Return as a short text how likely an order succeeds, and its likeliest mishap."""
        return noted(view, slot, answer.option)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays: reach, targets, danger, depths, the enemies' reach, and units near a
        worse state.
        """
        return OVERLAYS

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        return overlay(view, overlay_id, key)

    def meeting(self, before: State, event: AnyEvent) -> tuple[str, ...]:
        """Return the ids of the two units that a shot, an explosion, an attack or a crossed T
        brings together; () for other events.
        """
        return meeting(event)
