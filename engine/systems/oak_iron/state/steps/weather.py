"""Steps of event cards, and of terrain that a scrolling sea moved off."""

from __future__ import annotations

from typing import Literal

from engine.kit.step import Step


class DrawEvent(Step, frozen=True, tag="draw_event"):
    """The values are equal: an event is drawn before these squadrons break the tie."""

    waiting: tuple[str, ...]
    first: str = ""
    """Who had the initiative last turn, and decides first during the event."""


class EventEffect(Step, frozen=True, tag="event_effect"):
    """A squadron makes its choice in an event."""

    event: str
    squadron: str


class SquallTest(Step, frozen=True, tag="squall_test"):
    """A ship at Full Sail makes her Skill Test in a squall."""

    ship: str


class SquallResult(Step, frozen=True, tag="squall_result"):
    """The test in the squall stands."""


class LayFog(Step, frozen=True, tag="lay_fog"):
    """A squadron chooses a fog bank and lays it on the table."""

    squadron: str


class RelayTerrain(Step, frozen=True, tag="relay_terrain"):
    """A piece that fell off a scrolling sea is laid again near an edge by this squadron."""

    squadron: str
    piece: str
    edge: Literal["north", "east", "south", "west"]
