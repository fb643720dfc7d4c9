"""A battle as a film in SVG: the chart, a title above it, the story below it.

Each element of the chart is written once, with the times at which it is visible. The layout is in
pixels; tui/share/pixels.py uses it, too, for a film as a GIF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import accumulate, pairwise
from operator import itemgetter
from re import compile as pattern

import msgspec

from engine.base.text import clean
from engine.game.chart import Board, Hexes, Sea
from engine.review.report import Moment, Story
from tui.share.canvas import SCALES, Canvas, around_ships, canvases
from tui.share.marks import layered
from tui.share.paper import Paper, style_sheet
from tui.terminal.cells import cut, wrap

WIDE = 720
"""The width of a film in pixels, unless another is chosen."""
LETTER = 13.0
"""The height of the letters of title and story, in pixels."""
SMALL = 10.0
"""The height of the letters on the chart, in pixels."""
ADVANCE = 0.602
"""The width of a letter of the monospaced font, relative to its height."""
ABOVE, ROW, ROWS = 26, 18, 3
"""The height in pixels of the title and of a row of the story; the number of these rows."""
TALLEST = 0.8
"""The maximum height of a chart, as a fraction of its width."""
SCALE: dict[type[Board], tuple[float, str]] = {Sea: (6.0, "6 inches"), Hexes: (5.0, "5 hexes")}
"""The length of the scale bar on a chart, in inches or hexes, and its label; a board of boxes has
letters and numbers instead."""
SHORTEST, LONGEST, A_LETTER = 0.7, 4.0, 0.02
"""The duration of a shot in seconds: the shortest, the longest, and the time for each letter of its
text."""
MOST = 360
"""The maximum number of shots of a film. Of a longer battle some moments are left out, so that the
file stays below five megabytes."""
OPENING, CLOSING = 2.5, 4.0
"""The duration in seconds of the first shot, which names the battle, and of the last."""
TITLE = pattern(r"<title>.*?</title>")


class Shot(msgspec.Struct, frozen=True):
    """A picture that is shown for some seconds: elements of the chart, by layer, and words around
    it.
    """

    frame: Canvas
    elements: tuple[tuple[int, str], ...]
    words: tuple[str, ...]
    """The elements around the chart, placed in pixels."""
    seconds: float


class Film(msgspec.Struct, frozen=True):
    """The shots of a film, and its size in pixels."""

    title: str
    width: int
    height: int
    """The total height in pixels; the chart is between title and story."""
    shots: tuple[Shot, ...]

    @property
    def chart(self) -> tuple[float, float]:
        """The width and height of the chart in pixels."""
        return self.width, self.height - ABOVE - ROW * ROWS


def film(story: Story, width: int | None = None) -> Film:
    """Return the film of a battle's moments; `story` must have at least one.

    Moments that show and say nothing new are left out. The view does not move, so that one sees how
    the ships move.
    """
    width = width or WIDE
    # The visible part of the board is the same for all moments on one board.
    whole = canvases(each.scene for each in story.moments)
    boards = [each.scene.board for each in story.moments]
    near: dict[type[Board] | Canvas, Canvas] = {}
    keys = [
        type(board) if isinstance(board, Sea | Hexes) else frame
        for board, frame in zip(boards, whole, strict=True)
    ]
    for each, frame, key in zip(story.moments, whole, keys, strict=True):
        here = around_ships(each.scene, frame)
        near[key] = near[key].joined(here) if key in near else here
    least = max((each.height / each.width for each in near.values()), default=TALLEST)
    ratio = min(TALLEST, least)
    frames = [_shaped(near[key], ratio) for key in keys]
    high = round(max(frame.height / frame.width for frame in frames) * width)
    height = ABOVE + high + ROW * ROWS
    return Film(story.title, width, height, tuple(_shots(story, frames, width, height)))


def animated_svg(film: Film, paper: Paper = "auto") -> str:
    """Return a film as an SVG file that plays itself again and again, without a script."""
    wide, high = film.chart
    lasts = sum(shot.seconds for shot in film.shots)
    drawn = []
    for frame in dict.fromkeys(shot.frame for shot in film.shots):
        here = [shot.elements if shot.frame == frame else () for shot in film.shots]
        every = dict.fromkeys(each for elements in here for each in elements)
        ordered = [element for _, element in sorted(every, key=itemgetter(0))]
        seen = [frozenset(element for _, element in elements) for elements in here]
        drawn.append(
            f'<svg y="{ABOVE}" width="{wide:g}" height="{high:g}" viewBox="{frame.view_box}">'
            f"{''.join(_timed(film, seen, ordered, lasts))}</svg>"
        )
    said = [frozenset(shot.words) for shot in film.shots]
    every_word = dict.fromkeys(each for shot in film.shots for each in shot.words)
    words = "".join(_timed(film, said, every_word, lasts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {film.width} {film.height}" '
        f'width="{film.width}" height="{film.height}" role="img">'
        f"<title>{escape(clean(film.title))}</title>\n"
        f"<style>\n{style_sheet(paper)}</style>\n"
        f'<rect class="page" width="100%" height="100%"/>\n{"".join(drawn)}\n{words}\n</svg>\n'
    )


def _timed(
    film: Film, seen: Sequence[frozenset[str]], elements: Iterable[str], lasts: float
) -> Iterator[str]:
    """Yield elements, each with the times at which it is visible.

    `seen` has, for each shot, the elements that are visible in it; `lasts` is the length of the
    film in seconds.
    """
    starts = list(accumulate((shot.seconds for shot in film.shots), initial=0.0))
    for element in elements:
        values: list[str] = []
        times: list[str] = []
        for shot, start in zip(seen, starts, strict=False):
            value = "inline" if element in shot else "none"
            if not values or value != values[-1]:
                values.append(value)
                times.append(f"{start / lasts:.5f}".rstrip("0").rstrip("."))
        if values == ["inline"]:
            yield element
            continue
        yield (
            f'<g display="none"><animate attributeName="display" dur="{lasts:.1f}s" '
            f'repeatCount="indefinite" calcMode="discrete" values="{";".join(values)}" '
            f'keyTimes="{";".join(times)}"/>{element}</g>'
        )


def _shaped(frame: Canvas, ratio: float) -> Canvas:
    """Return a canvas made wider or higher, until its height is `ratio` times its width."""
    wide = max(frame.width, frame.height / ratio)
    high = wide * ratio
    left = frame.left - (wide - frame.width) / 2
    top = frame.top - (high - frame.height) / 2
    return Canvas(round(left, 1), round(top, 1), round(wide, 1), round(high, 1))


def _shots(story: Story, frames: Sequence[Canvas], width: int, height: int) -> Iterator[Shot]:
    """Yield the shots of a film: the first names the battle, the last says how it ended."""
    last = len(story.moments) - 1
    for number in _shown(story.moments):
        moment, frame = story.moments[number], frames[number]
        letters = round(SMALL * frame.width / width, 1)
        extra = (*moment.tracks, *moment.smoke)
        elements = tuple(
            (layer, TITLE.sub("", each))
            for layer, each in layered(moment.scene, frame, extra, letters)
        )
        said, seconds = moment.said, SHORTEST + A_LETTER * len(moment.said)
        if number == 0:
            said, seconds = story.about, max(OPENING, seconds)
        if number == last:
            said = " ".join(filter(None, (said, story.ending)))
            seconds = max(CLOSING, seconds)
        words = tuple(_words(story, moment, said, frame, width, height))
        yield Shot(frame, elements, words, round(min(LONGEST, seconds), 2))


def _shown(moments: Sequence[Moment]) -> list[int]:
    """Return the indexes of the moments to be filmed: the first, those in which something changes
    or is said, and the last.

    If these are more than `MOST`, only every so many of them are taken.
    """
    last = len(moments) - 1
    found = [0]
    for place, (before, here) in enumerate(pairwise(moments), 1):
        looks = (before.scene, before.smoke, before.tracks) != (here.scene, here.smoke, here.tracks)
        if place == last or here.said or looks:
            found.append(place)
    if len(found) <= MOST:
        return found
    return [found[round(number * (len(found) - 1) / (MOST - 1))] for number in range(MOST)]


def _words(  # noqa: PLR0913 - what is said, and where
    story: Story, moment: Moment, said: str, frame: Canvas, width: int, height: int
) -> Iterator[str]:
    """Yield the elements around the chart: title and turn, the story, the scale bar."""
    columns = int((width - 16) / (LETTER * ADVANCE))
    status = clean(moment.status)
    title = cut(clean(story.title), max(0, columns - len(status) - 2))
    yield _text(8, 18, title, "head")
    yield _text(width - 8, 18, cut(status, columns), "text end")
    rows = wrap(clean(said), columns)
    if len(rows) > ROWS:
        rows = [*rows[: ROWS - 1], cut(" ".join(rows[ROWS - 1 :]), columns)]
    below = height - ROW * ROWS
    for number, row in enumerate(rows):
        yield _text(8, below + ROW * number + 14, row, "text")
    if type(moment.scene.board) in SCALE:
        length, name = SCALE[type(moment.scene.board)]
        long = length * SCALES[type(moment.scene.board)] * width / frame.width
        right, foot = width - 12, below - 10
        yield (
            f'<path class="line measure" d="M{right - long:.1f} {foot - 4}V{foot}H{right}'
            f'V{foot - 4}"/>'
        )
        yield _text(right, foot - 7, name, "ruler end", SMALL)


def _text(x: float, y: float, words: str, look: str, size: float = LETTER) -> str:
    return (
        f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size:g}" '
        f'xml:space="preserve">{escape(words)}</text>'
    )
