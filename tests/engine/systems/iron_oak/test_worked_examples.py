"""The worked examples of the rulebook."""

from __future__ import annotations

import pytest

from engine.game.decision import Decision
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import draft, maneuver_dice
from engine.systems.iron_oak.inspection import inspect
from engine.systems.iron_oak.machine import view
from engine.systems.iron_oak.movement.hazards import check_of
from engine.systems.iron_oak.movement.in_box import ram_margin
from engine.systems.iron_oak.movement.rolls import contact_roll, table_roll, towing_drm
from engine.systems.iron_oak.screen.panel import card
from engine.systems.iron_oak.set_up import set_up
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.turn import order_sets
from tests.engine.systems.iron_oak.table import Table, position, ship, table

FAR = ship("uss_zouave", "E1")


def atlanta_rams_nahant(**hands: object) -> Table:
    """Return the position of an example: Weehawken opposes Atlanta, Nahant lies across her bow, and
    her captain is wounded.
    """
    return table(
        [
            ship(
                "uss_nahant",
                "C3",
                across_bow_of="css_atlanta",
                criticals=["captain"],
                shields={"WL": -2},
            ),
            ship("uss_weehawken", "C3"),
        ],
        [ship("css_atlanta", "C3", opposed_by="uss_weehawken")],
        active="confederate",
        hands=([], [24]),
    )


def test_atlanta_damaged_rolls_another_line() -> None:
    state = position([FAR], [ship("css_atlanta", "C3", hits=8)])
    assert maneuver_dice(state.ships["css_atlanta"]) == "d8d6"


def test_arkansas_goes_to_the_next_box() -> None:
    state = position([FAR], [ship("css_arkansas", "C3")])
    roll = table_roll(state, state.ships["css_arkansas"], "C4")
    assert (roll.dice, roll.response, roll.drms) == ("d10", "d8d6", {})
    assert roll.chance == pytest.approx(0.4770833, abs=1e-7)


def test_zouave_tows_minnesota() -> None:
    state = position(
        [ship("uss_zouave", "C3", towing="uss_minnesota"), ship("uss_minnesota", "C3")],
        [ship("css_virginia", "E5")],
    )
    zouave, minnesota = state.ships["uss_zouave"], state.ships["uss_minnesota"]
    assert towing_drm(state, zouave, minnesota) == -4
    facts = inspect(state, "uss_zouave")["uss_zouave"]
    assert facts["maneuvers"]["maneuver_1"]["C4"]["drms"] == {"towing": -4}


def test_contact_of_atlanta_and_nahant() -> None:
    atlanta = atlanta_rams_nahant()
    state = atlanta.state
    roll = contact_roll(state, state.ships["css_atlanta"], state.ships["uss_nahant"])
    assert roll.drms == {"opposed": -1, "ram_spar": -2, "across_bow": 1}
    assert (roll.dice, roll.target_dice, roll.target_drms) == ("d10", "d10", {"captain": -1})
    assert roll.chance == pytest.approx(0.36)


def test_atlanta_rams_with_a_quick_maneuver() -> None:
    battle = atlanta_rams_nahant().fill("B", {"css_atlanta": "ram_spar"})
    battle.do("B", "ram:uss_nahant")
    # 6 and 6, then ram 8 (d10d6) against 8 (d10d6d4) less a shield of 2
    battle.do("B", "play:24", 6, 6, 8, 1, 8, 1, 1, 9, 8, 1, 9, 8, 1)
    (rolled,) = battle.found(ev.ManeuverRolled)
    assert (rolled.challenge.total, rolled.response.total) == (7, 5)
    assert rolled.succeeded
    (rammed,) = battle.found(ev.Rammed)
    assert (rammed.attack.total, rammed.defence.total) == (8, 6)
    assert (rammed.target_hits, rammed.own_hits) == (2, 0)
    assert battle.ship("uss_nahant").hits == 2
    assert battle.ship("uss_nahant").shields["WL"] == -4
    shot = inspect(battle.state, "css_atlanta")["css_atlanta"]["targets"]["uss_nahant"]
    assert shot["drms"]["aspect"] == book().ships["css_atlanta"].gunnery.bow_on == -3


def test_a_ram_that_is_a_tie_hurts_both() -> None:
    assert ram_margin(5, 5) == (2, 2)


def test_spar_torpedo_on_nahant() -> None:
    battle = atlanta_rams_nahant().fill("B", {"css_atlanta": "ram_spar"})
    battle.do("B", "spar:uss_nahant").do("B", "pass", 10, 1, 8, 8, 1, 3, 5, 9, 8, 1)
    (exploded,) = battle.found(ev.SparExploded)
    assert (exploded.hits, exploded.own_hits, exploded.spent) == (7, 1, True)
    assert battle.ship("uss_nahant").shields["WL"] == -4
    assert battle.ship("css_atlanta").shields["WL"] == -1
    assert battle.ship("css_atlanta").spar_spent


def test_virginia_on_a_sandbar() -> None:
    board = {"terrain": [{"box": "C3", "kind": "sandbar"}]}
    state = position([FAR], [ship("css_virginia", "C3")], board=board)
    virginia = state.ships["css_virginia"]
    check = check_of(state, virginia, "C3", "sandbar")
    assert draft(virginia) == 3
    assert (check.challenge, check.drm, check.response) == ("d10", -6, "d10")


def test_order_sets_of_hampton_roads() -> None:
    """The Confederates are the second side, so their two ships have the order sets 2 and 4. Iron &
    Oak 9.3.2.
    """
    battle = Table(set_up("hampton_roads", {"alternating": True}))
    while rules.pending(battle.state)[0].kind != "orders":
        question = rules.pending(battle.state)[0]
        assert isinstance(question, Decision)
        battle.do(question.seat, question.options[0].id)
    assert battle.state.first == "union"
    battle.fill("B", {"sequence": ("css_virginia", "css_patrick_henry")})
    assert order_sets(battle.state, "confederate") == {"css_virginia": 2, "css_patrick_henry": 4}
    assert order_sets(view(battle.state, "A"), "confederate") == {}
    battle.fill("A", {})
    sets = order_sets(battle.state, "union")
    assert list(sets.values()) == list(range(1, 2 * len(sets), 2))
    question = rules.pending(battle.state)[0]
    assert isinstance(question, Decision)
    assert (question.kind, question.ship) == ("enemy_cards", next(iter(sets)))
    assert "order set 2" in str(card(view(battle.state, "B"), "css_virginia"))
    assert "order set" not in str(card(view(battle.state, "A"), "css_virginia"))


def test_grapeshot_takes_at_most_half_of_the_crew() -> None:
    """8 against 2 would cost 6 men, but a crew of 8 loses only 4 (Iron & Oak 7.2)."""
    battle = table(
        [ship("uss_kearsarge", "C3")],
        [ship("css_alabama", "C3", crew_loss=1)],
        hands=([6], []),
    )
    battle.fill("A", {"uss_kearsarge": "maneuver_0"})
    battle.do("A", "css_alabama")
    battle.do("A", "play:6", 7, 1, 1, 4, 2, 1)
    (shot,) = battle.found(ev.ShotFired)
    assert (shot.gunnery.result, shot.defence.result) == (8, 2)
    (lost,) = battle.found(ev.CrewLost)
    assert lost.losses == 4
