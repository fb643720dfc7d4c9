"""The sentences of errors."""

from __future__ import annotations

import io
import pickle
import sys

import pytest

from engine.base import errors
from engine.base.errors import MOST, FileFault, ProgramFault, Refused, SetUpFault, WeatherGageError


def test_a_set_up_with_thousands_of_mistakes_tells_the_first_ones() -> None:
    mistakes = [("ships", f"ship {number} is listed twice") for number in range(5000)]
    fault = SetUpFault("mine.toml", mistakes)
    assert str(fault).startswith("mine.toml: ships: ship 0 is listed twice; ")
    assert str(fault).endswith(f"ship {MOST - 1} is listed twice; and {5000 - MOST} more")
    assert len(fault.faults) == 5000


@pytest.mark.parametrize(
    "error",
    [
        Refused("not now", "Moves"),
        FileFault("a.battle is a directory"),
        SetUpFault("mine.toml", [("ships", "none")]),
        ProgramFault("said nothing"),
    ],
)
def test_an_error_comes_out_of_another_process_as_it_went_in(error: WeatherGageError) -> None:
    came = pickle.loads(pickle.dumps(error))
    assert (type(came), str(came), vars(came)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(("value", "shown"), [("1", True), ("", False)])
def test_a_traceback_is_shown_where_it_is_wanted_without_signs_for_the_terminal(
    value: str, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = io.StringIO()
    monkeypatch.setenv(errors.VARIABLE, value)
    monkeypatch.setattr(sys, "__stderr__", heard)
    errors.print_traceback(RuntimeError("\x1b[2J boom"))
    assert ("boom" in heard.getvalue()) is shown
    assert "\x1b" not in heard.getvalue()
