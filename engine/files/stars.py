"""Stars: which lessons a person has done, kept in one small file of her own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.base import durable
from engine.base.errors import FileFault
from engine.base.reading import toml
from engine.files.own_folders import data_folder, is_nowhere
from engine.teaching.lesson import Lesson

FILE = "lessons.toml"
MOST = 2
"""A star for the goal, a second for doing it without help."""


def stars_path() -> Path:
    """Return the file of the stars, whether it exists or not."""
    return data_folder() / FILE


def key_of(lesson: Lesson) -> str:
    """Return the name of a lesson among those of all games."""
    return f"{lesson.game}.{lesson.name}"


def load(path: Path | None = None) -> dict[str, int]:
    """Return the stars by lesson; what cannot be read counts as none."""
    try:
        table = toml(path or stars_path(), "a file of stars")
    except FileFault:
        return {}
    return {
        key: min(MOST, stars)
        for key, stars in table.items()
        if isinstance(stars, int) and not isinstance(stars, bool) and stars > 0
    }


def award(lesson: Lesson, stars: int, path: Path | None = None) -> bool:
    """Keep the stars of a lesson, never fewer than it had; tell whether they could be kept."""
    path = path or stars_path()
    had = load(path)
    if had.get(key_of(lesson), 0) >= stars:
        return True
    if is_nowhere(path):
        return False
    try:
        durable.write(path, _written({**had, key_of(lesson): stars}), private=False)
    except (FileFault, OSError):
        return False
    return True


def _written(stars: Mapping[str, int]) -> bytes:
    lines = [f'"{key}" = {count}\n' for key, count in sorted(stars.items())]
    return "".join(["# Weather Gage: lessons done, and their stars.\n", *lines]).encode()
