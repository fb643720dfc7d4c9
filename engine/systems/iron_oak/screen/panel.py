"""The panel: cards of ships and fort sections, the hand of cards, a row for each unit, and the
conditions of victory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.base.text import correct_grammar, pluralized
from engine.game.panel import (
    Bar,
    Guard,
    Heading,
    Letter,
    Profile,
    Row,
    ShipLine,
    SideLine,
    Span,
    Style,
    Title,
    Track,
    Where,
    Words,
    taught_rows,
    words,
)
from engine.game.parts.screen import Status
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.cards import kind_of, label
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, Location
from engine.systems.iron_oak.foresight.ledger import (
    in_the_fight,
    line_status,
    mending_words,
    mendings,
    one_step_from,
)
from engine.systems.iron_oak.foresight.places import may_hold, shown_by_night, unseen
from engine.systems.iron_oak.machine import faces, ways
from engine.systems.iron_oak.screen.scene import called, shape, tokens
from engine.systems.iron_oak.state.state import COVERED, Section, Ship, State, Unit
from engine.systems.iron_oak.state.steps import Phase
from engine.systems.iron_oak.turn import order_sets
from engine.systems.iron_oak.victory import (
    NAMES,
    count,
    counts_points,
    default_of,
    holds,
    in_words,
    lines_of,
    points,
)

# The card of a ship or section, her picture from the side, and the hand.


PARTS: dict[Location, Where] = {
    "B": "bow",
    "A": "midships",
    "S": "stern",
    "D": "deck",
    "WL": "waterline",
    "TF": "front",
    "TS": "turret",
    "TR": "rear",
}
"""{location of the rules: the part of a ship in a drawing} (Iron & Oak 6.2.2)."""
STRONGER = (4.0, 5.2, 6.5)
"""From these averages of its defence dice on, a part is drawn one shade darker: about a d8, a d10,
three dice with a d10."""
SMOKE = {"none": 0, "light": 1, "heavy": 2}


def ship_plan(view: State, ship: Ship) -> tuple[Profile, ...]:
    """Return a drawing of a ship with her armour and damage; () for an unidentified counter."""
    found = shape(ship)
    if found == "hidden":
        return ()
    guards = []
    for place, each in fleet.card(ship).locations.items():
        mean = sum(face * count for face, count in faces(each.dice)) / ways(each.dice)
        strength = 1 + sum(mean >= least for least in STRONGER)
        guards.append(Guard(place, PARTS[place], strength, -ship.shields.get(place, 0)))
    fires = tuple(fire.level for fire in ship.fires)
    standing = "smokestack" not in ship.criticals
    return (
        Profile(
            owner=fleet.seat_of(view, ship),
            shape=found,
            guards=tuple(guards),
            fires=fires,
            smoke=SMOKE[ship.smoke],
            funnel=standing,
            depth="usual",
            lesson="fire_and_locations",
        ),
    )


# The card of a ship or section with all its present options, and the hand.


def card(view: State, key: str) -> tuple[Row, ...]:
    """Return the rows of a unit's card; () for an unknown key."""
    if key in view.ships:
        return _ship(view, view.ships[key])
    return _section(view, view.sections[key]) if key in view.sections else ()


def _ship(view: State, ship: Ship) -> tuple[Row, ...]:
    title = Title(
        ship.id,
        fleet.seat_of(view, ship),
        fleet.name(ship),
        f"{ship.grade} crew, {ship.box}",
        code="",
    )
    if ship.kind != "ship":
        return (title,)
    here = fleet.card(ship)
    line = fleet.chart_line(ship)
    sign = here.sign(f"maneuver[{(line or 1) - 1}].dice")
    guns = fleet.guns_of(ship)
    return (
        title,
        *_tracks(ship, here.sign("hits")),
        *taught_rows(
            "boxes_and_orders",
            words(f"move   {sign}{fleet.maneuver_dice(ship)}" if line else "no power of her own"),
        ),
        *taught_rows(
            "fire_and_locations",
            words(
                f"guns   {here.sign('gunnery.dice')}{guns.dice or 'none'}"
                f"   bow {guns.bow_on}   stern {guns.stern_on}"
            ),
        ),
        *taught_rows(
            "currents_and_shoals",
            words(
                f"draft  {here.sign('draft')}{fleet.draft(ship)}   {here.sign('victory_points')}"
                f"{pluralized(fleet.value(ship), 'point')}"
                + (f"   ram {here.sign('ram')}{here.ram}" if here.ram else "")
            ),
        ),
        *_state(view, ship),
        *(words(step, "warning") for step in one_step_from(view, ship) if ship.on_map),
        *taught_rows(
            "fire_and_locations",
            Heading("Armor", minor=True),
            *ship_plan(view, ship),
            *(
                words(
                    f"{place:2} {here.sign(f'locations.{place}.dice')}{each.dice:9}"
                    f"{ship.shields.get(place, 0) or '':>3}  {each.kind}"
                )
                for place, each in here.locations.items()
            ),
        ),
    )


