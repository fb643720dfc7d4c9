"""Every act (animated event) of every recorded battle, and what the log says of it.

Only a file shows what a replay does: a battle that was just played has other states between its
events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.kernel.battle import Battle
from engine.sitting.battle_log import steps
from tests.runs.frame import Frame
from tui.chart import theatre
from tui.chart.layouts import layout
from tui.chart.theatre import ChartInputs, drawn_chart, performance
from tui.chart.viewport import kind_of, places
from tui.terminal.terminal import Glyphs

ROOT = Path(__file__).resolve().parents[2]
RECORDED = {
    f"{path.parent.name}/{path.stem}": path
    for folder in ("saves", "tests/battles")
    for path in sorted((ROOT / folder).rglob("*.battle"))
}
"""{folder and name of a recorded battle: its file}."""
SIZES: tuple[tuple[int, int, Glyphs], ...] = ((80, 24, "ascii"), (140, 45, "unicode"))
"""(columns, lines, glyphs) of the terminals; entries take turns."""
DRAWN = {"saves/sample_campaign": 3, "saves/sample_fleet": 3}
"""{long battle: of how many entries one is drawn}."""
OLD = 9
"""The same for battles of older rules: their events are drawn by the code for those of today."""
SHARED = 20
"""The number of entries that share a line of the golden file."""


def frames(name: str) -> Iterator[Frame]:
    """Yield a frame for each entry of a recorded battle: its acts and its log, as every seat
    (player) and a watcher sees them. If two of them see exactly the same, it is drawn once.
    """
    every = OLD if "rules" in name else DRAWN.get(name, 1)
    with Battle.open(RECORDED[name], write=False) as battle:
        for record in battle.entries:
            size = SIZES[record.at // every % 2]
            told: list[str] = []
            drawn: list[theatre.Frame] = []
            for seat in ("", *(each.key for each in battle.game.seats(battle.state))):
                played = performance(battle, record, seat, pictured=True)
                for act in played.acts:
                    told.append(rounded(f"{seat} {act.number} {act.spectacle} {act.tableau}"))
                    for frame in played.frames(act)[-1:] if record.at % every == 0 else ():
                        if frame not in drawn:
                            drawn.append(frame)
                            told += [str(frame.rows), drawing(frame, *size)]
                # what no act shows; that is hidden from others alike, so two seats are enough
                for step in steps(battle, record.at, seat) if seat in ("", record.seat) else ():
                    status = battle.game.screen.status(battle.game.view(step.after, seat))
                    told.append(f"{seat} {step.number} {step.line} {status}")
            first = (record.at - 1) // SHARED * SHARED + 1
            yield Frame(f"entries {first} to {first + SHARED - 1}", "", "\n".join(told))


def rounded(text: str) -> str:
    """Return a text whose figures have two decimal places, as every machine computes them alike."""
    return re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.2f}", text).replace(
        "-0.00", "0.00"
    )


def drawing(frame: theatre.Frame, columns: int, lines: int, glyphs: Glyphs) -> str:
    """Return a frame of an animation as text, with the styles of all cells."""
    place = layout(columns, lines, frame.scene.board, False).chart
    window = kind_of(frame.scene.board).whole(place.width, place.height, places(frame.scene))
    asked = ChartInputs(frame.scene, window, glyphs, frame.extra, "", frame.tableau)
    return "\n".join(map(str, drawn_chart(asked, before=None).rows))
