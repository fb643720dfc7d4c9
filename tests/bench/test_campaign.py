"""A campaign of random battles: nothing breaks, and everything in tests/battles/expected.py happens
at least once.

The variable CAMPAIGN sets other numbers of battles, such as `patrol=20 fleet=5`, and
CAMPAIGN_WORKERS the number of processes. In a smaller campaign not everything has to happen.
"""

from __future__ import annotations

import os

import pytest

from tests.battles.campaign import (
    WHOLE,
    battles,
    campaign,
    coverage,
    figures,
    numbers_of,
    table,
    workers,
)

pytestmark = pytest.mark.bench


def test_a_campaign_breaks_nothing_and_sees_everything() -> None:
    numbers = numbers_of(os.environ.get("CAMPAIGN", "").split()) or WHOLE
    fought = list(campaign(battles(numbers), workers()))
    total = coverage(fought)
    print("", *table(total), *figures(fought), sep="\n")
    broken = [f"{battle.kind} {battle.seed}: {battle.fault}" for battle in fought if battle.fault]
    assert not broken, "\n".join(broken)
    never = [sign for sign, number in total.items() if not number]
    whole = all(numbers.get(kind, 0) >= number for kind, number in WHOLE.items())
    assert not (whole and never), never