def _tracks(unit: Unit, sign: str) -> tuple[Row, ...]:
    hits, crew = fleet.original_hits(unit), fleet.crew_of(unit)
    left = hits - min(hits, unit.hits)
    note = f"{crew.light} lost: light, {crew.heavy}: heavy"
    men, lesson = crew.full - unit.crew_loss, "fire_and_locations"
    hull, people = f"{pluralized(left, 'hit')} left of {hits}", f"{men} crew left of {crew.full}"
    return (
        Track("hits", left, hits, note=f"{left} of {sign}{hits}", told=hull, lesson=lesson),
        Track("crew", men, crew.full, note=note, told=people, lesson=lesson),
    )


def _state(view: State, ship: Ship) -> tuple[Row, ...]:
    """Return rows about a ship's state, the most serious first."""
    hurt = ", ".join(each.replace("_", " ") for each in ship.criticals)
    texts: list[str] = [f"critical hits: {hurt}"] if hurt else []
    texts += [f"fire {fire.level}" for fire in ship.fires]
    texts += [f"{ship.smoke} smoke"] if ship.smoke != "none" else []
    texts += ["repair party"] if ship.repair_party else []
    if number := order_sets(view, ship.control).get(ship.id):
        texts.append(f"order set {number}")
    if not fleet.powered(view, ship):
        texts.insert(0, "no power")
    if fleet.retiring(ship):
        texts.insert(0, f"prize of the {ship.captured_by}" if ship.captured_by else "must retire")
    texts += ["aground"] * ship.grounded + ["anchored"] * ship.anchored + ["slipped"] * ship.slipped
    if ship.on_map and fleet.immobile(view, ship) and not (ship.grounded or ship.anchored):
        texts.append("cannot move")
    texts += [f"fouled with {_other(view, each)}" for each in ship.fouled]
    texts += [f"tows {_other(view, ship.towing)}"] if ship.towing else []
    if tug := fleet.towed_by(view, ship):
        texts.append(f"in tow of {fleet.name(tug)}")
    for end, across in (("bow", fleet.bow_on(view, ship)), ("stern", fleet.stern_on(view, ship))):
        if across:
            texts.append(f"{fleet.name(across)} lies across her {end}")
    texts += [f"opposed by {_other(view, each)}" for each in ship.opposed_by]
    texts += [f"screened from {_other(view, each)}" for each in ship.screened_from]
    # The list of critical hits has commas of its own.
    text = ("; " if hurt else ", ").join(texts)
    return (Words((Span(text, "warning"),)),) if texts else ()


def _other(view: State, id: str) -> str:
    if id in view.ships or id in view.sections:
        return fleet.name(view.unit(id))
    return book().forts[id].name if id in book().forts else id.replace("_", " ")


def _section(view: State, section: Section) -> tuple[Row, ...]:
    here, fort = fleet.section_card(section), book().forts[section.fort]
    sign = fort.sign("sections")
    texts = [each.replace("_", " ") for each in section.criticals]
    texts += [f"fire {fire.level}" for fire in section.fires]
    texts += ["silenced"] if fleet.silenced(section) else []
    boxes = " ".join(section.boxes)
    return (
        Title(
            section.id,
            fleet.seat_of(view, section),
            fleet.name(section),
            f"{section.grade}, {boxes}",
            code="",
        ),
        *_tracks(section, sign),
        *taught_rows(
            "fire_and_locations",
            words(
                f"guns   {sign}{here.gunnery.dice}   {here.defence.kind} {sign}{here.defence.dice}"
            ),
            words(
                f"shield {section.shields.get('section', 0)}   "
                f"{sign}{pluralized(fleet.value(section), 'point')}"
            ),
        ),
        *((Words((Span(", ".join(texts), "warning"),)),) if texts else ()),
    )


def hand(view: State, seat: str) -> tuple[Row, ...]:
    """Return the rows of a hand: the cards of the seat's side with their effects, and how many
    cards the enemy holds.
    """
    side = fleet.side_of(view, seat)
    if not side:
        return ()
    kinds = book().kinds
    rows: list[Row] = [
        Words((Span(label(number)), Span(f"  {kinds[kind_of(number)].effect}.", "dim")))
        for number in view.sides[side].hand
        if number
    ]
    for key, other in view.sides.items():
        if key != side:
            count = len(other.hand)
            rows.append(
                words(f"the enemy holds {count} of {len(unseen(view))} unseen cards", "dim")
            )
    return tuple(rows) if COVERED not in view.sides[side].hand else ()


