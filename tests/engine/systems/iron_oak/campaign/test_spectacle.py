"""A battle that was generated is a scene: who attacks, with how many ships, on what day.

Iron & Oak 8.4.1.
"""

from __future__ import annotations

from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.acts import acts
from engine.systems.iron_oak.campaign.screen.screen import generated
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import Plan
from engine.systems.iron_oak.data.facts import Current


def test_it_tells_attacker_ships_water_wind_and_hour() -> None:
    plan = Plan(
        number=4,
        kind="engagement",
        rolled_by="union",
        attacker="confederate",
        limit=600,
        current=Current("down", "moderate"),
        wind="calm",
        night=True,
        banks=("top",),
        shoals={"row A": 1},
    )
    scene = generated(plan)
    assert scene.title == "BATTLE 4: ENGAGEMENT"
    assert scene.text == (
        "By night; calm wind; a moderate current to the bottom; row A 1 deep; a bank along the top."
    )
    assert [(card.owner, card.name) for card in scene.cards] == [("B", "attacks"), ("A", "defends")]
    assert all("each of 600 points at most" in card.effect for card in scene.cards)


def test_still_water_by_day_is_told_too() -> None:
    assert generated(
        Plan(number=1, kind="engagement", rolled_by="union", attacker="union")
    ).text == ("By day; normal wind; still water.")


def test_it_is_seen_when_the_last_grades_are_given() -> None:
    battle = Battle.new("iron_oak_campaign", "campaign", 3)
    players = {seat: make_player("ensign", battle.game, 3, seat) for seat in "AB"}
    while not battle.state.plans:
        question = battle.pending()[0]
        battle.answer(
            question.seat, players[question.seat].choose(battle.view(question.seat), question)
        )
    record = battle.entries[-1]
    assert any(isinstance(event, ev.BattleGenerated) for event in record.events)
    seen = [act.tableau for act in acts(battle, record) if act.tableau]
    assert [each.title.split(":")[0] for each in seen] == ["BATTLE 1"]
