"""Terrain is chosen, laid and adjusted (Oak & Iron ch. 7, steps 2 to 4).

A piece's heading is chosen first, so that every place which is offered for it is legal.
"""

from __future__ import annotations

from typing import Any

from engine.decision import Area, Decision, Dial, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, does, takes
from engine.oak_iron.bases import area as outline_of
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.pieces import laid, shifted
from engine.oak_iron.records import book
from engine.oak_iron.set_up.room import area, around, within
from engine.oak_iron.set_up.turns import defender_first
from engine.oak_iron.set_up.zones import part_of, zone
from engine.oak_iron.state import State, Terrain
from engine.oak_iron.steps import AdjustTerrain, LayPiece, PlaceTerrain, SelectTerrain, ShiftPiece
from engine.plane.pose import Point

STEP = 15.0
"""Degrees between the headings that a piece may have."""
DIAL = Dial(0.0, 360.0 - STEP, STEP, unit="degrees")


@asks(SelectTerrain)
def select(state: State, step: SelectTerrain) -> tuple[Decision, ...]:
    """Ask the squadron whose turn it is for a piece that its setting card allows."""
    for turn in range(step.turn, step.turn + len(state.squadrons)):
        seat = _whose(state, turn)
        pieces = [] if seat in step.stopped else allowed(state, seat)
        if pieces:
            options = [
                Option(piece, f"{book().pieces[piece].name}, {book().pieces[piece].kind}", command)
                for piece in pieces
                for command in [cmd.AddPiece(piece)]
            ]
            options.append(Option("none", "no more terrain", cmd.Pass(), ends=True))
            prompt = f"{state.squadrons[seat].party}: add a piece of terrain to the pool?"
            return (Decision(seat, "select_terrain", prompt, tuple(options)),)
    return ()


def allowed(state: State, squadron: str) -> list[str]:
    """Return the pieces that a squadron may still add, by its setting card."""
    plan = state.plan
    assert plan
    card = book().settings[plan.card(squadron, "setting")]
    pieces = book().pieces
    own = [pieces[piece].kind for piece in plan.added.get(squadron, ())]
    over = sum(max(0, own.count(kind) - card.pieces.get(kind, 0)) for kind in set(own))
    gone = {*plan.pool, *(piece.id for piece in state.terrain)}
    return [
        key
        for key, piece in pieces.items()
        if key not in gone
        and (own.count(piece.kind) < card.pieces.get(piece.kind, 0) or over < card.any)
    ]


@takes(SelectTerrain)
def take_select(ledger: Ledger, step: SelectTerrain, seat: str, command: cmd.AnyCommand) -> None:
    """Add the piece to the pool, or add no more; the other squadron is next."""
    stopped = step.stopped
    if isinstance(command, cmd.AddPiece):
        ledger.write(ev.PieceAdded(seat, command.piece))
    else:
        stopped = (*stopped, seat)
    ledger.finish(SelectTerrain(_next(ledger.state, seat), stopped))


@asks(PlaceTerrain)
def place(state: State, step: PlaceTerrain) -> tuple[Decision, ...]:
    """Ask which piece of the pool is laid next, and how it is turned."""
    assert state.plan
    if not state.plan.pool:
        return ()
    seat = _whose(state, step.turn)
    options = tuple(
        Option(piece, book().pieces[piece].name, cmd.TakePiece(piece), dial="heading")
        for piece in state.plan.pool
    )
    prompt = f"{state.squadrons[seat].party}: which piece of terrain to lay, and how turned?"
    return (Decision(seat, "take_piece", prompt, options, dial=DIAL),)


@takes(PlaceTerrain)
def take_place(ledger: Ledger, step: PlaceTerrain, seat: str, command: cmd.TakePiece) -> None:
    """Look for the place of the piece; the other squadron is next."""
    then = PlaceTerrain(_next(ledger.state, seat))
    ledger.finish(LayPiece(seat, command.piece, command.heading), then)


@asks(LayPiece)
def lay(state: State, step: LayPiece) -> tuple[Decision, ...]:
    """Ask for the place of a piece: on the table, Musket Shot from every other."""
    piece = laid(step.piece, (0.0, 0.0), step.heading)
    room = _free(state, piece, book().measures.musket)
    middle = (state.table.width / 2, state.table.height / 2)
    if step.objective:
        box = part_of(state, state.defender, book().objectives[state.objective].zone)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        room = room.intersection(within(piece.outline, [box]))
    return _ask_place(step.squadron, step.piece, step.heading, area(room, middle))


@takes(LayPiece)
def take_lay(ledger: Ledger, step: LayPiece, seat: str, command: cmd.LayPiece) -> None:
    """Lay the piece."""
    piece = laid(step.piece, command.at, step.heading)
    ledger.write(ev.PieceLaid(seat, piece, fixed=step.objective))
    plan = ledger.state.plan
    marks = step.objective and book().objectives[ledger.state.objective].marker
    if marks and plan and plan.marker is None:
        ledger.write(ev.MarkerLaid(_inland(piece)))
    ledger.finish()


