"""Means and shares with their intervals, against figures from a table and a hand."""

from __future__ import annotations

import pytest

from engine.arena.match import Mean, Share, mean


def test_a_share_has_the_interval_of_wilson() -> None:
    """8 of 10: 49.0 to 94.3 per cent, as in the tables; nothing is known of no games."""
    found = Share.of(8, 10)
    assert (found.count, found.share) == (8, 0.8)
    assert found.low == pytest.approx(0.490162, abs=2e-6)
    assert found.high == pytest.approx(0.943318, abs=2e-6)
    assert Share.of(1, 7).share == 0.142857
    assert [f"{each:.9f}"[-3:] for each in (found.low, found.high)] == ["000", "000"]
    assert Share.of(0, 0) == Share(0, 0.0, 0.0, 1.0)


def test_a_mean_has_its_margin_and_six_digits() -> None:
    """1, 2, 4: mean 7/3, variance 7/3, so the margin is 1.959964 times the root of 7/9."""
    assert mean([]) == Mean(0.0)
    assert mean([1 / 3]) == Mean(0.333333)
    found = mean([4, 1, 2])
    assert found.mean == 2.333333
    assert found.margin == pytest.approx(1.959964 * (7 / 9) ** 0.5, abs=2e-6)
    assert found.margin == round(found.margin or 0.0, 6)
    assert mean([0.1, 0.2, 0.3]) == mean([0.3, 0.1, 0.2])
