"""A room (folder) that has grown by more than a tenth since the last release is named in the
changelog.
"""

from __future__ import annotations

import ast
from textwrap import dedent

from engine import __version__
from tests.budget import KEPT, ROOT, Figures, grown, kept, measured, public_names, size

RELEASE, BEFORE = kept(KEPT.read_text(encoding="utf-8"))


def unreleased() -> str:
    """Return the part of the changelog about the next release."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return text.partition("## [Unreleased]")[2].partition("\n## [")[0]


def test_no_room_grows_by_more_than_a_tenth_in_silence() -> None:
    assert not grown(BEFORE, measured(), unreleased())


def test_the_figures_are_those_of_the_last_release() -> None:
    assert __version__ == RELEASE, "run  python -m tests.budget  at a release"


def test_rooms_that_are_gone_have_no_budget() -> None:
    assert not BEFORE.keys() - measured().keys(), "take their lines out of tests/budget.txt"


def test_each_figure_has_its_limit_a_tenth_up_and_rounded_up() -> None:
    before = {"engine/a": Figures(8, 100, 20)}
    assert not grown(before, {"engine/a": Figures(9, 110, 22)}, "")
    over = grown(before, {"engine/a": Figures(10, 111, 23)}, "")
    assert [each.partition(":")[0] for each in over] == [
        "engine/a has 10 modules, its budget is 9",
        "engine/a has 111 statements, its budget is 110",
        "engine/a has 23 public names, its budget is 22",
    ]


def test_a_line_in_the_changelog_that_names_the_room_is_a_reason() -> None:
    before, now = {"tui/a": Figures(1, 10, 1)}, {"tui/a": Figures(2, 30, 9)}
    assert grown(before, now, "- `tui` and `tui/ab` grow.")
    assert not grown(before, now, "- `tui/a` grows: it draws maps now.")


def test_a_new_room_needs_its_line_too() -> None:
    assert grown({}, {"engine/new": Figures(1, 5, 1)}, "")
    assert not grown({}, {"engine/new": Figures(1, 5, 1)}, "- `engine/new`: maps.")


def test_what_is_counted() -> None:
    source = ast.parse(
        dedent(
            """
            import os
            LIMIT = 3
            _own: int = 4
            class Ship:
                name: str
                def sail(self): return self._turn()
                def _turn(self): return LIMIT
            class _Inner:
                def seen(self): pass
            def fight(): pass
            """
        )
    )
    assert public_names(source.body) == {"LIMIT", "Ship", "Ship.name", "Ship.sail", "fight"}
    assert size(source) == Figures(modules=1, statements=14, public_names=5)
    assert size(source, counted=False).modules == 0
