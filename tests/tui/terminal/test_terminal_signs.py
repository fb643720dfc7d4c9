"""What a terminal can show, according to its environment variables."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player
from tests.pond.game import PondGame
from tests.tui.pseudo_terminal import Terminal
from tests.tui.terminal.test_ways_out import ASKED, GAME, words
from tests.tui.wired import wired
from tui.screens.settings import Settings
from tui.terminal.terminal import (
    MOST,
    depth,
    forced_depth,
    glyphs,
    is_light_background,
    may_query_colours,
    page,
)


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "none"),
        ({}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
        ({"TERM": "screen", "COLORTERM": "truecolor"}, "16"),
        ({"TERM": "screen.xterm-256color", "COLORTERM": "truecolor"}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts-0.brig"}, "256"),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/t,1,0"}, "truecolor"),
        ({"TERM": "tmux-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/t,1,0"}, "truecolor"),
    ],
)
def test_the_environment_tells_how_many_colours(environ: dict[str, str], colours: str) -> None:
    assert depth("auto", environ) == colours


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({}, "none"),
        ({"FORCE_COLOR": "", "CLICOLOR_FORCE": "0"}, "none"),
        ({"FORCE_COLOR": "1"}, "16"),
        ({"CLICOLOR_FORCE": "1", "TERM": "dumb"}, "16"),
        ({"CLICOLOR_FORCE": "1", "TERM": "xterm-256color"}, "256"),
        ({"FORCE_COLOR": "3", "TERM": "xterm"}, "truecolor"),
        ({"FORCE_COLOR": "yes", "TERM": "xterm", "COLORTERM": "truecolor"}, "truecolor"),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "none"),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, "16"),
    ],
)
def test_colours_are_forced_where_output_is_no_terminal(
    environ: dict[str, str], colours: str
) -> None:
    assert forced_depth(environ) == colours


@pytest.mark.parametrize(
    ("told", "size"),
    [
        ({}, (120, 40)),
        ({"COLUMNS": "100", "LINES": "30"}, (100, 30)),
        ({"COLUMNS": "0", "LINES": "-3"}, (120, 40)),
        ({"COLUMNS": "wide", "LINES": "9" * 400}, (120, MOST[1])),
        ({"COLUMNS": "99999"}, (MOST[0], 40)),
    ],
)
def test_columns_and_lines_are_for_output_that_is_no_terminal(
    told: dict[str, str], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    for name, side in told.items():
        monkeypatch.setenv(name, side)
    assert page(StringIO(), (120, 40)) == size


def test_what_a_player_wants_goes_before_what_the_terminal_says() -> None:
    environ = {"TERM": "dumb", "NO_COLOR": "1"}
    assert depth("256", environ) == "256"
    assert glyphs("unicode", environ) == "unicode"


@pytest.mark.parametrize(
    ("environ", "chosen"),
    [
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8"}, "unicode"),
        ({"TERM": "xterm", "LANG": "C.utf8"}, "unicode"),
        ({"TERM": "xterm", "LANG": "C"}, "ascii"),
        ({"TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),  # put there by Python
        ({"TERM": "xterm"}, "ascii"),
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8", "LC_ALL": "POSIX"}, "ascii"),
        ({"TERM": "xterm", "LANG": "C", "LC_CTYPE": "en_GB.UTF-8"}, "unicode"),
        ({"TERM": "vt100", "LANG": "en_GB.UTF-8"}, "ascii"),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8"}, "ascii"),
    ],
)
def test_locale_and_terminal_tell_the_glyph_set(environ: dict[str, str], chosen: str) -> None:
    assert glyphs("auto", environ) == chosen


@pytest.mark.parametrize(
    ("value", "light"),
    [("0;15", True), ("0;default;15", True), ("0;7", True), ("0;11", True), ("15;0", False),
     ("7;8", False), ("", False), ("x;y", False), ("0;99", False), (";", False)],
)  # fmt: skip
def test_a_light_ground_is_known_by_colorfgbg(value: str, light: bool) -> None:
    assert is_light_background({"COLORFGBG": value}) is light


@pytest.mark.parametrize("palette", ["default", "mono"])
async def test_a_light_palette_is_proposed_once_to_who_has_chosen_none(
    palette: str, tmp_path: Path
) -> None:
    settings = Settings(animation=False, palette=palette)  # type: ignore[arg-type]
    async with wired((80, 24), "xterm-256color", saves=tmp_path, settings=settings) as person:
        await person.sees("Quick start")
        await person.rests()
        person.app.terminal.receive(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
        proposed = "Your terminal has a light background: Settings has a palette for it"
        if palette == "default":
            await person.sees(proposed)
            person.writes("down")
            await person.rests()
            person.app.terminal.receive(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
        await person.rests()
        assert proposed not in person.text


async def test_a_light_ground_by_colorfgbg_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    settings = Settings(animation=False)
    async with wired((80, 24), "xterm-256color", saves=tmp_path, settings=settings) as person:
        await person.sees("Your terminal has a light background: Settings has a palette for it")


async def test_advice_on_a_light_ground_outlasts_what_the_computer_does_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    battle = Battle.new(PondGame(), "duel", 7)
    players = {"A": make_player("ensign", battle.game, 7, "A")}
    settings = Settings(animation=False)
    options: dict[str, Any] = {"saves": tmp_path, "battle": battle, "players": players}
    async with wired((80, 24), "xterm-256color", settings=settings, **options) as person:
        await person.until(lambda: battle.position, "the computer's order")
        await person.rests()
        await person.sees("Your terminal has a light background: Settings has a palette for it")
        person.writes("down")
        await person.rests()
        assert (
            "Your terminal has a light background: Settings has a palette for it" not in person.text
        )


@pytest.mark.parametrize(
    ("term", "asked"),
    [("xterm-256color", True), ("foot", True), ("vt100", False), ("linux", False)],
)
def test_only_a_terminal_that_knows_the_question_is_asked_for_its_ground(
    term: str, asked: bool
) -> None:
    assert may_query_colours(term) is asked


# What counts of a terminal and its environment: its own size, and variables as they are meant.


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
        assert "TERM=dumb says that this one cannot" in terminal.text
        assert b"\x1b" not in terminal.sent


def test_help_and_charts_are_as_wide_as_the_terminal(tmp_path: Path) -> None:
    told = {"COLUMNS": "200", "LINES": "60"}
    for command in (["show", "--help"], ["show", "saves/sample_sinking.battle", "--color", "none"]):
        with Terminal(GAME.format(words=command), 110, 60, told=told) as terminal:
            assert terminal.leave("") == 0
            assert max(map(len, terminal.sent.decode().splitlines())) <= 110
