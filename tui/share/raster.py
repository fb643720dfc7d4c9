"""A picture in pixels, drawn by a library that is an extra: resvg_py."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from tui.share.paper import Paper

LIBRARY = "resvg_py"


def can_draw() -> bool:
    """Tell whether the library is installed."""
    return find_spec(LIBRARY) is not None


def png(drawn: Callable[[Paper], str], paper: Paper) -> bytes:
    """Return a picture, which is drawn in SVG on a paper, as a PNG of its own size.

    Pixels cannot be dark or light as the reader's own pages are: `auto` is dark.
    """
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg_string=drawn("default" if paper == "auto" else paper))


def forms(drawn: Callable[[Paper], str], paper: Paper) -> dict[str, str | bytes]:
    """Return a picture by the endings of its files: SVG, and PNG where that can be drawn."""
    picture = {".svg": drawn(paper)}
    return {**picture, ".png": png(drawn, paper)} if can_draw() else {**picture}
