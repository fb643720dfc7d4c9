"""Preview of a ship or a piece of terrain that is about to be put on the table."""

from __future__ import annotations

from engine.game.chart import Mark, Terrain, Trace
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Preview
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.gunnery.shot import band
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.sailing.speed import rating
from engine.systems.oak_iron.screen.cards import card
from engine.systems.oak_iron.screen.scene import ghost
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.bases import area as outline_of
from engine.systems.oak_iron.state.bases import distance, hulls
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.state import Terrain as Piece
from engine.systems.oak_iron.table.point_of_sail import points
from engine.systems.oak_iron.terrain.pieces import put
from engine.systems.oak_iron.thinking.what_if import as_if

NEAREST = 3
"""Number of nearest ships or pieces whose ranges are listed."""


def put_preview(view: State, command: cmd.Deploy | cmd.LayPiece) -> Preview:
    """Return the ghost at its place, the outline of the legal area, and rows about it."""
    there = RULES.site(view, command)
    assert there is not None
    outlines = there.area.outlines if there.area else ()
    marks: list[Mark] = [Trace("room", outline, closed=True) for outline in outlines]
    if isinstance(command, cmd.Deploy):
        pose = Pose(*command.at, command.heading)
        marks.append(ghost(view, command.ship, pose))
        rows = _ship_rows(view, view.ships[command.ship], pose)
    else:
        piece = put(view, command.piece, command.at, command.heading)
        marks.append(Terrain(piece.id, piece.kind, piece.outline, piece.name))
        rows = _piece_rows(view, piece)
    why_not = there.why_not(command.at)
    verdict = words(why_not, "warning") if why_not else words("may lie here", "ok")
    texts: tuple[Row, ...] = (Heading("Here"), rows[0], verdict, *rows[1:])
    if isinstance(command, cmd.Deploy):
        texts = (*texts, *card(view, command.ship))
    return Preview(tuple(marks), texts)


def _ship_rows(view: State, ship: Ship, pose: Pose) -> list[Row]:
    """Return rows about a ship at a pose: her speeds, who is near, whether she is in formation."""
    then = as_if(view, ship.id, pose)
    speeds = [f"{point} {rating(then, ship.id, point).value}" for point in points(then, ship.id)]
    rows: list[Row] = [words(f"{ship.id} heading {pose.heading:g}: {' or '.join(speeds)}")]
    others = [other for other in view.ships.values() if other.afloat and other.id != ship.id]
    ranges = sorted((distance(then, ship.id, other.id), other.id) for other in others)
    for reach, key in ranges[:NEAREST]:
        name = wording.BAND_WORDS.get(band(reach), "too far")
        rows.append(words(f"{wording.inches(reach)} from {key}: {name}"))
    if any(other.squadron == ship.squadron for other in others):
        formed = ship.id in in_formation(then, ship.squadron)
        rows.append(words("in formation" if formed else "not in formation", "dim"))
    return rows


def _piece_rows(view: State, piece: Piece) -> list[Row]:
    """Return rows about a piece of terrain: its kind, and which pieces and ships are near."""
    rows: list[Row] = [words(f"{piece.name}, {piece.kind}" if piece.name else piece.kind)]
    shape = outline_of(piece)
    others = [other for other in view.terrain if other.id != piece.id]
    ranges = [(float(shape.distance(outline_of(one))), one.name or one.kind) for one in others]
    ranges += [(float(shape.distance(base.polygon)), key) for key, base in hulls(view).items()]
    rows += [
        words(f"{wording.inches(reach)} from {name}") for reach, name in sorted(ranges)[:NEAREST]
    ]
    return rows
