"""The screen during a set-up: the scenario so far, zones, previewed places with reasons, the
legend.
"""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec.structs import replace

from engine.game.chart import Hull, Spot, Terrain, Trace
from engine.game.decision import Answer
from engine.game.panel import Heading, Row, Texture, Words
from engine.sitting.talk import Talk
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.screen.brief import TERRAIN, brief, legend, step_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import DeploySquadron, PlaceTerrain
from engine.systems.oak_iron.terrain import corners, laid, zone
from tests.engine.systems.oak_iron.effects.test_set_up import (
    PAIR,
    answer,
    asked,
    awaiting,
    begun,
    facing,
    ready,
)
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship


def text(rows: tuple[Row, ...]) -> list[str]:
    return [
        "".join(span.text for span in row.spans) if isinstance(row, Words) else str(row)
        for row in rows
    ]


def deploying(*ships: object, **changes: object) -> State:
    return replace(facing(awaiting("A1"), *ships), agenda=(DeploySquadron("A"),), **changes)


def seen(state: State, at: tuple[float, float], heading: float = 0.0) -> object:
    decision = GAME.pending(state)[0]
    return GAME.screen.preview(state, decision, Answer("A1", heading, at))


def test_a_ship_is_shown_at_the_place_with_the_room_for_her() -> None:
    state = deploying(ship("A2", x=10, y=4))
    preview = seen(state, (14.0, 4.0), 90.0)
    (ghost,) = (mark for mark in preview.marks if isinstance(mark, Hull))
    assert (ghost.state, ghost.pose.at, ghost.pose.heading) == ("ghost", (14.0, 4.0), 90.0)
    area = GAME.answering.area(
        state, GAME.pending(state)[0], GAME.pending(state)[0].options[0], 90.0
    )
    edges = [mark.points for mark in preview.marks if isinstance(mark, Trace)]
    assert tuple(edges) == area.outlines
    told = text(preview.rows)
    assert "may lie here" in told
    assert any(line.startswith("A1 heading 90: large") for line in told)
    assert any("from A2: pistol shot" in line for line in told)


def test_an_illegal_place_is_shown_with_its_reason() -> None:
    state = deploying(ship("B1", x=18, y=18))
    told = text(seen(state, (18.0, 7.0)).rows)
    assert any(line.startswith("within Cannon Shot of B1") for line in told)
    assert "may lie here" not in told


def test_a_piece_of_terrain_is_shown_at_the_place_with_its_reason() -> None:
    rock = laid("anvil_rock", (18.0, 18.0))
    state = facing(ship("A1"), ship("B1"))
    plan = replace(state.plan, pool=("the_teeth",))
    state = replace(state, plan=plan, terrain=(rock,), agenda=(PlaceTerrain(),))
    decision = GAME.pending(state)[0]
    preview = GAME.screen.preview(
        state, decision, Answer(decision.options[0].id, 90.0, (18.0, 22.0))
    )
    (piece,) = (mark for mark in preview.marks if isinstance(mark, Terrain))
    assert piece.outline == laid("the_teeth", (18.0, 22.0), 90.0).outline
    assert any("Anvil Rock" in line for line in text(preview.rows))
    assert "may lie here" not in text(preview.rows)


def test_both_zones_are_drawn_while_a_battle_is_set_up_and_not_after() -> None:
    state = deploying(ship("B1", x=18, y=33))
    zones = [mark for mark in GAME.screen.scene(state).marks if isinstance(mark, Terrain)]
    assert {mark.outline for mark in zones} == {
        corners(box) for key in "AB" for box in zone(state, key)
    }
    assert {mark.name for mark in zones} == {"Red", "Blue"}
    marks = GAME.screen.scene(replace(state, phase="movement")).marks
    assert not any(isinstance(mark, Terrain) for mark in marks)


def test_the_scenario_is_told_with_the_cards_of_both_sides() -> None:
    battle = ready()
    state = battle.state
    told = "\n".join(text(brief(state)))
    for key in "AB":
        for kind, card in state.plan.drafted[key].items():
            decks = {
                "setting": book().settings,
                "deployment": book().deployments,
                "condition": book().conditions,
            }
            assert decks[kind][card].effect in told
    assert book().objectives[state.objective].effect in told
    assert "attacks from the" in told
    assert "defends from the" in told
    assert step_of(state) == (5, "deployment")
    assert GAME.screen.status(state).turn == "SET-UP 5 OF 6"
    first = asked(battle).options[0].id
    assert any(re.match(rf"\[ \] {first}", line) for line in told.splitlines())
    assert "[x] 4 terrain" in told
    assert "[>] 5 deployment" in told
    assert "[ ] 6 finishing touches" in told
    assert "36 x 36 inches, 10 turns" in told
    answer(battle, first)
    now = text(brief(battle.state))
    assert any(re.match(rf"\[x\] {first}|placed: .*{first}", line) for line in now)


