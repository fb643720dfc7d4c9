"""T, ram and torpedo foreseen, held against the rules over every way in which the dice may fall."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.iron_oak.foresight.maneuver_odds import crossing_t, ram_odds
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.movement.in_box import foul, ram, spar
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.every_fall import every_fall
from tests.engine.systems.iron_oak.table import position, ship


def at_close_quarters(attacker: str, target: str, hurt: int = 0) -> State:
    return position([ship(target, "C3", hits=hurt)], [ship(attacker, "C3")], active="confederate")


def test_a_ram_is_its_dice_over_every_fall() -> None:
    state = at_close_quarters("css_beaufort", "uss_zouave", hurt=1)

    def run(dice: Dice) -> tuple[int, int, bool]:
        ledger = Ledger(state, dice)
        ram(ledger, "css_beaufort", "uss_zouave")
        mine, hers = ledger.state.ships["css_beaufort"], ledger.state.ships["uss_zouave"]
        return min(2, hers.hits - 1), min(2, mine.hits), "ram" in mine.criticals

    def tied(dice: Dice) -> bool:
        ledger = Ledger(state, dice)
        foul(ledger, "css_beaufort", "uss_zouave", "fouling")
        return any(isinstance(each, ev.Fouled) for each in ledger.events)

    told = every_fall(state.dice, run)
    found = ram_odds(state, state.ships["css_beaufort"], state.ships["uss_zouave"], "ram")
    assert found.beak == pytest.approx(sum(p for key, p in told.items() if key[2]))
    afloat = sum(p for key, p in told.items() if max(key[:2]) < 2)
    assert 0 < found.fouled == pytest.approx(afloat * every_fall(state.dice, tied)[True])
    for blow, share in found.blows.items():
        assert share == pytest.approx(sum(p for key, p in told.items() if key[:2] == blow))


def test_a_torpedo_is_its_dice_over_every_fall() -> None:
    state = at_close_quarters("css_david", "uss_minnesota")

    def run(dice: Dice) -> tuple[int, int]:
        ledger = Ledger(state, dice)
        spar(ledger, "css_david", "uss_minnesota")
        mine, hers = ledger.state.ships["css_david"], ledger.state.ships["uss_minnesota"]
        return hers.hits, min(2, mine.hits)

    found = ram_odds(state, state.ships["css_david"], state.ships["uss_minnesota"], "spar")
    assert found.blows == pytest.approx(every_fall(state.dice, run))
    assert found.beak == 0
    assert 0 < found.fouled < 1 - found.sunk


def test_the_torpedo_first_adds_its_hits_to_those_of_the_ram() -> None:
    state = at_close_quarters("css_palmetto_state", "uss_minnesota")
    mine, hers = state.ships["css_palmetto_state"], state.ships["uss_minnesota"]
    both = ram_odds(state, mine, hers, "ram_and_spar")
    parts = [ram_odds(state, mine, hers, kind) for kind in ("ram", "spar")]
    assert both.dealt > max(part.dealt for part in parts)
    assert both.sinks > max(part.sinks for part in parts)
    assert sum(both.blows.values()) == pytest.approx(1)


def test_a_t_tells_the_fires_of_the_state_that_it_brings() -> None:
    """In one box +1: Virginia's d10d8d6 at turrets of d10d8d4, a deck of d8, a waterline of d8d6.

    Three times over is two Hits, three at the waterline, where 2 of 8 faces fall. Osage's
    d10d4 comes to 0.24 at Virginia, and to nothing over her stern (Iron & Oak 6.2, 5.5).
    """
    state = at_close_quarters("css_virginia", "uss_osage")
    mine, hers = state.ships["css_virginia"], state.ships["uss_osage"]
    found = crossing_t(state, mine, hers, "stern")
    assert found.mine == (pytest.approx(0.21322, abs=5e-6),) * 2
    assert found.hers == (pytest.approx(0.240625), 0.0)
    assert not found.bears
    assert found.escapes == pytest.approx(0.55)  # d10 against d8


def test_a_shoal_in_the_box_comes_before_the_t() -> None:
    """A shoal one too shallow is d10 against d10d6, the T d8d6 - 1 against d10d4."""
    state = at_close_quarters("css_virginia", "uss_minnesota")
    shallow = replace(state, board=replace(state.board, shoals={"row C": 2}))
    mine, hers = shallow.ships["css_virginia"], shallow.ships["uss_minnesota"]
    found = crossing_t(shallow, mine, hers, "bow").way
    afloat, crossed = 235 / 600, 277 / 960
    assert found.arrives == pytest.approx(afloat * crossed)
    assert found.stays == pytest.approx(afloat * (1 - crossed))
