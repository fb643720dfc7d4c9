"""Prepares a battle to be shared as a page, film or text: who views it, which part, and the data
for these formats.

Cards that were never shown stay hidden unless the owner asks to reveal them, even after the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec

from engine.base.errors import Refused
from engine.game.chart import Boxes, Counter, Scene, Throw, Trace, flatten
from engine.game.parts.review import Rolled
from engine.kernel.seen import SeenBattle
from engine.review.chapters import chapter_named, title_of
from engine.review.curve import effect_text, judge_version, proved_choices, stored_curve
from engine.review.dice import NumberedRoll, entry_rolls, tables
from engine.review.fortune import luck_lines
from engine.review.notes import notes_on
from engine.review.report import COST, Curve, Moment, Remark, Story, outcome_text, sides_text
from engine.review.spectators import Fleets, without_secrets
from engine.review.tale import Narrator, Tale
from engine.sitting.watching.reel import Reel, notes_here, tracks
from tui.chart.viewport import kind_of, places
from tui.replay.note_marks import note_marks
from tui.replay.reel_rows import ReelShot, replay_layout
from tui.share.page import page
from tui.share.paper import WIDE, Paper, picture
from tui.share.pictures import Pictures
from tui.terminal.terminal import Glyphs
from tui.terminal.theme import Palette


class Viewer(msgspec.Struct, frozen=True):
    """Whose view is shared: that of a seat (a player), or of a watcher if `seat` is empty.

    `open` reveals all cards, if the owner wants that.
    """

    seat: str = ""
    open: bool = False


class Part(msgspec.Struct, frozen=True):
    """The shared part of a battle, from one moment to another; by default all of it.

    Moments are words such as `40` (an entry) or `t3` (a turn). A part that ends at a turn includes
    the whole turn.
    """

    first: str = "start"
    last: str = "end"
    chapter: str = ""


T = TypeVar("T")
FILM = (120, 40)
"""Columns and rows of a film of the terminal."""
WATCHER, WHOLE = Viewer(), Part()


def reel_for(battle: SeenBattle, eyes: Viewer, n: int = 0) -> Reel:
    """Return a `Reel` (the battle at entry `n`) for a viewer; raises `Refused` if the viewer may
    not see the battle so.
    """
    if eyes.seat not in ("", *(seat.key for seat in battle.game.seats(battle.state))):
        known = ", ".join(seat.key for seat in battle.game.seats(battle.state))
        raise Refused(f"there is no seat {eyes.seat}; the seats are {known}")
    if eyes.open and battle.outcome() is None:
        raise Refused("the battle is not over: secrets can be shown only at its end")
    reel = Reel(battle if eyes.open else without_secrets(battle), n, eyes.seat)
    # with hidden cards covered, a finished battle would look unfinished
    if battle.outcome() is not None:
        reel.notes = notes_on(battle)
    return reel


def shared_page(
    battle: SeenBattle, eyes: Viewer = WATCHER, part: Part = WHOLE, paper: Paper = "auto"
) -> str:
    """Return the web page of a battle as a viewer may see it; raises `Refused` if there is no such
    part. Its moments are packed one by one, because all of a long battle would need much memory.
    """
    pictures = Pictures()
    return page(story(battle, eyes, part, pictures.add), paper, pictures)


def story(
    battle: SeenBattle,
    eyes: Viewer = WATCHER,
    part: Part = WHOLE,
    take: Callable[[Moment], None] | None = None,
) -> Story:
    """Return the data of a battle for a page, as a viewer may see it; raises `Refused` if there is
    no such part.

    With `take`, each moment is passed to that function instead of being returned.
    """
    reel = reel_for(battle, eyes)
    first, last = part_of(battle, reel, part)
    moments, written = list[Moment](), Tale(reel.battle)
    scores: dict[str, list[tuple[int, float]]] = {}
    rolls: list[NumberedRoll] = []
    same: dict[Rolled, Rolled] = {}
    take = take or moments.append
    # Everything is collected in one pass, so that the events of each entry are folded only once.
    for seen in _moments(reel, first, last, Fleets(reel.game)):
        take(seen)
        for side, points in reel.game.review.score(reel.view()).items():
            values = scores.setdefault(side, [])
            if [value for _, value in values[-2:]] == [points, points]:
                values.pop()  # of equal points only the first and the last are drawn
            values.append((seen.n, points))
        if seen.n:
            written.add(seen.n)
            # each of the few different rolls is kept once
            rolls += (
                each._replace(rolled=same.setdefault(each.rolled, each.rolled))
                for each in entry_rolls(reel.battle, "", seen.n)
            )
    title = title_of(reel.battle)
    return Story(
        title=f"{title}: {part.chapter}" if part.chapter else title,
        about=_about(battle),
        moments=tuple(moments),
        turns=tuple(_turns(reel, first, last)),
        remarks=remarks(battle, eyes, first, last),
        ending=_ending(battle) if last == reel.end else "",
        curves=tuple(_chances(battle, first, last) or _points(battle, scores)),
        prose=tuple(written.paragraphs()),
        luck=tuple(_luck(battle) if (first, last) == (0, reel.end) else ()),
        dice=tuple((heading, tuple(rows)) for heading, rows in (tables(rolls) if rolls else ())),
        end=reel.end,
    )


def footage(battle: SeenBattle, eyes: Viewer = WATCHER, part: Part = WHOLE) -> Story:
    """Return the data of a battle for a film: its moments, each with a sentence of the story, but
    without ships, log and curves.

    Raises `Refused` if there is no such part.
    """
    reel = reel_for(battle, eyes)
    first, last = part_of(battle, reel, part)
    narrator = Narrator(reel.battle)
    title = title_of(reel.battle)
    return Story(
        title=f"{title}: {part.chapter}" if part.chapter else title,
        about=_about(battle),
        moments=tuple(
            msgspec.structs.replace(each, said=narrator.at(each.n))
            for each in _moments(reel, first, last)
        ),
        ending=_ending(battle) if last == reel.end else "",
        end=reel.end,
    )


def _about(battle: SeenBattle) -> str:
    """Return a sentence with the game, the sides and the date."""
    date = battle.header.created.partition("T")[0]
    return ", ".join(filter(None, (f"{battle.game.title}: {sides_text(battle)}", date))) + "."


def _ending(battle: SeenBattle) -> str:
    """Return how a battle ended, in a sentence."""
    return outcome_text(battle.game.seats(battle.state), battle.outcome())


def part_of(battle: SeenBattle, reel: Reel, part: Part) -> tuple[int, int]:
    """Return the first and the last entry of a part; raises `Refused` for an invalid one."""
    if part.chapter:
        chapter = chapter_named(reel.battle, part.chapter)
        return chapter.first, chapter.last
    first, last = reel.find(part.first), reel.find(part.last)
    if part.last.startswith("t"):
        begun = sorted(n for _, n in reel.turns)
        last = next((n - 1 for n in begun if n > last), reel.end)
    if first > last:
        raise Refused(f"a part from entry {first} on cannot end at entry {last}")
    return first, last


def remarks(battle: SeenBattle, eyes: Viewer, first: int, last: int) -> tuple[Remark, ...]:
    """Return the notes that the viewer may read: in an unfinished battle only those of the viewer's
    seat.

    For a finished battle, also return the choices with the highest proved cost, if it was judged.
    """
    names = {seat.key: seat.name for seat in battle.game.seats(battle.state)}
    over = battle.outcome() is not None
    notes = tuple(
        Remark(note.n, note.with_author)
        for note in notes_on(battle)
        if first <= note.n <= last
        and (over or (eyes.seat != "" and note.by in ("", names.get(eyes.seat, ""))))
    )
    kept = stored_curve(battle) if over else None
    costs = proved_choices(kept) if kept else []
    return notes + tuple(
        Remark(choice.n, effect_text(choice, trial), COST)
        for choice, trial in costs
        if first <= choice.n <= last
    )


def moment(reel: Reel, n: int, fleets: Fleets | None = None) -> Moment:
    """Return the picture and the text after an entry, with the circles and arrows of its notes.

    The ships are included only if `fleets` is given.
    """
    reel.go(n)
    lines = tuple(reel.describe())  # first of all: it folds the events of the entry
    noted = [mark for note in notes_here(reel) for mark in note.marks]
    view = reel.view()
    status = reel.game.screen.status(view)
    words = (
        reel.chapter,
        status.turn,
        status.phase,
        status.points,
        status.in_force,
        status.wind,
    )
    scene = reel.game.screen.scene(view)
    if not noted:
        with_marks = scene
    else:
        with_marks = msgspec.structs.replace(scene, marks=(*scene.marks, *note_marks(noted, scene)))
    return Moment(
        n=n,
        scene=with_marks,
        status=", ".join(filter(None, words)),
        lines=lines,
        smoke=reel.smoke(),
        ships=fleets.at(view, scene) if fleets else (),
        dice=tuple(
            each
            for _, spectacle in reel.spectacles()
            for each in flatten(spectacle)
            if isinstance(each, Throw)
        ),
    )


def _moments(reel: Reel, first: int, last: int, fleets: Fleets | None = None) -> Iterable[Moment]:
    """Yield the moments of a part, each with lines that show how ships have moved."""
    before: Moment | None = None
    for n in range(first, last + 1):
        seen = moment(reel, n, fleets)
        ways = tracks(reel) if n else ()
        if before is not None:
            ways = ways or tuple(_between_boxes(before.scene, seen.scene))
            # Parts that have not changed since the moment before are the same objects: in a long
            # battle few ships change in an entry.
            marks = _shared(before.scene.marks, seen.scene.marks)
            if marks is before.scene.marks and before.scene.board == seen.scene.board:
                scene = before.scene
            else:
                scene = msgspec.structs.replace(seen.scene, marks=marks)
            ships = _shared(before.ships, seen.ships)
            seen = msgspec.structs.replace(seen, scene=scene, ships=ships, tracks=ways)
        before = seen
        yield seen


def _shared(before: tuple[T, ...], now: tuple[T, ...]) -> tuple[T, ...]:
    """Return `now`; its items that equal those of `before` at the same place are the same
    objects.
    """
    if before == now:
        return before
    return tuple(old if old == new else new for old, new in zip_longest(before[: len(now)], now))


def _between_boxes(before: Scene, after: Scene) -> Iterable[Trace]:
    """Yield a line for each ship that moved to another box of the same board."""
    board = after.board
    if not isinstance(board, Boxes) or board != before.board:
        return
    places = {mark.key: mark.box for mark in before.marks if isinstance(mark, Counter)}
    for mark in after.marks:
        if isinstance(mark, Counter) and places.get(mark.key, mark.box) != mark.box:
            yield Trace("sweep", (board.middle(*places[mark.key]), board.middle(*mark.box)))


def picture_of(reel: Reel, n: int, paper: Paper = "auto", width: int | None = None) -> str:
    """Return the chart after entry `n` of a battle as an SVG picture."""
    seen = moment(reel, n)
    title = f"{title_of(reel.battle)}, entry {n}: {seen.status}"
    return picture(seen.scene, paper, width or WIDE, title, seen.smoke, "; ".join(seen.lines))


def whole_shot(reel: Reel, glyphs: Glyphs, palette: Palette) -> ReelShot:
    """Return how frames look without a screen: with the whole board, or on an open sea the area of
    all ships' movements.

    If that is too large, they show the ships at the present entry.
    """
    scene = reel.game.screen.scene(reel.view())
    board, spot = kind_of(scene.board), replay_layout(*FILM, scene.board).board
    if board.fitted(spot.width, spot.height) is not None:
        return ReelShot(*FILM, glyphs, palette, None, "")
    scenes = (reel.game.screen.scene(reel.view(n)) for n in range(reel.end + 1))
    ways = tuple({place for each in scenes for place in places(each)})
    view = board.whole(spot.width, spot.height, ways)
    if not all(map(view.shows, ways)):
        view = board.whole(spot.width, spot.height, places(scene))
    return ReelShot(*FILM, glyphs, palette, view, "")


def parse_moments(reel: Reel, words: Iterable[str]) -> list[int]:
    """Return the entries that words such as `t3`, `151` or `end` mean; raises `Refused` for other
    words.
    """
    return sorted({reel.find(each) for each in words})


def default_moments(shared: Story) -> list[int]:
    """Return the entries with notes, or the starts of turns if there are none; and the last
    entry.
    """
    last = shared.moments[-1].n
    places: Sequence[int] = [each.n for each in shared.remarks] or [n for _, n in shared.turns]
    return sorted({*places, last})


def _turns(reel: Reel, first: int, last: int) -> Iterable[tuple[str, int]]:
    """Yield (name, first entry) of each turn that begins in a part; in a chain of battles, of each
    battle.
    """
    if reel.chapters:
        yield from (
            (each.name, each.first) for each in reel.chapters if first <= each.first <= last
        )
        return
    for turn, n in reel.turns:
        if first <= n <= last:
            yield (f"turn {turn}" if turn else "set-up"), n


def _chances(battle: SeenBattle, first: int, last: int) -> list[Curve]:
    """Return the curve of a finished battle's chances to win, if it is stored; else []."""
    kept = stored_curve(battle) if battle.outcome() is not None else None
    chances = kept and [(n, c) for n, c in sorted(kept.chances.items()) if first <= n <= last]
    if not (kept and chances):
        return []
    stale = " (outdated)" * (kept.judge != judge_version(battle))
    return [
        Curve(f"the chance of {_named(battle, kept.side)} to win{stale}", "a", tuple(chances), 1.0)
    ]


