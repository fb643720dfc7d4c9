"""Written plots (Wooden Ships & Iron Men, Movement Rules)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refused
from engine.systems.wooden_ships.sailing.course import read, written


@pytest.mark.parametrize(
    ("typed", "form"),
    [("11", "2"), ("1 1 r 1", "2R1"), ("l", "L"), ("0", "0"), ("2R1", "2R1"), ("1R1L1", "1R1L1")],
)
def test_the_written_form(typed: str, form: str) -> None:
    assert written(read(typed)) == form


@pytest.mark.parametrize("typed", ["", "x", "01", "10", "1R0", "-1", "two", "1.5", "9" * 80])
def test_what_is_no_plot(typed: str) -> None:
    with pytest.raises(Refused):
        read(typed)


@given(st.lists(st.sampled_from("1LR"), max_size=9))
def test_steps_come_back_from_the_written_form(steps: list[str]) -> None:
    assert read(written(steps)) == tuple(steps)


def test_of_a_long_wrong_plot_forty_signs_are_quoted() -> None:
    with pytest.raises(Refused) as caught:
        read("x" * 41)
    assert f"'{'x' * 40}' is no plot" in str(caught.value)
    with pytest.raises(Refused) as caught:
        read("0" * 41)
    assert f"'{'0' * 40}' is no plot" in str(caught.value)
