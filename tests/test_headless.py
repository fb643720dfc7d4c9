"""The part of tui/ that needs no terminal library does not grow: such code belongs in engine/."""

from __future__ import annotations

from tests.headless import OF_LINES, ROOT, faces, headless, module

MOST_LINES = 6306
"""The line count of the modules of tui/ without a terminal library, except the line mode.

`python -m tests.headless` prints it. The figure must be exact: lower it after a move into engine/,
and add new lines to it."""


def test_what_reaches_no_library_of_terminals_has_so_many_lines() -> None:
    found = {name: count for name, count in headless().items() if not name.startswith(OF_LINES)}
    assert sum(found.values()) == MOST_LINES, found


def test_a_module_reaches_what_its_own_imports_reach() -> None:
    """An example: no engine module imports a terminal library, directly or indirectly.

    Imports inside functions do not count.
    """
    reached = {str(path) for path in faces()}
    for name in ("tui.terminal.terminal_app", "tui.screens.base", "tui.battle.screen"):
        assert str(module(name)) in reached
    for name in ("tui.plain.table", "tui.commands.play", "tui.input.actions"):
        assert str(module(name)) not in reached
    assert not [path for path in faces() if path.is_relative_to(ROOT / "engine")]
