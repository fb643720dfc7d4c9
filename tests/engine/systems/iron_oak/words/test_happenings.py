"""The prose about a shot says what the rules have done."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game.parts.words import Happening
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import GunnerySegment, Roll, Section, State
from engine.systems.iron_oak.words.happenings import happening
from tests.engine.systems.iron_oak.table import ship, table

STATE = replace(
    table(
        [ship("uss_monitor", "C3")], [ship("css_virginia", "C3"), ship("css_beaufort", "C4")]
    ).state,
    shot=GunnerySegment(firer="uss_monitor", target="css_virginia"),
)


def told(event: Any, state: State = STATE) -> Happening:
    found = happening(state, event)
    assert found is not None
    return found


def possible(target: str) -> ev.ShotFired:
    return ev.ShotFired(
        unit="uss_monitor",
        target=target,
        gunnery=Roll("d10", (6,)),
        defence=Roll("d6", (4,)),
        location="A",
        locations=(3,),
        case="possible",
    )


def test_a_shot_glances_off_iron_and_does_little_harm_to_wood() -> None:
    assert told(possible("css_virginia")).facts["spent"] == "glanced off"
    assert told(possible("css_beaufort")).facts["spent"] == "did little harm"


def test_a_possible_hit_that_does_harm_does_not_glance_off() -> None:
    """On a worn shield a possible hit is 1 Hit (Iron & Oak 6.2.3)."""
    virginia = replace(STATE.ships["css_virginia"], shields={"A": -2})
    worn = replace(STATE, ships={**STATE.ships, "css_virginia": virginia})
    assert told(possible("css_virginia")).row == "shot_possible"
    assert told(possible("css_virginia"), worn).row == "shot_effective"


def test_a_gun_that_fails_is_not_one_that_the_enemy_hit() -> None:
    assert told(ev.Marked("uss_monitor", "armament")).row == "gun_failed"
    assert told(ev.Marked("css_virginia", "armament")).row == "critical_armament"


def test_men_cut_down_by_a_shot_are_told_and_other_losses_are_not() -> None:
    assert told(ev.CrewLost("css_virginia", 1)).row == "critical_crew_some"
    assert told(ev.CrewLost("css_virginia", 9)).row == "critical_crew"
    assert happening(STATE, ev.CrewLost("uss_monitor", 2)) is None
    assert happening(replace(STATE, shot=None), ev.CrewLost("css_virginia", 2)) is None


def test_the_powder_of_a_fort_is_not_hers() -> None:
    key = next(iter(book().sections))
    forts = replace(STATE, sections={key: Section(id=key, side="union", boxes=())})
    burst = ev.BlastRolled("uss_monitor", "explosion", Roll("d10", (6,)))
    assert told(burst).row == "blast_explosion"
    assert told(replace(burst, unit=key), forts).row == "fort_explosion"
