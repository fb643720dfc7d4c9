"""What counts of a terminal and its environment: its own size, and variables as they are meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.pseudo_terminal import Terminal
from tests.tui.terminal.test_ways_out import ASKED, GAME, words


def test_the_terminals_own_size_counts_at_the_start_and_when_it_changes(tmp_path: Path) -> None:
    told = {"COLUMNS": "132", "LINES": "50"}
    with Terminal(GAME.format(words=words(tmp_path)), 90, 26, told=told) as terminal:
        terminal.read(lambda: "? help" in terminal.screen.display[25])
        terminal.resize(100, 30)
        terminal.read(lambda: "? help" in terminal.screen.display[29])
        assert terminal.leave("\x11") == 0


@pytest.mark.parametrize(("told", "coloured"), [("", True), ("1", False)])
def test_no_color_counts_unless_it_is_empty(told: str, coloured: bool, tmp_path: Path) -> None:
    game = GAME.format(words=words(tmp_path))
    with Terminal(game, 80, 24, told={"NO_COLOR": told, "COLORTERM": ""}) as terminal:
        terminal.read(terminal.shows(ASKED))
        colours = {cell.fg for row in terminal.screen.buffer.values() for cell in row.values()}
        assert (colours != {"default"}) == coloured
        assert terminal.leave("\x11") == 0


@pytest.mark.parametrize("command", [[], ["play", "quickstart"], ["join", "--socket", "none"]])
def test_a_terminal_that_can_show_no_screen_is_told_so(command: list[str]) -> None:
    with Terminal(GAME.format(words=command), 120, 24, "dumb") as terminal:
        assert terminal.leave("") == 2
        assert "TERM=dumb says that this one has none" in terminal.text
        assert b"\x1b" not in terminal.sent


def test_help_and_charts_are_as_wide_as_the_terminal(tmp_path: Path) -> None:
    told = {"COLUMNS": "200", "LINES": "60"}
    for command in (["show", "--help"], ["show", "saves/sample_sinking.battle", "--color", "none"]):
        with Terminal(GAME.format(words=command), 110, 60, told=told) as terminal:
            assert terminal.leave("") == 0
            assert max(map(len, terminal.sent.decode().splitlines())) <= 110
