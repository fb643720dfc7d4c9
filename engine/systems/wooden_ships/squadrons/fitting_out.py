"""A record of the data becomes a ship with all her boxes."""

from __future__ import annotations

from engine.systems.wooden_ships.data.facts import ClassFact, Printed, Quality, ShipFact
from engine.systems.wooden_ships.fleet.place import Place
from engine.systems.wooden_ships.state.state import Boxes, Ship


def printed_boxes(record: Printed) -> Boxes:
    """Return the boxes of a record."""
    guns, carronades = record.guns, record.carronades
    return Boxes(
        record.hull,
        record.crew,
        (guns.port, guns.starboard),
        (carronades.port, carronades.starboard),
        record.rigging,
    )


def class_name(record: ClassFact) -> str:
    """Return what a ship of a standard class is called that has no name."""
    return f"{record.nation.capitalize()} {record.rated}"


def value(record: ShipFact | ClassFact, quality: Quality) -> int:
    """Return the points of a ship with a crew of a quality."""
    return record.points if isinstance(record, ShipFact) else record.points[quality]


def fitted_out(
    record: ShipFact | ClassFact,
    ship_id: str,
    seat: str,
    place: Place,
    quality: Quality | None = None,
) -> Ship:
    """Return a ship as she leaves port: nothing lost, both sides loaded for the first time."""
    own = record.quality if isinstance(record, ShipFact) else "average"
    boxes = printed_boxes(record)
    called = record.name if isinstance(record, ShipFact) else class_name(record)
    return Ship(
        id=ship_id,
        record=record.id,
        name=called,
        nation=record.nation,
        ship_class=record.ship_class,
        rated=record.rated,
        quality=quality or own,
        speed=record.battle_speed,
        turning=record.turning,
        points=value(record, quality or own),
        seat=seat,
        printed=boxes,
        bow=place[0],
        facing=place[1],
        hull=boxes.hull,
        crew=boxes.crew,
        guns=boxes.guns,
        carronades=boxes.carronades,
        rigging=boxes.rigging,
    )
