"""Terrain in the set-up: choosing, placing and moving pieces (Oak & Iron ch. 7, steps 2 to 4).

Piece, heading and place are one answer, because the heading decides whether there is room.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from engine.game.decision import Area, Closed, Decision, Option
from engine.kit.agenda import Site
from engine.space.plane.pose import Point
from engine.systems.oak_iron import terrain
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area as outline_of
from engine.systems.oak_iron.state.ships import defender_first
from engine.systems.oak_iron.state.state import State, Terrain
from engine.systems.oak_iron.state.steps import AdjustTerrain, PlaceTerrain, SelectTerrain


@RULES.asks(SelectTerrain)
def select(state: State, step: SelectTerrain) -> tuple[Decision, ...]:
    """Ask the next side to add a piece of terrain to those that will be placed, if its card
    allows one.
    """
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
    """Return the ids of the pieces of terrain that a squadron may still add.

    Its setting card allows a number of pieces of each kind, and then some more of any kind.
    """
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


@RULES.takes(SelectTerrain)
def take_select(ledger: Ledger, step: SelectTerrain, seat: str, command: cmd.AnyCommand) -> None:
    """Add the chosen piece to the pool of pieces to be placed, or note that the side stops adding.

    Then it is the other side's turn.
    """
    stopped = step.stopped
    if isinstance(command, cmd.AddPiece):
        ledger.write(ev.PieceAdded(seat, command.piece))
    else:
        stopped = (*stopped, seat)
    ledger.finish(SelectTerrain(_next(ledger.state, seat), stopped))


@RULES.asks(PlaceTerrain)
def lay(state: State, step: PlaceTerrain) -> tuple[Decision, ...]:
    """Ask the next side which piece of the pool to place, where, and at which heading."""
    assert state.plan
    seat = _whose(state, step.turn)
    prompt = f"{state.squadrons[seat].party}: which piece of terrain to lay, and where?"
    return ask_piece(state, seat, state.plan.pool, prompt)


def ask_piece(
    state: State, seat: str, pieces: Iterable[str], prompt: str, boxes: tuple[terrain.Box, ...] = ()
) -> tuple[Decision, ...]:
    """Return the question which of the given pieces of terrain to place; () if none has room."""
    known = book().pieces
    headings = [n * terrain.STEP for n in range(int(360.0 / terrain.STEP))]
    open_ = {
        piece: any(room_for(state, piece, heading, boxes) for heading in headings)
        for piece in pieces
    }
    options = tuple(
        Option(piece, known[piece].name, cmd.LayPiece(piece), dial="heading", area="at")
        for piece, room in open_.items()
        if room
    )
    if not options:
        return ()
    closed = tuple(
        Closed(known[piece].name, "there is no room for it")
        for piece, room in open_.items()
        if not room
    )
    return (Decision(seat, "lay_piece", prompt, options, dial=terrain.HEADINGS, closed=closed),)


def room_for(
    state: State, piece: str, heading: float, boxes: tuple[terrain.Box, ...] = ()
) -> Area | None:
    """Return the area where a piece of terrain may be placed; None if it has no room.

    It must be Musket Shot from every other piece, and inside `boxes` if they are given.
    """
    boxes = boxes or _table(state)
    x0, y0, x1, y1 = boxes[0]
    musket = book().measures.musket
    barred = tuple((other.outline, musket) for other in state.terrain)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    return terrain.place(terrain.laid(piece, (0.0, 0.0), heading).outline, boxes, barred, middle)


def _table(state: State) -> tuple[terrain.Box, ...]:
    return ((0.0, 0.0, *state.table.size),)


@RULES.places(PlaceTerrain)
def lies(state: State, step: PlaceTerrain, command: cmd.LayPiece) -> Site:
    """Return where a piece of the pool may be placed at the heading that the player has chosen."""
    area = room_for(state, command.piece, command.heading)
    return Site(area, lambda at: faults(state, terrain.laid(command.piece, at, command.heading)))


def faults(state: State, piece: Terrain, gap: float | None = None, without: str = "") -> list[str]:
    """Return the reasons against the place of a piece of terrain; [] if there are none.

    A piece may not be off the table, over another piece, or within `gap` inches (by default Musket
    Shot) of another piece. `without` is the id of a piece that is ignored.
    """
    gap = book().measures.musket if gap is None else gap
    if terrain.sticks_out(piece.outline, _table(state)):
        return ["off the table"]
    own = outline_of(piece)
    ranges = [
        (float(own.distance(outline_of(other))), other.name)
        for other in state.terrain
        if other.id != without
    ]
    found = [f"overlaps {name}" for reach, name in ranges if reach <= terrain.CLOSE]
    close = min(
        ((reach, name) for reach, name in ranges if reach > terrain.CLOSE), default=(gap + 1.0, "")
    )
    if close[0] <= gap + terrain.CLOSE and gap:
        found.append(f"within Musket Shot of {close[1]}: {close[0]:.1f} of {gap:g} inches")
    return found


@RULES.takes(PlaceTerrain)
def take_lay(ledger: Ledger, step: PlaceTerrain, seat: str, command: cmd.LayPiece) -> None:
    """Place the chosen piece of terrain; then it is the other side's turn."""
    ledger.write(
        ev.PieceLaid(seat, terrain.laid(command.piece, command.at, command.heading), fixed=False)
    )
    ledger.finish(PlaceTerrain(_next(ledger.state, seat)))


