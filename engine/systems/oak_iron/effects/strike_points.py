"""Effects on strike points and on withdrawal (Oak & Iron ch. 4, End Phase)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

LOSS: Moment[Callable[[], int]] = Moment("loss")
"""() to the strike points that a ship gives in addition once she is lost or captured."""

SHAME: Moment[Callable[[State, str], int]] = Moment("shame")
"""(state, squadron) to the strike points of the squadron as a whole."""

BEARS: Moment[Callable[[], int]] = Moment("bears")
"""() to the further strike points that a squadron bears before it withdraws."""


@LOSS("valuable")
def valuable() -> int:
    """Valuable: 1 more."""
    return 1


@SHAME("pompous")
def pompous(state: State, squadron: str) -> int:
    """Pompous: 1 while the Flagship is on the table and Crippled."""
    flagship = state.ships.get(state.squadrons[squadron].flagship)
    return int(flagship is not None and flagship.afloat and flagship.crippled)


@BEARS("dogged")
def dogged() -> int:
    """Dogged: 1 more."""
    return 1


def loss(state: State, ship: Ship) -> int:
    """Return what cards add to a lost ship's strike points."""
    return sum(points() for _, points in LOSS.on(state, ship))


def shame(state: State, squadron: str) -> int:
    """Return what cards add to a squadron's strike points."""
    return sum(points(state, squadron) for _, points in SHAME.of(state, squadron))


def more_borne(state: State, squadron: str) -> int:
    """Return the strike points that a squadron bears beyond its number of ships."""
    return sum(points() for _, points in BEARS.of(state, squadron))
