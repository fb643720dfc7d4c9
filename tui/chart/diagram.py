"""A diagram of a game system, drawn as the charts of its battles are."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from engine.base.dice import Dice
from engine.game.answer import read
from engine.game.chart import Lit, Mark, Scene
from engine.game.game import Game
from engine.game.parts.words import Diagram
from tui.chart.boards import framed_chart, kind_of
from tui.chart.thumbnail import portrait
from tui.chart.viewport import lying
from tui.chart.window import Window, middle
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

WITHIN = 0.45
"""Of a box, from its middle: as far as a ship in it may be drawn."""
STEPS = 6
"""Sizes of boxes beyond the smallest."""
KEPT = 32
"""Diagrams that are kept: a page is drawn again for every key."""


def diagram(
    game: Game[Any, Any, Any], drawn: Diagram, columns: int, rows: int, glyphs: Glyphs = "unicode"
) -> Grid:
    """Return a diagram as a framed chart of at most this size.

    `SetUpFault` when its position is wrong.
    """
    scene = _scene(game, drawn)
    if kind_of(scene.board).boxed:
        return framed_chart(scene, _close(scene, columns - 4, rows - 2), glyphs)
    return portrait(scene, columns, rows, glyphs)


def _close(scene: Scene, columns: int, rows: int) -> Window:
    """Return the window with the largest boxes in which ships and lit boxes are seen whole."""
    found = kind_of(scene.board)
    lies = [place for _, place, _ in lying(scene)]
    lies += [mark.at for mark in scene.marks if isinstance(mark, Lit)]
    edges = [(x + i, y + j) for x, y in lies for i in (-WITHIN, WITHIN) for j in (-WITHIN, WITHIN)]
    about = middle(edges) or (0.0, 0.0)
    window: Window = found.kept(found.whole(columns, rows, lies).centred(about))
    for _ in range(STEPS):
        nearer = found.kept(window.zoomed(1, about).centred(about))
        if not all(nearer.shows(edge) for edge in edges):
            break
        window = nearer
    return window


@lru_cache(maxsize=KEPT)
def _scene(game: Game[Any, Any, Any], drawn: Diagram) -> Scene:
    """Return the position with what is drawn over it."""
    state, seed = game.positions.read(drawn.name, tomllib.loads(drawn.position))
    if drawn.answer:
        state = game.settled(state, Dice(seed))
    view = game.view(state, "")
    marks: list[Mark] = []
    for overlay, key in drawn.overlays:
        marks += game.screen.overlay(view, overlay, key)
    if drawn.answer:
        question = game.pending(state)[0]
        found = game.screen.preview(view, question, read(drawn.answer))
        marks += found.marks if found.quick_marks is None else found.quick_marks
    scene = game.screen.scene(view)
    return Scene(scene.board, (*scene.marks, *marks))
