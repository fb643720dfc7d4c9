"""The card of a ship or section, her picture from the side, and the hand."""

from __future__ import annotations

from engine.base.text import counted
from engine.game.panel import (
    Guard,
    Heading,
    Profile,
    Row,
    Shape,
    Span,
    Title,
    Track,
    Where,
    Words,
    words,
)
from engine.systems.iron_oak.cards.hand import label
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Location
from engine.systems.iron_oak.fleet import (
    bow_on,
    chart_line,
    crew_of,
    draft,
    guns_of,
    immobile,
    maneuver_dice,
    name,
    original_hits,
    powered,
    retiring,
    seat_of,
    section_card,
    side_of,
    silenced,
    stern_on,
    towed_by,
    value,
)
from engine.systems.iron_oak.fleet import card as record_of
from engine.systems.iron_oak.fleet import card as ship_card
from engine.systems.iron_oak.foresight.near_striking import one_step_from
from engine.systems.iron_oak.foresight.unseen import unseen
from engine.systems.iron_oak.machine.chances import faces, ways
from engine.systems.iron_oak.state.state import COVERED, Section, Ship, State, Unit
from engine.systems.iron_oak.turn.phases import order_sets

# A ship from the side: what she looks like by her type, and what guards each part of her.


SHAPES: dict[str, Shape] = {
    "casemate_ironclad": "casemate",
    "armored_frigate": "casemate",
    "monitor": "monitor",
    "double_ender": "wheeler",
    "converted_steamer": "wheeler",
    "timberclad": "wheeler",
    "transport": "wheeler",
    "screw_sloop": "sloop",
    "sail_sloop": "sloop",
    "sail_frigate": "sloop",
    "steam_frigate": "sloop",
    "armored_corvette": "sloop",
    "cruiser": "sloop",
    "ram": "ram",
    "cottonclad_ram": "ram",
    "barge": "barge",
}
"""By the type on the ship card; gunboats, tugs, torpedo boats and what is unknown are steamers."""
PARTS: dict[Location, Where] = {
    "B": "bow",
    "A": "stern",
    "S": "side",
    "D": "deck",
    "WL": "waterline",
    "TF": "front",
    "TS": "turret",
    "TR": "rear",
}
"""Where the locations of the rules lie (Iron & Oak 6.2.2)."""
STRONGER = (4.0, 5.2, 6.5)
"""Means of defence dice from which a shade is heavier: about a d8, a d10, three dice with a d10."""
SMOKE = {"none": 0, "light": 1, "heavy": 2}


def shape(ship: Ship) -> Shape:
    """Return what a ship looks like; a counter that is not told, and a False Contact, hidden."""
    if ship.kind != "ship" or ship.hidden:
        return "hidden"
    here = record_of(ship)
    if here.monitor:
        return "monitor"
    return "barge" if here.barge else SHAPES.get(here.type, "steamer")


def ship_plan(view: State, ship: Ship) -> tuple[Profile, ...]:
    """Return the plan of a ship; () for one whose counter is covered."""
    found = shape(ship)
    if found == "hidden":
        return ()
    guards = tuple(
        Guard(place, PARTS[place], _strength(each.dice), -ship.shields.get(place, 0))
        for place, each in record_of(ship).locations.items()
    )
    fires = tuple(fire.level for fire in ship.fires)
    standing = "smokestack" not in ship.criticals
    return (
        Profile(
            owner=seat_of(view, ship),
            shape=found,
            guards=guards,
            fires=fires,
            smoke=SMOKE[ship.smoke],
            funnel=standing,
        ),
    )


def _strength(dice: str) -> int:
    mean = sum(face * count for face, count in faces(dice)) / ways(dice)
    return 1 + sum(mean >= least for least in STRONGER)


# The card of a ship or section with all that it may do now, and the hand.


def card(view: State, key: str) -> tuple[Row, ...]:
    """Return the card of a ship or section; () for what is not there."""
    if key in view.ships:
        return _ship(view, view.ships[key])
    return _section(view, view.sections[key]) if key in view.sections else ()


