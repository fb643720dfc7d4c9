"""The questions that a player answers on the pond."""

from __future__ import annotations

from engine.game.decision import Closed, Decision, Dial, Option
from engine.kit.agenda import Agenda
from tests.pond.figures import book
from tests.pond.state import GiveOrders, LayGun, Pond, Steer, name

RULES = Agenda[Pond]()


@RULES.asks(GiveOrders)
def orders(pond: Pond, step: GiveOrders) -> tuple[Decision, ...]:
    """Ask every seat that has not chosen yet."""
    return tuple(question(pond, seat) for seat, boat in pond.boats.items() if not boat.order)


def question(pond: Pond, seat: str) -> Decision:
    """Return what a seat is asked."""
    reach = book().boats[seat].reach
    options = [Option("steer", "Steer", Steer(), dial="angle", subject=seat)]
    closed: tuple[Closed, ...] = ()
    if pond.range <= reach:
        options.append(Option("lay_gun", "Lay the gun", LayGun(), subject=seat))
    else:
        closed = (Closed("Lay the gun", f"the other boat is more than {reach:g} inches off"),)
    prompt = f"{name(seat)}: steer, or lay the gun?"
    dial = Dial(-90.0, 90.0, 15.0)
    return Decision(
        seat, "order", prompt, tuple(options), dial, closed=closed, secret=True, ship=seat
    )