def _luck(battle: SeenBattle) -> list[str]:
    """Return lines on how much dice and choices decided a finished battle; [] if it was not
    judged.
    """
    kept = stored_curve(battle) if battle.outcome() is not None else None
    return luck_lines(kept, battle) if kept and kept.judge == judge_version(battle) else []


def _points(
    battle: SeenBattle, scores: Mapping[str, Sequence[tuple[int, float]]]
) -> Iterable[Curve]:
    """Yield the curve of each side's points, if the game counts points during play."""
    for number, (side, values) in enumerate(scores.items()):
        if len({value for _, value in values}) > 1:
            # Repeated values are left out; a change of value becomes a vertical step.
            kept = [values[0]]
            for n, value in values[1:]:
                if value != kept[-1][1]:
                    kept += [(n, kept[-1][1]), (n, value)]
            yield Curve(
                f"points: {_named(battle, side)}",
                "abcdefgh"[number % 8],
                (*kept, (values[-1][0], kept[-1][1])),
            )


def _named(battle: SeenBattle, side: str) -> str:
    """Return the name of a side: that of its player's seat if there is only one, otherwise `side
    A`.
    """
    names = [each.name for each in battle.game.seats(battle.state) if each.fights_for == side]
    return names[0] if len(names) == 1 else f"side {side}"
