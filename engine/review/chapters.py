"""The chapters of a battle file. A campaign or a series is a chain of battles in one file, a
chapter each; one of them can be copied into a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import clean
from engine.game.position import format_value
from engine.kernel import logbook
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.journal import Parent
from engine.kernel.seen import SeenBattle

# The chapters of a battle file: the battles in the file, each with its first and last entry.


class Chapter(NamedTuple):
    """A part of a chain of battles, usually one battle: its name and its first and last position.

    Position n is the state after n commands. The last position is also the first of the next
    chapter.
    """

    name: str
    first: int
    last: int


def chapters(battle: SeenBattle) -> tuple[Chapter, ...]:
    """Return the chapters of a battle file in their order; () for a file of a single battle."""
    return chapters_of([battle.game.chapter(battle.at(n)) for n in range(battle.position + 1)])


def chapters_of(names: Sequence[str]) -> tuple[Chapter, ...]:
    """Return the chapters of a battle, given the name of the chapter at each position."""
    begins = [n for n, name in enumerate(names) if name and (n == 0 or name != names[n - 1])]
    ends = (*begins[1:], len(names) - 1)
    return tuple(Chapter(names[n], n, end) for n, end in zip(begins, ends, strict=False))


def chapter_name_at(found: Sequence[Chapter], n: int) -> str:
    """Return the name of the chapter at a position; '' in a file of a single battle."""
    return next((each.name for each in reversed(found) if each.first <= n), "")


def title_of(battle: SeenBattle) -> str:
    """Return a battle's title; if a chain of battles has no title, the title of its game."""
    if battle.header.title:
        return battle.header.title
    game = battle.game
    return game.title if game.chapter(battle.state) else game.screen.status(battle.view("")).title


def chapter_named(battle: SeenBattle, name: str) -> Chapter:
    """Return the chapter with this name; if there is none, raises `Refused` naming all chapters."""
    found = chapters(battle)
    wanted = " ".join(name.split()).lower()
    for each in found:
        if each.name.lower() == wanted:
            return each
    if not found:
        raise Refused("this battle has no chapters: it is a single one")
    known = [each.name for each in found]
    close = get_close_matches(wanted[:80], known, 1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    raise Refused(f"there is no chapter {format_value(name)}; there are {', '.join(known)}{hint}")


# A battle of a chain, copied into a file of its own that can be played and verified like any other.


CUT = "cut_from"
"""The option in a battle's header that names the file from which the battle was copied."""


def battle_start(battle: Battle, chapter: Chapter) -> int | None:
    """Return the first position of a chapter at which a battle is being fought; None if there is
    none.
    """
    places = range(chapter.first, chapter.last + 1)
    return next((n for n in places if battle.game.cut(battle.at(n), battle.seed)), None)


def extract_chapter(
    battle: Battle, chapter: Chapter, path: Path | str | None = None, created: str = ""
) -> Battle:
    """Return a copy of the battle of a chapter as a battle of its own, up to the chapter's end.

    Its header names the original file, the chapter, the entry where the battle begins, and the
    checksum of the original state there. Without a path there is no file. Raises `Refused` with the
    reason if the chapter cannot be copied.
    """
    if battle.header.fairness and not logbook.revealed_secret(battle.log):
        raise Refused("the dice of this battle are sealed until it ends")
    if battle.header.fairness and battle.header.fairness.shared:
        raise Refused("the dice come from shares of both players, so no battle can be cut out")
    if logbook.other_edition(battle.game, battle.header):
        raise Refused("the file was played under other rules, so no battle can be cut out of it")
    first = battle_start(battle, chapter)
    if first is None:
        raise Refused(f"'{chapter.name}' has no battle that can be cut out as a file")
    cut = battle.game.cut(battle.at(first), battle.seed)
    assert cut is not None
    kept = ("players", "persons")
    players = {
        key: {cut.seats.get(seat, seat): name for seat, name in battle.header.options[key].items()}
        for key in kept
        if isinstance(battle.header.options.get(key), dict)
    }
    fresh = Battle.from_state(
        cut.game,
        cut.state,
        cut.seed,
        {
            **players,
            CUT: {
                "file": clean(battle.path.name) if battle.path else "",
                "id": battle.header.id,
                "chapter": chapter.name,
                "entry": first,
                "checksum": codec(battle.game).hash(battle.at(first)),
            },
        },
        path=path,
        created=created,
        title=f"{title_of(battle)}, {chapter.name}",
        parent=Parent(clean(str(battle.path or "")), battle.header.id, first),
    )
    try:
        _play(fresh, battle, chapter, first)
    except WeatherGageError:
        fresh.close()
        if fresh.path:
            fresh.path.unlink(missing_ok=True)  # do not leave half a battle behind
        raise
    return fresh


def _play(fresh: Battle, battle: Battle, chapter: Chapter, first: int) -> None:
    """Submit the commands and notes of a chapter to the new battle `fresh`, and check that they
    have the same results as in the original battle.
    """
    notes = [note for note in battle.notes if first <= note.at <= chapter.last]
    for n in range(first, chapter.last + 1):
        if n > first:
            if not fresh.pending():
                break
            before, record = battle.moment(n)
            cut = battle.game.cut(before, battle.seed)
            seats = cut.seats if cut else {}
            fresh.submit(seats.get(record.seat, record.seat), record.command)
            after = battle.game.cut(battle.at(n), battle.seed) if n < chapter.last else None
            if after and after.state != fresh.state:
                raise FileFault(
                    f"this battle cannot be cut out of {battle.path}: entry {n} has another result "
                    "without the rest"
                )
        for note in notes:
            if note.at == n:
                fresh.note(note.text, note.seat, bookmark=note.kind == "bookmark")
