"""Critical damage, and the attack of a Fire Ship (Oak & Iron ch. 4; FAQ)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.text import pluralized
from engine.game.decision import Decision, Option
from engine.space.plane.contact import within
from engine.space.plane.sweep import pivot
from engine.systems.oak_iron.damage import cripple, put_out_of_action, take_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.effects.hits import BURNS, fatigue_spared, second_look
from engine.systems.oak_iron.gunnery.attack import SIDES, current, dealt, wound
from engine.systems.oak_iron.machine import RULES, Ledger, count
from engine.systems.oak_iron.sailing.course import collide, pose_changed, sound
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import distance, enemies, hull, obstacles, seat_of
from engine.systems.oak_iron.state.state import SAILS, Attack, Ship, State, Table

# The attack of a Fire Ship, which burns against an enemy and is lost (Oak & Iron FAQ).


def fire_dice(state: State, ship: Ship) -> int:
    """Return how many critical dice a fire ship rolls when she burns; 0 for any other ship.

    Her Fatigue takes none of these dice away.
    """
    return max((dice() for _, dice in BURNS.on(state, ship)), default=0)


def burning_options(state: State, ship: Ship) -> list[Option]:
    """Return an option for each enemy within a Yard Arm beside which a fire ship may burn."""
    dice = fire_dice(state, ship)
    if not dice:
        return []
    yard_arm = book().measures.yard_arm
    return [
        Option(
            f"burn_{enemy.id}",
            f"burn against {enemy.id} with {dice} critical dice; your ship is lost",
            cmd.Burn(enemy.id),
            subject=enemy.id,
            ends=True,
            spends=True,
        )
        for enemy in enemies(state, ship.id)
        if within(distance(state, ship.id, enemy.id), yard_arm)
    ]


def burn(ledger: Ledger, ship: Ship, target: str) -> None:
    """Start a fire ship's attack on the target; it has only critical dice, no first roll."""
    dice = fire_dice(ledger.state, ship)
    kept = fatigue_spared(ledger.state, ledger.state.ships[target])
    attack = Attack(
        attacker=ship.id, target=target, kind="fire_ship", dice=dice, spared_fatigue=kept
    )
    ledger.write(ev.AttackDeclared(attack))
    ledger.finish(st.RollCritical(dice), st.ApplyCritical(), st.BurnOut(), st.EndAttack())


@RULES.does(st.BurnOut)
def burn_out(ledger: Ledger, step: st.BurnOut) -> None:
    """Put the burnt fire ship Out of Action: her wreck is an obstacle that may sink."""
    ledger.finish()
    put_out_of_action(ledger, current(ledger).attacker)


# Critical damage (Oak & Iron ch. 4, Attack Phase, step 5): hull, rigging, crew and helm.


HELM_SPEED = 2
"""A ship whose helm is shot away turns by the angle of the movement tool for this speed."""
USEFUL = ("critical_hull", "critical_rigging", "critical_crew")
"""The rows of the dice table that list the symbols of hull, rigging and crew results. Results are
applied in this order."""


@RULES.does(st.RollCritical)
def roll_critical(ledger: Ledger, step: st.RollCritical) -> None:
    """Roll the critical dice: one for each symbol of the attack's roll that triggers one."""
    ledger.finish()
    ledger.roll("critical", current(ledger).attacker, step.dice)


def _useless(faces: Sequence[Symbol]) -> tuple[int, ...]:
    """Return the positions, from 0, of the critical dice whose face gives no result."""
    useful = {symbol for name in USEFUL for symbol in book().dice.counts[name]}
    return tuple(place for place, face in enumerate(faces) if face not in useful)


@RULES.asks(st.CarefulAimOffer)
def careful_aim(state: State, step: st.CarefulAimOffer) -> tuple[Decision, ...]:
    """Ask whether the card Careful Aim re-rolls, once, the critical dice that show no result."""
    attack, roll = state.attack, state.roll
    if attack is None or roll is None or not second_look(state, state.ships[attack.attacker]):
        return ()
    idle = _useless(roll.faces)
    if not idle or roll.rerolled:
        return ()
    dice = pluralized(len(idle), "die", "dice")
    options = (
        Option("careful_aim", f"re-roll {dice}", cmd.CarefulAim()),
        Option("stand", "keep the roll", cmd.Pass()),
    )
    prompt = f"Careful Aim: critical dice show {' '.join(roll.faces)}"
    seat = seat_of(state, attack.attacker)
    return (Decision(seat, "careful_aim", prompt, options, ship=attack.attacker),)


@RULES.takes(st.CarefulAimOffer)
def take_careful_aim(
    ledger: Ledger, step: st.CarefulAimOffer, seat: str, command: cmd.AnyCommand
) -> None:
    """Re-roll the critical dice without a result, or keep them, as the player has answered."""
    ledger.finish()
    roll = ledger.state.roll
    if isinstance(command, cmd.CarefulAim) and roll is not None:
        ledger.reroll("careful_aim", roll.ship, _useless(roll.faces))


