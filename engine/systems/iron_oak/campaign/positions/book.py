"""Ships, plans and rows of the war book in a position file."""

from __future__ import annotations

from typing import Literal

from engine.game.position import Reader
from engine.systems.iron_oak.campaign.rules.fleet import TRANSPORTS
from engine.systems.iron_oak.campaign.state.state import SEATS, Plan, Vessel, WarRow
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import GRADES, Side
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.positions.units import (
    CRITICALS,
    read_banks,
    read_criticals,
    read_current,
    read_shields,
    read_shoals,
)

MOST = 99
"""Battles of the longest war that a file may tell of."""


def read_ships(reader: Reader, side: Side, fought: int) -> tuple[Vessel, ...]:
    """Return the ships of a nation, prizes of the enemy among them; mistakes are noted."""
    known = tuple(
        id for id, card in book().ships.items() if card.side == side and card.type not in TRANSPORTS
    )
    ships: dict[str, Vessel] = {}
    for each in reader.tables("ships", required=True):
        id = each.choice("id", known, otherwise="")
        if not id:
            continue
        if id in ships:
            each.fault("id", f"'{id}' stands there twice")
        ships[id] = _ship(each, id, side, fought)
        each.finish()
    return tuple(ships.values())


def _ship(reader: Reader, id: str, side: Side, fought: int) -> Vessel:
    card = book().ships[id]
    captor: Side | Literal[""] = reader.choice("captured_by", ("", other_side(side)), "")
    sunk = reader.integer("sunk_in", 0, 0, fought)
    battle = reader.integer("battle", 0, 0, fought + 2)
    if battle and battle <= fought:
        reader.fault("battle", f"found {battle}, which has been fought; allowed is one to come")
    if battle and sunk:
        reader.fault("battle", "a ship that sank goes to no battle")
    return Vessel(
        id=id,
        side=side,
        grade=reader.choice("grade", GRADES, "green" if captor else "average"),
        hits=reader.integer("hits", 0, 0, MOST if sunk else card.hits - 1),
        shields=read_shields(reader, tuple(card.locations)),
        crew_loss=reader.integer("crew_loss", card.crew.full if captor else 0, 0, card.crew.full),
        criticals=read_criticals(reader, CRITICALS),
        spar_spent=reader.flag("spar_spent", False),
        captured_by=captor,
        lost_in=sunk,
        battle=battle,
    )


def read_plan(reader: Reader, number: int) -> Plan:
    """Return a battle as it was generated; mistakes are noted."""
    kind = reader.choice("kind", tuple(book().campaign.types))
    record = book().campaign.types[kind]
    attacker = reader.choice("attacker", tuple(SEATS))
    if attacker == record.defender_side:
        reader.fault("attacker", f"the {attacker} always defends in battles of type {record.name}")
    return Plan(
        number=number,
        kind=kind,
        rolled_by=reader.choice("rolled_by", tuple(SEATS), attacker),
        attacker=attacker,
        limit=reader.integer("limit", 0, 0),
        current=read_current(reader),
        banks=read_banks(reader),
        shoals=read_shoals(reader),
        **reader.fields(Plan, "wind", "night"),
    )


def read_row(reader: Reader, number: int) -> WarRow:
    """Return a battle that was fought; mistakes are noted."""
    ships = tuple(book().ships)
    row = WarRow(
        plan=read_plan(reader, number),
        reason=reader.text("reason", "as the file says"),
        ships={side: reader.choices(side, ships) for side in SEATS},
        points=_by_side(reader.table("points")),
        strength=_by_side(reader.table("strength")),
        **reader.fields(WarRow, "winner", lost=ships, taken=ships, turns=range(MOST + 1)),
    )
    reader.finish()
    return row


def _by_side(reader: Reader) -> dict[Side, int]:
    figures = {side: reader.integer(side, 0, 0) for side in SEATS}
    reader.finish()
    return figures
