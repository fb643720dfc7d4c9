"""Shorter frames: of each change of style (SGR escape sequence) only the difference is sent.

Textual sends every run with both colours in full, and a reset after it. Neighbours on a chart
share most of that, also across a move of the cursor.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rich.color import ColorSystem
from textual._compositor import CompositorUpdate
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.style import Style

_STYLE = re.compile(r"\x1b\[([0-9;]*)m")
_MOVES = re.compile(r"(?:\x1b\[\d+;\d+H)*")
_IDLE_NEWLINE = re.compile(r"\n(?=\x1b\[\d+;\d+H)")
"""A newline before a move of the cursor: it has no effect, so it is left out."""
_COLOUR = re.compile(r"(?<!\d)(?:[34]8;(?:5;\d+|2;\d+;\d+;\d+)|(?:[349]|10)[0-7])(?=;|$)")


class Look(NamedTuple):
    """A style as parameters of the escape sequence; '' is the terminal's own colour."""

    flags: tuple[str, ...] = ()
    """`1` bold, `7` reversed."""
    text: str = ""
    ground: str = ""


PLAIN = Look()


class ShortUpdate(CompositorUpdate):
    """A frame of Textual's that is sent in fewer bytes."""

    def __init__(self, update: CompositorUpdate) -> None:
        self.update = update

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield nothing: Textual sends frames by `render_segments`."""
        return ()

    def render_segments(self, console: Console) -> str:
        """Return the text to send to the terminal."""
        return shortened(self.update.render_segments(console))


def shortened(frame: str) -> str:
    """Return a frame that draws the same cells; it starts and ends in the plain style.

    A frame with parameters that are not known here is returned unchanged.
    """
    pieces = _STYLE.split(_IDLE_NEWLINE.sub("", frame))
    sent = [pieces[0]]
    now = wanted = PLAIN
    for code, text in zip(pieces[1::2], pieces[2::2], strict=True):
        look = _look(code)
        if look is None:
            return frame
        wanted = look if look is PLAIN else _over(wanted, look)
        if _MOVES.fullmatch(text):
            sent.append(text)
        else:
            sent += (change(now, wanted), text)
            now = wanted
    return "".join((*sent, change(now, wanted)))


@lru_cache(1024)
def _look(code: str) -> Look | None:
    """Return the look that the parameters set; None when one of them is not known.

    Cached, because a palette has few styles, and a frame hundreds of runs.
    """
    if code in ("", "0"):
        return PLAIN
    colours = _COLOUR.findall(code)
    flags = tuple(sorted(flag for flag in _COLOUR.sub("", code).split(";") if flag))
    if not set(flags) <= {"1", "7"}:
        return None
    text = next((colour for colour in colours if colour[0] in "39"), "")
    ground = next((colour for colour in colours if colour[0] in "41"), "")
    return Look(flags, text, ground)


def _over(under: Look, look: Look) -> Look:
    """Return the look that results when `look` is set without a reset after `under`."""
    flags = tuple(sorted({*under.flags, *look.flags}))
    return Look(flags, look.text or under.text, look.ground or under.ground)


@lru_cache(1024)
def look_of(style: Style, system: ColorSystem | None) -> Look:
    """Return the look of a style in a colour system."""
    code = _STYLE.match(Strip.render_style(style, " ", system or ColorSystem.TRUECOLOR))
    look = _look(code[1]) if code else PLAIN
    assert look is not None, f"the style {style} is not known"
    return look


@lru_cache(1024)
def change(now: Look, wanted: Look) -> str:
    """Return the shortest escape sequence from one look to another, '' for equal ones."""
    if now == wanted:
        return ""
    # A flag or colour can be switched off only by a reset of everything.
    gone = any(flag not in wanted.flags for flag in now.flags)
    if gone or (now.text and not wanted.text) or (now.ground and not wanted.ground):
        now = PLAIN
        codes = ["0"]
    else:
        codes = []
    codes += (flag for flag in wanted.flags if flag not in now.flags)
    codes += [wanted.text] * (wanted.text != now.text)
    codes += [wanted.ground] * (wanted.ground != now.ground)
    return f"\x1b[{'' if codes == ['0'] else ';'.join(codes)}m"
