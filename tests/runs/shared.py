"""What is exported from recorded battles: pages, pictures, films, casts and texts for a forum."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args

import pytest

from engine.kernel.battle import Battle
from engine.space.plane.pose import Point
from tests.runs.acts import RECORDED, rounded
from tests.runs.frame import Frame
from tui.replay.export import Cast, cast
from tui.replay.sharing import (
    Part,
    Viewer,
    default_moments,
    footage,
    picture_of,
    reel_for,
    remarks,
    shared_page,
    story,
    whole_shot,
)
from tui.share import pixels
from tui.share.film import animated_svg, film
from tui.share.page import ascii_chart, markdown
from tui.share.paper import PAPERS, Paper
from tui.terminal.terminal import Glyphs

DATA = re.compile(r'(id="data"[^>]*>)([A-Za-z0-9+/=\s]+)<')


class Shared(NamedTuple):
    """A recorded battle, the part of it that is exported, and who exports it."""

    name: str
    first: str
    last: str
    seat: str = ""


RUNS = {
    "sea": Shared("saves/sample_sinking", "70", "95", "A"),
    "close_ships": Shared("saves/sample_boarding", "120", "140"),
    "hexes": Shared("battles/wooden_ships_two", "10", "18", "B"),
    "large_fleets": Shared("battles/wooden_ships_ten", "6", "9"),
    "boxes": Shared("battles/ironclads_in_turns", "20", "45", "A"),
    "night": Shared("battles/ironclads_night", "30", "50"),
    "war": Shared("saves/sample_campaign", "0", "12"),
}
"""{name of a run: what is exported}."""


def frames(name: str) -> Iterator[Frame]:
    """Yield a frame for each export of a part of a battle."""
    recorded, first, last, seat = RUNS[name]
    part, eyes = Part(first, last), Viewer(seat)
    papers: Sequence[Paper] = PAPERS
    with Battle.open(RECORDED[recorded], write=False) as battle:
        reel = reel_for(battle, eyes)
        told = story(battle, eyes, part)
        for number, n in enumerate(range(int(first), int(last) + 1, 4)):
            paper = papers[number % len(papers)]
            drawn = picture_of(reel, n, paper, 500 + n if number % 2 else None)
            yield Frame("picture", f"{n} {paper}", rounded(drawn))
        page = DATA.sub(_unpacked, shared_page(battle, eyes, part))
        yield Frame("page", "", rounded(page))
        for glyphs in get_args(Glyphs):
            text = markdown(
                told, default_moments(told), lambda each, g=glyphs: ascii_chart(each, g)
            )
            yield Frame("text", glyphs, text, text if glyphs == "ascii" and name == "sea" else "")
        shots = film(footage(battle, eyes, part), 640)
        yield Frame("film", "svg", rounded(animated_svg(shots, "light")))
        yield Frame("film", "gif", _painted(shots))
        reel.go(int(first))
        for version in (2, 3):
            wanted = Cast(int(first), int(last), remarks(battle, eyes, 0, int(last)), version)
            shot = whole_shot(reel, "unicode", "default")
            yield Frame("cast", str(version), "".join(cast(reel, shot, wanted)))


def _unpacked(found: re.Match[str]) -> str:
    """Return the data of a page unpacked, because not every machine packs them alike."""
    return f"{found[1]}{zlib.decompress(b64decode(found[2]), 47).decode()}<"


def _painted(shots: Any) -> str:
    """Return what is painted for a GIF, because not every machine draws letters alike."""
    painted: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_paint", "_write"):
            does = getattr(pixels, name)

            def noted(on: Any, things: Any, corner: Point, scale: float, does: Any = does) -> None:
                things = tuple(things)
                painted.append(f"{does.__name__} {on.size} {things} {corner} {scale}")
                does(on, things, corner, scale)

            patch.setattr(pixels, name, noted)
        pixels.gif(shots, "auto")
    return rounded("\n".join(painted))
