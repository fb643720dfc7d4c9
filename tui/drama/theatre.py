"""Theatre: spectacles of the game as a few frames of an animation, each with its seconds."""

from __future__ import annotations

from collections.abc import Iterator

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
    Terrain,
    Throw,
    Together,
    Trace,
    Volley,
)
from engine.game.panel import Faces, Heading, Row, words
from engine.game.tableau import Tableau
from engine.sitting.acts import StageAct
from engine.space.plane.pose import Point, Pose
from tui.chart.viewport import hulls

SLIDES = 5
"""Frames of a slide, at most: each costs bytes on a slow line, and five look like motion."""

PICTURE_SECONDS = 2.6
"""Seconds that a picture stays: time to read its sentence."""
OPENING_SECONDS = 9.0
"""Seconds that the picture stays with which a battle opens: it has three sentences."""
PACES: dict[bool | str, float] = {"quick": 0.4}
"""How long a frame stays, of its own time, at each speed of the settings; 1 if not named."""


class Frame(msgspec.Struct, frozen=True):
    """One picture of an animation: a scene, marks over it, rows beside it."""

    seconds: float
    scene: Scene
    extra: tuple[Mark, ...] = ()
    rows: tuple[Row, ...] = ()
    tableau: Tableau | None = None
    """What is told about, in front of the chart."""


def act_frames(scene: Scene, act: StageAct, pictured: bool) -> Iterator[Frame]:
    """Yield the frames of an act in a scene; `told` says whether its picture is shown.

    A picture says what the news would say, so one of them is enough.
    """
    picture = act.tableau if pictured else None
    if act.spectacle is not None and not (picture and isinstance(act.spectacle, News)):
        yield from frames(scene, act.spectacle)
    if picture is not None:
        yield Frame(PICTURE_SECONDS, scene, tableau=picture)


def frames(scene: Scene, spectacle: Spectacle) -> Iterator[Frame]:
    """Yield the frames of a spectacle that starts from a scene."""
    if isinstance(spectacle, Glide):
        yield from _glide(scene, spectacle)
    elif isinstance(spectacle, Volley):
        yield from _volley(scene, spectacle)
    elif isinstance(spectacle, Shift):
        yield from _shift(scene, spectacle)
    elif isinstance(spectacle, Together):
        yield from _together(scene, spectacle)
    elif isinstance(spectacle, News):
        yield Frame(0.9, scene, rows=(words(spectacle.text),))
    else:
        yield from _throw(scene, spectacle)


def thrown(throw: Throw) -> tuple[Row, ...]:
    """Return the rows of a throw: its title and the faces."""
    return Heading(throw.title), Faces(tuple((face, "") for face in throw.faces))


def _glide(scene: Scene, glide: Glide) -> Iterator[Frame]:
    poses = glide.poses
    if len(poses) > SLIDES:
        last = len(poses) - 1
        poses = tuple(poses[round((i + 1) * last / SLIDES)] for i in range(SLIDES))
    for pose in poses:
        marks = tuple(
            replace(mark, pose=pose) if isinstance(mark, Hull) and mark.key == glide.key else mark
            for mark in scene.marks
        )
        yield Frame(0.08, Scene(scene.board, marks))


def _together(scene: Scene, together: Together) -> Iterator[Frame]:
    """Yield frames in which all that glides moves at once; then what else there is, in turn."""
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


def _shift(scene: Scene, shift: Shift) -> Iterator[Frame]:
    texts = (words(shift.text),)
    for part in range(1, SLIDES + 1):
        east, north = (way * part / SLIDES for way in shift.by)
        marks = tuple(_carried(mark, east, north) for mark in scene.marks)
        yield Frame(0.12, Scene(scene.board, marks), rows=texts)


def _carried(mark: Mark, east: float, north: float) -> Mark:
    """Return a mark some inches farther east and north."""

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
    return mark  # what lies in boxes is carried nowhere


def _throw(scene: Scene, throw: Throw) -> Iterator[Frame]:
    hidden = Throw(throw.title, ("?",) * len(throw.faces))
    yield Frame(0.12, scene, rows=thrown(hidden))
    yield Frame(0.12, scene, rows=thrown(hidden))
    yield Frame(0.6, scene, rows=thrown(throw))
