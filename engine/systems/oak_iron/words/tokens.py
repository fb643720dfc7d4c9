"""The tokens on a ship: as a string of signs for the chart, and in words."""

from __future__ import annotations

from engine.base.counting import and_between
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.state import Ship, State

SIGNS = "*!%x@psfmagew"
"""The signs of the token string in their order; the data set's glossary explains each."""


def has_wake(ship: Ship) -> bool:
    """Return whether a ship has a wake marker: she has moved and not yet attacked."""
    return ship.moved and not ship.attacked


def tokens(state: State, ship: Ship, wake: bool = False) -> str:
    """Return the token signs of a ship, in their order; the wake `w` only if asked for."""
    wreck = ship.out_of_action
    signs = (
        ("*", state.is_flagship(ship.id)),
        ("!", ship.shaken and not wreck),
        ("%", ship.crippled and not wreck),
        ("x", wreck),
        ("@", bool(ship.captured_by)),
        ("p", "port" in ship.reload),
        ("s", "starboard" in ship.reload),
        ("f", ship.sail == "full"),
        ("m", ship.sail == "minimal"),
        ("a", ship.sail == "anchored"),
        ("g", ship.aground),
        ("e", bool(state.holds(ship.id))),
        ("w", wake and has_wake(ship)),
    )
    return "".join(sign for sign, lies in signs if lies)


def statuses(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the states of a ship in words, such as 'aground'."""
    held = state.holds(ship.id)
    captor = wording.squadron_name(state, ship.captured_by) if ship.captured_by else ""
    lost = {"sunk": "sunk", "destroyed": "destroyed", "left": "off the table", "": ""}[ship.lost]
    sayings = (
        (lost, bool(lost)),
        ("flagship", state.is_flagship(ship.id)),
        ("out of action", ship.out_of_action and not lost),
        ("shaken: may only rally", ship.shaken and not ship.out_of_action),
        ("crippled: speed 2 at most", ship.crippled and not ship.out_of_action),
        (f"captured by {captor}", bool(captor)),
        (f"entangled with {and_between(list(held))}", bool(held)),
        ("aground", ship.aground),
        ("landing party ashore", ship.landing_party is not None),
        (f"carries the {ship.token}", ship.token in ("dignitary", "cargo")),
        ("has moved", has_wake(ship)),
        ("has acted", ship.attacked),
        ("cut free this turn", ship.cut_free),
    )
    return tuple(words for words, holds in sayings if holds)
