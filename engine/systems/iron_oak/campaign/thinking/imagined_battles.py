"""Battles in the mind: a planned battle fought by lieutenants with chosen ships, to its end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.question import Question
from engine.game.sheet import Fill, Sheet
from engine.systems.iron_oak.campaign.machine.ledger import Ledger
from engine.systems.iron_oak.campaign.rules.chapters import RULES
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.commands import AnyCommand
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, Plan, State, Vessel
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.machine.ledger import Ledger as BattleLedger
from engine.systems.iron_oak.machine.view import view as view_battle
from engine.systems.iron_oak.state.state import State as Battle
from engine.systems.iron_oak.thinking.playing_on import by_thumb
from engine.systems.iron_oak.turn import rules

LONGEST = 600
"""Answers after which a battle is left undecided: it counts for the defender."""


def won_in_mind(
    view: State, plan: Plan, ships: Mapping[Side, tuple[Vessel, ...]], side: Side, luck: Random
) -> bool:
    """Fight a battle with these ships in the mind; tell whether a side wins it."""
    if not ships[side] or not ships[other_side(side)]:
        return bool(ships[side])
    seed = luck.randrange(1_000_000)
    battle = _battle(view, plan, ships, seed)
    return (_fought(battle, Dice(seed), luck) or plan.defender) == side


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
    """Return what the sheet of a set-up proposes, or the first option of a decision."""
    if isinstance(question, Sheet):
        return Fill(question.id, dict(question.proposed))
    command: AnyCommand = question.options[0].command
    return command


def _fought(battle: Battle, dice: Dice, luck: Random) -> Side | None:
    """Return who wins when both sides take what looks best; None where nobody has."""
    for _ in range(LONGEST):
        questions = rules.pending(battle)
        if not questions:
            break
        question = questions[0]
        command = by_thumb(view_battle(battle, question.seat), question, luck)
        ledger = BattleLedger(battle, dice)
        rules.RULES.decide(ledger, questions, question.seat, command)
        battle = ledger.state
    winners = battle.outcome.winners if battle.outcome else ()
    return next((side for side in SEATS if NAMES[side] in winners), None)
