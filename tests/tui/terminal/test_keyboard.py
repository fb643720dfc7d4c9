"""What a far terminal may say: keys, pastes, the mouse where it is on, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.messages import TerminalSupportsSynchronizedOutput

from tui.terminal.keyboard import LONGEST_PASTE, Keyboard


def keyboard(mouse: bool = True) -> Keyboard:
    return Keyboard(mouse, lambda: Size(80, 24))


def said(board: Keyboard, text: str | bytes) -> list[Any]:
    return list(
        board.feed(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    )


def keys(board: Keyboard, text: str | bytes) -> list[str]:
    return [each.key for each in said(board, text) if isinstance(each, events.Key)]


UNASKED = {
    "a size": "\x1b[48;5000;5000;0;0t",
    "no size": "\x1b[48;0;0;0;0t",
    "a focus": "\x1b[I",
    "a lost focus": "\x1b[O",
    "a place": "\x1b[5;5R",
    "sizes in the band": "\x1b[?2048;2$y",
    "a click beyond": "\x1b[<0;81;1M",
    "a click far beyond": f"\x1b[<0;1;{'9' * 20}M",
    "a click before": "\x1b[<0;0;0M",
}


@pytest.mark.parametrize("what", UNASKED)
def test_reports_that_nobody_asked_for_end_here(what: str) -> None:
    board = keyboard()
    assert said(board, UNASKED[what]) == []
    assert keys(board, "a") == ["a"]


def test_whole_frames_are_told_of_and_clicks_are_heard_where_the_mouse_is_on() -> None:
    (told,) = said(keyboard(), "\x1b[?2026;2$y")
    assert isinstance(told, TerminalSupportsSynchronizedOutput)
    (click,) = said(keyboard(), "\x1b[<0;80;24M")
    assert isinstance(click, events.MouseDown)
    assert said(keyboard(mouse=False), "\x1b[<0;80;24M") == []


@pytest.mark.parametrize(
    "code",
    [
        "\x1b[1114112u",
        "\x1b[97:65;2u",
        "\x1b[1;1;1114112u",
        "\x1b[1;1;55296u",
        "\x1b[48;0;0;0;0t\x1b[<0;1;1M",
        "\x1b[1;;;;u",
        b"\xff\xfe\xed\xa0\x80",
    ],
    ids=repr,
)
def test_after_a_key_that_cannot_be_the_next_is_read(code: str | bytes) -> None:
    board = keyboard()
    said(board, code)
    assert keys(board, "ab\x1b[A")[-3:] == ["a", "b", "up"]
    assert all("\ud800" not in (each.character or "") for each in said(board, code)
               if isinstance(each, events.Key))  # fmt: skip


def test_a_paste_comes_whole_however_it_is_cut() -> None:
    board = keyboard()
    told = [
        each
        for byte in b"\x1b[200~K3 \xc3\xa4\x1b[A\x1b[201~x"
        for each in board.feed(bytes((byte,)))
    ]
    assert [(type(each).__name__, getattr(each, "text", "")) for each in told] == [
        ("Paste", "K3 ä\x1b[A"),
        ("Key", ""),
    ]


def test_a_paste_that_never_ends_takes_no_room() -> None:
    board = keyboard()
    assert said(board, "\x1b[200~" + "\x1b[I" * LONGEST_PASTE + "x" * LONGEST_PASTE) == []
    assert board._pasted is not None
    assert len(board._pasted) < 2 * LONGEST_PASTE
    (paste,) = said(board, "\x1b[201~")
    assert len(paste.text) == LONGEST_PASTE
    assert keys(board, "a") == ["a"]


def test_a_lone_escape_is_a_key_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    board = keyboard()
    assert said(board, "\x1b") == []
    assert board.unsure
    monkeypatch.setattr("textual._parser.get_time", lambda: 1e12)
    assert [each.key for each in board.tick() if isinstance(each, events.Key)] == ["escape"]
    assert not board.unsure
