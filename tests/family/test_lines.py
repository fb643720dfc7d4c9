"""Each kind of event and command says and shows what was read and kept, with all its figures."""

from __future__ import annotations

import pytest

from tests.family.__main__ import kept
from tests.family.lines import lines
from tests.family.samples import kinds
from tests.family.systems import IDS, told

HINT = "`python -m tests.family` writes all lines anew, to be read"


@pytest.mark.parametrize("name", IDS)
def test_all_that_is_told_and_shown_is_as_it_was_read(name: str) -> None:
    now, then = list(lines(told(name))), kept(name).read_text(encoding="utf-8").splitlines()
    assert now == then, HINT


@pytest.mark.parametrize("name", IDS)
def test_every_kind_of_event_and_command_is_there(name: str) -> None:
    _, commands, events = told(name).game.types
    text = kept(name).read_text(encoding="utf-8")
    for kind in (*kinds(commands), *kinds(events)):
        assert f"{kind.__name__} first\n" in text, HINT
    assert set(kinds(events)) == told(name).game.folds.kinds


@pytest.mark.parametrize("name", IDS)
def test_a_sample_is_the_same_every_time_and_its_figures_differ(name: str) -> None:
    game, _, samples = told(name)
    for kind in kinds(game.types[2]):
        for last in (False, True):
            assert samples.of(kind, last) == samples.of(kind, last)
