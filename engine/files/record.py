"""A person's record in three small files: the stars of lessons, the number of battles fought, and
the signs that were explained.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import DecodeFault, Missing, read_toml_table
from engine.files.own_folders import data_folder, is_nowhere

if TYPE_CHECKING:
    from engine.teaching.lesson import Lesson

# Stars: the lessons that a person has finished, in one small file.


STARS = "lessons.toml"
MOST = 2
"""The most stars of a lesson: one for reaching its goal, a second for doing so without help."""


def stars_path() -> Path:
    """Return the path of the file of stars, whether the file exists or not."""
    return data_folder() / STARS


def key_of(lesson: Lesson) -> str:
    """Return the key of a lesson, unique among all games."""
    return f"{lesson.game}.{lesson.name}"


def load_stars(path: Path | None = None) -> dict[str, int]:
    """Return the stars by lesson; unreadable entries are left out."""
    found = _counts(path or stars_path(), "a file of lessons done") or {}
    return {key: min(MOST, stars) for key, stars in found.items()}


def _counts(path: Path, what: str) -> dict[str, int] | None:
    """Return {key: count} of a file, for counts above 0.

    None where the file cannot be read now. A file that is not TOML has no counts.
    """
    try:
        table = read_toml_table(path, what)
    except (Missing, DecodeFault):
        return {}
    except FileFault:
        return None
    return {
        key: count
        for key, count in table.items()
        if isinstance(count, int) and not isinstance(count, bool) and count > 0
    }


def _write_counts(path: Path, more: dict[str, int], head: str) -> bool:
    """Add counts to a file, sorted by key; return whether that succeeded.

    A key that is in the file already gets the new count. A file that cannot be read now is not
    overwritten, because the counts in it would be lost.
    """
    had = _counts(path, "a file of battle counts")
    if is_nowhere(path) or had is None:
        return False
    counts = {**had, **more}
    lines = [f"{json.dumps(key)} = {count}\n" for key, count in sorted(counts.items())]
    try:
        files.write(path, "".join([f"# Weather Gage: {head}.\n", *lines]).encode(), private=False)
    except (FileFault, OSError):
        return False
    return True


def award(lesson: Lesson, stars: int, path: Path | None = None) -> bool:
    """Store the stars that a person won in a lesson; return whether that succeeded.

    A lesson never loses stars that it had before.
    """
    path = path or stars_path()
    if load_stars(path).get(key_of(lesson), 0) >= stars:
        return True
    return _write_counts(path, {key_of(lesson): stars}, "lessons done, and their stars")


# Battles: how many battles of each game a person has finished, in a file beside the stars.


def battles_path(stars: Path | None = None) -> Path:
    """Return the path of the count of battles, beside the file of stars."""
    path = stars or stars_path()
    return path.with_name(f"{path.stem}_battles.toml")


def battles_fought(game: str, stars: Path | None = None) -> int:
    """Return how many battles of a game a person has fought to their end."""
    return (_counts(battles_path(stars), "a count of battles") or {}).get(game, 0)


def count_battle(game: str, stars: Path | None = None) -> bool:
    """Count a battle that has ended; return whether that succeeded."""
    more = battles_fought(game, stars) + 1
    return _write_counts(battles_path(stars), {game: more}, "battles fought, by game")


# Signs: the short signs of each game that a panel has explained to a person, in a file beside the
# stars.


def signs_path(stars: Path | None = None) -> Path:
    """Return the path of the file of explained signs, beside the file of stars."""
    path = stars or stars_path()
    return path.with_name(f"{path.stem}_signs.toml")


def signs_explained(game: str, stars: Path | None = None) -> frozenset[str]:
    """Return the signs (symbols on the chart) of a game that were already explained to a person."""
    found = _counts(signs_path(stars), "a file of explained signs") or {}
    start = f"{game}."
    return frozenset(key.removeprefix(start) for key in found if key.startswith(start))


def mark_signs_explained(game: str, signs: Iterable[str], stars: Path | None = None) -> bool:
    """Store that signs were explained; return whether that succeeded."""
    more = {f"{game}.{sign}": 1 for sign in signs}
    return _write_counts(signs_path(stars), more, "signs explained, by game")
