"""Input from a remote terminal becomes keys, pastes and mouse events (if the mouse is on), and
nothing else.
"""

from __future__ import annotations

from typing import Any

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.geometry import Size
from textual.messages import TerminalSupportsSynchronizedOutput

from tui.terminal.keyboard import LONGEST_PASTE, Keyboard, Sequences, TerminalBackground


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


REPORTS = {
    "device attributes": "\x1b[?62;1;4;22;52c",
    "secondary attributes": "\x1b[>41;354;0c",
    "tertiary attributes": "\x1bP!|7E565445\x1b\\",
    "status": "\x1b[0n",
    "place with a page": "\x1b[?5;5;1R",
    "window size": "\x1b[8;24;80t",
    "cell size": "\x1b[6;18;9t",
    "iconified": "\x1b[2t",
    "window title": "\x1b]lquit? y\x1b\\",
    "colour": "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
    "colour with a bell": "\x1b]4;1;rgb:cdcd/0000/0000\x07",
    "clipboard": f"\x1b]52;c;{'cXVpdD8g' * 2000}\x07",
    "version": "\x1bP>|XTerm(380)\x1b\\",
    "settings": "\x1bP1$r0;1m\x1b\\",
    "capability": "\x1bP1+r544e=787465726d\x1b\\",
    "picture": "\x1b_Gi=31;OK\x1b\\",
    "private message": "\x1b^?q\x1b\\",
    "start of string": "\x1bX?q\x1b\\",
    "mode": "\x1b[4;2$y",
    "private mode": "\x1b[?1016;0$y",
    "keyboard flags": "\x1b[?31u",
    "graphics": "\x1b[?1;0;256S",
    "parameters": "\x1b[2;1;1;128;128;1;0x",
    "locator": "\x1b[1;2;3;4;0&w",
    "colour scheme": "\x1b[?997;1n",
    "click in the oldest way": "\x1b[M ?q",
    "click of urxvt": "\x1b[32;80;24M",
    "character set": "\x1b(B",
    "long sequence": f"\x1b[{'1;' * 500}c",
    "one sign each": "\x9b?62;1;4c\x90>|q?\x9c\x9d11;?\x9c\x85",
}


def pieces(report: str) -> list[list[str | bytes]]:
    """Return a report in the forms in which it may arrive: whole, cut in two near its ends, in
    eight bits.
    """
    cuts = [cut for cut in range(1, len(report)) if cut < 12 or cut > len(report) - 4]
    eight = report.encode("latin-1")
    for second in "[]PX^_\\":
        eight = eight.replace(b"\x1b" + second.encode(), bytes((ord(second) + 0x40,)))
    return [[report], [eight], *([report[:cut], report[cut:]] for cut in cuts)]


