"""The lessons that came with the games of this program."""

from __future__ import annotations

from pathlib import Path

from engine.base.errors import Refused
from engine.game.position import listed
from engine.kernel.registry import system, systems
from engine.kit.records import shipped_folder
from engine.teaching.lesson import ENDING, Lesson, lessons, read_lesson

FOLDER = "lessons"


def shelf() -> list[tuple[str, Lesson]]:
    """Return the lessons of all games in their order, each with the game's title."""
    found = []
    for name in systems():
        folder = shipped_folder(name) / FOLDER
        if folder.is_dir():
            found += [(system(name).title, lesson) for lesson in lessons(folder)]
    return found


def lesson_named(name: str) -> Lesson:
    """Return a lesson by its name, or that of a file; `Refused` names those that there are."""
    if name.endswith(ENDING):
        return read_lesson(Path(name))
    there = {lesson.name: lesson for _, lesson in shelf()}
    if name not in there:
        raise Refused(f"no lesson is called '{name}'; there are {listed(there)}")
    return there[name]
