"""A piece of terrain where an answer would lay it: fog that rolls in, what a scroll left."""

from __future__ import annotations

from engine.oak_iron import commands as cmd
from engine.oak_iron.pieces import laid, shifted
from engine.oak_iron.scrolling import from_middle, piece_of
from engine.oak_iron.state import State, Terrain
from engine.oak_iron.steps import LayFog, LayShoal, RelayTerrain


def placed(state: State, command: cmd.ChooseTerrain | cmd.PlaceTerrain) -> Terrain | None:
    """Return the piece as it would lie; None when no such question is open."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(command, cmd.ChooseTerrain):
        width, height = state.table.size
        return laid(command.piece, (width / 2, height / 2), command.heading)
    if isinstance(step, LayFog | LayShoal) and step.piece:
        return laid(step.piece, command.at, step.heading)
    if isinstance(step, RelayTerrain):
        piece = piece_of(state, step.piece)
        east, north = from_middle(piece)
        return shifted(piece, (command.at[0] + east, command.at[1] + north))
    return None
