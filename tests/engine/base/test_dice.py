"""Random numbers for purposes other than dice: on every machine the same seed gives the same
ones.
"""

from __future__ import annotations

import pytest

from engine.base.dice import derive_seed


@pytest.mark.parametrize(
    ("seed", "purpose", "number"), [(7, "luck", 1558819799), (2**100, "x", 1896323553)]
)
def test_a_number_of_32_bits_hangs_on_seed_and_purpose_alone(
    seed: int, purpose: str, number: int
) -> None:
    assert derive_seed(seed, purpose) == number < 2**32


def test_more_bits_begin_with_the_same() -> None:
    assert derive_seed(7, "luck", 64) == 6695080057601457322
    assert derive_seed(7, "luck", 64) >> 32 == derive_seed(7, "luck")
