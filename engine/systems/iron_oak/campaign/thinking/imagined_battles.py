"""Simulated battles: lieutenants fight a planned battle with given ships to its end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.question import Fill, Question, Sheet
from engine.systems.iron_oak.campaign.data import Side
from engine.systems.iron_oak.campaign.fleet import card, own, share, strength
from engine.systems.iron_oak.campaign.machine import Ledger
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    NAMES,
    SEATS,
    AnyCommand,
    Plan,
    State,
    Vessel,
)
from engine.systems.iron_oak.campaign.turn import RULES
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.machine import Ledger as BattleLedger
from engine.systems.iron_oak.machine import view as view_battle
from engine.systems.iron_oak.state.state import State as Battle
from engine.systems.iron_oak.thinking.playing_on import by_thumb
from engine.systems.iron_oak.turn import rules

LONGEST = 600
"""The number of answers after which a battle is stopped; it then counts for the defender."""


HURT = 0.5
"""The weight of a ship's Hits relative to losing her: a refit repairs about half of the Hits."""


class Fate(NamedTuple):
    """The result of a simulated battle for a side."""

    won: bool
    spared: float = 0.0
    """The fraction of the enemy's fleet that was lost minus the fraction of the side's own, by
    Victory Points."""


def fought_in_mind(
    view: State, plan: Plan, ships: Mapping[Side, tuple[Vessel, ...]], side: Side, luck: Random
) -> Fate:
    """Simulate a battle with these ships; return its result for a side."""
    enemy = other_side(side)
    if not ships[side] or not ships[enemy]:
        return Fate(bool(ships[side]))
    seed = luck.randrange(1_000_000)
    battle = _fought(_battle(view, plan, ships, seed), Dice(seed), luck)
    winners = battle.outcome.winners if battle.outcome else ()
    winner = next((each for each in SEATS if NAMES[each] in winners), plan.defender)
    mine, theirs = (_lost(view, each, ships[each], battle) for each in (side, enemy))
    return Fate(winner == side, theirs - mine)


def _lost(view: State, side: Side, ships: tuple[Vessel, ...], battle: Battle) -> float:
    """Return the fraction of a side's fleet that a battle cost; damaged ships count in part."""
    lost = 0.0
    for ship in ships:
        after = battle.ships[ship.id]
        if after.lost or after.control != ship.control:
            lost += share(ship)
        else:
            hits = max(0, after.hits - ship.hits)
            lost += HURT * card(ship).victory_points * hits / max(1, card(ship).hits)
    return lost / max(1, strength(own(view, side)))


def _battle(view: State, plan: Plan, ships: Mapping[Side, tuple[Vessel, ...]], seed: int) -> Battle:
    """Return the battle at its first question, set up as its sheets propose."""
    known = {ship.id: replace(ship, battle=0) for ship in view.ships.values()}
    for each in ships.values():
        known |= {ship.id: replace(ship, battle=plan.number) for ship in each}
    state = replace(
        view,
        ships=known,
        plans={str(plan.number): plan},
        laid=(),
        battle=None,
        setting=None,
        outcome=None,
        agenda=(st.Prepare(plan.number),),
        dice=0,
    )
    ledger = Ledger(state, Dice(seed))
    RULES.advance(ledger)
    while ledger.state.battle is None:
        questions = RULES.pending(ledger.state)
        RULES.decide(ledger, questions, questions[0].seat, _set_up(questions[0]))
    return ledger.state.battle


def _set_up(question: Question) -> AnyCommand:
    """Return the proposed answer to a sheet of the set-up, or the first option of a decision."""
    if isinstance(question, Sheet):
        return Fill(question.id, dict(question.proposed))
    command: AnyCommand = question.options[0].command
    return command


def _fought(battle: Battle, dice: Dice, luck: Random) -> Battle:
    """Return a battle after both sides have played it to its end by quick scores."""
    for _ in range(LONGEST):
        questions = rules.pending(battle)
        if not questions:
            break
        question = questions[0]
        command = by_thumb(view_battle(battle, question.seat), question, luck)
        ledger = BattleLedger(battle, dice)
        rules.RULES.decide(ledger, questions, question.seat, command)
        battle = ledger.state
    return battle
