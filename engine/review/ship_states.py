"""The ships of a battle at one moment, for the roster beside a shared chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from engine.game.chart import Hull, Scene
from engine.game.game import Game
from engine.game.panel import ShipLine, SideLine, Title, Track


class ShipState(msgspec.Struct, frozen=True, cache_hash=True):
    """A ship: her class or captain, her remaining strength, and her state."""

    key: str
    name: str
    owner: str
    kind: str = ""
    """Her class, rate or captain, as in the head of the ship's card."""
    tracks: tuple[tuple[str, int, int], ...] = ()
    """(`crew`, boxes filled, boxes in all)."""
    doing: str = ""
    """`her turn`, `guns empty: port`, `out of the battle`, or the system's own note."""


class _Card(NamedTuple):
    """The constant facts on a ship's card: the ship's kind, and the word for each track by its
    letter.
    """

    kind: str
    words: dict[str, str]


class Fleets:
    """The rosters of one battle; a page asks for one roster at each moment."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cards: dict[str, _Card] = {}

    def at(self, view: Any, scene: Scene) -> tuple[SideLine | ShipState, ...]:
        """Return each side and, below it, its ships."""
        hulls = {mark.key: mark for mark in scene.marks if isinstance(mark, Hull)}
        return tuple(self._rows(view, hulls))

    def _rows(self, view: Any, hulls: dict[str, Hull]) -> Iterator[SideLine | ShipState]:
        for row in self._game.screen.forces(view):
            if isinstance(row, SideLine):
                yield row
            elif isinstance(row, ShipLine):
                card = self._card(view, row)
                yield ShipState(
                    key=row.key,
                    name=row.name,
                    owner=row.owner,
                    kind=card.kind,
                    tracks=tuple((card.words.get(a, a), b, c) for a, b, c in row.tracks),
                    doing=", ".join(filter(None, (_doing(hulls.get(row.key)), row.note))),
                )

    def _card(self, view: Any, row: ShipLine) -> _Card:
        if row.key not in self._cards:
            rows = self._game.screen.card(view, row.key)
            words = [each.label for each in rows if isinstance(each, Track)]
            kind = next((each.right for each in rows if isinstance(each, Title)), "")
            # The note says where the ship is now, which changes; the kind does not change.
            kind = kind.removesuffix(row.note).rstrip(", ") if row.note else kind
            self._cards[row.key] = _Card(kind, {word[:1]: word for word in reversed(words)})
        return self._cards[row.key]


def _doing(hull: Hull | None) -> str:
    if hull is None:
        return ""
    if hull.state != "live":
        return "out of the battle"
    empty = [
        side
        for side, loaded in (("port", hull.port_loaded), ("starboard", hull.starboard_loaded))
        if not loaded
    ]
    guns = f"guns empty: {' and '.join(empty)}" if empty else ""
    return ", ".join(filter(None, ("her turn" if hull.active else "", guns)))
