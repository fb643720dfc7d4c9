"""What of tui/ reaches no library of terminals grows no more: it belongs into engine/."""

from __future__ import annotations

from tests.headless import OF_LINES, ROOT, faces, headless, module

MOST_LINES = 6064
"""Lines of the modules of tui/ that reach none, but for the faces of lines.

`python -m tests.headless` counts them. It equals what stands: a move into engine/ lowers it, and
what is added there says so here.
"""


def test_what_reaches_no_library_of_terminals_has_so_many_lines() -> None:
    found = {name: count for name, count in headless().items() if not name.startswith(OF_LINES)}
    assert sum(found.values()) == MOST_LINES, found


def test_a_module_reaches_what_its_own_imports_reach() -> None:
    """And no engine module reaches any; what is imported in a call is no import of the module."""
    reached = {str(path) for path in faces()}
    for name in ("tui.terminal.terminal_app", "tui.screens.base", "tui.battle.screen"):
        assert str(module(name)) in reached
    for name in ("tui.plain.table", "tui.commands.play", "tui.input.actions"):
        assert str(module(name)) not in reached
    assert not [path for path in faces() if path.is_relative_to(ROOT / "engine")]
