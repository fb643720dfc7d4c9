"""What is exported can be read by other programs: a terminal, an XML parser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import msgspec
import pyte
import pytest

from engine.base.errors import FileFault
from engine.files.saves import samples
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.sitting.watching.reel import Reel
from tests.pond.game import PondGame
from tests.tui.pseudo_terminal import seen
from tui.chart.hexes import HexWindow
from tui.chart.sea.window import SeaWindow
from tui.chart.viewport import place_of
from tui.replay.export import ENTRY_SECONDS, TOGETHER, Cast, cast, export
from tui.replay.reel_rows import ReelShot, following, replay_layout
from tui.replay.sharing import whole_shot
from tui.terminal.terminal import Glyphs

SIZE = (120, 40)


def battle() -> Battle:
    """Return a battle on the pond with four entries, without a file."""
    fought = Battle.new(PondGame(), "duel", 7)
    for seat in "ABAB":
        question = next(each for each in fought.pending() if each.seat == seat)
        fought.answer(seat, Answer(question.options[-1].id))
    return fought


def shot(glyphs: Glyphs = "unicode") -> ReelShot:
    """Return how the frames look: size, glyphs, colours."""
    return ReelShot(*SIZE, glyphs, "default", SeaWindow(0.0, 12.0, 3.0, 72, 36), "A")


def frames_of(n: int, how: ReelShot) -> list[str]:
    """Return the whole frame of one entry of the battle, as it is sent to a terminal."""
    lines = list(cast(Reel(battle()), how, Cast(n, n)))[1:]
    return [data for _, kind, data in map(json.loads, lines) if kind == "o"]


def played(frames: Iterable[str], size: tuple[int, int]) -> pyte.Screen:
    """Return a terminal to which these frames were sent."""
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    for data in frames:
        stream.feed(data)
    return screen


def cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Return what can be seen of each cell of a terminal."""
    columns = range(screen.columns)
    return [[seen(screen.buffer[row][at]) for at in columns] for row in range(screen.lines)]


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_a_cast_played_in_a_terminal_ends_on_the_last_frame(glyphs: Glyphs) -> None:
    """Each frame sends only the cells that changed, and still the last picture is complete."""
    head, *moments = list(cast(Reel(battle()), shot(glyphs)))
    assert json.loads(head) | {"version": 2, "width": 120, "height": 40} == json.loads(head)
    frames = [data for _, kind, data in map(json.loads, moments) if kind == "o"]
    screen = played(frames, SIZE)
    assert cells(screen) == cells(played(frames_of(4, shot(glyphs)), SIZE))
    assert max(map(len, frames[1:])) < len(frames[0]) / 4
    assert not screen.cursor.hidden


def test_a_cast_has_a_marker_where_each_turn_begins() -> None:
    """A viewer's player can jump from turn to turn."""
    reel = Reel(battle())
    moments = [json.loads(line) for line in list(cast(reel, shot()))[1:]]
    marks = [data for _, kind, data in moments if kind == "m"]
    assert marks == [f"Turn {turn}" for turn, _ in reel.turns]
    assert [at for at, *_ in moments] == sorted(at for at, *_ in moments)
    frames = {at: data for at, kind, data in moments if kind == "o"}
    for at, kind, data in moments:
        if kind == "m":  # the frame at a marker shows the first entry of its turn
            sent = [text for when, text in frames.items() if when <= at]
            at_turn = {f"Turn {turn}": n for turn, n in reel.turns}[data]
            assert f"entry {at_turn} of 4" in played(sent, SIZE).display[0]


def test_entries_that_change_nothing_on_the_chart_are_filmed_together() -> None:
    """Orders given in secret fill the log of the next frame; each throw of dice has its frame."""
    with Battle.open(samples()["frigates"], write=False) as fought:
        reel = Reel(fought)
        head, *moments = list(cast(reel, whole_shot(reel, "ascii", "default")))
        size = json.loads(head)
        screen = pyte.Screen(size["width"], size["height"])
        stream = pyte.Stream(screen)
        filmed, times = [], []
        for at, kind, data in map(json.loads, moments[:-1]):
            if kind == "o":
                stream.feed(data)
                found = re.search(r"entry (\d+) of", screen.display[0])
                assert found is not None
                filmed.append(int(found[1]))
                times.append(at)
        assert times == [round(number * ENTRY_SECONDS, 3) for number in range(len(filmed))]
        passed = sorted(set(range(reel.end + 1)) - set(filmed))
        assert 5 < len(passed) < 13
        assert max(after - before for before, after in pairwise(filmed)) <= TOGETHER + 1
        for n in passed:
            scenes = [reel.game.screen.scene(reel.view(each)) for each in (n - 1, n)]
            assert scenes[0] == scenes[1]
            assert not reel.spectacles(n)


def test_every_cell_of_a_frame_has_a_ground_of_the_palette() -> None:
    """This includes cells that no part of the replay covers, and those after a short line."""
    screen = played(frames_of(4, shot()), SIZE)
    assert "default" not in {cell.bg for row in screen.buffer.values() for cell in row.values()}
    assert {len(row) for row in screen.buffer.values()} == {SIZE[0]}
    assert "entry 4 of 4" in screen.display[0]
    assert screen.display[-1].startswith(f" {Reel(battle(), 4).describe()[0]}")


def test_the_window_of_another_kind_of_board_gives_way_to_the_whole_board() -> None:
    """A chain of battles changes its board, but its film is given one window."""
    of_sea = shot()
    hexes = msgspec.structs.replace(of_sea, view=HexWindow(0, 0, 2, 72, 36))
    whole = msgspec.structs.replace(of_sea, view=None)
    near = msgspec.structs.replace(of_sea, view=SeaWindow(3.0, 12.0, 3.0, 72, 36))
    assert frames_of(4, hexes) == frames_of(4, whole)
    assert frames_of(4, near) != frames_of(4, of_sea)


def test_a_wide_frame_has_its_third_part() -> None:
    wide = msgspec.structs.replace(shot(), columns=200, lines=50)
    rows = played(frames_of(4, wide), (200, 50)).display
    spot = replay_layout(200, 50, Reel(battle()).game.screen.scene(battle().state).board).third
    third = [row[spot.left : spot.left + spot.width] for row in rows[spot.top :]]
    assert any(map(str.strip, third[: spot.height]))


def test_an_export_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "exports").write_text("a file in the way")
    with pytest.raises(FileFault, match="cannot be written"):
        export("r", battle(), 0, tmp_path / "exports", shot())


def test_a_window_on_the_open_sea_follows_the_ships() -> None:
    """A window that shows all movements does not move.

    Otherwise the film of a fleet would show an empty sea after a hundred turns.
    """
    with Battle.open(samples()["frigates"], write=False) as fought:
        reel = Reel(fought)
        reel.go(0)
        wide, views = whole_shot(reel, "ascii", "default"), set()
        narrow = msgspec.structs.replace(wide, columns=80, lines=24)
        for n in range(reel.end + 1):
            reel.go(n)
            narrow = following(reel, narrow)
            views.add(narrow.view)
            scene = reel.game.screen.scene(reel.view())
            moved = [place for key in reel.meets() if (place := place_of(scene, key))]
            assert narrow.view is not None
            assert all(map(narrow.view.shows, moved))
            assert following(reel, wide) == wide
        assert len(views) > 1
