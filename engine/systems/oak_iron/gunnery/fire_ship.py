"""The attack of a Fire Ship, which burns against an enemy and is lost (Oak & Iron FAQ)."""

from __future__ import annotations

from engine.game.decision import Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.damage.harm import put_out_of_action
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.critical import BURNS
from engine.systems.oak_iron.effects.fatigue import fatigue_spared
from engine.systems.oak_iron.gunnery.resolve import current
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Attack, Ship, State
from engine.systems.oak_iron.state.steps import ApplyCritical, BurnOut, EndAttack, RollCritical


def fire_dice(state: State, ship: Ship) -> int:
    """Return the critical dice that a ship rolls when she burns; 0 when she is no Fire Ship.

    Fatigue takes none of them.
    """
    return max((dice() for _, dice in BURNS.on(state, ship)), default=0)


def burning_options(state: State, ship: Ship) -> list[Option]:
    """Return the enemies within a Yard Arm against which a ship may burn."""
    dice = fire_dice(state, ship)
    if not dice:
        return []
    yard_arm = book().measures.yard_arm
    return [
        Option(
            f"burn_{enemy.id}",
            f"burn against {enemy.id}, {dice} critical dice; she is lost",
            cmd.Burn(enemy.id),
            subject=enemy.id,
            ends=True,
            spends=True,
        )
        for enemy in enemies(state, ship.id)
        if within(distance(state, ship.id, enemy.id), yard_arm)
    ]


def burn(ledger: Ledger, ship: Ship, target: str) -> None:
    """Replace the step on the agenda by the attack: critical dice at once, without a first roll."""
    dice = fire_dice(ledger.state, ship)
    kept = fatigue_spared(ledger.state, ledger.state.ships[target])
    attack = Attack(
        attacker=ship.id, target=target, kind="fire_ship", dice=dice, spared_fatigue=kept
    )
    ledger.write(ev.AttackDeclared(attack))
    ledger.finish(RollCritical(dice), ApplyCritical(), BurnOut(), EndAttack())


@RULES.does(BurnOut)
def burn_out(ledger: Ledger, step: BurnOut) -> None:
    """Put the burnt ship Out of Action: she is an obstacle that may sink."""
    ledger.finish()
    put_out_of_action(ledger, current(ledger).attacker)
