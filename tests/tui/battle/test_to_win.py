"""How a battle is won: on the first page of the key S, and in the line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.panel import Heading
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.teaching.lesson import lesson_named
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen
from tui.panel.panels import all_ships
from tui.plain.look import lines

BATTLES = (
    ("oak_iron", "quickstart", "A side with more strike points than ships left withdraws"),
    (
        "oak_iron",
        "quickstart",
        "strike point, a lost one 2 (a flagship 3 in the turn of her loss, 2 from the next turn).",
    ),
    ("oak_iron", "quickstart", "After turn 10 the side with fewer strike points wins."),
    ("wooden_ships", "ranger_drake", "Capture the enemy ship, leave her without crew"),
    ("wooden_ships", "ranger_drake", "There is no last turn. After 40 turns without a shot"),
    ("wooden_ships", "trafalgar", "The last side that can fight wins"),
    ("iron_oak", "charleston", "Union: "),
    (
        "iron_oak",
        "charleston",
        "The first of these that is met decides; if none is met by the end: ",
    ),
    ("iron_oak", "hampton_roads_day_1", "Victory Points do not decide this battle."),
)


@pytest.mark.parametrize(("game", "scenario", "told"), BATTLES)
def test_every_game_tells_how_a_battle_is_won(game: str, scenario: str, told: str) -> None:
    battle = Battle.new(game, scenario, 5)
    rows = battle.game.screen.to_win(battle.state)
    assert rows[0] == Heading("To win")
    assert told in " ".join(line.strip() for line in lines(rows))


async def test_the_first_page_of_all_ships_begins_with_it(tmp_path: Path) -> None:
    battle = Battle.new("oak_iron", "quickstart", 5)
    async with house(
        tmp_path, (80, 24), battle=battle, players={"B": make_player("ensign", battle.game, 3, "B")}
    ) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.orders, "a person is asked")
        await pilot.press("S")
        assert "To win" in screen.panel.texts[0]


@pytest.mark.parametrize(
    ("game", "scenario", "term"),
    [("oak_iron", "quickstart", "battle_won"), ("wooden_ships", "mars_hercule", "to_win")],
)
def test_how_to_win_is_among_the_terms_of_every_moment(game: str, scenario: str, term: str) -> None:
    battle = Battle.new(game, scenario, 5)
    players = {
        seat.key: make_player("ensign", battle.game, 3, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    kinds = set()
    for _ in range(60):
        if not (pending := battle.pending()):
            break
        question = pending[0]
        kinds.add(question.kind)
        view = battle.view(question.seat)
        assert term in battle.game.words.terms_now(view, "")
        battle.answer(question.seat, players[question.seat].choose(view, question))
    assert len(kinds) > 1


def test_no_heading_stands_over_nothing() -> None:
    """A lesson says nothing about victory, so that its list of ships has no heading `To win`."""
    battle = lesson_named("boxes_and_orders").start_battle()
    screen = battle.game.screen
    assert Heading("To win") not in screen.roster(battle.state)
    assert screen.to_win(battle.state) == ()
    fought = Battle.new("iron_oak", "charleston", 5)
    assert Heading("To win") in fought.game.screen.roster(fought.state)


def test_words_of_the_legend_stand_under_a_heading_of_their_own() -> None:
    """Only in Oak & Iron they are about the objective."""
    titles = {}
    for game, scenario in (
        ("oak_iron", "patrol"),
        *((g, s) for g, s, _ in BATTLES if g != "oak_iron"),
    ):
        battle = Battle.new(game, scenario, 5)
        rows = all_ships(battle.game, battle.view("A"))
        titles[game] = [row.title for row in rows if isinstance(row, Heading)]
    assert "Objective" not in titles["iron_oak"] + titles["wooden_ships"]
    assert titles["wooden_ships"].count("Chart") == 1
    assert "Chart" not in titles["oak_iron"]