@pytest.mark.parametrize("what", REPORTS)
def test_what_a_terminal_says_of_itself_is_no_key(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    for parts in pieces(REPORTS[what]):
        board = keyboard()
        for part in parts:
            heard = [each for each in said(board, part) if not isinstance(each, TerminalBackground)]
            assert heard == [], parts
            if part not in ("\x1b", "\x1b("):  # these are the keys Escape and Alt+( for so long
                clock[0] += 0.3
                assert list(board.tick()) == [], parts
        assert keys(board, "a\x1b[A") == ["a", "up"], parts
        assert board.due is None


@pytest.mark.parametrize("what", REPORTS)
def test_a_report_that_never_ends_is_over_after_a_while(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    report = REPORTS[what].removesuffix("\x1b\\")
    board = keyboard()
    for cut in range(2, min(len(report), 40)):
        assert said(board, report[:cut]) == []
        clock[0] += 0.6
        assert [each for each in board.tick() if each.key != "left_parenthesis"] == []  # type: ignore[attr-defined]
        assert board.due is None
        assert keys(board, "a") == ["a"]


def test_a_string_that_goes_on_and_on_is_over_at_the_first_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    board = keyboard()
    assert said(board, "\x1b]52;c;") == []
    for _ in range(30):  # somebody types on, not knowing that nothing is read
        clock[0] += 0.2
        assert list(board.tick()) == []
        assert said(board, "x") == [] or clock[0] > 2.0
    assert keys(board, "a") == ["a"]
    assert said(board, "\x1bP" + "q" * 70_000) == []
    clock[0] += 0.15
    assert list(board.tick()) == []
    assert keys(board, "a") == ["a"]


def test_a_paste_that_breaks_off_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    board = keyboard()
    assert said(board, "\x1b[200~quit") == []
    clock[0] += 1.0
    assert list(board.tick()) == []
    assert board.due is not None
    clock[0] += 1.5
    assert list(board.tick()) == []
    assert keys(board, "a") == ["a"]


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("\x1b[A", "up"),
        ("\x1bOA", "up"),
        ("\x1b[1;2A", "shift+up"),
        ("\x1b[[A", "f1"),
        ("\x1bOP", "f1"),
        ("\x1b[P", "f1"),
        ("\x1b[11~", "f1"),
        ("\x1b[24~", "f12"),
        ("\x1b[23$", "f23"),
        ("\x1b[Z", "shift+tab"),
        ("\x1b[97u", "a"),
        ("\x1b[27u", "escape"),
        ("\x1b[113;5u", "ctrl+q"),
        ("\x1b[63;2;63u", "question_mark"),
        ("\x1bx", "alt+x"),
        ("\x1f", "ctrl+underscore"),
        ("\x7f", "backspace"),
        ("ä", "ä"),
    ],
    ids=repr,
)
def test_keys_are_keys_in_each_way_that_a_terminal_sends_them(code: str, key: str) -> None:
    assert keys(keyboard(), code) == [key]
    assert keys(keyboard(), f"\x1b{code}")[0] in ("escape", "alt+a") or len(code) == 1
    board = keyboard()
    assert [told for sign in code for told in keys(board, sign)] == [key]


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
    assert board.due is not None
    monkeypatch.setattr("textual._parser.get_time", lambda: 1e12)
    assert [each.key for each in board.tick() if isinstance(each, events.Key)] == ["escape"]
    assert board.due is None