@RULES.does(st.ApplyCritical)
def apply_critical(ledger: Ledger, step: st.ApplyCritical) -> None:
    """Count the hull, rigging and crew results of the critical dice, and apply them in that order.

    An attack at rigging or crew has no critical dice: its own roll is read as critical results.
    """
    attack = current(ledger)
    assert ledger.state.roll is not None
    faces = ledger.state.roll.faces if attack.aim == "hull" else attack.faces
    ledger.write(ev.CriticalRolled(attack.target, faces))
    struck = {name: count(faces, name) for name in USEFUL}
    if attack.aim == "rigging":
        struck = {"critical_rigging": struck["critical_rigging"]}
    if attack.aim == "crew":
        struck = {"critical_crew": struck["critical_crew"]}
    ledger.finish()
    # Hull: one result does 1 damage; two or more cripple the ship at once.
    hulls = struck.get("critical_hull", 0)
    if hulls >= 2:
        cripple(ledger, attack.target)
    elif hulls:
        wound(ledger, attack, 1, dealt(ledger.state, attack))
    # Rigging: one result takes away a level of sail; two or more also put the ship Aground.
    target = attack.target
    rigging = struck.get("critical_rigging", 0)
    ship = ledger.state.ships[target]
    if rigging and ship.sail != "anchored":
        ledger.write(ev.SailChanged(target, SAILS[SAILS.index(ship.sail) - 1]))
    if rigging >= 2 and not ship.aground:
        ledger.write(ev.WentAground(target))
    # Crew: one result gives Fatigue; two or more also hit the helm and the officers. A helm that
    # is hit makes the ship turn; a die decides whether her admiral or captain is lost.
    crew = struck.get("critical_crew", 0)
    if not crew:
        return
    aimed = current(ledger).aim == "crew"
    take_fatigue(ledger, target, 2 if attack.rake and aimed else 1)
    if crew < 2:
        return
    ship = ledger.state.ships[target]
    ledger.write(ev.HelmHit(target))
    steers = not (ship.aground or ship.out_of_action or ledger.state.holds(target))
    ledger.plan(*([st.HelmChoice()] if steers else []), st.OfficerDie())


@RULES.asks(st.HelmChoice)
def helm_choice(state: State, step: st.HelmChoice) -> tuple[Decision, ...]:
    """Ask the attacker to which side the target, whose helm is shot away, turns."""
    assert state.attack is not None
    target = state.attack.target
    options = tuple(
        Option(side, f"{target} turns to {side}", cmd.SpinHelm(side), subject=target)
        for side in SIDES
    )
    seat = seat_of(state, state.attack.attacker)
    prompt = f"{target}'s helm is shot away: which way does she turn?"
    return (Decision(seat, "helm", prompt, options, ship=state.attack.attacker),)


@RULES.takes(st.HelmChoice)
def spin_helm(ledger: Ledger, step: st.HelmChoice, seat: str, command: cmd.SpinHelm) -> None:
    """Turn the target by the angle of the speed 2 tool; contact or the table's edge stops her."""
    ledger.finish()
    state = ledger.state
    target = current(ledger).target
    most = book().measures.tools[HELM_SPEED].turn
    angle = most if command.side == "starboard" else -most
    edges = _fence(state.table)
    swept = pivot(hull(state.ships[target]), angle, {**obstacles(state, target), **edges})
    pose_changed(ledger, ev.ShipMoved(target, "helm", swept.pose, (), HELM_SPEED))
    struck = tuple(key for key in swept.struck if key not in edges)
    if struck:
        collide(ledger, target, struck, HELM_SPEED)
    sound(ledger, target)


def _fence(table: Table) -> dict[str, object]:
    """Return the table's four edges, as lines that stop a pivot: {name: line}."""
    from shapely import LineString

    width, height = table.size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
    names = ("south edge", "east edge", "north edge", "west edge")
    return {
        name: LineString([corners[place], corners[place + 1]]) for place, name in enumerate(names)
    }


@RULES.does(st.OfficerDie)
def officer_die(ledger: Ledger, step: st.OfficerDie) -> None:
    """Roll a die that decides whether the admiral or captain of the target is lost.

    There is no roll if she carries neither.
    """
    ledger.finish()
    state = ledger.state
    ship = state.ships[current(ledger).target]
    squadron = state.squadrons[ship.squadron]
    admiral = squadron.flagship == ship.id and bool(squadron.admiral)
    if not admiral and not ship.commander:
        return
    face = ledger.draw()
    hit = count((face,), "officer_loss") > 0
    officer: ev.Officer = ("admiral" if admiral else "captain") if hit else ""
    ledger.write(ev.OfficerRolled(ship.id, face, officer))
    if officer == "admiral":
        ledger.write(ev.AdmiralKilled(squadron.key))
