"""The sentences of errors."""

from __future__ import annotations

from engine.base.errors import MOST, SetUpFault


def test_a_set_up_with_thousands_of_mistakes_tells_the_first_ones() -> None:
    mistakes = [("ships", f"ship {number} is there twice") for number in range(5000)]
    fault = SetUpFault("mine.toml", mistakes)
    assert str(fault).startswith("mine.toml: ships: ship 0 is there twice; ")
    assert str(fault).endswith(f"ship {MOST - 1} is there twice; and {5000 - MOST} more")
    assert len(fault.faults) == 5000
