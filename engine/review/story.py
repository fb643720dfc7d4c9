"""Story: what a page or a text tells of a battle, moment by moment, as its viewer may see it."""

from __future__ import annotations

import msgspec

from engine.game.chart import Mark, Scene


class Moment(msgspec.Struct, frozen=True):
    """What is to be seen and read after an entry."""

    n: int
    """The entry; 0 is the start."""
    scene: Scene
    status: str
    """Turn, phase and points in a line."""
    lines: tuple[str, ...] = ()
    """What is told of the entry."""
    smoke: tuple[Mark, ...] = ()


class Remark(msgspec.Struct, frozen=True):
    """A note or a bookmark after an entry."""

    n: int
    text: str


class Curve(msgspec.Struct, frozen=True):
    """A figure over the entries, such as a side's chance to win."""

    name: str
    style: str
    """`a` for the first side, `b` for the second."""
    points: tuple[tuple[int, float], ...]
    most: float = 0.0
    """The figure at the top; 0: the greatest of all curves."""


class Story(msgspec.Struct, kw_only=True, frozen=True):
    """A battle, or a part of it, as it is shared."""

    title: str
    about: str
    """Game, sides and date in a sentence."""
    moments: tuple[Moment, ...]
    turns: tuple[tuple[str, int], ...] = ()
    """(`turn 3`, the entry where it begins)."""
    remarks: tuple[Remark, ...] = ()
    ending: str = ""
    curves: tuple[Curve, ...] = ()
    end: int
    """The last entry of the battle."""
