"""Finding: finds the entry of a replay that typed words mean.

A turn, an entry, a landmark, a note or a chapter is found at once. Words of the log are searched
entry by entry; the caller may pause between two entries, because a long battle has thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from engine.base.errors import Refused
from engine.base.text import whole
from engine.game.parts.words import Landmark
from engine.review.chapters import name_at
from engine.review.curve import marked
from engine.review.notes import KINDS, WHAT, looked_for, none
from engine.sitting.typed_words import ordered, place

if TYPE_CHECKING:
    from engine.sitting.watching.reel import Reel

SWING = "swing"
"""The word that finds the next large change of the winning chances."""
SWINGS = 10
COSTLY = "costly"
"""The word that finds the next costly choice."""


class Finding:
    """A search in a reel; landmarks are cached after the first search for one."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self._landmarks = none()
        self._surveying: Iterator[int] | None = looked_for(reel.battle, self._landmarks)
        """The search for landmarks; None once it is complete."""
        self._told: dict[int, str] = {}

    def survey(self, entries: int) -> bool:
        """Search some more entries for landmarks; return False when all are done."""
        if self._surveying and next(islice(self._surveying, entries - 1, None), None) is None:
            self._surveying = None
        return self._surveying is not None

    def find(self, words: str) -> int:
        """Return the position that words name; raises `Refused` with what may be typed."""
        return next(each for each in self.looked_for(words) if each is not None)

    def looked_for(self, words: str) -> Iterator[int | None]:
        """Yield None for each entry that is searched, then the position that words name.

        Words are `t3`, `151`, `end`, a landmark, a chapter, words of a note or of the log. Raises
        `Refused` with what may be typed.
        """
        wanted = words.strip().lower()
        at = self._named(wanted)
        if at is None:
            yield from self._telling(wanted)
        else:
            yield at

    def _named(self, wanted: str) -> int | None:
        """Return the position that words name directly; None for words of the log."""
        reel = self.reel
        if wanted in ("start", "end"):
            return 0 if wanted == "start" else reel.end
        if wanted[:1] == "t" and wanted[1:].isdecimal():
            return self._turn_named(whole(wanted[1:]))
        if wanted.isdecimal():
            if whole(wanted) > reel.end:
                raise Refused(f"there is no entry {wanted}; the last is {reel.end}")
            return whole(wanted)
        chapters = (each.first for each in reel.chapters if wanted == each.name.lower())
        noted = (note.n for note in reel.notes if wanted and wanted in note.told.lower())
        if (at := next(chain(chapters, noted), None)) is not None:
            return at
        order, rest = ordered(wanted)
        places = self._places().get(rest)
        if places is None:
            return None
        if not order and rest == "shot":  # a search for shots usually means the first one
            order = "first"
        return place(places(), reel.n, order)

    def _places(self) -> dict[str, Callable[[], Sequence[int]]]:
        """Return a function for each landmark word that returns its positions in order."""
        return {
            SWING: self._swings,
            COSTLY: self._costly,
            **{kind: partial(self._of, kind) for kind in KINDS},
        }

    def _of(self, kind: Landmark) -> Sequence[int]:
        while self.survey(self.reel.end):
            pass
        if not self._landmarks[kind]:
            raise Refused(f"{WHAT[kind]} in this battle")
        return self._landmarks[kind]

    def _swings(self) -> Sequence[int]:
        curve = self.reel.curve
        if curve is None:
            raise Refused(
                "the winning chances have not been computed yet; run weathergage annotate FILE"
            )
        places = sorted(curve.swings(SWINGS))
        if not places:
            raise Refused("the winning chances never change")
        return places

    def _costly(self) -> Sequence[int]:
        curve = self.reel.curve
        if curve is None or not curve.weighed:
            raise Refused("the choices have not been judged yet; run weathergage annotate FILE")
        if not (found := marked(curve)):
            raise Refused("no choice is proved to have cost any chance to win")
        return sorted(found)

    def _telling(self, wanted: str) -> Iterator[int | None]:
        """Yield the next entry whose lines contain all the words.

        `first` or `previous` may precede the words.

        The search wraps around at the end. It covers the lines that the viewer's seat may read.
        """
        reel = self.reel
        order, rest = ordered(wanted)
        words = (rest or wanted).split()
        later, earlier = range(reel.n + 1, reel.end + 1), range(1, reel.n + 1)
        places: Iterator[int] = chain(later, earlier)
        if order == "first":
            places = iter(range(1, reel.end + 1))
        elif order == "previous":
            places = chain(reversed(earlier[:-1]), reversed(later), earlier[-1:])
        for n in places:
            fresh = n not in self._told
            # The lines about an entry in lower case, as they are searched.
            if n not in self._told:
                self._told[n] = " ".join(self.reel.describe(n)).lower()
            told = self._told[n]
            if words and all(each in told for each in words):
                yield n
                return
            if fresh:  # the lines that are already cached are searched first
                yield None
        raise Refused(
            f"no entry has '{wanted}'; type words of the log, a turn as t3, an entry as 151, "
            f"start, end, {', '.join((*KINDS, SWING, COSTLY))}, or words of a note"
        )

    def _turn_named(self, turn: int) -> int:
        """Return the position where a turn begins, preferably in this chapter."""
        reel = self.reel
        places = [n for number, n in reel.turns if number == turn]
        if not places:
            raise Refused(f"there is no turn {turn}; the last is {reel.turns[-1][0]}")
        near = (n for n in places if name_at(reel.chapters, n) == reel.chapter)
        return next(near, places[0])
