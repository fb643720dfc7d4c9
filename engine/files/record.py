"""A person's record: stars of lessons and battles fought, in two small files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import toml
from engine.files.own_folders import data_folder, is_nowhere

if TYPE_CHECKING:
    from engine.teaching.lesson import Lesson

# Stars: the lessons that a person has finished, in one small file.


STARS = "lessons.toml"
MOST = 2
"""A star for the goal, a second for doing it without help."""


def stars_path() -> Path:
    """Return the path of the stars, whether the file exists or not."""
    return data_folder() / STARS


def key_of(lesson: Lesson) -> str:
    """Return the key of a lesson, unique among all games."""
    return f"{lesson.game}.{lesson.name}"


def load_stars(path: Path | None = None) -> dict[str, int]:
    """Return the stars by lesson; unreadable ones count as none."""
    found = _counts(path or stars_path(), "a file of stars")
    return {key: min(MOST, stars) for key, stars in found.items()}


def _counts(path: Path, what: str) -> dict[str, int]:
    """Return the counts above 0 in a file, by key; unreadable ones count as none."""
    try:
        table = toml(path, what)
    except FileFault:
        return {}
    return {
        key: count
        for key, count in table.items()
        if isinstance(count, int) and not isinstance(count, bool) and count > 0
    }


def _write_counts(path: Path, counts: dict[str, int], head: str) -> bool:
    """Write counts in the order of their keys; return whether that succeeded."""
    if is_nowhere(path):
        return False
    lines = [f'"{key}" = {count}\n' for key, count in sorted(counts.items())]
    try:
        files.write(path, "".join([f"# Weather Gage: {head}.\n", *lines]).encode(), private=False)
    except (FileFault, OSError):
        return False
    return True


def award(lesson: Lesson, stars: int, path: Path | None = None) -> bool:
    """Store the stars of a lesson, never fewer than before; return whether that succeeded."""
    path = path or stars_path()
    had = load_stars(path)
    if had.get(key_of(lesson), 0) >= stars:
        return True
    return _write_counts(path, {**had, key_of(lesson): stars}, "lessons done, and their stars")


# Battles: how many of each game a person has fought to their end, beside the stars.


def battles_path(stars: Path | None = None) -> Path:
    """Return the path of the count of battles, beside the file of stars."""
    path = stars or stars_path()
    return path.with_name(f"{path.stem}_battles.toml")


def battles_fought(game: str, stars: Path | None = None) -> int:
    """Return how many battles of a game a person has fought to their end."""
    return _counts(battles_path(stars), "a count of battles").get(game, 0)


def count_battle(game: str, stars: Path | None = None) -> bool:
    """Count a battle that has ended; return whether that succeeded."""
    path = battles_path(stars)
    had = _counts(path, "a count of battles")
    return _write_counts(path, {**had, game: had.get(game, 0) + 1}, "battles fought, by game")
