"""What begins a battle of squadrons: their files, how many there are, what they are built for."""

from __future__ import annotations

import pytest

from engine.base.errors import WeatherGageError
from engine.systems.oak_iron.set_up.scenarios import set_up


@pytest.mark.parametrize(
    ("scenario", "squadrons", "why"),
    [
        ("patrol", ["nobody", "flying_gang"], "nobody cannot be read: no such file or directory"),
        ("patrol", ["flying_gang"], "squadrons: found 1, needed are two"),
        ("patrol", ["flying_gang"] * 3, "squadrons: found 3, needed are two"),
        ("patrol", [1, 2], "squadrons: must be a list of squadron files"),
        ("patrol", "x", "squadrons: must be a list of squadron files"),
        ("patrol", ["flying_gang"] * 2, "is a squadron for a skirmish, needed is one for a patrol"),
        ("fleet", ["nobody"] * 4, "nobody cannot be read: no such file or directory"),
        ("fleet", ["flying_gang"] * 5, "needed are 2 to 4 a side, equal in sum"),
        ("quickstart", ["flying_gang"] * 2, "squadrons"),
        ("nowhere", [], "found 'nowhere', allowed is one of"),
    ],
)
def test_squadrons_that_cannot_begin_are_a_sentence(
    scenario: str, squadrons: object, why: str
) -> None:
    with pytest.raises(WeatherGageError) as refused:
        set_up(scenario, {"squadrons": squadrons} if squadrons else {})
    assert why in str(refused.value)
