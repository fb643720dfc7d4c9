"""What commands of the command line print of recorded battles, and pictures of every scenario."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import get_args

from engine.game.chart import Scene
from engine.kernel.registry import system
from tests.family.decided import LEFT_OUT, OPTIONS
from tests.runs.acts import RECORDED, rounded
from tests.runs.calm import calm, settled
from tests.runs.frame import Frame
from tests.tui.share.test_pictures import SCENES
from tui.chart.viewport import framed_chart, kind_of, places
from tui.cli import main
from tui.share.canvas import around_ships, canvas
from tui.share.marks import parts
from tui.share.paper import picture
from tui.terminal.terminal import Glyphs

BATTLES = {
    "sea": "saves/sample_boarding",
    "fleet": "saves/sample_fleet",
    "hexes": "battles/wooden_ships_five",
    "boxes": "battles/ironclads_own",
    "war": "saves/sample_campaign",
}
"""{name of a run: the recorded battle}."""
COMMANDS = (
    "show {file} --at 20 --width 80 --height 24 --glyphs ascii --color none",
    "show {file} --at 60 --width 120 --height 40 --glyphs unicode --color 256",
    "show {file} --width 160 --height 50 --glyphs unicode --color 16",
    "report {file}",
    "report {file} --format md",
    "dice {file}",
    "inspect {file} --at 40",
)
"""The commands; what depends on the terminal is always given."""
GAMES = ("oak_iron", "wooden_ships", "iron_oak")


def commands(name: str) -> Iterator[Frame]:
    """Yield what each command prints of a battle, with its exit code."""
    with calm() as folder:
        for command in COMMANDS:
            told = StringIO()
            words = shlex.split(command.format(file=RECORDED[BATTLES[name]]))
            with redirect_stdout(told), redirect_stderr(told):
                code = main(words)
            text = told.getvalue().replace(str(RECORDED[BATTLES[name]]), "FILE")
            full = text if command.endswith("none") else ""
            yield Frame(command, "", settled(f"{code}\n{text}", folder), full)


def scenarios(name: str) -> Iterator[Frame]:
    """Yield the pictures in SVG of every scenario of a game as it begins, with all that can be
    drawn over the chart.
    """
    game = system(name)
    for scenario in game.scenarios():
        if scenario in LEFT_OUT:
            continue
        for options in OPTIONS.get(scenario, ({},)):
            state = game.set_up(scenario, dict(options))
            view = game.view(state, game.seats(state)[0].key)
            screen = game.screen
            scene = screen.scene(view)
            for key in screen.subjects(view)[:1]:
                marks = [
                    mark
                    for each in screen.overlays()
                    for mark in screen.overlay(view, each.id, key)
                ]
                for extra in ((), marks):
                    drawn = picture(scene, "auto", 640, scenario, extra)
                    yield Frame(scenario, "", rounded(drawn))


def marks() -> Iterator[Frame]:
    """Yield pictures in SVG and charts in cells of made-up scenes that have every kind of mark."""
    empty = {f"{name}, empty": Scene(scene.board, ()) for name, scene in SCENES.items()}
    for name, scene in (SCENES | empty).items():
        for extra in ((), scene.marks[::2]):
            drawn = picture(scene, "light", 700, name, extra, "about")
            yield Frame(f"picture of {name}", "", rounded(drawn))
        frame = around_ships(scene, canvas(scene))
        yield Frame(f"picture of {name}", "near", rounded(str(parts(scene, frame))))
        kind = kind_of(scene.board)
        for columns, rows in ((40, 14), (110, 36)):
            for glyphs in get_args(Glyphs):
                window = kind.whole(columns, rows, places(scene))
                for near in (window, kind.clamped(window.zoomed(2, (3.0, 3.0)))):
                    grid = framed_chart(scene, near, glyphs, scene.marks[1::3], "A1")
                    text = "\n".join(map(str, grid.rows()))
                    yield Frame(f"chart of {name}", f"{columns} {glyphs}", text)
