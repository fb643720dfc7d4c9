"""Where maneuvers lead (5.1, 5.7, 6.2.3H)."""

from __future__ import annotations

from engine.systems.iron_oak.orders.legal import far_goals, goals, ways
from tests.engine.systems.iron_oak.table import position, ship


def test_enemies_bar_the_middle_box_and_friends_do_not() -> None:
    state = position(
        [ship("uss_monitor", "C1"), ship("uss_zouave", "B2")], [ship("css_virginia", "C2")]
    )
    monitor = state.ships["uss_monitor"]
    assert "C3" not in far_goals(state, monitor)
    assert ways(state, monitor, "B3") == ("B2",)


def test_no_diagonal_between_two_enemies_on_maneuver_2() -> None:
    state = position(
        [ship("uss_monitor", "C1")], [ship("css_virginia", "B1"), ship("css_raleigh", "C2")]
    )
    monitor = state.ships["uss_monitor"]
    assert "B3" not in far_goals(state, monitor)
    assert "B2" in goals(state, monitor)


def test_no_step_between_two_pieces_of_land() -> None:
    terrain = [{"box": "B1", "kind": "low_island"}, {"box": "C2", "kind": "high"}]
    state = position(
        [ship("uss_monitor", "C1")], [ship("css_virginia", "E5")], board={"terrain": terrain}
    )
    assert set(goals(state, state.ships["uss_monitor"])) == {"D1", "D2", "off:left"}


def test_a_retiring_ship_goes_nearer_to_her_edge_then_off() -> None:
    state = position(
        [ship("uss_monitor", "C3", crew_loss=3), ship("uss_nahant", "B1", crew_loss=3)],
        [ship("css_virginia", "E5")],
    )
    assert goals(state, state.ships["uss_monitor"]) == ("B2", "C2", "D2")
    assert goals(state, state.ships["uss_nahant"]) == ("off:left",)


def test_steering_binds_to_row_or_column() -> None:
    state = position(
        [ship("uss_monitor", "A3", criticals=["steering_column"])], [ship("css_virginia", "E5")]
    )
    assert goals(state, state.ships["uss_monitor"]) == ("B3", "off:top")
    assert far_goals(state, state.ships["uss_monitor"]) == ("C3",)


def test_ships_enter_at_their_rows() -> None:
    state = position(
        [ship("uss_monitor", "off:left", enter_rows=["B", "C"])], [ship("css_virginia", "E5")]
    )
    assert goals(state, state.ships["uss_monitor"]) == ("B1", "C1")


def test_a_ship_off_the_map_goes_nowhere_by_two_and_enters_by_no_bank() -> None:
    outside = position([ship("uss_monitor", "off:top")], [ship("css_virginia", "C3")])
    banked = position(
        [ship("uss_monitor", "off:top")], [ship("css_virginia", "C3")], board={"banks": ["top"]}
    )
    for state, open_ in ((outside, True), (banked, False)):
        monitor = state.ships["uss_monitor"]
        assert far_goals(state, monitor) == ()
        assert bool(goals(state, monitor)) is open_
