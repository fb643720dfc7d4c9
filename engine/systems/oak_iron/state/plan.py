"""What was drawn and drafted before a battle: plain data, part of the state."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.space.plane.pose import Point, Pose

Kind = Literal["setting", "deployment", "condition"]
Edge = Literal["north", "east", "south", "west"]
KINDS: tuple[Kind, ...] = ("setting", "deployment", "condition")
"""The kinds of scenario card, in the order in which they are offered."""


class SetUpPlan(msgspec.Struct, kw_only=True, frozen=True):
    """The scenario: size of game, home edges, the cards on offer and those drafted."""

    size: str
    homes: dict[str, Edge]
    """The edge of the table behind each squadron."""
    attacker: str = ""
    offers: dict[Kind, tuple[str, ...]] = {}
    """The cards that still lie open to be drafted."""
    drafted: dict[str, dict[Kind, str]] = {}
    """Each squadron's own cards."""

    pool: tuple[str, ...] = ()
    """Pieces of terrain that are still to be laid."""
    added: dict[str, tuple[str, ...]] = {}
    """The pieces that each squadron has added to the pool."""
    fixed: tuple[str, ...] = ()
    """Pieces that may not be moved, or have been moved once."""

    islands: tuple[str, ...] = ()
    """The ids of the objective's islands."""
    marker: Point | None = None
    """Where the objective's marker lies."""
    razed: int = 0
    """Tests that were passed to raze the marker."""
    scored: dict[str, int] = {}
    """Strike points that the objective has given each squadron for good."""
    lee: Edge | msgspec.UnsetType = msgspec.UNSET
    """The edge over which the dignitary gets away.

    Unset it is not written, so that older battle files stay as they are.
    """
    earliest: int | msgspec.UnsetType = msgspec.UNSET
    """The first turn in which the dignitary gets away; unset as `lee` is."""
    achieved: bool = False
    """Whether the dignitary is ashore."""
    gone: dict[str, Pose] = {}
    """Where ships with a token left the table."""

    def card(self, squadron: str, kind: Kind) -> str:
        """Return the card that a squadron has drafted of a kind, '' before it has one."""
        return self.drafted.get(squadron, {}).get(kind, "")
