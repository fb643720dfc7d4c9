"""Charts and panels as character cells, at some moments of battles and after some turns of each
scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import get_args

from engine.game.chart import Mark, Scene
from engine.kernel.battle import Battle
from tests.family.decided import battles
from tests.family.judged import fought
from tests.family.moments import BATTLES, MOMENTS
from tui.chart.thumbnail import thumbnail
from tui.chart.viewport import framed_chart, kind_of, things
from tui.panel.panels import lay_out
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

SIZES = ((72, 18), (110, 36))
"""(columns, rows) of a chart: on the smallest terminal, and on a large one."""
NEARER = (0, 2, 4)
"""The numbers of steps by which the chart is zoomed in from the whole board."""
WIDTHS, PANEL = (30, 58), 40
"""The widths of a panel in columns, and its height in rows."""


def lines(name: str) -> Iterator[str]:
    """Yield the rows of every chart and panel at the chosen moments of a battle."""
    with Battle.open(BATTLES / f"{name}.battle", write=False) as battle:
        for n in MOMENTS[name]:
            seat = battle.game.seats(battle.at(n))[0].key
            view = battle.game.view(battle.at(n), seat)
            screen = battle.game.screen
            scene, (key, *_) = screen.scene(view), screen.subjects(view)
            for columns, rows in SIZES:
                for nearer in NEARER:
                    for glyphs in get_args(Glyphs):
                        yield f"== entry {n}, {columns} x {rows}, {nearer} nearer, {glyphs}"
                        yield from _rows(_chart(scene, (columns, rows), nearer, glyphs, key))
            for overlay in screen.overlays():
                marks = screen.overlay(view, overlay.id, key)
                yield f"== entry {n}, {overlay.id} of {key}"
                yield from _rows(_chart(scene, SIZES[0], 1, "unicode", key, marks))
            yield f"== entry {n}, thumbnail"
            yield from _rows(thumbnail(scene, 40, 12))
            for width in WIDTHS:
                for what in (screen.card(view, key), screen.forces(view), screen.hand(view, seat)):
                    yield f"== entry {n}, panel of {width}"
                    for line in lay_out(list(what), width, PANEL):
                        text = "".join(run[1] for run in line).rstrip()
                        yield f"{text:{width}} {_sum(str(line))}"


def scenes(name: str) -> Iterator[str]:
    """Yield, for each scenario after some turns, check sums of its charts: whole, zoomed in, and
    with overlays.
    """
    for scenario, options, seed in battles(name):
        if seed == 1:
            battle = fought(name, scenario, tuple(options.items()))
            seat = battle.game.seats(battle.state)[0].key
            view, screen = battle.game.view(battle.state, seat), battle.game.screen
            scene = screen.scene(view)
            for key in screen.subjects(view)[:1]:
                charts = [
                    *(_chart(scene, SIZES[0], 0, glyphs, key) for glyphs in get_args(Glyphs)),
                    *(_chart(scene, SIZES[0], 2, glyphs, key) for glyphs in get_args(Glyphs)),
                ]
                for overlay in screen.overlays():
                    marks = screen.overlay(view, overlay.id, key)
                    charts.append(_chart(scene, SIZES[0], 1, "unicode", key, marks))
                sums = " ".join(_sum("\n".join(_rows(chart))) for chart in charts)
                yield f"{scenario} {dict(options)} {key}: {sums}"


def _chart(
    scene: Scene,
    size: tuple[int, int],
    nearer: int,
    glyphs: Glyphs,
    key: str,
    marks: tuple[Mark, ...] = (),
) -> Grid:
    kind = kind_of(scene.board)
    places = {each: place for each, place, _ in things(scene)}
    window = kind.whole(*size, tuple(places.values()))
    for _ in range(nearer):
        window = kind.clamped(window.zoomed(1, places[key]).centred(places[key]))
    return framed_chart(scene, window, glyphs, marks, key)


def _rows(grid: Grid) -> Iterator[str]:
    for glyphs, styles in zip(grid.glyphs, grid.styles, strict=True):
        yield f"{''.join(glyphs).rstrip()} {_sum(' '.join(styles))}"


def _sum(text: str) -> str:
    return blake2b(text.encode(), digest_size=2).hexdigest()