def test_a_card_on_offer_says_what_it_does_and_how_sure_that_is() -> None:
    battle = begun(squadrons=PAIR)
    while asked(battle).kind != "draft":
        answer(battle, asked(battle).options[0].id)
    for option in asked(battle).options:
        rows = GAME.screen.preview(battle.state, asked(battle), Answer(option.id)).rows
        assert isinstance(rows[0], Heading)
        assert "reconstructed" in text(rows)[-1], "none of these cards is printed in our sources"


def test_the_legend_holds_the_kinds_that_are_there_and_no_others() -> None:
    pieces = book().pieces
    assert {piece.kind for piece in pieces.values()} <= TERRAIN.keys()
    state = facing(ship("A1"), ship("B1"))
    state = replace(state, terrain=(laid("anvil_rock", (18.0, 18.0)),))
    assert [row.kind for row in legend(state) if isinstance(row, Texture)] == ["rocks"]
    pool = next(key for key, piece in pieces.items() if piece.kind == "fog")
    state = replace(state, plan=replace(state.plan, pool=(pool,)))
    both = [row.kind for row in legend(state, pool=True) if isinstance(row, Texture)]
    assert both == ["rocks", "fog"]


def test_the_marker_of_an_objective_bears_its_name() -> None:
    state = facing(ship("A1"), ship("B1"))
    state = replace(state, objective="raid", plan=replace(state.plan, marker=(18.0, 18.0)))
    (marker,) = (mark for mark in GAME.screen.scene(state).marks if isinstance(mark, Spot))
    assert marker.text == f"$ {book().objectives['raid'].name}"


def test_fog_is_named_where_the_range_is_measured_and_a_move_foreseen() -> None:
    bank = laid(next(k for k, p in book().pieces.items() if p.kind == "fog"), (18.0, 14.0))
    play = Skirmish(ship("A1", x=18, y=10, heading=90), ship("B1", x=18, y=18, heading=90))
    clear = text(GAME.screen.measure(play.state, (18.0, 10.0), (18.0, 18.0)).rows)
    state = replace(play.state, terrain=(bank,))
    misty = text(GAME.screen.measure(state, (18.0, 10.0), (18.0, 18.0)).rows)
    assert not any("fog" in line for line in clear)
    assert any("fog or dim light: as" in line for line in misty)


def test_a_program_over_the_pipe_may_ask_where_and_why_not() -> None:
    talk = Talk()

    def say(**request: object) -> dict[str, object]:
        return talk.answer(msgspec.json.encode(request))

    now = say(op="new", scenario="patrol", seed=2, options={"squadrons": list(PAIR)})
    while now["pending"][0]["kind"] != "deploy":
        asked_ = now["pending"][0]
        now = say(op="do", seat=asked_["seat"], option=asked_["options"][-1]["id"])
    asked_ = now["pending"][0]
    option = {"seat": asked_["seat"], "option": asked_["options"][0]["id"], "dial": 90}
    there = say(op="where", **option, at=[-5, -5])
    assert there["why_not"] == "off the table"
    rest = there["area"]["rest"]
    assert say(op="where", **option, at=rest)["why_not"] == ""
    refused = say(op="do", **option, at=[-5, -5])
    assert (refused["ok"], refused["error"]) == (False, "off the table")
    assert say(op="do", **option, at=rest)["ok"]


@pytest.mark.parametrize("heading", [0.0, 45.0, 355.0])
def test_headings_go_round(heading: float) -> None:
    dial = GAME.pending(deploying())[0].dial
    assert dial.turned(heading, 1) == (heading + 5.0) % 360
    assert dial.turned(heading, -72) == heading
    assert dial.value(heading + 360.0) == heading


def test_the_legend_explains_the_sign_for_more_signs_where_a_ship_has_too_many() -> None:
    few = with_ship(small_battle(), "A1", damage=9, reload=("port",))
    many = with_ship(few, "A1", sail="minimal", aground=True)
    assert "more signs" not in str(legend(few))
    assert "there are more signs: see her card" in str(legend(many))
