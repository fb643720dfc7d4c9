"""Theatre: makes the frames of an animation from the acts of a command; an act shows one event."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from msgspec.structs import replace

from engine.game.chart import (
    Glide,
    Hull,
    Lit,
    Mark,
    News,
    Scene,
    Shift,
    Smoke,
    Spectacle,
    Spot,
    Tableau,
    Terrain,
    Throw,
    Together,
    Trace,
    Volley,
)
from engine.game.game import Record
from engine.game.panel import Faces, Heading, Row, words
from engine.kernel.seen import SeenBattle
from engine.sitting.battle_log import StageAct, acts
from engine.space.plane.pose import Point, Pose
from tui.chart.kind import Window
from tui.chart.plate import plate
from tui.chart.viewport import framed_chart, hulls
from tui.terminal.cells import Grid, Run
from tui.terminal.terminal import Glyphs

# The chart with a plate over it while an event is shown. Drawn frames are cached: on a host many
# people watch the same scene in windows of equal size, and it is drawn only once.


KEPT = 8
"""The maximum number of cached charts: enough for a few sizes and viewers of a watched battle."""


class ChartInputs(NamedTuple):
    """All that a drawn chart depends on; it is the key of the cache of charts."""

    scene: Scene
    window: Window
    glyphs: Glyphs
    extra: Sequence[Mark]
    selected: str
    tableau: Tableau | None


class DrawnChart(NamedTuple):
    """A drawn chart: what it was drawn from, its grid of cells, and its rows in the form that the
    terminal gets.
    """

    asked: ChartInputs
    picture: Grid
    rows: list[list[Run]]


_drawn: deque[DrawnChart] = deque(maxlen=KEPT)


def drawn_chart(asked: ChartInputs, before: DrawnChart | None) -> DrawnChart:
    """Return the chart drawn from `asked`.

    Rows that are equal to those of `before` are the same objects, so that they are not sent to the
    terminal again.
    """
    for known in tuple(_drawn):
        # Compared by identity first: scenes are long, and equal ones are nearly always the same
        # object.
        if known.asked.scene is asked.scene and known.asked == asked:
            return known
    scene, window, glyphs, extra, selected, tableau = asked
    picture = framed_chart(scene, window, glyphs, extra, selected)
    if tableau is not None:
        laid = plate(tableau, picture.columns, picture.rows_count, glyphs)
        left = (picture.columns - laid.columns) // 2
        picture.paste(laid, left, (picture.rows_count - laid.rows_count) // 2)
    rows = picture.rows(before.picture, before.rows) if before else picture.rows()
    drawn = DrawnChart(asked, picture, rows)
    _drawn.append(drawn)
    return drawn


# Theatre: spectacles of the game as a few frames of an animation, each with its seconds.


SLIDES = 5
"""The maximum number of frames for one movement of a mark. Each frame costs bytes, and five already
look like motion."""

PICTURE_SECONDS = 2.6
"""For how many seconds a picture is shown: enough to read its sentence."""
PACES: dict[bool | str, float] = {"quick": 0.4}
"""{speed in the settings: factor for the duration of a frame}; the factor is 1 for other speeds."""


class Frame(msgspec.Struct, frozen=True):
    """One frame of an animation: a scene, marks over it, and rows of text beside it."""

    seconds: float
    scene: Scene
    extra: tuple[Mark, ...] = ()
    rows: tuple[Row, ...] = ()
    tableau: Tableau | None = None
    """The picture that is drawn over the chart; None for none."""


def act_frames(scene: Scene, act: StageAct, pictured: bool) -> Iterator[Frame]:
    """Yield the frames of one act, which shows an event; `pictured` tells whether to show its
    picture.

    The picture contains the same sentence as the news of the event, so that only one of the two is
    shown.
    """
    picture = act.tableau if pictured else None
    if act.spectacle is not None and not (picture and isinstance(act.spectacle, News)):
        yield from frames(scene, act.spectacle)
    if picture is not None:
        yield Frame(PICTURE_SECONDS, scene, tableau=picture)


def frames(scene: Scene, spectacle: Spectacle) -> Iterator[Frame]:
    """Yield the frames of one animation (`spectacle`) that starts from a scene."""
    if isinstance(spectacle, Glide):
        poses = spectacle.poses
        if len(poses) > SLIDES:
            last = len(poses) - 1
            poses = tuple(poses[round((i + 1) * last / SLIDES)] for i in range(SLIDES))
        for pose in poses:
            marks = tuple(
                replace(mark, pose=pose)
                if isinstance(mark, Hull) and mark.key == spectacle.key
                else mark
                for mark in scene.marks
            )
            yield Frame(0.08, Scene(scene.board, marks))
    elif isinstance(spectacle, Volley):
        yield from _volley(scene, spectacle)
    elif isinstance(spectacle, Shift):
        texts = (words(spectacle.text),)
        for part in range(1, SLIDES + 1):
            east, north = (way * part / SLIDES for way in spectacle.by)
            marks = tuple(_carried(mark, east, north) for mark in scene.marks)
            yield Frame(0.12, Scene(scene.board, marks), rows=texts)
    elif isinstance(spectacle, Together):
        yield from _together(scene, spectacle)
    elif isinstance(spectacle, News):
        yield Frame(0.9, scene, rows=(words(spectacle.text),))
    else:
        hidden = Throw(spectacle.title, ("?",) * len(spectacle.faces))
        yield Frame(0.12, scene, rows=throw_rows(hidden))
        yield Frame(0.12, scene, rows=throw_rows(hidden))
        yield Frame(0.6, scene, rows=throw_rows(spectacle))


def throw_rows(throw: Throw) -> tuple[Row, ...]:
    """Return the rows for a roll of dice: its title, and the faces."""
    return Heading(throw.title), Faces(tuple((face, "") for face in throw.faces))


def _together(scene: Scene, together: Together) -> Iterator[Frame]:
    """Yield the frames of animations that belong together: first all ships move at once, then each
    other animation follows by itself.
    """
    glides = {part.key: part.poses for part in together.parts if isinstance(part, Glide)}
    longest = max(map(len, glides.values()), default=0)
    for step in range(longest):
        marks = tuple(
            replace(mark, pose=glides[mark.key][min(step, len(glides[mark.key]) - 1)])
            if isinstance(mark, Hull) and glides.get(mark.key)
            else mark
            for mark in scene.marks
        )
        scene = Scene(scene.board, marks)
        yield Frame(0.12, scene)
    for part in together.parts:
        if not isinstance(part, Glide):
            yield from frames(scene, part)


def _volley(scene: Scene, volley: Volley) -> Iterator[Frame]:
    hull = next((each for each in hulls(scene) if each.key == volley.key), None)
    if hull is None:
        return
    for age, seconds in ((0, 0.12), (1, 0.28), (2, 0.5)):
        smoke = Smoke(hull.key, hull.pose, hull.length, hull.width, volley.side, age)
        yield Frame(seconds, scene, (smoke,))


def _carried(mark: Mark, east: float, north: float) -> Mark:
    """Return a mark moved by inches to the east and north."""

    def there(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x + east, y + north) for x, y in points)

    match mark:
        case Hull() | Smoke():
            pose = Pose(mark.pose.x + east, mark.pose.y + north, mark.pose.heading)
            return replace(mark, pose=pose)
        case Terrain():
            return replace(mark, outline=there(mark.outline))
        case Trace():
            return replace(mark, points=there(mark.points))
        case Spot() | Lit():
            return replace(mark, at=there((mark.at,))[0])
    return mark  # marks in boxes do not move


# A performance: the animation of one command, as one seat sees it. The frames of each act are
# computed when it is played, and only once for all persons who watch from the same seat.


MOST = 8
"""The maximum number of cached performances of a battle. Usually there is one of the latest command
for each seat and setting."""


class Performance:
    """The animation of one command, as one seat (player) may see it: its acts, each showing an
    event, and the frames of each.
    """

    def __init__(self, game: Any, found: list[StageAct], seat: str, pictured: bool) -> None:
        self._game = game
        self._seat = seat
        self._pictured = pictured
        self.acts = found
        self._frames: dict[int, list[Frame]] = {}

    def frames(self, act: StageAct) -> list[Frame]:
        """Return the frames of an act; they are cached."""
        found = self._frames.get(act.number)
        if found is None:
            view = self._game.view(act.state, self._seat)
            scene = self._game.screen.scene(view)
            found = self._frames[act.number] = list(act_frames(scene, act, self._pictured))
        return found


_latest: WeakKeyDictionary[Any, dict[tuple[str, bool], tuple[Record, Performance]]]
_latest = WeakKeyDictionary()
"""{battle: its latest performances}: one performance serves all who watch the battle."""


def performance(battle: SeenBattle, record: Record, seat: str, pictured: bool) -> Performance:
    """Return the animation of a command as a seat (player) may see it; cached.

    `pictured` tells whether pictures are shown. It is empty for a command that was taken back in
    the meantime.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return Performance(battle.game, [], seat, pictured)
    kept = _latest.setdefault(battle, {})
    found = kept.get((seat, pictured))
    if found is None or found[0] is not record:
        while len(kept) >= MOST:
            kept.pop(next(iter(kept)))
        made = Performance(battle.game, acts(battle, record), seat, pictured)
        found = kept[seat, pictured] = record, made
    return found[1]
