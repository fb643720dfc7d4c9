"""The hazards of a box: what a failed check does, for each kind (Iron & Oak 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.movement.hazards import hazards_of, pass_hazard
from engine.systems.iron_oak.state import events as ev
from tests.engine.systems.iron_oak.table import Told, position, ship

HERE, FAR = "C3", "A1"
FAILS = {
    "hulk": (1, 1, 9),
    "obstruction": (1, 1, 9),
    "heavy_obstruction": (1, 1, 9),
    "sandbar": (1, 9),
}
"""{kind of hazard: faces with which a ship fails: her dice, then those of the hazard}."""


def met(hazard: str, *faces: int, box: str = HERE, hidden: bool = False) -> list[Any]:
    """Return the events of a ship that meets a hazard; her dice come before those of the hazard."""
    water: dict[str, Any] = {"markers": [{"kind": hazard, "box": HERE}]}
    if hazard == "sandbar":
        water = {"terrain": [{"box": HERE, "kind": "sandbar"}]}
    if hidden:
        water["night"] = True
    state = position([ship("uss_essex", box, hidden=hidden)], [], board=water)
    ledger = Ledger(state, Told(*faces))
    pass_hazard(ledger, "uss_essex", hazard)
    return ledger.events


@pytest.mark.parametrize(
    ("hazard", "brings"),
    [
        ("hulk", ev.Fouled("uss_essex", "hulk")),
        ("obstruction", ev.Fouled("uss_essex", "obstruction")),
        ("heavy_obstruction", ev.Fouled("uss_essex", "heavy_obstruction")),
        ("sandbar", ev.RanAground(("uss_essex",))),
    ],
)
def test_a_failed_check_stops_her_and_has_its_consequence(hazard: str, brings: object) -> None:
    checked, *rest = met(hazard, *FAILS[hazard])
    assert (type(checked), checked.hazard, checked.passed) == (ev.HazardChecked, hazard, False)
    assert rest == [ev.MovementStopped("uss_essex"), brings]


def test_a_mine_explodes_under_her() -> None:
    checked, stopped, exploded, *_ = met("mine", 1, 1, 9, 4)
    assert not checked.passed
    assert stopped == ev.MovementStopped("uss_essex")
    assert (type(exploded), exploded.ship) == (ev.MineExploded, "uss_essex")


def test_a_check_that_is_passed_brings_nothing() -> None:
    (checked,) = met("hulk", 9, 1, 2)
    assert checked.passed


def test_a_hidden_ship_that_fails_shows_herself_first() -> None:
    """A hidden ship that passes the check stays hidden."""
    kinds = [type(event) for event in met("hulk", 1, 1, 9, hidden=True)]
    assert kinds == [ev.HazardChecked, ev.Revealed, ev.MovementStopped, ev.Fouled]
    assert [type(event) for event in met("hulk", 9, 1, 2, hidden=True)] == [ev.HazardChecked]


def test_no_check_is_rolled_for_a_hazard_that_is_not_there() -> None:
    assert met("hulk", box=FAR) == []
    state = position([ship("uss_essex", HERE)], [], board={"markers": []})
    assert hazards_of(state, state.ships["uss_essex"], HERE) == ()
