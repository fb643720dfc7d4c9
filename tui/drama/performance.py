"""A performance: what there is to see of one command, as one seat sees it.

It is made once, act by act as it is played, however many look on from the same seat.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from engine.game.record import Record
from engine.kernel.seen import SeenBattle
from engine.sitting.acts import StageAct, acts
from tui.drama.theatre import Frame, act_frames

MOST = 8
"""Performances of a battle that are kept: the latest, for each seat at each setting."""


class Performance:
    """The acts of a command, and the frames of each."""

    def __init__(self, game: Any, found: list[StageAct], seat: str, pictured: bool) -> None:
        self._game = game
        self._seat = seat
        self._pictured = pictured
        self.acts = found
        self._frames: dict[int, list[Frame]] = {}

    def frames(self, act: StageAct) -> list[Frame]:
        """Return the frames of an act of it."""
        found = self._frames.get(act.number)
        if found is None:
            view = self._game.view(act.state, self._seat)
            scene = self._game.screen.scene(view)
            found = self._frames[act.number] = list(act_frames(scene, act, self._pictured))
        return found


_latest: WeakKeyDictionary[Any, dict[tuple[str, bool], tuple[Record, Performance]]]
_latest = WeakKeyDictionary()
"""The performances of battles, by those who look on: one that is played for many is made once."""


def performance(battle: SeenBattle, record: Record, seat: str, pictured: bool) -> Performance:
    """Return what a seat sees of a command of a battle; `pictured` says whether pictures are shown.

    Nothing is seen of one that was taken back meanwhile.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return Performance(battle.game, [], seat, pictured)
    kept = _latest.setdefault(battle, {})
    found = kept.get((seat, pictured))
    if found is None or found[0] is not record:
        while len(kept) >= MOST:
            kept.pop(next(iter(kept)))
        made = Performance(battle.game, acts(battle, record), seat, pictured)
        found = kept[seat, pictured] = record, made
    return found[1]
