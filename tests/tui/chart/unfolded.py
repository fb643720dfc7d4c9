"""Draws a battle event by event as it is read from its file, for every player and for a watcher."""

from __future__ import annotations

from pathlib import Path

from engine.game.chart import Scene
from engine.kernel.battle import Battle
from engine.sitting.battle_log import steps
from tui.chart.layouts import layout
from tui.chart.theatre import ChartInputs, Frame, drawn_chart, performance
from tui.chart.viewport import kind_of, places

SIZES = (80, 24), (140, 45)


def draw_unfolded(path: Path) -> int:
    """Open a battle file and draw what every seat (player) sees of each entry; return how many
    events were shown.

    Only a file shows what a replay does: a battle that was just played has other states between its
    events. If two seats see exactly the same, it is drawn once.
    """
    acts = 0
    with Battle.open(path, write=False) as battle:
        game = battle.game
        for record in battle.entries:
            drawn: dict[int, list[Frame]] = {}
            for seat in ("", *(each.key for each in game.seats(battle.state))):
                played = performance(battle, record, seat, pictured=True)
                acts += len(played.acts)
                for act in played.acts:
                    for frame in played.frames(act)[-1:]:
                        alike = drawn.setdefault(act.number, [])
                        if frame not in alike:
                            alike.append(frame)
                            draw(frame)
                # what no act shows; that is hidden from others alike, so two seats are enough
                for step in steps(battle, record.at, seat) if seat in ("", record.seat) else ():
                    view = game.view(step.after, seat)
                    assert isinstance(game.screen.scene(view), Scene)
                    game.screen.ordered(view)
                    game.screen.status(view)
    return acts


def draw(frame: Frame) -> None:
    """Draw a frame for a small and for a large terminal."""
    for columns, lines in SIZES:
        place = layout(columns, lines, frame.scene.board, False).chart
        window = kind_of(frame.scene.board).whole(place.width, place.height, places(frame.scene))
        drawn_chart(
            ChartInputs(frame.scene, window, "unicode", frame.extra, "", frame.tableau), before=None
        )