# Rows about both sides, one line each, with ships, sections and victory conditions; the status bar.


PHASES: dict[Phase, str] = {
    "set_up": "SET-UP",
    "status": "STATUS",
    "order": "ORDER",
    "action": "ACTION",
    "replace": "CARDS",
    "victory": "VICTORY",
}


_GROUND = {
    "high": "no ship enters it, no shot crosses it",
    "low_island": "no ship enters it",
    "sandbar": "a ship that enters it may run aground",
}
"""{kind of terrain: its effect}, in words (Iron & Oak 5.7)."""


def status(view: State) -> Status:
    """Return the words of the status bar."""
    turn = f"TURN {view.turn} OF {view.turns}"
    won = "  ".join(f"{NAMES[side]} {points(view, side)}" for side in SIDES)
    standing = "victory points: " + ", ".join(
        f"{NAMES[side]} {points(view, side)}" for side in SIDES
    )
    flow = view.board.current
    water = "still water" if flow.direction == "none" else f"{flow.speed} current {flow.direction}"
    air = "calm" if view.board.wind == "calm" else f"{view.board.wind} wind"
    wind = f"{air}, {water}" + (", night" if view.board.night else "")
    if view.outcome is not None:
        reason = correct_grammar(view.outcome.reason)
        return Status(view.title, turn, "OVER", reason, won, standing, wind=wind)
    phase = PHASES[view.phase]
    who = f"{NAMES[view.active]} {phase}" if view.phase != "set_up" else phase
    return Status(view.title, turn, who, points=won, standing=standing, wind=wind)


def roster(view: State) -> tuple[Row, ...]:
    """Return the rows of the roster: both sides with their units, and how far each victory line is
    fulfilled.
    """
    rows: list[Row] = []
    for line in lines_of(view):
        stands = "  (holds)" if holds(view, line) else ""
        if not stands and line.at_least and line.when in {"count", "exit_count"}:
            stands = f"  ({count(view, line)} so far)"
        style: Style = "side_a" if line.side == "union" else "side_b"
        rows.append(words(f"{NAMES[line.side]}: {in_words(line)}{stands}", style))
    return (*_sides(view), *_headed("To win", rows))


def _sides(view: State) -> tuple[Row, ...]:
    rows: list[Row] = []
    for side in SIDES:
        here = view.sides[side]
        style: Style = "side_a" if side == "union" else "side_b"
        cards = pluralized(len(here.hand), "card")
        won = points(view, side)
        told = f"{pluralized(won, 'point')}, {cards}"
        rows.append(SideLine(here.seats[0], NAMES[side], style, str(won), cards, told=told))
        units: list[Unit] = [each for each in view.ships.values() if each.side == side]
        units += [each for each in view.sections.values() if each.side == side]
        for unit in units:
            gone = "silenced" if isinstance(unit, Section) and fleet.silenced(unit) else ""
            if not isinstance(unit, Section):
                place = "prize" if unit.captured_by else unit.box.replace("off:", "off, ")
                gone = unit.lost.replace(":", " by ") or place
            hits, crew = fleet.original_hits(unit), fleet.crew_of(unit).full
            left = (
                hits - min(unit.hits, hits),
                max(0, crew - unit.crew_loss),
            )  # as printed on her card
            tracks = (("h", left[0], hits), ("c", left[1], crew))
            hidden = not isinstance(unit, Section) and unit.kind != "ship"
            rows.append(
                ShipLine(
                    key=unit.id,
                    owner=fleet.seat_of(view, unit),
                    tokens=tokens(unit),
                    name=fleet.section_card(unit).name
                    if isinstance(unit, Section)
                    else fleet.name(unit),
                    tracks=() if hidden else tracks,
                    note=gone,
                    short=called(unit),
                    told="not known yet" if hidden else f"{pluralized(left[0], 'hit')} left",
                    lesson="fire_and_locations",
                )
            )
    return tuple(rows)


