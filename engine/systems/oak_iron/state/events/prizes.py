"""Events of flags, prizes and losses."""

from __future__ import annotations

from typing import Literal

from engine.systems.oak_iron.state.events.event import OakIronEvent


class FlagTransferred(OakIronEvent, frozen=True, tag="flag_transferred"):
    """The admiral is on another ship; `value` is the admiral value from now on."""

    squadron: str
    ship: str
    value: int
    lost: bool = False
    """The old flagship was lost: a new one was named."""


class AdmiralKilled(OakIronEvent, frozen=True, tag="admiral_killed"):
    """The admiral is dead: value 0, the ship stays flagship."""

    squadron: str


class ShipCaptured(OakIronEvent, frozen=True, tag="ship_captured"):
    """A Shaken ship was captured."""

    ship: str
    by: str
    """The squadron that holds it now."""


class ShipRecaptured(OakIronEvent, frozen=True, tag="ship_recaptured"):
    """A captured ship is its own squadron's again, Shaken."""

    ship: str


class ShipDestroyed(OakIronEvent, frozen=True, tag="ship_destroyed"):
    """A Shaken ship was destroyed: Out of Action."""

    ship: str


class ShipRemoved(OakIronEvent, frozen=True, tag="ship_removed"):
    """A ship was taken off the table."""

    ship: str
    lost: Literal["sunk", "destroyed"]
