"""Terrain in the set-up: chosen for the pool, placed, moved."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace
from shapely import Polygon

from engine.arena import arrange
from engine.base.errors import Refused
from engine.game.decision import Decision
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.set_up.terrain import allowed
from engine.systems.oak_iron.state.state import SetUpPlan, State, Table, Terrain
from engine.systems.oak_iron.state.steps import AdjustTerrain, PlaceTerrain, SelectTerrain, Step
from engine.systems.oak_iron.terrain import laid
from tests.engine.systems.oak_iron.effects.test_set_up import begun
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

MUSKET = book().measures.musket


def table(a: str, b: str, *terrain: Terrain, **plan: object) -> State:
    """Return a state during the set-up: A attacks from the south, B defends in the north."""
    cards = {
        "A": {"setting": a, "deployment": "broad_line"},
        "B": {"setting": b, "deployment": "centre"},
    }
    plan = {"drafted": cards, "attacker": "A", **plan}
    agreed = SetUpPlan(size="patrol", homes={"A": "south", "B": "north"}, **plan)  # type: ignore[arg-type]
    state = Skirmish(ship("A1"), ship("B1"), table=Table(36.0, 36.0, "west")).state
    ships = {key: replace(each, pose=None) for key, each in state.ships.items()}
    return replace(state, phase="set_up", plan=agreed, defender="B", terrain=terrain, ships=ships)


def at(state: State, *steps: Step) -> Skirmish:
    play = Skirmish(ship("A1"), ship("B1"))
    play.state = replace(state, agenda=steps[::-1])
    return play


def names(decision: Decision) -> set[str]:
    return {option.id for option in decision.options} - {"none"}


def kinds(state: State, squadron: str) -> set[str]:
    return {book().pieces[piece].kind for piece in allowed(state, squadron)}


def test_a_setting_card_says_which_pieces_may_be_added() -> None:
    state = table("rocky_coast", "open_sea")
    assert kinds(state, "A") == {"island", "rocks"}
    assert kinds(state, "B") == set()


def test_no_more_pieces_of_a_kind_than_the_card_allows() -> None:
    play = at(table("rocky_coast", "open_sea"), SelectTerrain(), PlaceTerrain())
    play.do("A", "palm_island")
    assert kinds(play.state, "A") == {"rocks"}
    play.do("A", "anvil_rock").do("A", "the_teeth")
    assert allowed(play.state, "A") == []
    assert play.asked().kind == "lay_piece"


def test_a_free_choice_is_of_any_kind() -> None:
    play = at(table("pilots_choice", "open_sea"), SelectTerrain(), PlaceTerrain())
    assert kinds(play.state, "A") == {"shoal", "island", "rocks", "fog"}
    play.do("A", "palm_island").do("A", "saddle_island")
    assert allowed(play.state, "A") == []


def test_pieces_are_added_in_turn_the_defender_first() -> None:
    play = at(table("rocky_coast", "morning_mist"), SelectTerrain(), PlaceTerrain())
    play.do("B", "low_bank").do("A", "palm_island").do("B", "morning_bank")
    play.do("A", "anvil_rock").do("A", "none")
    assert play.state.plan.pool == ("low_bank", "palm_island", "morning_bank", "anvil_rock")
    assert play.asked().seat == "B", "the defender lays first"


def test_a_piece_in_the_pool_cannot_be_added_again() -> None:
    play = at(table("rocky_coast", "archipelago"), SelectTerrain())
    play.do("B", "palm_island")
    assert "palm_island" not in names(play.asked("A"))


def test_a_piece_is_laid_where_it_was_put_and_as_it_was_turned() -> None:
    play = at(table("open_sea", "open_sea", pool=("anvil_rock", "the_teeth")), PlaceTerrain())
    play.do("B", "anvil_rock", dial=90.0, at=(10.0, 12.0))
    assert play.state.terrain == (laid("anvil_rock", (10.0, 12.0), 90.0),)
    assert play.state.plan.pool == ("the_teeth",)
    assert play.asked().seat == "A"


def test_a_piece_may_not_be_laid_within_musket_shot_of_another() -> None:
    rock = laid("anvil_rock", (18.0, 18.0))
    play = at(table("open_sea", "open_sea", rock, pool=("the_teeth",)), PlaceTerrain())
    place = play.room("the_teeth", 0.0)
    assert place is not None
    piece = Polygon(book().pieces["the_teeth"].outline)
    for outline in place.outlines:
        for x, y in outline:
            moved = Polygon([(px + x, py + y) for px, py in piece.exterior.coords])
            assert moved.distance(Polygon(rock.outline)) >= MUSKET
            assert min(moved.bounds) >= 0
            assert max(moved.bounds) <= 36
    with pytest.raises(Refused, match="within Musket Shot of Anvil Rock"):
        play.do("B", "the_teeth", at=(18.0, 24.0))


def test_a_piece_without_room_is_removed() -> None:
    spots = [(x, y) for x in (5.0, 14.0, 23.0, 31.0) for y in (5.0, 14.0, 23.0, 31.0)]
    rocks = [laid("anvil_rock", spot, key=f"T{n}") for n, spot in enumerate(spots)]
    play = at(table("open_sea", "open_sea", *rocks, pool=("low_bank", "the_teeth")), PlaceTerrain())
    play.settle()
    assert play.state.plan.pool == ()
    assert play.state.terrain == tuple(rocks)
    assert not GAME.pending(play.state)


def test_a_piece_without_room_is_not_offered_and_says_so() -> None:
    bars = [laid("palm_island", (x, y), key=f"T{x}") for x, y in ((9, 9), (27, 9), (9, 27))]
    pool = tuple(book().pieces)
    play = at(table("open_sea", "open_sea", *bars, pool=pool), PlaceTerrain())
    barred = {label for label, why in play.closed().items() if why == "there is no room for it"}
    assert {book().pieces[key].name for key in names(play.asked())} | barred == {
        piece.name for piece in book().pieces.values()
    }


def test_pieces_wholly_in_a_zone_may_be_moved_once_by_its_owner() -> None:
    inside, outside = laid("anvil_rock", (18.0, 30.0)), laid("the_teeth", (18.0, 12.0))
    play = at(table("open_sea", "open_sea", inside, outside), AdjustTerrain())
    assert names(play.asked("B")) == {"anvil_rock"}
    play.do("B", "anvil_rock", at=(18.0, 25.0))
    (moved,) = (piece for piece in play.state.terrain if piece.id == "anvil_rock")
    assert Polygon(moved.outline).centroid.y == pytest.approx(
        Polygon(inside.outline).centroid.y - 5, abs=0.2
    )
    assert not GAME.pending(play.state)


def test_a_piece_is_moved_up_to_musket_shot_and_over_no_other() -> None:
    inside, near = laid("anvil_rock", (18.0, 30.0)), laid("the_teeth", (18.0, 26.0))
    play = at(table("open_sea", "open_sea", inside, near), AdjustTerrain())
    place = play.room("anvil_rock")
    assert place is not None
    far = (18.0, 30.0 - MUSKET - 0.1)
    assert play.why_not("anvil_rock", None, far).startswith("more than Musket Shot from")
    assert not place.holds((18.0, 30.0 - MUSKET - 0.1))
    assert not place.holds((18.0, 26.0))
    assert place.holds((18.0, 29.0)), "within Musket Shot of another it may come"


def test_fixed_pieces_are_never_moved() -> None:
    inside = laid("anvil_rock", (18.0, 30.0))
    state = table("open_sea", "open_sea", inside, fixed=("anvil_rock",))
    assert not GAME.pending(replace(state, agenda=(AdjustTerrain(),)))


@pytest.mark.parametrize("seed", range(6))
def test_pieces_lie_on_the_table_and_overlap_nowhere(seed: int) -> None:
    battle = begun(seed, "skirmish")
    arrange(battle)
    pieces = [Polygon(piece.outline) for piece in battle.state.terrain]
    for piece in pieces:
        assert min(piece.bounds) >= 0
        assert max(piece.bounds) <= 36
    assert all(one.disjoint(other) for one, other in combinations(pieces, 2))
