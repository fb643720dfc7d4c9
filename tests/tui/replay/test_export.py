"""What is exported can be read by others: a terminal, an XML reader."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pyte
import pytest

from engine.base.errors import FileFault
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tui.chart.sea.window import SeaWindow
from tui.replay.export import ENTRY_SECONDS, cast, export
from tui.replay.reel import Reel
from tui.replay.reel_rows import ReelShot, frame_of, replay_layout
from tui.terminal.terminal import Glyphs

SIZE = (120, 40)


def battle() -> Battle:
    """Return a battle on the pond of four entries, kept in no file."""
    fought = Battle.new(PondGame(), "duel", 7)
    for seat in "ABAB":
        question = next(each for each in fought.pending() if each.seat == seat)
        fought.answer(seat, Answer(question.options[-1].id))
    return fought


def shot(glyphs: Glyphs = "unicode") -> ReelShot:
    """Return how the frames are taken."""
    return ReelShot(*SIZE, glyphs, "default", SeaWindow(0.0, 12.0, 3.0, 72, 36), "A")


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_a_cast_played_in_a_terminal_ends_on_the_last_frame(glyphs: Glyphs) -> None:
    """Each frame sends only the cells that changed, and still the picture is whole."""
    head, *moments = list(cast(Reel(battle()), shot(glyphs)))
    assert json.loads(head) | {"version": 2, "width": 120, "height": 40} == json.loads(head)
    screen = pyte.Screen(*SIZE)
    stream = pyte.Stream(screen)
    frames = [data for _, kind, data in map(json.loads, moments) if kind == "o"]
    for data in frames:
        stream.feed(data)
    last = frame_of(Reel(battle(), 4), shot(glyphs))
    assert screen.display == ["".join(text for _, text in row) for row in last]
    assert max(map(len, frames[1:])) < len(frames[0]) / 4
    assert not screen.cursor.hidden


def test_a_cast_has_a_marker_where_each_turn_begins() -> None:
    """A person jumps from turn to turn in what plays it."""
    reel = Reel(battle())
    moments = [json.loads(line) for line in list(cast(reel, shot()))[1:]]
    marks = [(at, data) for at, kind, data in moments if kind == "m"]
    assert marks == [(round(n * ENTRY_SECONDS, 3), f"Turn {turn}") for turn, n in reel.turns]
    assert [at for at, *_ in moments] == sorted(at for at, *_ in moments)


def test_every_row_of_a_frame_fills_the_width() -> None:
    for row in frame_of(Reel(battle(), 4), shot()):
        assert sum(len(text) for _, text in row) == SIZE[0]


def test_a_wide_frame_has_its_third_part() -> None:
    wide = msgspec.structs.replace(shot(), columns=200, lines=50)
    rows = ["".join(text for _, text in row) for row in frame_of(Reel(battle(), 4), wide)]
    assert {len(row) for row in rows} == {200}
    spot = replay_layout(200, 50, Reel(battle()).game.screen.scene(battle().state).board).third
    third = [row[spot.left : spot.left + spot.width] for row in rows[spot.top :]]
    assert any(map(str.strip, third[: spot.height]))


def test_an_export_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "exports").write_text("a file in the way")
    with pytest.raises(FileFault, match="cannot be written"):
        export("r", battle(), 0, tmp_path / "exports", shot())
