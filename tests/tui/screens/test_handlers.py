"""Every row in the table of actions has a handler, and every handler has a row."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

import tui
from tui.host.app import HOST_ACTIONS
from tui.input.actions import ACTIONS, EVERYWHERE
from tui.screens.base import BaseScreen

GROUPS = {
    "ChartScreen": ("ChartKeys",),
    "BaseScreen": ("TerminalKeys",),
    "FilmScreen": ("JumpKeys", "StepKeys"),
    "ReplayScreen": ("LateAdvice", "StudyKeys", "NoteKeys", "BranchKeys", "ForkKeys"),
    "BattleScreen": ("BattleKeys",),
    "HostedBattleScreen": ("HostedKeys",),
    "MailScreen": ("MailKeys",),
    "LessonScreen": ("ExerciseKeys",),
    "PuzzleScreen": ("ExerciseKeys", "LineKeys"),
    "RetryScreen": ("RetryKeys",),
    "BattleKeys": (
        "OrderKeys",
        "DialKeys",
        "PanelKeys",
        "WordKeys",
        "FindKeys",
        "LeaveKeys",
        "PictureKeys",
        "DraftKeys",
        "ChartKeys",
    ),
}
"""{class: the further classes whose handlers it uses}."""


def everything() -> dict[str, type]:
    """Return {name: class} for every class of the program that has handlers."""
    names = (each.name for each in pkgutil.walk_packages(tui.__path__, "tui."))
    modules = [importlib.import_module(each) for each in names if each != "tui.__main__"]
    return {
        each.__name__: each
        for module in modules
        for each in vars(module).values()
        if inspect.isclass(each)
        and each.__module__ == module.__name__
        and hasattr(each, "handlers")
    }


def _acts(cls: type) -> set[str]:
    return {name for name in dir(cls) if name.startswith("act_")}


CLASSES = everything()
SCREENS = {name: cls for name, cls in CLASSES.items() if issubclass(cls, BaseScreen)}


def registered(cls: type) -> list[tuple[str, str]]:
    """Return (action, name of its method) for each action that a class itself handles."""
    written = vars(cls).get("handlers")
    found = ast.walk(ast.parse(inspect.getsource(written).strip())) if written else ()
    return [
        (key.value, value.attr)
        for node in found
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Attribute)
    ]


def reached(cls: type) -> Iterator[type]:
    """Yield a class, its base classes, and the further classes whose handlers they use."""
    for part in cls.__mro__:
        yield part
        for group in GROUPS.get(part.__name__, ()):
            yield from reached(CLASSES[group])


def answered(cls: type) -> set[str]:
    """Return the actions that a class handles, together with the classes whose handlers it uses."""
    return {action for part in reached(cls) for action, _ in registered(part)}


def rows(screen: str) -> set[str]:
    """Return the names of the actions of a screen, and of those that every screen has."""
    actions = (*ACTIONS, *HOST_ACTIONS)
    return {action.name for action in actions if action.screen in (screen, EVERYWHERE)}


@pytest.mark.parametrize("name", CLASSES)
def test_every_method_of_an_action_is_registered_under_its_name(name: str) -> None:
    found = [each for part in CLASSES[name].__mro__ for each in registered(part)]
    assert {method for _, method in found} == _acts(CLASSES[name])
    assert all(method == f"act_{action}" for action, method in found)


@pytest.mark.parametrize("screen", sorted({each.screen for each in (*ACTIONS, *HOST_ACTIONS)}))
def test_every_row_of_a_screen_is_answered(screen: str) -> None:
    own = [cls for cls in SCREENS.values() if cls.screen_name == screen]
    names = set().union(*(answered(cls) for cls in own))
    wanted = rows(screen)
    if screen == EVERYWHERE:
        wanted -= {"accept", "up", "down", "left", "right", "page_up", "page_down"}
        wanted -= {"back", "first", "last"}  # the keys are everybody's, what they do is not
    else:
        wanted -= rows(EVERYWHERE) - {
            each.name for each in (*ACTIONS, *HOST_ACTIONS) if each.screen == screen
        }
    assert wanted <= names


@pytest.mark.parametrize("name", CLASSES)
def test_every_action_that_a_class_answers_to_has_a_row_on_a_screen_of_it(name: str) -> None:
    screens = [each for each in SCREENS.values() if CLASSES[name] in reached(each)]
    wanted = set().union(*(rows(each.screen_name) for each in screens))
    assert screens
    assert {action for action, _ in registered(CLASSES[name])} <= wanted
