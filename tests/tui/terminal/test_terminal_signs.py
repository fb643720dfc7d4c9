"""What a terminal can show, as its environment tells it."""

from __future__ import annotations

import pytest

from tui.terminal.terminal import depth, glyphs


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
    ],
)
def test_the_environment_tells_how_many_colours(environ: dict[str, str], colours: str) -> None:
    assert depth("auto", environ) == colours


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
