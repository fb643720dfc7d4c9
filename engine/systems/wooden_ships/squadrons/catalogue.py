"""What a squadron is built from: limits of points, standard classes, crews."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.base.counting import counted
from engine.game.board import Hexes
from engine.game.chart import Hull, Scene
from engine.game.parts.catalogue import Catalogue, Item, Section
from engine.space.hexes import heading
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import QUALITIES, ClassFact
from engine.systems.wooden_ships.fleet.on_chart import BEAM, LENGTH, pose
from engine.systems.wooden_ships.squadrons.fitting_out import class_name
from engine.systems.wooden_ships.squadrons.line import line_ahead
from engine.systems.wooden_ships.squadrons.reading import read_squadron
from engine.systems.wooden_ships.squadrons.roster import LIMITS, USUAL, Roster


def catalogue(table: Mapping[str, Any]) -> Catalogue:
    """Return what may be chosen for a squadron, as far as its table is built."""
    roster, _ = read_squadron("", table)
    limits = tuple(Item(limit, f"{limit} points") for limit in LIMITS)
    return Catalogue(
        head=(Section("limit", "Limit", limits, start=USUAL),),
        types=Section(
            "type",
            "Ships",
            tuple(map(_class, sorted(book().classes.values(), key=_points))),
            columns="hull crew guns",
        ),
        fittings=tuple((_crews(ship.type),) for ship in roster.ships),
        figures=_figures(roster),
        line=_line(roster),
    )


def _points(kind: ClassFact) -> int:
    return kind.points["average"]


def _class(kind: ClassFact) -> Item:
    guns = kind.guns.port + kind.carronades.port
    note = f"{kind.hull:>2} {sum(kind.crew):>2} {guns:>2}"
    about = (
        f"{kind.ship_class}, {counted(kind.rated, 'gun')}, {kind.nation}: hull {kind.hull}, "
        f"crew {'-'.join(map(str, kind.crew))}, rigging {'-'.join(map(str, kind.rigging))}.",
        f"A side: {counted(kind.guns.port, 'gun')}, {counted(kind.carronades.port, 'carronade')}. "
        f"Battle speed {kind.battle_speed}, turning {kind.turning}.",
    )
    # Two classes of 74 guns differ by their builds alone; their ids say which is the larger.
    large = " large" if kind.id.endswith("-l") else ""
    return Item(
        value=kind.id,
        name=f"{class_name(kind)}{large}",
        cost=_points(kind),
        note=note,
        about=about,
        confidence=kind.confidence,
        group=kind.nation.capitalize(),
    )


def _crews(type_: str) -> Section:
    """Return the crews of a class: what each costs beside an average one."""
    kind = book().classes.get(type_)
    items = (
        Item(
            quality,
            quality.capitalize(),
            kind.points[quality] - _points(kind),
            about=(f"{counted(kind.points[quality], 'point')} with {quality} crew.",),
        )
        for quality in (QUALITIES if kind else ())
        if kind
    )
    return Section("quality", "Crew", tuple(items))


def _figures(roster: Roster) -> tuple[tuple[str, str], ...]:
    kinds = [kind for ship in roster.ships if (kind := book().classes.get(ship.type))]
    if not kinds:
        return ()
    return (
        ("guns a side", str(sum(kind.guns.port + kind.carronades.port for kind in kinds))),
        ("hull", str(sum(kind.hull for kind in kinds))),
        ("crew", str(sum(sum(kind.crew) for kind in kinds))),
        ("slowest", str(min(kind.battle_speed for kind in kinds))),
    )


def _line(roster: Roster) -> Scene | None:
    """Return a picture of the ships in line ahead."""
    ships = line_ahead(roster, "A", 0, 1)
    hulls = tuple(
        Hull(ship.id, "A", pose(ship.bow, ship.facing), LENGTH, BEAM, name=ship.name)
        for ship in ships
    )
    return Scene(Hexes(heading(1)), hulls) if hulls else None