def forces(view: State) -> tuple[Row, ...]:
    """Return rows about both sides: points, units one step from a worse state, possible repairs,
    the visibility of units by night, and cards that the enemy may hold.
    """
    units: tuple[Unit, ...] = (*view.ships.values(), *view.sections.values())
    known = [unit for unit in units if in_the_fight(unit)]
    # From a watcher both hands are hidden.
    covered = [key for key, side in view.sides.items() if COVERED in side.hand]
    return (
        *_sides(view),
        *_headed(
            "In danger",
            (
                words(f"{fleet.name(unit)}: {'; '.join(steps)}", key=unit.id)
                for unit in known
                if (steps := one_step_from(view, unit))
            ),
        ),
        *_headed(
            "Repairs",
            (
                words(f"{fleet.name(unit)}, {mending_words(each)}", key=unit.id)
                for unit in known
                for each in mendings(view, unit)
            ),
        ),
        *_headed(
            "By night",
            (
                words(f"{fleet.name(unit)}: {text}", key=unit.id)
                for unit in (known if view.board.night else ())
                if (text := shown_by_night(view, unit))
            ),
        ),
        *_headed(
            "Cards the enemy may hold",
            (
                Bar(book().kinds[each.kind].name, each.chance, f"{each.unseen} unseen")
                for key in (covered if len(covered) == 1 else ())
                for each in may_hold(view, key)
            ),
        ),
    )


def to_win(view: State) -> tuple[Row, ...]:
    """Return rows with the conditions of victory of each side, and the parts that are still
    missing.
    """
    rows: list[Row] = []
    for line in lines_of(view):
        style: Style = "side_a" if line.side == "union" else "side_b"
        text = f": {in_words(line)}: {line_status(view, line)}"
        rows.append(Words((Span(NAMES[line.side], style), Span(text))))
    if rows:
        default = default_of(view)
        ends = "a draw" if default == "draw" else f"{NAMES[default]} wins"
        rows.append(
            words(f"The first of these that is met decides; if none is met by the end: {ends}.")
        )
        if not any(counts_points(line) for line in lines_of(view)):
            rows.append(words("Victory Points do not decide this battle."))
    return _headed("To win", rows)


def _headed(title: str, rows: Iterable[Row]) -> tuple[Row, ...]:
    found = tuple(rows)
    return (Heading(title), *found) if found else ()


ON_CARDS = (
    *taught_rows(
        "boxes_and_orders",
        Letter("~", "not seen in print", in_panel=True),
    ),
    *taught_rows(
        "fire_and_locations",
        Letter("h c", "hits and crew that are left", in_panel=True),
        Letter("bow -4", "taken from the guns' dice, over the bow", in_panel=True),
        Letter("B A S D WL", "armor of bow, midships, stern, deck, waterline", in_panel=True),
    ),
    *taught_rows(
        "currents_and_shoals", Letter("draft", "depth of water that she needs", in_panel=True)
    ),
)
"""The short signs on a card in a narrow panel, each with its meaning, for the legend."""


def _beside(sign: str, meaning: str) -> Letter:
    """Return the row of the legend about a sign of `tokens`.

    On the chart it has this meaning among other signs of a ship, but not as the letter of a row of
    boxes; in the panel before her name at the beginning of a line, or after it.
    """
    run, fire = r"(?:[LHgaxTp*]|F\d)*", r"F\d"
    own = f"{run}{fire if sign == 'F' else re.escape(sign)}{run}"
    return Letter(
        sign,
        meaning,
        on_chart=rf"(?m)(?<!^)(?<!^.)(?<!\w){own}(?!\w)",
        in_text=rf"(?m)^{own} +[^\W\d_a-z]|[a-z.] {own} +h\d",
    )


def legend(view: State) -> tuple[Row, ...]:
    """Return the rows of the legend: the signs beside counters now on the chart, at the chart's
    edges, and on cards.
    """
    signs = {
        "L": "light smoke: her fire, and fire at her, -1",
        "H": "heavy smoke: her fire, and fire at her, -2",
        "F": "a fire and its level",
        "g": "aground",
        "a": "at anchor",
        "x": "fouled",
        "T": "lies across a bow or stern",
        "p": "a prize",
        "*": "has fired in the night",
    }
    units: tuple[Unit, ...] = (*view.ships.values(), *view.sections.values())
    there = "".join(tokens(unit) for unit in units)
    ground = [(kind, text) for kind, text in _GROUND.items() if kind in view.board.terrain.values()]
    planned = any(ship.plan for ship in view.ships.values())
    boxes = [ship.box for ship in view.ships.values() if ship.on_map]
    shared = len(set(boxes)) < len(boxes)
    return (
        *(_beside(sign, text) for sign, text in signs.items() if sign in there),
        Letter("8/10", "hits left, and hits in all"),
        Letter("B2", "a box: row and column"),
        Letter("d10d6 v d8", "the higher of two dice must beat a die of 8 sides"),
        *ON_CARDS,
        *((words(">  where a ship means to go, by her name"),) if planned else ()),
        *(
            (words("in a box with several ships: names and hits instead of pictures"),)
            if shared
            else ()
        ),
        *(words(f"{kind.replace('_', ' ')}: {text}") for kind, text in ground),
    )
