"""What an order does on the pond."""

from __future__ import annotations

from engine.kit.ledger import Ledger
from engine.space.plane.pose import Pose
from tests.pond.events import Event, Fired, Moved, Ordered, TurnEnded
from tests.pond.figures import book
from tests.pond.questions import RULES
from tests.pond.state import SIZE, GiveOrders, LayGun, Order, Pond, Steer


@RULES.takes(GiveOrders)
def ordered(ledger: Ledger[Pond, Event], step: GiveOrders, seat: str, order: Order) -> None:
    """Take an order; when both are in, run and fire."""
    ledger.write(Ordered(seat, order))
    boats = ledger.state.boats
    if any(boat.order is None for boat in boats.values()):
        return
    for key, boat in boats.items():
        if isinstance(boat.order, Steer):
            ledger.write(Moved(key, run(key, boat.pose, boat.order.angle)))
    for key, boat in boats.items():
        if isinstance(boat.order, LayGun):
            face, near = ledger.face(8), ledger.state.range <= book().boats[key].reach
            ledger.write(Fired(key, face, face >= 5 and near))
    ledger.write(TurnEnded())


def run(seat: str, pose: Pose, angle: float) -> Pose:
    """Return where a boat comes to that turns and runs; the shore stops it."""
    end = pose.rotated(pose.at, angle).moved(pose.heading + angle, book().boats[seat].run)
    x, y = (min(max(value, 0.5), SIZE - 0.5) for value in end.at)
    return Pose(x, y, end.heading).rounded()
