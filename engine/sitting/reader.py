"""Reader: what the person at a battle already knows, by lessons done and battles fought."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.files import record
from engine.files.own_folders import OwnFiles
from engine.game.depths import FIRST_BATTLES, Known, deeper, grown
from engine.game.panel import Depth
from engine.sitting.sitting import Sitting

NEW_AT_ONCE = 2
"""The most signs of a panel that are explained at one position."""


def known_of(game: str, own: OwnFiles, wanted: Depth | Literal["grows"]) -> Known:
    """Return the depth and the lessons by which rows are chosen for a person, by a setting."""
    battles = record.battles_fought(game, own.stars)
    return Known(grown(battles) if wanted == "grows" else wanted, _lessons_done(own))


def _lessons_done(own: OwnFiles) -> frozenset[str]:
    return frozenset(key.partition(".")[2] for key in record.load_stars(own.stars))


class Reader:
    """The person who reads a panel: how much the panel explains, and whether the coach is on.

    The person's files are read once, when the sitting begins.
    """

    def __init__(self, sitting: Sitting, own: OwnFiles) -> None:
        self._sitting = sitting
        self._own = own
        self._game = sitting.battle.header.game
        self._battles = record.battles_fought(self._game, own.stars)
        self._lessons = _lessons_done(own) | frozenset(sitting.kind.lessons or ())
        self._asked: Depth | None = None
        """The depth that the person chose in this sitting; None for none."""
        self._explained = record.signs_explained(self._game, own.stars)
        """The signs that were explained to the person before this sitting."""
        self._new: dict[str, int] = {}
        """The signs that were explained here, each with the position where it first appeared."""
        self._counted = sitting.battle.outcome() is not None

    def depth(self, wanted: Depth | Literal["grows"]) -> Depth:
        """Return how much a panel explains: as chosen in this sitting, else by a setting."""
        wanted = self._asked or wanted
        if wanted != "grows":
            return wanted
        return "first" if self._sitting.kind.lessons is not None else grown(self._battles)

    def known(self, wanted: Depth | Literal["grows"]) -> Known:
        """Return the depth and the lessons done, which decide the rows of a panel."""
        return Known(self.depth(wanted), self._lessons)

    def coached(self, wanted: bool | str) -> bool:
        """Tell whether the coach is on by a setting: always, never, or in the first battles."""
        return self._battles < FIRST_BATTLES if wanted == "first" else bool(wanted)

    def show_more(self, wanted: Depth | Literal["grows"]) -> Depth:
        """Switch to the next depth, or from the last to the first; return it."""
        self._asked = deeper(self.depth(wanted))
        return self._asked

    def new_signs(self, signs: Iterable[str], position: int) -> list[str]:
        """Return a few of the signs that were never explained to the person before this position.

        Several that are new at once are explained one after the other, so that no panel is full of
        them. Explained signs are stored in the person's file.
        """
        unseen = [each for each in signs if each not in self._new and each not in self._explained]
        now = [each for each, at in self._new.items() if at == position]
        if more := unseen[: NEW_AT_ONCE - len(now)]:
            self._new.update(dict.fromkeys(more, position))
            record.explain_signs(self._game, more, self._own.stars)
        return [*now, *more]

    def count(self) -> None:
        """Count the battle as fought, in the person's file, when it has ended."""
        sitting = self._sitting
        if sitting.battle.outcome() is not None and not self._counted:
            self._counted = True
            if sitting.kind.counts and sitting.table.persons:
                record.count_battle(self._game, self._own.stars)