def _ship(view: State, ship: Ship) -> tuple[Row, ...]:
    title = Title(ship.id, seat_of(view, ship), name(ship), f"{ship.grade}, {ship.box}", code="")
    if ship.kind != "ship":
        return (title,)
    here = ship_card(ship)
    line = chart_line(ship)
    sign = here.sign(f"maneuver[{(line or 1) - 1}].dice")
    guns = guns_of(ship)
    return (
        title,
        *_tracks(ship, here.sign("hits")),
        words(f"move   {sign}{maneuver_dice(ship)}" if line else "no power of her own"),
        words(
            f"guns   {here.sign('gunnery.dice')}{guns.dice or 'none'}"
            f"   bow {guns.bow_on}   stern {guns.stern_on}"
        ),
        words(
            f"draft  {here.sign('draft')}{draft(ship)}   {here.sign('victory_points')}"
            f"{counted(value(ship), 'point')}"
            + (f"   ram {here.sign('ram')}{here.ram}" if here.ram else "")
        ),
        *_state(view, ship),
        *(words(step, "warning") for step in one_step_from(view, ship) if ship.on_map),
        Heading("Armor", minor=True),
        *ship_plan(view, ship),
        *(
            words(
                f"{place:2} {here.sign(f'locations.{place}.dice')}{each.dice:9}"
                f"{ship.shields.get(place, 0) or '':>3}  {each.kind}"
            )
            for place, each in here.locations.items()
        ),
    )


def _tracks(unit: Unit, sign: str) -> tuple[Row, ...]:
    hits, crew = original_hits(unit), crew_of(unit)
    left = hits - min(hits, unit.hits)
    note = f"light {crew.light}, heavy {crew.heavy} lost"
    return (
        Track("hits", left, hits, note=f"{left} of {sign}{hits}"),
        Track("crew", crew.full - unit.crew_loss, crew.full, note=note),
    )


def _state(view: State, ship: Ship) -> tuple[Row, ...]:
    """Return what is the matter with her, the worst first."""
    texts: list[str] = [each.replace("_", " ") for each in ship.criticals]
    texts += [f"fire {fire.level}" for fire in ship.fires]
    texts += [f"{ship.smoke} smoke"] if ship.smoke != "none" else []
    texts += ["repair party"] if ship.repair_party else []
    if number := order_sets(view, ship.control).get(ship.id):
        texts.append(f"order set {number}")
    if not powered(view, ship):
        texts.insert(0, "no power")
    if retiring(ship):
        texts.insert(0, f"prize of the {ship.captured_by}" if ship.captured_by else "must retire")
    texts += ["aground"] * ship.grounded + ["anchored"] * ship.anchored + ["slipped"] * ship.slipped
    if ship.on_map and immobile(view, ship) and not (ship.grounded or ship.anchored):
        texts.append("cannot move")
    texts += [f"fouled with {_other(view, each)}" for each in ship.fouled]
    texts += [f"tows {_other(view, ship.towing)}"] if ship.towing else []
    if tug := towed_by(view, ship):
        texts.append(f"in tow of {name(tug)}")
    for end, across in (("bow", bow_on(view, ship)), ("stern", stern_on(view, ship))):
        if across:
            texts.append(f"{name(across)} lies across her {end}")
    texts += [f"opposed by {_other(view, each)}" for each in ship.opposed_by]
    texts += [f"screened from {_other(view, each)}" for each in ship.screened_from]
    return (Words((Span(", ".join(texts), "warning"),)),) if texts else ()


def _other(view: State, id: str) -> str:
    if id in view.ships or id in view.sections:
        return name(view.unit(id))
    return book().forts[id].name if id in book().forts else id.replace("_", " ")


def _section(view: State, section: Section) -> tuple[Row, ...]:
    here, fort = section_card(section), book().forts[section.fort]
    sign = fort.sign("sections")
    texts = [each.replace("_", " ") for each in section.criticals]
    texts += [f"fire {fire.level}" for fire in section.fires]
    texts += ["silenced"] if silenced(section) else []
    boxes = " ".join(section.boxes)
    return (
        Title(
            section.id, seat_of(view, section), name(section), f"{section.grade}, {boxes}", code=""
        ),
        *_tracks(section, sign),
        words(f"guns   {sign}{here.gunnery.dice}   {here.defence.kind} {sign}{here.defence.dice}"),
        words(
            f"shield {section.shields.get('section', 0)}   {sign}{counted(value(section), 'point')}"
        ),
        *((Words((Span(", ".join(texts), "warning"),)),) if texts else ()),
    )


def hand(view: State, seat: str) -> tuple[Row, ...]:
    """Return the cards of the seat's side, and how many the enemy holds."""
    side = side_of(view, seat)
    if not side:
        return ()
    rows: list[Row] = [words(label(number)) for number in view.sides[side].hand if number]
    for key, other in view.sides.items():
        if key != side:
            count = len(other.hand)
            rows.append(words(f"the enemy holds {count} of {len(unseen(view))} unseen", "dim"))
    return tuple(rows) if COVERED not in view.sides[side].hand else ()
