"""The forecast of a shot is equal to the result of the rules, over every fall of the dice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.foresight.maneuver_odds import crossing_t, ram_odds
from engine.systems.iron_oak.foresight.shot_odds import (
    CardOdds,
    _inflicted,
    card_odds,
    critical_harm,
    plain_hits,
    shot_at,
)
from engine.systems.iron_oak.gunnery.shooting import shoot
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.movement.in_box import foul, ram, spar
from engine.systems.iron_oak.screen.order_rows import card_rows
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import GunnerySegment, State
from tests.engine.systems.every_fall import every_fall
from tests.engine.systems.iron_oak.every_course import chance, every_course, mean
from tests.engine.systems.iron_oak.table import position, ship

FIRER, TARGET = "css_little_rebel", "uss_zouave"
"""One small gun against thin armour, so that there are few falls of the dice."""
HEAVY, SINKS, RETIRES, VALUE = 2, 3, 3, 190
"""The Zouave's card: Hits until heavy damage and until sinking, casualties until she retires,
Victory Points."""


def fired(state: State, *steps: Any) -> dict[tuple[int, int, bool], float]:
    """Return {(Hits, casualties, whether the target is gone): probability}."""
    state = replace(state, shot=GunnerySegment(firer=FIRER, target=TARGET), agenda=steps)

    def run(dice: Dice) -> tuple[int, int, bool]:
        ledger = Ledger(state, dice)
        RULES.advance(ledger)
        after, before = ledger.state.ships[TARGET], state.ships[TARGET]
        return after.hits - before.hits, after.crew_loss - before.crew_loss, bool(after.lost)

    return every_fall(state.dice, run)


def duel(**worn: Any) -> State:
    """Return two ships two boxes apart, so that an explosion strikes no other ship."""
    return position([ship(TARGET, "C3", **worn)], [ship(FIRER, "C4")], active="confederate")


def test_a_shot_at_a_ship_with_one_hit_left_is_its_dice_over_every_fall() -> None:
    state = duel(hits=2, shields={"WL": -2, "A": -1})
    found = shot_at(state, state.ships[FIRER], state.ships[TARGET])
    told = fired(state, st.Shoot(FIRER, 1))
    assert 0 < found.sinks == pytest.approx(sum(p for key, p in told.items() if key[2]))
    assert found.hits == pytest.approx(found.sinks)
    assert found.cripples == found.retires == 0
    assert sum(each.share for each in found.locations) == pytest.approx(1)
    assert all(sum(each.cases) == pytest.approx(1) for each in found.locations)


@pytest.mark.parametrize("column", ["ship", "wl"])
def test_a_critical_hit_is_its_dice_over_every_fall(column: str) -> None:
    state = duel(criticals=["speed_2", "armament_2"])
    target = state.ships[TARGET]
    harm = critical_harm(state, target, column)
    left = 3
    told: dict[tuple[int, int], float] = {}
    for (hits, crew, _), share in fired(state, st.Critical(TARGET, column, "A")).items():
        lost = 0 if hits >= left else crew
        told[min(left, hits), lost] = told.get((min(left, hits), lost), 0.0) + share
    assert harm == pytest.approx(told)


@pytest.mark.parametrize(
    "worn",
    [{}, {"crew_loss": 2}, {"hits": 1}, {"hits": 2, "shields": {"WL": -2}}],
    ids=["whole", "few hands", "hit once", "near sinking"],
)
def test_a_whole_shot_is_what_the_rules_make_of_every_fall(worn: dict[str, Any]) -> None:
    """Location, defence, critical hits and their consequences, step by step."""
    state = duel(**worn)
    before = state.ships[TARGET]
    found = shot_at(state, state.ships[FIRER], before)
    aimed = replace(state, shot=GunnerySegment(firer=FIRER, target=TARGET))
    ends = every_course(aimed, st.Shoot(FIRER, 1))

    def gone(after: State) -> bool:
        return bool(after.ships[TARGET].lost)

    def lost(after: State) -> int:
        return after.ships[TARGET].crew_loss

    assert found.hits == pytest.approx(
        mean(ends, lambda after: min(SINKS, after.ships[TARGET].hits) - before.hits)
    )
    assert found.sinks == pytest.approx(chance(ends, gone))
    assert found.cripples == pytest.approx(
        chance(ends, lambda s: before.hits < HEAVY <= s.ships[TARGET].hits and not gone(s))
    )
    assert found.retires == pytest.approx(
        chance(ends, lambda s: before.crew_loss < RETIRES <= lost(s) and not gone(s))
    )
    assert found.worth == pytest.approx(VALUE * (found.sinks + found.cripples / 2))


def test_a_shot_adds_what_its_critical_hit_does() -> None:
    state = duel(crew_loss=2)
    firer, target = state.ships[FIRER], state.ships[TARGET]
    found = shot_at(state, firer, target)
    assert 0 < plain_hits(state, firer, target, False) < found.hits
    assert found.cripples > 0
    assert found.retires > 0


def test_a_magazine_takes_a_whole_section_and_a_second_boiler_instead_a_hit() -> None:
    """A critical hit that a unit already has, or cannot have, gives Hits instead; a crew without
    men loses none. Iron & Oak 6.2.3.
    """
    section = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A4"], "hits": 3}
    gone = ship("css_virginia", "C4", criticals=["boiler"], crew_loss=19)
    state = position([ship("uss_monitor", "C3")], [gone], forts=([], [section]))
    battery, virginia = state.unit("drewrys_bluff.upper_battery"), state.ships["css_virginia"]
    assert _inflicted(state, battery, "magazine") == {(8, 0): 1.0}
    assert _inflicted(state, virginia, "boiler") == {(2, 0): 1.0}
    assert _inflicted(state, virginia, "crew") == {(0, 0): 1.0}


def test_more_on_the_dice_is_better() -> None:
    state = duel()
    firer, target = state.ships[FIRER], state.ships[TARGET]
    hits = [shot_at(state, firer, target, extra=extra).hits for extra in (-4, 0, 4)]
    assert hits == sorted(hits)
    assert hits[0] < hits[2]


# A gunnery card foreseen is what the dice bring, counted over every way in which they fall.


def aimed(box: str = "C4") -> State:
    state = position([ship(TARGET, "C3")], [ship(FIRER, box)], active="confederate")
    return replace(state, shot=GunnerySegment(firer=FIRER, target=TARGET))


def number(kind: str) -> int:
    return next(card for card in book().cards if kind_of(card) == kind)


def played(state: State, kind: str) -> tuple[CardOdds, dict[tuple[int, int, bool], float]]:
    """Return (forecast of a card, {(Hits, casualties, fire): probability} by the rules with the
    card).
    """
    card, shot = number(kind), state.shot
    assert shot is not None
    found = card_odds(state, card)
    assert found is not None
    at_once = replace(shot, misfire=card) if kind == "misfire" else replace(shot, cards=(card,))
    fired = replace(state, shot=at_once, agenda=(st.Shoot(FIRER, 1),))

    def run(dice: Dice) -> tuple[int, int, bool]:
        """Fire once, or twice with Rapid Fire, without critical hits; return (Hits, casualties,
        fires).
        """
        ledger = Ledger(fired, dice)
        shoot(ledger, st.Shoot(FIRER, 1))
        if kind == "rapid_fire":
            shoot(ledger, st.Shoot(FIRER, 2))
        hits = sum(each.hits for each in ledger.events if isinstance(each, ev.HitsTaken))
        lost = ledger.state.ships[TARGET].crew_loss
        fire = any(isinstance(each, ev.FireStarted) for each in ledger.events)
        return hits, lost, fire

    return found, every_fall(fired.dice, run)


@pytest.mark.parametrize("box", ["C3", "C4"])
@pytest.mark.parametrize("kind", ["double_charge", "misfire", "rapid_fire"])
def test_hits_with_a_card_are_those_of_every_fall(kind: str, box: str) -> None:
    found, told = played(aimed(box), kind)
    mean = sum(hits * share for (hits, _, _), share in told.items())
    assert found.then == pytest.approx(mean)
    assert found.then != pytest.approx(found.now)


@pytest.mark.parametrize("box", ["C3", "C4"])
def test_casualties_of_grapeshot_are_those_of_every_fall(box: str) -> None:
    found, told = played(aimed(box), "grapeshot")
    assert found.casualties > 0
    assert found.casualties == pytest.approx(sum(crew * p for (_, crew, _), p in told.items()))
    assert found.then == 0 == sum(hits * p for (hits, _, _), p in told.items())


def test_fires_of_incendiary_shells_are_those_of_every_fall() -> None:
    found, told = played(aimed("C3"), "incendiary_shells")
    assert 0 < found.fire == pytest.approx(sum(p for (_, _, fire), p in told.items() if fire))
    assert found.then == pytest.approx(sum(hits * p for (hits, _, _), p in told.items()))


def casualties(target: str, **shields: int) -> float:
    state = position(
        [ship(target, "C3", shields=shields)], [ship(FIRER, "C3")], active="confederate"
    )
    found = card_odds(
        replace(state, shot=GunnerySegment(firer=FIRER, target=target)), number("grapeshot")
    )
    assert found is not None
    return found.casualties


def test_grapeshot_finds_nobody_behind_armour_until_it_is_worn_away() -> None:
    """New Ironsides has no grapeshot symbol, so only worn armour lets grapeshot through; Hartford
    has one. Iron & Oak 7.6.
    """
    ironclad = [casualties("uss_new_ironsides", A=worn) for worn in (0, -2, -4)]
    wooden = [casualties("uss_hartford", A=worn) for worn in (0, -2, -4)]
    assert ironclad[:2] == [0.0, 0.0]
    assert ironclad[2] > 0
    assert 0 < wooden[0] < wooden[1] < wooden[2]


def test_nothing_is_foreseen_of_a_card_without_a_shot_or_of_another_kind() -> None:
    state = aimed()
    assert card_odds(replace(state, shot=None), number("misfire")) is None
    assert card_odds(state, number("springs")) is None
    assert card_rows(state, number("springs")) == ()


# T, ram and torpedo foreseen, held against the rules over every way in which the dice may fall.


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
    """Crossing a T in one box gives +1: Virginia's d10d8d6 against turrets of d10d8d4, a deck of
    d8, a waterline of d8d6.

    Three times the defence is two Hits, at the waterline three (2 of 8 faces). Osage's d10d4 gives
    0.24 Hits on Virginia, and none on her stern (Iron & Oak 6.2, 5.5).
    """
    state = at_close_quarters("css_virginia", "uss_osage")
    mine, hers = state.ships["css_virginia"], state.ships["uss_osage"]
    found = crossing_t(state, mine, hers, "stern")
    assert found.mine == (pytest.approx(0.21322, abs=5e-6),) * 2
    assert found.hers == (pytest.approx(0.240625), 0.0)
    assert not found.bears
    assert found.escapes == pytest.approx(0.55)  # d10 against d8


def test_a_shoal_in_the_box_comes_before_the_t() -> None:
    """A shoal one too shallow is d10 against d10d6; then crossing the T is d8d6 - 1 against
    d10d4.
    """
    state = at_close_quarters("css_virginia", "uss_minnesota")
    shallow = replace(state, board=replace(state.board, shoals={"row C": 2}))
    mine, hers = shallow.ships["css_virginia"], shallow.ships["uss_minnesota"]
    found = crossing_t(shallow, mine, hers, "bow").way
    afloat, crossed = 235 / 600, 277 / 960
    assert found.arrives == pytest.approx(afloat * crossed)
    assert found.stays == pytest.approx(afloat * (1 - crossed))
