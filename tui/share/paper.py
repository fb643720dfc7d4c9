"""SVG pictures and their colours. PNG pictures need an optional library, resvg_py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.util import find_spec
from typing import Literal, get_args

from engine.base.text import clean
from engine.game.chart import Mark, Scene
from tui.share.canvas import canvas
from tui.share.marks import OWNERS, parts
from tui.terminal.theme import Palette, style_for

LIBRARY = "resvg_py"


def can_draw() -> bool:
    """Tell whether the library for PNG is installed."""
    return find_spec(LIBRARY) is not None


def png(drawn: Callable[[Paper], str], paper: Paper) -> bytes:
    """Return a picture as a PNG of the same size as the SVG that `drawn` returns.

    A PNG cannot follow the reader's choice of a light or dark page, so `auto` means dark.
    """
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg_string=drawn("default" if paper == "auto" else paper))


def forms(drawn: Callable[[Paper], str], paper: Paper) -> dict[str, str | bytes]:
    """Return {file ending: picture}: an SVG, and also a PNG if the library for it is installed."""
    picture = {".svg": drawn(paper)}
    return {**picture, ".png": png(drawn, paper)} if can_draw() else {**picture}


# The colours of a picture as a style sheet, and a picture with its own style sheet.


Paper = Literal["auto", "default", "colour-blind", "blue-blind", "light", "contrast"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
"""The colour schemes of pictures; `auto` follows the reader's choice of light or dark."""
WIDE = 900
"""The width of a picture in pixels, unless another is chosen."""
SHAPE = """\
text{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace}
.middle{text-anchor:middle}
.end{text-anchor:end}
text[class^="label"]{paint-order:stroke;stroke-width:2.5;stroke-linejoin:round}
.line{fill:none;stroke-width:1.2}
.link,.ring,.ray,.sight,.room{stroke-dasharray:3 3}
.ghost{fill-opacity:.25;stroke-dasharray:2 2}
.smoke{stroke:none;fill-opacity:.55}
.age0{fill-opacity:.9}
.age2{fill-opacity:.25}
.guns{fill:none;stroke-width:1.4}
.active{stroke-width:2.4}
"""
"""The CSS rules that do not depend on colours."""
STROKES = ("ring", "path", "link", "rake", "collision", "coast", "ruler", "measure")
ALIKE = {"bar": "path", "shot": "collision", "sweep": "path", "sight": "ring",
         "blocked": "collision", "ray": "ring", "room": "ring"}  # fmt: skip
"""{kind of line on the chart: the kind in whose style it is drawn}."""
WORDS = ("text", "dim", "head", "ok", "warning", "name", "place", "tokens")


def paper_of(palette: Palette) -> Paper:
    """Return the colour scheme of a picture for the palette of a screen.

    It is `auto` for a palette that has no colours of its own.
    """
    return next((each for each in PAPERS if each == palette), "auto")


def style_sheet(paper: Paper) -> str:
    """Return the CSS rules for the classes of a picture; for `auto`, also the rules for a light
    page.
    """
    if paper != "auto":
        return SHAPE + "\n".join(_rules(paper)) + "\n"
    light = "\n".join(_rules("light"))
    dark = "\n".join(_rules("default"))
    return f"{SHAPE}{dark}\n@media (prefers-color-scheme:light){{\n{light}\n}}\n"


def picture(  # noqa: PLR0913 - what a picture is of, and how it looks
    scene: Scene,
    paper: Paper = "auto",
    width: int = WIDE,
    title: str = "",
    extra: Sequence[Mark] = (),
    about: str = "",
) -> str:
    """Return a scene as an SVG file without external fonts, scripts or style sheets."""
    frame = canvas(scene)
    high = round(width * frame.height / frame.width)
    said = f"<title>{escape(clean(title))}</title>" if title else ""
    said += f"<desc>{escape(clean(about))}</desc>" if about else ""
    drawn = "\n".join(parts(scene, frame, extra))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame.view_box}" '
        f'width="{width}" height="{high}" role="img">{said}\n'
        f"<style>\n{style_sheet(paper)}</style>\n{drawn}\n</svg>\n"
    )


def _rules(palette: Palette) -> Iterator[str]:
    """Yield the CSS rules for colours, one for each style of the terminal's palette."""
    _, page = _colours("text", palette)
    yield f".page{{fill:{page}}}"
    yield f".sea{{fill:{_colours('sea', palette)[1]}}}.dot{{fill:{_colours('sea', palette)[0]}}}"
    for look in ("shoal", "land"):
        line, ground = _colours(look, palette)
        yield f".{look}{{fill:{ground};stroke:{line};stroke-width:.6}}"
    yield f".rocks,.fog,.zone{{fill:{_colours('fog', palette)[0]};fill-opacity:.3}}"
    yield f".rocks{{fill:{_colours('rocks', palette)[0]}}}"
    yield f".smoke{{fill:{_colours('smoke', palette)[0]}}}"
    for look in ("wind", "stream"):
        colour = _colours("wind" if look == "wind" else "ring", palette)[0]
        yield f".{look}{{fill:{colour}}}"
    for look in STROKES:
        yield f".line.{look}{{stroke:{_colours(look, palette)[0]}}}"
    for look, usual in ALIKE.items():
        yield f".line.{look}{{stroke:{_colours(usual, palette)[0]}}}"
    for look in (*WORDS, "ruler", "ring", "path"):
        yield f"text.{look}{{fill:{_colours(look, palette)[0]}}}"
    guns = _colours("guns", palette)[0]
    for letter in OWNERS:
        hull = _colours(f"hull_{letter}", palette)[0]
        yield f".hull_{letter}{{fill:{hull};stroke:{hull}}}"
        yield f"text.label_{letter},text.side_{letter}{{fill:{hull};font-weight:bold}}"
    yield f'text[class^="label"]{{stroke:{_colours("sea", palette)[1]}}}'
    yield f".guns{{stroke:{guns}}}"
    yield f".wreck{{fill:{_colours('wreck', palette)[0]};stroke:none}}"
    yield f".active{{stroke:{_colours('active', palette)[1]}}}"


def _colours(style: str, palette: Palette) -> tuple[str, str]:
    """Return (colour of a style, colour of its background)."""
    paint = style_for(style, palette)
    return str(paint.fg), str(paint.bg)


def page_rules(paper: Paper) -> str:
    """Return CSS rules with the colours of a page around its picture."""
    if paper != "auto":
        return _around(paper)
    return f"{_around('default')}@media (prefers-color-scheme:light){{\n{_around('light')}}}\n"


def _around(palette: Palette) -> str:
    ink, ground = _colours("text", palette)
    faint, link = _colours("dim", palette)[0], _colours("head", palette)[0]
    sides = "".join(
        f".line.curve_{letter}{{stroke:{_colours(f'side_{letter}', palette)[0]}}}"
        for letter in OWNERS
    )
    names = "".join(
        f".roster .side_{letter}{{color:{_colours(f'side_{letter}', palette)[0]}}}"
        for letter in OWNERS
    )
    return (
        f"body{{color:{ink};background:{ground}}}.faint,footer{{color:{faint}}}"
        f"#marks a,.note,h3{{color:{link}}}{names}#curve .line{{vector-effect:non-scaling-stroke}}"
        f"{sides}\n"
    )
