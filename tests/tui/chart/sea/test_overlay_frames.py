"""Overlays (pictures over the chart) among islands: a line of three ships, a rake, fog, shoals,
rocks; compared with stored pictures.

UPDATE_FRAMES=1 writes the pictures anew; check them before you commit them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.game.chart import Mark
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.opening import read_position
from tui.chart.sea.window import SeaWindow
from tui.chart.viewport import framed_chart
from tui.terminal.terminal import Glyphs

HERE = Path(__file__).parents[2]
GAME, STATE, _, _ = read_position(str(HERE.parent / "positions" / "among_islands.toml"))
VIEW = GAME.view(STATE, "")


def preview_of_a_rake() -> Sequence[Mark]:
    """Return the marks that are drawn while the order for A1's broadside at B1 is highlighted."""
    battle = Battle.from_state(GAME, STATE, 1)
    battle.answer("A", Answer(battle.pending()[0].options[0].id))
    decision = battle.pending()[0]
    fire = next(each for each in decision.options if each.label.startswith("fire port at B1,"))
    return GAME.screen.preview(battle.view("A"), decision, Answer(fire.id)).marks


def marks_of(picture: str) -> Sequence[Mark]:
    if picture == "rake":
        return preview_of_a_rake()
    if picture == "measure":
        return GAME.screen.measure(VIEW, (15.0, 21.0), (31.0, 20.0)).marks
    return () if picture == "sea" else GAME.screen.overlay(VIEW, picture, "A1")


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize(
    "picture", ["sea", "range", "arcs", "formation", "wind", "odds", "rake", "measure"]
)
def test_an_overlay_looks_as_its_picture(picture: str, glyphs: Glyphs) -> None:
    scene = GAME.screen.scene(VIEW)
    whole = SeaWindow.fitted(scene.board, 72, 36)
    grid = framed_chart(scene, whole, glyphs, marks_of(picture), "A1")
    drawn = "\n".join("".join(text for _, text in row).rstrip() for row in grid.rows()) + "\n"
    kept = HERE / "frames" / f"islands_{picture}_{glyphs}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        kept.write_text(drawn, encoding="utf-8")
    assert drawn == kept.read_text(encoding="utf-8")
    assert glyphs == "unicode" or drawn.isascii()


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize(
    "picture", ["range", "arcs", "formation", "wind", "odds", "rake", "measure"]
)
def test_an_overlay_adds_to_the_chart_without_covering_land_or_labels(
    picture: str, glyphs: Glyphs
) -> None:
    scene = GAME.screen.scene(VIEW)
    whole = SeaWindow.fitted(scene.board, 72, 36)
    bare = framed_chart(scene, whole, glyphs, (), "A1")
    drawn = framed_chart(scene, whole, glyphs, marks_of(picture), "A1")
    assert drawn.lines() != bare.lines()
    for row, styles in enumerate(bare.styles):
        for column, style in enumerate(styles):
            if style.partition(".")[0] in ("land", "coast", "label_a", "label_b", "active"):
                assert drawn.glyphs[row][column] == bare.glyphs[row][column]
