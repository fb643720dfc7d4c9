"""Thumbnails of a battle for lists, and the diagrams of a game."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from math import floor
from typing import Any

from engine.base.dice import Dice
from engine.game.chart import Counter, Fort, Hull, Lit, Mark, Scene, Terrain
from engine.game.decision import parse_answer
from engine.game.game import Game
from engine.game.parts.words import Diagram
from tui.chart.kind import Window, middle
from tui.chart.page import columns_of_page
from tui.chart.sea.terrain import looks
from tui.chart.sea.window import SeaWindow
from tui.chart.viewport import framed_chart, kind_of, places, things
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# A diagram of a game system, drawn like the charts of its battles.


WITHIN = 0.45
"""A ship is drawn at most this far from the middle of her box, as a fraction of a box."""
STEPS = 6
"""The maximum number of zoom steps for a diagram: the number of box sizes above the smallest."""
MIDDLE = 0.5
"""The distance in boxes from the edge of the board to the middle of the outermost boxes."""
KEPT = 32
"""The maximum number of cached diagrams. Without the cache every key press on a page would draw
them again."""


def diagram(
    game: Game[Any, Any, Any], drawn: Diagram, columns: int, rows: int, glyphs: Glyphs = "unicode"
) -> Grid:
    """Return a diagram of the rules as a framed chart of at most this size.

    Raises `SetUpFault` when the diagram's position is wrong.
    """
    scene = _scene(game, drawn)
    if kind_of(scene.board).boxed:
        # The largest boxes with which all ships and highlighted boxes are fully visible.
        found = kind_of(scene.board)
        lies = [place for _, place, _ in things(scene)]
        lies += [mark.at for mark in scene.marks if isinstance(mark, Lit)]
        edges = [
            (x + i, y + j) for x, y in lies for i in (-WITHIN, WITHIN) for j in (-WITHIN, WITHIN)
        ]
        about = middle(edges) or (0.0, 0.0)
        window: Window = found.clamped(found.whole(columns - 4, rows - 2, lies).centred(about))
        for _ in range(STEPS):
            nearer = found.clamped(window.zoomed(1, about).centred(about))
            if not all(nearer.shows(edge) for edge in edges):
                break
            window = nearer
        return framed_chart(scene, window, glyphs)
    return portrait(scene, columns, rows, glyphs)


@lru_cache(maxsize=KEPT)
def _scene(game: Game[Any, Any, Any], drawn: Diagram) -> Scene:
    """Return what a diagram shows: its position, with its overlays and the preview of its
    answer.
    """
    state, seed = game.positions.read(drawn.name, tomllib.loads(drawn.position))
    if drawn.answer:
        state = game.settled(state, Dice(seed))
    view = game.view(state, "")
    marks: list[Mark] = []
    for overlay, key in drawn.overlays:
        marks += game.screen.overlay(view, overlay, key)
    if drawn.answer:
        question = game.pending(state)[0]
        found = game.screen.preview(view, question, parse_answer(drawn.answer))
        marks += found.marks if found.quick_marks is None else found.quick_marks
    scene = game.screen.scene(view)
    return Scene(scene.board, (*scene.marks, *marks))


# A whole table in a few cells, for lists of battles: ships as letters, land as its texture.


def thumbnail(scene: Scene, columns: int, rows: int, glyphs: Glyphs = "unicode") -> Grid:
    """Return a small map of the battle as a grid of this size.

    If ships share a cell, the last live ship is drawn.
    """
    # A window like that of a sea chart, with the extent in its middle, at exactly the scale that
    # fits.
    left, bottom, wide, high = kind_of(scene.board).extent(places(scene))
    scale = min(columns / (2 * wide), rows / high)
    x = left + (wide - columns / (2 * scale)) / 2
    y = bottom + (high + rows / scale) / 2
    view, lies = (
        SeaWindow(x, y, scale, columns, rows),
        {key: place for key, place, _ in things(scene)},
    )
    grid = Grid(columns, rows)
    for mark in scene.marks:
        if isinstance(mark, Terrain):
            for (column, row), (glyph, style) in looks(mark, view, glyphs).items():
                grid.put(column, row, glyph, style)
    # Wrecks first, so that live ships are drawn over them.
    kinds = Hull | Counter | Fort
    ships = [mark for mark in scene.marks if isinstance(mark, kinds) and mark.key in lies]
    for ship in sorted(ships, key=lambda each: getattr(each, "state", "") != "wreck"):
        column, row = (floor(value) for value in view.to_cell(lies[ship.key]))
        sign, style = ship.owner[:1], f"label_{ship.owner[:1].lower()}"
        if isinstance(ship, Hull) and ship.state == "wreck":
            sign, style = "x" if glyphs == "ascii" else "×", "wreck"
        grid.put(min(column, columns - 1), min(row, rows - 1), sign, style)
    return grid


def portrait(scene: Scene, columns: int, rows: int, glyphs: Glyphs = "unicode") -> Grid:
    """Return the whole board as a framed chart, at the largest scale that fits.

    If not even the smallest scale fits, return a small map or a thumbnail; for a page with lines
    wider than the grid, a grid without rows.
    """
    kind, lies = kind_of(scene.board), places(scene)
    little = kind.little(columns - 4, rows - 2)
    if little is not None:
        return framed_chart(scene, little, glyphs)
    wide, high = kind.fitted(columns - 4, rows - 2) or (columns - 4, rows - 2)
    window: Window = kind.whole(min(wide, columns - 4), min(high, rows - 2), lies)
    if kind.lined and columns_of_page(scene) > columns - 4:
        return Grid(columns, 0)  # a table with half its columns tells nothing
    left, bottom, across, down = kind.extent(lies)
    ends = (MIDDLE, across - MIDDLE), (MIDDLE, down - MIDDLE)
    boxes = [(left + x, bottom + y) for x in ends[0] for y in ends[1]] if kind.boxed else []
    fits = wide <= columns - 4 and high <= rows - 2
    if not fits or not all(map(window.shows, boxes)):
        rows = min(rows, max(1, round(columns / 2 * down / across)))
        return thumbnail(scene, columns, rows, glyphs)
    return framed_chart(scene, window, glyphs)
