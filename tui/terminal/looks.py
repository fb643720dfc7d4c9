"""How cells look (colours and flags), and the shortest escape sequence for that. `Ink` finds the
look of a style name in the palette.

Textual would send both colours for every run, and a reset after it. Neighbours on a chart share
most parameters, so that only those that differ are sent.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from tui.terminal.page import CURSOR, IN
from tui.terminal.terminal import Depth
from tui.terminal.theme import PALETTES, Palette, style_for


class Ink:
    """Finds the terminal's style for a style name, in a palette and a colour depth.

    On a terminal without colours, bold and reverse tell styles apart; a `bare` terminal lacks
    these, too.
    """

    def __init__(
        self, palette: Palette = "default", depth: Depth = "truecolor", bare: bool = False
    ) -> None:
        self.palette: Palette = palette
        self.depth = depth
        self.bare = bare
        self._styles: dict[str, Style] = {}  # a cache for the current palette and depth

    def change(self, palette: Palette, depth: Depth | None = None) -> None:
        """Change the colours; the caller must redraw the screen."""
        self.palette = palette
        self.depth = depth or self.depth
        self._styles.clear()

    def style(self, token: str) -> Style:
        """Return the terminal style of a name."""
        style = self._styles.get(token)
        if style is None:
            style = self._styles[token] = self._mixed(token)
        return style

    def _mixed(self, token: str) -> Style:
        if self.bare:
            return Style.null()
        plain = token.removesuffix(CURSOR)
        name, _, other = plain.partition(IN)
        palette = next((each for each in PALETTES if each == other), self.palette)
        if palette == "mono" or self.depth == "none":
            paint = style_for(name, "mono", "16")
            return Style(bold=paint.bold, reverse=paint.reverse != (plain != token))
        paint = style_for("cursor" if plain != token else name, palette, self.depth)
        return Style(
            color=_colour(paint.fg),
            bgcolor=_colour(paint.bg),
            bold=paint.bold or None,
            reverse=paint.reverse or None,
        )


def _colour(colour: str | int | None) -> str | None:
    return f"color({colour})" if isinstance(colour, int) else colour


_STYLE = re.compile(r"\x1b\[([0-9;]*)m")
_COLOUR = re.compile(r"(?<!\d)(?:[34]8;(?:5;\d+|2;\d+;\d+;\d+)|(?:[349]|10)[0-7])(?=;|$)")


BOLD, REVERSED = "1", "7"
_OFF = {BOLD: "22", REVERSED: "27"}
"""{flag: the parameter of the escape sequence that switches it off}, on terminals with colours."""


class Look(NamedTuple):
    """How a cell looks, as parameters of an escape sequence; '' as a colour is the terminal's
    own.
    """

    flags: tuple[str, ...] = ()
    """The flags: `1` bold, `7` reversed, and any other that Textual sets."""
    text: str = ""
    ground: str = ""

    def behind(self, blank: Look) -> Look:
        """Return the look nearest to this one in which a blank looks the same as in `blank`."""
        if ground_of(self) == ground_of(blank):
            return self
        bold = self.flags if self.flags == (BOLD,) else ()
        return blank if _seen(blank) else Look(bold, self.text, blank.ground)


PLAIN = Look()


@lru_cache(1024)
def look_of(style: Style, system: ColorSystem | None) -> Look:
    """Return how a style looks with the colours that a terminal has."""
    code = _STYLE.match(Strip.render_style(style, " ", system or ColorSystem.TRUECOLOR))
    if not code:
        return PLAIN
    colours = _COLOUR.findall(code[1])
    others = _COLOUR.sub("", code[1]).split(";")
    flags = tuple(sorted(flag for flag in others if flag not in ("", "0", "39", "49")))
    text = next((colour for colour in colours if colour[0] in "39"), "")
    ground = next((colour for colour in colours if colour[0] in "41"), "")
    return Look(flags, text, ground)


@lru_cache(1024)
def ground_of(look: Look) -> tuple[tuple[str, ...], str]:
    """Return what can be seen of a blank in a look: (flags, its one colour)."""
    return _seen(look), look.text if REVERSED in look.flags else look.ground


def _seen(look: Look) -> tuple[str, ...]:
    return tuple(flag for flag in look.flags if flag != BOLD)


@lru_cache(1024)
def style_change(now: Look, wanted: Look) -> str:
    """Return the shortest escape sequence that changes a terminal from one look to another."""
    if now == wanted:
        return ""
    ways = [["0", *_steps(PLAIN, wanted)]]
    fallen = set(now.flags) - set(wanted.flags)
    coloured = any((now.text, now.ground, wanted.text, wanted.ground))
    if not fallen or (coloured and fallen <= set(_OFF)):
        ways.append(_steps(now, wanted))  # a terminal without colours may need a reset
    codes = min(ways, key=lambda way: len(";".join(way)))
    return f"\x1b[{'' if codes == ['0'] else ';'.join(codes)}m"


def _steps(now: Look, wanted: Look) -> list[str]:
    """Return the parameters of an escape sequence that change one look into another without a
    reset.
    """
    codes = [_OFF[flag] for flag in now.flags if flag not in wanted.flags]
    codes += (flag for flag in wanted.flags if flag not in now.flags)
    codes += [wanted.text or "39"] * (wanted.text != now.text)
    codes += [wanted.ground or "49"] * (wanted.ground != now.ground)
    return codes
