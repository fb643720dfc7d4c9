"""Raking lines of many bases at once: Oak & Iron ch. 5, Raking Shots. Inches.

For computer players, like `engine.space.plane.many`. The rules use `broadside_path.raking`.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.many import Bases

_FINE: Final = 1e-9
"""Inches by which comparisons are loosened, as for one base."""


def rakes(firers: Bases, side: Literal["port", "starboard"], targets: Bases) -> NDArray[np.int64]:
    """Return what the raking line of a side crosses first: 1 the bow, 2 the stern, 0 for no rake.

    Firers and targets broadcast; the result has their common shape.
    """
    hand = 1.0 if side == "starboard" else -1.0
    out_x, out_y = firers.north * hand, -firers.east * hand
    dx = firers.x + out_x * firers.beam - targets.x
    dy = firers.y + out_y * firers.beam - targets.y
    at = dx * targets.east + dy * targets.north
    across = dx * targets.north - dy * targets.east
    way = out_x * targets.east + out_y * targets.north
    drift = out_x * targets.north - out_y * targets.east
    way = np.where(np.abs(way) < 1e-12, np.nan, way)  # parallel: NaN compares as no rake
    bow, stern = (targets.ahead - at) / way, (-targets.ahead - at) / way
    through = (bow >= -_FINE) & (stern >= -_FINE)
    for run in (bow, stern):
        through &= np.abs(across + drift * run) <= targets.beam + _FINE
    return np.where(through, np.where(bow < stern, 1, 2), 0)