@RULES.does(PlaceTerrain)
def no_room(ledger: Ledger, step: PlaceTerrain) -> None:
    """Remove the pieces that are left in the pool because there is no room for them."""
    plan = ledger.state.plan
    for piece in plan.pool if plan else ():
        ledger.write(ev.PieceRemoved(piece))
    ledger.finish()


@RULES.asks(AdjustTerrain)
def adjust(state: State, step: AdjustTerrain) -> tuple[Decision, ...]:
    """Ask the next side which piece of terrain in its zone to move, and where."""
    for turn in range(step.turn, step.turn + len(state.squadrons)):
        seat = _whose(state, turn)
        pieces = [] if seat in step.stopped else _movable(state, seat)
        if pieces:
            options = [
                Option(
                    piece.id,
                    f"move {piece.name}",
                    cmd.LayPiece(piece.id),
                    area="at",
                    subject=piece.id,
                )
                for piece in pieces
                if shift_room(state, piece)
            ]
            options.insert(0, Option("none", "move none", cmd.Pass(), ends=True))
            prompt = f"{state.squadrons[seat].party}: move a piece of terrain in your zone?"
            return (Decision(seat, "adjust_terrain", prompt, tuple(options)),)
    return ()


def _movable(state: State, squadron: str) -> list[Terrain]:
    """Return the pieces of terrain wholly inside a squadron's zone that may still be moved."""
    assert state.plan
    boxes = terrain.zone(state, squadron)
    return [
        piece
        for piece in state.terrain
        if piece.id not in state.plan.fixed
        and any(
            all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in piece.outline)
            for x0, y0, x1, y1 in boxes
        )
    ]


@RULES.places(AdjustTerrain)
def shift(state: State, step: AdjustTerrain, command: cmd.LayPiece) -> Site:
    """Return where a piece of terrain may be moved to.

    It may go up to Musket Shot from where it is, but not over another piece.
    """
    piece = terrain.on_table(state, command.piece)
    old = terrain.middle_of(piece)
    musket = book().measures.musket

    def wrong(at: Point) -> list[str]:
        found = faults(state, terrain.moved_to(piece, at), 0.0, piece.id)
        if dist(at, old) > musket:
            found.append(f"more than Musket Shot from where it lay: {dist(at, old):.1f} inches")
        return found

    return Site(shift_room(state, piece), wrong)


def shift_room(state: State, piece: Terrain) -> Area | None:
    """Return the area where the middle of a piece of terrain may be after it is moved."""
    old = terrain.middle_of(piece)
    start = terrain.shifted(piece, (-old[0], -old[1])).outline
    barred = tuple((other.outline, 0.0) for other in state.terrain if other.id != piece.id)
    return terrain.place(start, _table(state), barred, old, (old, book().measures.musket))


@RULES.takes(AdjustTerrain)
def take_adjust(ledger: Ledger, step: AdjustTerrain, seat: str, command: cmd.AnyCommand) -> None:
    """Move the chosen piece of terrain, or note that the side stops moving; the other side is
    next.
    """
    stopped = step.stopped
    if isinstance(command, cmd.LayPiece):
        piece = terrain.on_table(ledger.state, command.piece)
        ledger.write(ev.PieceMoved(seat, terrain.moved_to(piece, command.at)))
    else:
        stopped = (*stopped, seat)
    ledger.finish(AdjustTerrain(_next(ledger.state, seat), stopped))


def _whose(state: State, turn: int) -> str:
    order = defender_first(state)
    return order[turn % len(order)]


def _next(state: State, squadron: str) -> int:
    """Return whose turn is next after a squadron's, as a number: 1 after the defender, 2 after the
    attacker.

    An even number is the defender's turn.
    """
    return defender_first(state).index(squadron) + 1