@pytest.mark.parametrize(
    ("line", "told", "seconds"),
    [
        (0, "", 0.05),
        (0.02, "", 0.05),
        (0.2, "", 0.2),
        (7, "", 0.5),
        (0.2, "30", 0.03),
        (0, "x", 0.05),
    ],
)
def test_an_escape_is_a_key_as_soon_as_the_line_lets_the_rest_come(
    line: float, told: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The delay of the connection is measured by the terminal's answer to a question; ESCDELAY
    takes precedence.
    """
    clock = [8.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    monkeypatch.setenv("ESCDELAY", told)
    board = Keyboard(True, lambda: Size(80, 24))
    board.asked()
    clock[0] += line
    assert len(said(board, "\x1b[?2026;2$y")) == 1
    clock[0] += 1
    assert said(board, "\x1b[?2026;2$y") != []  # nothing was asked
    assert said(board, "\x1b") == []
    assert board.due == pytest.approx(seconds)
    clock[0] += seconds - 0.001
    assert list(board.tick()) == []
    assert board.due == pytest.approx(0.001)
    clock[0] += 0.0011
    assert [each.key for each in board.tick() if isinstance(each, events.Key)] == ["escape"]


def test_an_escape_before_a_report_in_eight_bits_stands_alone() -> None:
    assert keys(keyboard(), b"\x1b\x9d11;quit\x9ca") == ["escape", "a"]
    assert keys(keyboard(), b"\x1b\x85a") == ["escape", "a"]
    broken_off = b"\x90~r"
    assert keys(keyboard(), broken_off + b"\r\x1b\x9d11;quit\x9ca") == ["a"]
    assert keys(keyboard(), broken_off + b"\x1b\x9b?1;2ca") == ["a"]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1b[12\x18a", ["a"]),
        ("\x1b[12\x1aa", ["a"]),
        ("\x1ba", ["\x1ba"]),
        ("\x1b[\xe9", ["\xe9"]),
        ("\x1b(\xe9", ["\x1b(", "\xe9"]),
        ("\x1bO\xe9", ["\xe9"]),
        ("\x1b[1;5\xe9", ["\xe9"]),
    ],
)
def test_a_sequence_that_is_broken_off_is_no_key_and_what_follows_is_one(
    typed: str, keys: list[str]
) -> None:
    sequences = Sequences()
    found: list[str] = []
    for sign in typed:
        sequences.heard()
        found += sequences.feed(sign)
    assert found == keys


@pytest.mark.parametrize(
    ("said", "light"),
    [
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", True),
        ("\x1b]11;rgb:f7/f3/e8\x07", True),
        ("\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x1b\\", True),
        ("\x1b]11;rgb:0000/0000/0000\x9c".replace("\x9c", "\x07"), False),
        ("\x1b]11;rgb:1111/1616/1a1a\x1b\\", False),
    ],
)
def test_a_terminal_may_say_how_light_its_ground_is(said: str, light: bool) -> None:
    (message,) = keyboard().feed(said.encode())
    assert isinstance(message, TerminalBackground)
    assert message.light is light


@pytest.mark.parametrize(
    "said",
    [
        "\x1b]11;rgb:/ffff/ffff\x1b\\",
        "\x1b]11;rgb:12345/0/0\x1b\\",
        "\x1b]11;rgb:gg/gg/gg\x07",
        "\x1b]11;" + "f" * 5000 + "\x07",
        "\x1b]52;c;aGVsbG8=\x07",
        "\x1bP11;rgb:ffff/ffff/ffff\x1b\\",
        "\x1b]11;rgb:ffff/ffff/ffff\x18",
    ],
)
def test_any_other_string_of_a_terminal_says_nothing(said: str) -> None:
    assert list(keyboard().feed(said.encode())) == []


@pytest.mark.parametrize("code", ["\r", "\x1b[A", "\x1b[97;5u", "\t"])
def test_no_key_is_kept_for_the_next_person(code: str) -> None:
    """A key event refers to the application of the person who pressed it, and so to all of that
    person's screens.
    """
    before = XTermParser._parse_extended_key.cache_info()  # type: ignore[attr-defined]
    board = Keyboard(mouse=False, size=lambda: Size(80, 24))
    assert len(list(board.feed(code.encode()))) == 1
    assert XTermParser._parse_extended_key.cache_info() == before  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("\x1b[1\x7f;5A", ["ctrl+up"]),
        ("\x1b[\x7f1;5A", ["ctrl+up"]),
        ("\x1bO\x7fP", ["f1"]),
        ("\x1b\x7f", ["ctrl+w"]),  # alt and Backspace
    ],
)
def test_a_delete_in_a_control_sequence_is_no_key(code: str, found: list[str]) -> None:
    """Terminals ignore it inside a sequence."""
    assert keys(keyboard(), f"{code}a") == [*found, "a"]


def ticked(board: Keyboard) -> list[str]:
    return [each.key for each in board.tick() if isinstance(each, events.Key)]


@pytest.mark.parametrize("name", [name for name in REPORTS if REPORTS[name][1] in "[]PX^_"])
def test_a_report_that_is_split_behind_its_escape_is_no_key(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The escape counts as a key at once; what follows within half a second and completes a report
    does not.
    """
    clock = [8.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    board = Keyboard(True, lambda: Size(80, 24), 0.05)
    report = REPORTS[name]
    assert keys(board, report[0]) == []
    clock[0] += 0.06
    assert ticked(board) == ["escape"]
    assert keys(board, report[1:]) == []
    assert keys(board, "a") == ["a"]
    assert board.due is None


@pytest.mark.parametrize(
    ("typed", "late", "found"),
    [
        ("[", 0.1, ["left_square_bracket", "a"]),
        ("P", 0.1, ["P", "a"]),
        ("[\r", 0.1, ["left_square_bracket", "enter", "a"]),
        ("[A", 0.1, ["up", "a"]),
        ("[?62;1c", 0.6, ["left_square_bracket", "question_mark"]),
    ],
)
def test_what_is_typed_behind_an_escape_is_keys_as_soon_as_nothing_follows(
    typed: str, late: float, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [8.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: clock[0])
    board = Keyboard(True, lambda: Size(80, 24), 0.05)
    assert keys(board, "\x1b") == []
    clock[0] += 0.06
    assert ticked(board) == ["escape"]
    clock[0] += late - 0.06
    pressed = keys(board, typed)
    clock[0] += 0.06
    pressed += ticked(board)
    pressed += keys(board, "a")
    assert pressed[: len(found)] == found
