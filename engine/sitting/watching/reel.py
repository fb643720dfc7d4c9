"""`Reel`: the replay of a recorded battle, with its present position, steps, and a search. Position
n is the state after n commands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

import msgspec

from engine.base.errors import Refused
from engine.base.text import capitalized, parse_number
from engine.game.chart import Glide, Hull, Mark, Smoke, Spectacle, Trace, Volley, flatten
from engine.game.game import Record, UnknownCommand
from engine.game.panel import EVERYTHING, Row
from engine.game.parts.words import Landmark
from engine.game.question import Fill
from engine.kernel.seen import SeenBattle, visible_events
from engine.review.chapters import chapter_name_at, chapters_of
from engine.review.curve import costly_entries, stored_curve
from engine.review.notes import KINDS, WHAT, Note, no_landmarks, notes_on, search_landmarks
from engine.sitting.battle_log import StageAct, acts, meeting, spectacles_of
from engine.sitting.typed_words import next_place, split_order
from engine.space.plane.pose import Point

# Position n is the state after the nth command; 0 is the start. A battle that is over is shown
# with all hidden information; an unfinished battle as one seat or a watcher sees it.


TOLD = 1000
"""The log lines of at most this many entries are cached; a panel shows a few dozen."""
FORGOTTEN = "an order that does not exist in today's rules"


class Reel:
    """The replay of a battle at one position, as the seat `viewer_seat` sees it; '' is a
    watcher.
    """

    def __init__(self, battle: SeenBattle, n: int = 0, viewer_seat: str = "") -> None:
        self.viewer_seat = viewer_seat
        self.n = max(0, min(n, battle.position))
        self.rows: Callable[[], Sequence[Row]] = list
        """A function that returns further rows for the panel, such as those about other
        branches."""
        self.known = EVERYTHING
        """What the person who reads the panel has learnt, which decides the rows that are shown."""
        self.forks: Sequence[int] = ()
        """The numbers of the entries after which other branches begin; () until they are known."""
        self.read(battle)

    def read(self, battle: SeenBattle) -> None:
        """Load a battle, or load it again after it has grown or moved to another file."""
        self.battle = battle
        self.game = battle.game
        self.open = battle.outcome() is not None
        self.curve = stored_curve(battle) if self.open else None
        """The stored curve with the chances of winning; None if there is none or the battle is not
        over."""
        self.notes = notes_on(battle)
        """All notes and bookmarks, sorted by position, including those in the file beside the
        battle."""
        self.finding = ReelSearch(self)
        self._told: dict[int, list[str]] = {}
        self._viewed: tuple[int, Any] = (-1, None)
        self._seen: tuple[int, list[tuple[Any, Spectacle]]] = (-1, [])
        self._volleys: dict[int, list[tuple[Hull, Any]]] = {}
        self.turns: list[tuple[int, int]] = []
        """Pairs (number of a turn, the turn's first position)."""
        names = []
        for number in range(battle.position + 1):  # not all states are kept: see `Timeline`
            state = battle.at(number)
            turn = self.game.turn(state)
            if not self.turns or turn != self.turns[-1][0]:
                self.turns.append((turn, number))
            names.append(self.game.chapter(state))
        self.chapters = chapters_of(names)
        seats = [record.seat for record in battle.entries]
        self._activations = [0, *(n for n in range(1, len(seats)) if seats[n] != seats[n - 1])]

    @property
    def end(self) -> int:
        """The last position."""
        return self.battle.position

    @property
    def record(self) -> Record | None:
        """The command that led to this position; None at the start."""
        return self.battle.entries[self.n - 1] if self.n else None

    @property
    def chapter(self) -> str:
        """The name of the chapter at this position; '' in a battle without chapters."""
        return chapter_name_at(self.chapters, self.n)

    @property
    def seat(self) -> str:
        """The seat whose knowledge may be shown: the viewer's; when the battle is over, that of the
        command at this position.
        """
        return self.record.seat if self.open and self.record else self.viewer_seat

    def view(self, n: int | None = None) -> Any:
        """Return the state at a position as the viewer may see it."""
        n = self.n if n is None else n
        if self._viewed[0] != n:  # cached: several parts of one frame need the view
            self._viewed = n, self.shown(self.battle.at(n))
        return self._viewed[1]

    def shown(self, state: Any) -> Any:
        """Return the part of a state that the viewer may see."""
        return (
            self.game.review.opened(state) if self.open else self.game.view(state, self.viewer_seat)
        )

    # Steps -----------------------------------------------------------------------------

    def go(self, n: int) -> bool:
        """Go to position n, clamped to existing positions; return False if it is the current
        position.
        """
        before, self.n = self.n, max(0, min(n, self.end))
        return self.n != before

    def step(self, entries: int) -> bool:
        """Go some entries forward, or back if negative; return whether the position changed."""
        return self.go(self.n + entries)

    def activation(self, step: int) -> bool:
        """Go to the next change of the acting seat (1), or to the latest one before this position
        (-1).
        """
        return self.go(_neighbour(self._activations, self.n, step, self.end))

    def turn(self, step: int) -> bool:
        """Go to the next start of a turn (1), or to the latest start before this position (-1)."""
        return self.go(_neighbour([n for _, n in self.turns], self.n, step, self.end))

    def by_chapter(self, step: int) -> bool:
        """Go to the next start of a chapter (1), or to the latest start before this position (-1).

        Raises `Refused` in a battle without chapters.
        """
        if not self.chapters:
            raise Refused("this is a single battle, without chapters")
        return self.go(_neighbour([each.first for each in self.chapters], self.n, step, self.end))

    def mark(self, step: int) -> bool:
        """Go to the next note or bookmark (1) or the previous one (-1); return False if there is
        none.

        Raises `Refused` in a battle without notes.
        """
        places = sorted({note.n for note in self.notes})
        if not places:
            raise Refused("this battle has no notes or bookmarks yet")
        beyond = [at for at in places if (at - self.n) * step > 0]
        return bool(beyond) and self.go(beyond[0] if step > 0 else beyond[-1])

    def find(self, words: str) -> int:
        """Return the position that typed words name: `t3` (turn 3), `151`, `end`, a chapter, or
        words of a note.

        For other words raises `Refused` with what may be typed.
        """
        return self.finding.find(words)

    # What the viewer can see --------------------------------------------------------------------

    def describe(self, n: int | None = None) -> list[str]:
        """Return the log lines of the command that led to a position; if it has none, the command
        in words.
        """
        n = self.n if n is None else n
        if n not in self._told:
            if len(self._told) > TOLD:
                self._told.clear()
            if not n:
                self._told[n] = []
            else:
                before, record = self.battle.moment(n)
                seat = record.seat if self.open else self.viewer_seat
                told = visible_events(self.battle, n)
                lines = [self.game.words.tell(state, event, seat) for state, event, _ in told]
                if not any(lines) and seat == record.seat:
                    lines = [FORGOTTEN]
                    if not isinstance(record.command, UnknownCommand):
                        lines = [capitalized(self.game.words.describe(before, record.command))]
                self._told[n] = [line for line in lines if line]
        return self._told[n]

    def spectacles(self, n: int | None = None) -> Sequence[tuple[Any, Spectacle]]:
        """Return the spectacles (animations) of the command that led to a position, each with the
        view in which it is shown.
        """
        n = self.n if n is None else n
        if self._seen[0] != n:  # cached: panel and smoke of one frame both need the spectacles
            told = spectacles_of(self.battle, self.battle.moment(n)[1]) if n > 0 else ()
            self._seen = n, [(self.shown(state), spectacle) for state, spectacle in told]
        return self._seen[1]

    def acts(self) -> Iterator[StageAct]:
        """Yield the acts of the command that led to this position, as the viewer may see them."""
        for act in acts(self.battle, self.record) if self.record else ():
            yield msgspec.structs.replace(act, state=self.shown(act.state))

    def meets(self) -> tuple[str, ...]:
        """Return the keys of the ships that met in the command that led to this position, or else
        of those that moved last.
        """
        return meeting(self.battle, self.record) if self.record else ()

    def smoke(self) -> tuple[Mark, ...]:
        """Return marks for gun smoke: dense for shots of this command, thin for those of the
        command before.
        """
        fired = ((self._fired(n), age) for n, age in ((self.n - 1, 2), (self.n, 1)) if n > 0)
        return tuple(
            Smoke(hull.key, hull.pose, hull.length, hull.width, side, age)
            for volleys, age in fired
            for hull, side in volleys
        )

    def _fired(self, n: int) -> list[tuple[Hull, Any]]:
        """Return pairs (mark of a ship at that time, side that fired) for the shots of the nth
        command.
        """
        found = self._volleys.get(n)
        if found is None:
            found = [
                (hull, each.side)
                for view, spectacle in self.spectacles(n)
                for each in flatten(spectacle)
                if isinstance(each, Volley)
                for hull in self.game.screen.scene(view).marks
                if isinstance(hull, Hull) and hull.key == each.key
            ]
            # This is cached, because the next entry shows this smoke again, as thin smoke.
            before = {n - 1: self._volleys[n - 1]} if n - 1 in self._volleys else {}
            self._volleys = {**before, n: found}
        return found

    def subject(self) -> str:
        """Return the key of the ship that the command at this position is about; '' for none."""
        if self.record is None:
            return ""
        for _, each in self.spectacles():
            key = getattr(each, "key", "")
            if key:
                return str(key)
        if isinstance(self.record.command, Fill):
            return ""  # a sheet is about no single ship, and would be slow to compute again
        before, seat = self.battle.at(self.n - 1), self.record.seat
        asked = (each for each in self.game.pending(before) if each.seat == seat)
        return next((each.ship for each in asked), "")


def _neighbour(places: list[int], n: int, step: int, end: int) -> int:
    """Return the next number after n (step 1) or before n (-1) in a sorted list.

    If there is none, return `end` or 0.
    """
    if step > 0:
        after = bisect_right(places, n)
        return places[after] if after < len(places) else end
    before = bisect_left(places, n) - 1
    return places[before] if before >= 0 else 0


def tracks(reel: Reel) -> tuple[Mark, ...]:
    """Return marks for the paths of the ships that moved in the command at the replay's
    position.
    """
    ways: dict[str, dict[Point, None]] = {}
    for view, spectacle in reel.spectacles():
        glides = [each for each in flatten(spectacle) if isinstance(each, Glide)]
        fresh = {each.key for each in glides} - ways.keys()
        if fresh:  # the poses may begin after the first step, so the place before it is added
            for mark in reel.game.screen.scene(view).marks:
                if isinstance(mark, Hull) and mark.key in fresh:
                    ways[mark.key] = {mark.pose.at: None}
        for each in glides:
            ways.setdefault(each.key, {}).update((pose.at, None) for pose in each.poses)
    return tuple(Trace("sweep", tuple(way)) for way in ways.values() if len(way) > 1)


def notes_here(reel: Reel) -> list[Note]:
    """Return the notes and bookmarks at the reel's position."""
    return [note for note in reel.notes if note.n == reel.n]


def drop_file_notes(reel: Reel) -> None:
    """Drop the notes from the file beside the battle, since guests of a host see only the notes in
    the battle's own file.
    """
    reel.notes = tuple(note for note in reel.notes if not note.id)


def append_note(reel: Reel, note: Note) -> None:
    """Add a note that was just written."""
    reel.notes = tuple(sorted((*reel.notes, note), key=lambda each: each.n))


# Finding the entry of a replay that typed words mean.
#
# A turn, an entry, a landmark, a note or a chapter is found at once. Words of the log are searched
# for entry by entry; the caller may pause between two entries, because a long battle has thousands.


SWING = "swing"
"""The word that finds the next large change of the winning chances."""
SWINGS = 10
COSTLY = "costly"
"""The word that finds the next costly choice."""


class ReelSearch:
    """A search in a replay. The battle's landmarks (shots, losses, captures) are collected once and
    then kept.
    """

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self._landmarks = no_landmarks()
        self._surveying: Iterator[int] | None = search_landmarks(reel.battle, self._landmarks)
        """The search for landmarks; None when it is complete."""
        self._told: dict[int, str] = {}

    def survey(self, entries: int) -> bool:
        """Search the next `entries` entries for landmarks; return False when all are searched."""
        if self._surveying and next(islice(self._surveying, entries - 1, None), None) is None:
            self._surveying = None
        return self._surveying is not None

    def find(self, words: str) -> int:
        """Return the position that typed words name; for other words, raises `Refused` saying what
        may be typed.
        """
        return next(each for each in self.looked_for(words) if each is not None)

    def looked_for(self, words: str) -> Iterator[int | None]:
        """Yield None after each searched entry, so that the caller can pause, then the position
        that the words name.

        Words are `t3`, `151`, `end`, a landmark, a chapter, or words of a note or of the log. For
        other words it raises `Refused` saying what may be typed.
        """
        wanted = words.strip().lower()
        at = self._named(wanted)
        if at is None:
            yield from self._telling(wanted)
        else:
            yield at

    def _named(self, wanted: str) -> int | None:
        """Return the position that words name without a search through the log; None for other
        words.
        """
        reel = self.reel
        if wanted in ("start", "end"):
            return 0 if wanted == "start" else reel.end
        if wanted[:1] == "t" and wanted[1:].isdecimal():
            # Of several turns with this number, prefer the one in the present chapter.
            turn = parse_number(wanted[1:])
            begun = [n for number, n in reel.turns if number == turn]
            if not begun:
                raise Refused(f"there is no turn {turn}; the last is {reel.turns[-1][0]}")
            near = (n for n in begun if chapter_name_at(reel.chapters, n) == reel.chapter)
            return next(near, begun[0])
        if wanted.isdecimal():
            if parse_number(wanted) > reel.end:
                raise Refused(f"there is no entry {wanted}; the last is {reel.end}")
            return parse_number(wanted)
        chapters = (each.first for each in reel.chapters if wanted == each.name.lower())
        noted = (note.n for note in reel.notes if wanted and wanted in note.with_author.lower())
        if (at := next(chain(chapters, noted), None)) is not None:
            return at
        order, rest = split_order(wanted)
        landmarks: dict[str, Callable[[], Sequence[int]]] = {
            SWING: self._swings,
            COSTLY: self._costly,
            **{kind: partial(self._of, kind) for kind in KINDS},
        }
        places = landmarks.get(rest)
        if places is None:
            return None
        if not order and rest == "shot":  # a search for shots usually means the first one
            order = "first"
        return next_place(places(), reel.n, order)

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
                "the winning chances have not been computed yet; run `weathergage annotate FILE`"
            )
        places = sorted(curve.swings(SWINGS))
        if not places:
            raise Refused("no entry changed the winning chances")
        return places

    def _costly(self) -> Sequence[int]:
        curve = self.reel.curve
        if curve is None or not curve.weighed:
            raise Refused("the choices have not been judged yet; run `weathergage annotate FILE`")
        if not (found := costly_entries(curve)):
            raise Refused("no choice is proved to have cost any chance to win")
        return sorted(found)

    def _telling(self, wanted: str) -> Iterator[int | None]:
        """Search the log: yield None after each searched entry, then the next entry whose lines
        contain all the words.

        `first` or `previous` may come before the words. The search wraps around at the end. It
        covers the lines that the viewer's seat may read.
        """
        reel = self.reel
        order, rest = split_order(wanted)
        words = (rest or wanted).split()
        later, earlier = range(reel.n + 1, reel.end + 1), range(1, reel.n + 1)
        places: Iterator[int] = chain(later, earlier)
        if order == "first":
            places = iter(range(1, reel.end + 1))
        elif order == "previous":
            places = chain(reversed(earlier[:-1]), reversed(later), earlier[-1:])
        for n in places:
            fresh = n not in self._told
            # Cache the lines about an entry in lower case, in which they are searched.
            if n not in self._told:
                self._told[n] = " ".join(self.reel.describe(n)).lower()
            told = self._told[n]
            if words and all(each in told for each in words):
                yield n
                return
            if fresh:  # the caller may pause here, since computing these lines took time
                yield None
        raise Refused(
            f"no entry has '{wanted}'; type words of the log, a turn such as t3, an entry "
            f"such as 151, `start`, `end`, {', '.join((*KINDS, SWING, COSTLY))}, or words of a note"
        )
