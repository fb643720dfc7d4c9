"""Turn 4 of a patrol off Jamaica: the scene of the stored pictures of charts."""

from __future__ import annotations

from math import cos, radians, sin

from engine.game.chart import Hull, Mark, Scene, Sea, Spot, Terrain, Trace
from engine.space.plane.pose import Point, Pose
from tui.chart.sea.hulls import at

SEA = Sea(36, 36, "north", (("Y", 1), ("P", 3), ("M", 6), ("C", 12)))
SMALL, MEDIUM, LARGE = (2.0, 1.0), (2.5, 1.25), (3.5, 1.75)


def ship(key: str, pose: Pose, size: tuple[float, float] = MEDIUM, **more: object) -> Hull:
    """Return the hull of a ship; the side is the letter of its key."""
    given = {"owner": key[0], "side": key[0], "port_loaded": True, "starboard_loaded": True}
    return Hull(key, pose=pose, length=size[0], width=size[1], **{**given, **more})  # type: ignore[arg-type]


def blob(x: float, y: float, across: float, down: float, bumps: int = 0) -> tuple[Point, ...]:
    """Return a closed outline around a point, a little uneven."""
    points = []
    for number in range(24):
        angle = radians(number * 15)
        swell = 1 + 0.08 * sin(bumps * angle)
        points.append((x + across * swell * sin(angle), y + down * swell * cos(angle)))
    return tuple(points)


def ring(pose: Pose, size: tuple[float, float], reach: float) -> tuple[Point, ...]:
    """Return the outline of a ship's base, enlarged on all sides by `reach` inches: a rectangle
    with round corners.
    """
    points = []
    corners = ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
    for ahead, right, start in corners:
        x, y = at(pose, ahead * size[0] / 2, right * size[1] / 2)
        for turn in range(0, 91, 6):
            angle = radians(pose.heading + start + turn)
            points.append((x + reach * sin(angle), y + reach * cos(angle)))
    return tuple(points)


TERRAIN = (
    Terrain("T1", "island", blob(7.0, 9.0, 2.9, 2.9, 3), "Cayo"),
    Terrain("T2", "shoal", ((9.9, 12), (11.5, 12), (13.4, 9), (12, 6), (10, 4.6), (8.9, 5.5)), ""),
    Terrain("T3", "rocks", ((31, 30), (33, 30), (34.1, 27), (32, 27)), ""),
    Terrain("T4", "fog", blob(28.5, 9.2, 5.1, 3.1, 4), ""),
)
SWAN = ship("A1", Pose(9.2, 23.5, 112.5), tokens="*", name="Swan", flagship=True, active=True)
FALCON = ship("A2", Pose(4.5, 26.2, 112.5), tokens="s", name="Falcon", starboard_loaded=False)
DRAKE = ship("A3", Pose(26, 24.5, 5), SMALL, tokens="e", name="Drake")
LOUIS = ship(
    "B1", Pose(13.28, 17.48, 170), tokens="*w", name="Saint-Louis", flagship=True, wake=True
)
GLOIRE = ship("B2", Pose(22.5, 20, 252), tokens="f", name="Gloire")
MOUCHE = ship("B3", Pose(27, 23.9, 178), SMALL, tokens="%e", name="Mouche")
WRECK = ship("B4", Pose(19, 29, 68), SMALL, tokens="x", name="Dauphin", state="wreck")
SCENE = Scene(SEA, (*TERRAIN, SWAN, FALCON, DRAKE, LOUIS, GLOIRE, MOUCHE, WRECK))

GHOST_POSE = Pose(13.1, 21.5, 90.0)


def _path() -> list[Mark]:
    marks: list[Mark] = []
    for ahead in (1.25, -1.25):
        start, end = at(GHOST_POSE, ahead, 0.625), at(GHOST_POSE, ahead, 12.625)
        marks.append(Trace("path", (start, end)))
    for letter, reach in (("P", 3.0), ("M", 6.0), ("C", 12.0)):
        ends = at(GHOST_POSE, -1.25, 0.625 + reach), at(GHOST_POSE, 1.25, 0.625 + reach)
        marks.append(Trace("bar", ends, label=letter))
    return marks


PREVIEW: tuple[Mark, ...] = (
    Trace("ring", ring(GHOST_POSE, MEDIUM, 6.0), closed=True, label='musket 6"'),
    Trace("ring", ring(GHOST_POSE, MEDIUM, 12.0), closed=True, label='cannon 12"'),
    *_path(),
    Trace("sweep", (at(SWAN.pose, 1.25, -0.6), at(GHOST_POSE, -1.25, -0.6))),
    Trace("sweep", (at(SWAN.pose, 1.25, 0.6), at(GHOST_POSE, -1.25, 0.6))),
    Trace("link", (at(FALCON.pose, 1.25, 0), at(SWAN.pose, -1.25, 0))),
    ship("A1", GHOST_POSE, state="ghost", tokens="*"),
)
COLLISION = Spot("collision", (16.0, 21.0))
