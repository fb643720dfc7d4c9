"""What is said, shown and judged equals the golden files, with all figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.family import cells, decided, judged, keys, lines, moments, records
from tests.family.__main__ import KEPT
from tests.family.samples import kinds
from tests.family.systems import IDS, told
from tui.input.actions import ACTIONS

HINT = "`python -m tests.family` writes all lines anew: read what has changed"


def kept(name: str) -> list[str]:
    return Path(KEPT / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", IDS)
def test_each_kind_of_event_and_command_says_and_shows_what_was_read(name: str) -> None:
    assert list(lines.lines(told(name))) == kept(f"lines_{name}"), HINT


@pytest.mark.parametrize("name", IDS)
def test_every_kind_of_event_and_command_is_there(name: str) -> None:
    _, commands, events = told(name).game.types
    known = set(kept(f"lines_{name}"))
    assert {f"{kind.__name__} first" for kind in (*kinds(commands), *kinds(events))} <= known, HINT
    assert not [kind for kind in kinds(events) if hasattr(kind.after, "__isabstractmethod__")]


@pytest.mark.parametrize("name", IDS)
def test_a_sample_is_the_same_every_time(name: str) -> None:
    game, _, samples = told(name)
    for kind in kinds(game.types[2]):
        for last in (False, True):
            assert samples.of(kind, last) == samples.of(kind, last)


@pytest.mark.parametrize("name", moments.MOMENTS)
def test_a_moment_is_shown_and_judged_as_it_was_read(name: str) -> None:
    assert list(moments.lines(name)) == kept(f"moments_{name}"), HINT


@pytest.mark.parametrize("name", IDS)
def test_battles_of_every_scenario_are_decided_as_they_were(name: str) -> None:
    """If a difference is intended, `rules_version` must be raised, because recorded battles are
    decided differently, too.
    """
    assert list(decided.lines(name)) == kept(f"decided_{name}"), HINT


@pytest.mark.parametrize("name", IDS)
def test_questions_of_every_scenario_are_shown_and_judged_as_they_were(name: str) -> None:
    assert list(judged.lines(name)) == kept(f"judged_{name}"), HINT


@pytest.mark.parametrize("name", IDS)
def test_every_scenario_is_drawn_as_it_was(name: str) -> None:
    assert list(cells.scenes(name)) == kept(f"scenes_{name}"), HINT


@pytest.mark.parametrize("name", IDS)
def test_every_figure_of_the_data_is_read_as_it_was(name: str) -> None:
    assert list(records.lines(name)) == kept(f"records_{name}"), HINT


@pytest.mark.parametrize("name", moments.MOMENTS)
def test_a_moment_is_drawn_cell_by_cell_as_it_was_looked_at(name: str) -> None:
    assert list(cells.lines(name)) == kept(f"cells_{name}"), HINT


@pytest.mark.parametrize("name", keys.WALKS)
def test_every_key_does_on_its_screen_what_was_read(name: str) -> None:
    told = list(keys.lines(name))
    assert told == kept(f"keys_{name.replace(', ', '_').replace(' ', '_')}"), HINT
    assert "nothing" not in told


def test_every_action_of_the_registry_is_taken_in_a_walk() -> None:
    """An action that no walk can take is named in `LEFT_OUT`, with the test that takes it."""
    taken = {
        line[3:].partition(",")[0]
        for path in KEPT.glob("keys_*.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("== ")
    }
    assert keys.ids() <= taken, HINT
    assert not keys.LEFT_OUT.keys() & taken
    assert set(keys.LEFT_OUT) <= {action.id for action in ACTIONS}
