"""The panel between battles: the card of a ship of the campaign book, and lists of fleets and yard
cards.
"""

from __future__ import annotations

from engine.base.text import pluralized
from engine.game.decision import Answer, Decision
from engine.game.panel import Heading, Row, SideLine, Title, Track, words
from engine.game.parts.screen import Preview
from engine.systems.iron_oak.campaign.data import ShipCard, book, row_of
from engine.systems.iron_oak.campaign.effects import kind_of_card
from engine.systems.iron_oak.campaign.fleet import card, own, share, short_handed, strength
from engine.systems.iron_oak.campaign.screen.scene import STYLES, in_short
from engine.systems.iron_oak.campaign.state.state import (
    HIDDEN,
    NAMES,
    SEATS,
    SECRET,
    NameShip,
    PlayCard,
    State,
)
from engine.systems.iron_oak.fleet import LOCATIONS

# A ship of the campaign book as a card, and the effect of an answer in the yard.


LONG = 14
"""The longest track (row of boxes, one for each Hit or crew factor) that fits a narrow panel."""


def ship_card(view: State, key: str) -> tuple[Row, ...]:
    """Return the card of a ship, by her id; the ship may be in a fleet or still in the catalogue.
    () for any other key.
    """
    if key in view.ships:
        ship = view.ships[key]
        here = card(ship)
        rows: list[Row] = [
            _title(here, ship.grade),
            _track("hits", here.hits - ship.hits, here.hits),
            _track("crew", here.crew.full - ship.crew_loss, here.crew.full),
            words(f"worth {share(ship)} of {here.victory_points} points as she is"),
        ]
        if ship.shields:
            text = ", ".join(f"{LOCATIONS[place]} {step}" for place, step in ship.shields.items())
            rows.append(words(f"shields worn: {text}", "warning"))
        if ship.criticals:
            text = ", ".join(each.replace("_", " ") for each in ship.criticals)
            rows.append(words(f"critical hits: {text}", "warning"))
        if not ship.afloat:
            rows.append(words(f"sunk in battle {ship.lost_in}", "warning"))
        elif short_handed(ship):
            rows.append(words("too few of her crew are left to be sent", "warning"))
        plan = view.plans.get(str(ship.battle))
        if ship.battle == SECRET:
            rows.append(words("where she has been sent is not known", "dim"))
        elif plan:
            rows.append(words(in_short(plan), "dim"))
        return (*rows, *_printed(here))
    record = book().ships.get(key)
    return (_title(record, ""), *_printed(record)) if record else ()


def _title(record: ShipCard, right: str) -> Title:
    owner = SEATS.get("union" if record.side == "union" else "confederate", "A")
    return Title(record.id, owner, record.short, right or record.type.replace("_", " "), code="")


def _printed(record: ShipCard) -> tuple[Row, ...]:
    """Return the rows with a card's printed figures; a `~` marks figures that were not seen in
    print.
    """
    guns = record.gunnery
    armour = "  ".join(
        f"{place} {record.sign(f'locations.{place}.dice')}{each.dice}"
        for place, each in record.locations.items()
    )
    lines = [
        f"{record.sign('victory_points')}{pluralized(record.victory_points, 'point')}, "
        f"draft {record.sign('draft')}{record.draft}, {record.size}",
        f"guns   {record.sign('gunnery.dice')}{guns.dice or 'none'}"
        f"   bow {guns.bow_on}   stern {guns.stern_on}",
        "move   " + "  ".join(line.dice for line in record.maneuver),
        armour,
    ]
    special = [
        word
        for word, has in (
            ("monitor", record.monitor),
            ("blockade", record.blockade),
            ("spar torpedo", record.spar),
            (f"ram {record.ram}", bool(record.ram)),
        )
        if has
    ]
    return tuple(words(line) for line in [*lines, ", ".join(special)] if line)


def _track(label: str, left: int, total: int) -> Row:
    """Return a track as a row of boxes; if it is too long for a narrow panel, as figures."""
    if total > LONG:
        return words(f"{label}  {left} of {total}", "warning" if left * 2 < total else "text")
    return Track(label, left, total)


# The effect of an answer in the yard: of the card, and on the ship that it names.


def preview(view: State, question: Decision, answer: Answer) -> Preview:
    """Return the rows that forecast the result of an option."""
    if question.slot:
        return Preview()  # the ship's line is selected, so the panel shows her card
    command = question.option(answer.option).command
    if isinstance(command, NameShip) and command.ship:
        return Preview(rows=ship_card(view, command.ship))
    if isinstance(command, PlayCard) and command.card:
        kind = kind_of_card(command.card)
        rows: list[Row] = [Heading(kind.name), words(kind.effect)]
        if command.use == "ship":
            rows.append(words(f"one more ship, by the roll of a d10: {_chances()}", "dim"))
        elif command.use in view.ships:
            rows += ship_card(view, command.use)
        return Preview(rows=tuple(rows))
    return Preview()


def _chances() -> str:
    """Return as text on how many faces of the die a new ship of each worth comes: `no VP on 3, 200
    VP on 2`.
    """
    rows = book().campaign.extra_ship.worth
    found: dict[int, int] = {}
    for face in range(1, 11):
        worth = row_of(rows, face)
        found[worth] = found.get(worth, 0) + 1
    return ", ".join(f"{worth or 'no'} VP on {count}" for worth, count in found.items())


# Lists of the panel between battles: both fleets, the cards of a yard, the legend of the signs.


LEGEND: tuple[Row, ...] = (
    words("# the Hits that she has left"),
    words("!  shields or critical hits to be repaired"),
    words("?  where she has been sent is not known"),
)
"""The legend: the meanings of the signs on a page of the campaign book."""


def fleets(view: State) -> tuple[Row, ...]:
    """Return a row for each side: the battles that it won, and the Victory Points of its ships
    afloat.
    """
    return tuple(
        SideLine(
            SEATS[side],
            NAMES[side],
            STYLES[side],
            str(view.forces[side].won),
            f"{strength(own(view, side))} VP afloat",
        )
        for side in SEATS
    )


def yard_hand(view: State, seat: str) -> tuple[Row, ...]:
    """Return a row for each yard card (played between battles) in a seat's hand that the viewer may
    see.
    """
    side = next((side for side, key in SEATS.items() if key == seat), None)
    held = view.forces[side].hand if side else ()
    kinds = (kind_of_card(number) for number in held if number != HIDDEN)
    return tuple(words(f"{kind.name}: {kind.effect}") for kind in kinds)