@does(LayPiece)
def no_place(ledger: Ledger, step: LayPiece) -> None:
    """Remove a piece that finds no place."""
    ledger.write(ev.PieceRemoved(step.piece))
    ledger.finish()


@asks(AdjustTerrain)
def adjust(state: State, step: AdjustTerrain) -> tuple[Decision, ...]:
    """Ask for a piece to be moved of those that lie wholly in the squadron's zone."""
    for turn in range(step.turn, step.turn + len(state.squadrons)):
        seat = _whose(state, turn)
        pieces = [] if seat in step.stopped else _movable(state, seat)
        if pieces:
            options = [
                Option(piece.id, f"move {piece.name}", cmd.TakePiece(piece.id), subject=piece.id)
                for piece in pieces
            ]
            options.append(Option("none", "leave them", cmd.Pass(), ends=True))
            prompt = f"{state.squadrons[seat].party}: move a piece of terrain in your zone?"
            return (Decision(seat, "adjust_terrain", prompt, tuple(options)),)
    return ()


def _movable(state: State, squadron: str) -> list[Terrain]:
    assert state.plan
    boxes = zone(state, squadron)
    return [
        piece
        for piece in state.terrain
        if piece.id not in state.plan.fixed
        and any(
            all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in piece.outline)
            for x0, y0, x1, y1 in boxes
        )
    ]


@takes(AdjustTerrain)
def take_adjust(ledger: Ledger, step: AdjustTerrain, seat: str, command: cmd.AnyCommand) -> None:
    """Look for the new place of the piece, or move no more; the other squadron is next."""
    turn = _next(ledger.state, seat)
    if isinstance(command, cmd.TakePiece):
        then = AdjustTerrain(turn, step.stopped)
        ledger.finish(ShiftPiece(seat, command.piece), then)
    else:
        ledger.finish(AdjustTerrain(turn, (*step.stopped, seat)))


@asks(ShiftPiece)
def shift(state: State, step: ShiftPiece) -> tuple[Decision, ...]:
    """Ask for the new place: within Musket Shot of the old one, clear of other pieces."""
    from shapely import Point as Dot

    piece = _piece(state, step.piece)
    old = _middle(piece)
    others = tuple(other for other in state.terrain if other.id != piece.id)
    near = Dot(old).buffer(book().measures.musket)
    start = shifted(piece, (-old[0], -old[1]))
    room = _free(state, start, 0.0, others).intersection(near)
    return _ask_place(step.squadron, step.piece, 0.0, area(room, old))


@takes(ShiftPiece)
def take_shift(ledger: Ledger, step: ShiftPiece, seat: str, command: cmd.LayPiece) -> None:
    """Move the piece."""
    piece = _piece(ledger.state, step.piece)
    x, y = _middle(piece)
    ledger.write(ev.PieceMoved(seat, shifted(piece, (command.at[0] - x, command.at[1] - y))))
    ledger.finish()


def piece_at(view: State, command: cmd.TakePiece | cmd.LayPiece) -> Terrain:
    """Return a piece as it would lie by a command; before its place is asked, in mid-table."""
    there = [piece for piece in view.terrain if piece.id == command.piece]
    if there:
        x, y = _middle(there[0])
        at = command.at if isinstance(command, cmd.LayPiece) else (x, y)
        return shifted(there[0], (at[0] - x, at[1] - y))
    middle = (view.table.width / 2, view.table.height / 2)
    at = command.at if isinstance(command, cmd.LayPiece) else middle
    return laid(command.piece, at, command.heading)


def _free(
    state: State, piece: Terrain, gap: float, others: tuple[Terrain, ...] | None = None
) -> Any:
    """Return where a piece (about 0, 0) lies on the table and keeps a gap to others."""
    from shapely import union_all

    table = (0.0, 0.0, *state.table.size)
    barred = [
        around(piece.outline, other.outline, gap)
        for other in (state.terrain if others is None else others)
    ]
    return within(piece.outline, [table]).difference(union_all(barred))


def _ask_place(
    squadron: str, piece: str, heading: float, place: Area | None
) -> tuple[Decision, ...]:
    if place is None:
        return ()
    command = cmd.LayPiece(piece, heading)
    name = book().pieces[piece].name
    option = Option("here", "lay it here", command, area="at", subject=piece)
    return (Decision(squadron, "lay_piece", f"{name}: where?", (option,), area=place),)


def _inland(piece: Terrain) -> Point:
    spot = outline_of(piece).representative_point()
    return round(spot.x, 4), round(spot.y, 4)


def _piece(state: State, key: str) -> Terrain:
    return next(piece for piece in state.terrain if piece.id == key)


def _middle(piece: Terrain) -> Point:
    xs, ys = zip(*piece.outline, strict=True)
    return round((min(xs) + max(xs)) / 2, 4), round((min(ys) + max(ys)) / 2, 4)


def _whose(state: State, turn: int) -> str:
    order = defender_first(state)
    return order[turn % len(order)]


def _next(state: State, squadron: str) -> int:
    """Return the turn of the squadron after this one."""
    return defender_first(state).index(squadron) + 1
