"""The command `learn`: the lessons, one of them, or whether one that was written is whole."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine.base.counting import counted
from tui.commands.grammar import FINE
from tui.commands.play import looks_of, make_ready, open_app


def learn(chosen: Namespace) -> int:
    """Open the list of lessons or one lesson; print the list, or check a file."""
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    if chosen.check:
        return _check(Path(chosen.check))
    if chosen.list:
        return _list()
    if chosen.plain:
        return _in_lines(chosen.name, chosen.saves)
    make_ready("learn")
    from engine.teaching.shelf import lesson_named
    from tui.openers import OPENERS

    looks = looks_of(chosen)
    if not chosen.name:
        return open_app(looks, start=OPENERS["lessons"])
    lesson = lesson_named(chosen.name)
    return open_app(looks, start=lambda app: OPENERS["lesson"](app, lesson))


def _in_lines(name: str, saves: str | None) -> int:
    """Go through a lesson in lines; without a name print what there is."""
    from engine.teaching.shelf import lesson_named
    from tui.commands import plain

    if not name:
        return _list()
    plain.learn(lesson_named(name), saves)
    return FINE


def _check(path: Path) -> int:
    """Say that a lesson is whole; every fault is raised as a sentence."""
    from engine.base.clean import clean
    from engine.teaching.lesson import read_lesson
    from engine.teaching.taught import check

    lesson = read_lesson(path)
    check(lesson)
    told = f"{counted(len(lesson.steps), 'step')}, played through by the right answers"
    print(f"{clean(lesson.title)}: {'a battle with the coach' if lesson.coach else told}")
    return FINE


def _list() -> int:
    from engine.files import stars
    from engine.teaching.shelf import shelf

    won = stars.load()
    for title, lesson in shelf():
        count = "*" * won.get(stars.key_of(lesson), 0)
        print(f"{count:<3}{lesson.name:<22}{title}: {lesson.about}")
    return FINE
