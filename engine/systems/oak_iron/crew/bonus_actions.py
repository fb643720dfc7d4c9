"""What cards add to a Crew Action (Oak & Iron ch. 4, Movement Phase, step 4).

A card may add a Skill Test to remove more Fatigue or damage, a Rally of a friend, a free change of
sail, or a free landing.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.decision import Closed, Decision, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.crew.actions import actions, change_sail
from engine.systems.oak_iron.crew.boarding import landing_area
from engine.systems.oak_iron.damage import remove_fatigue
from engine.systems.oak_iron.effects.crew_actions import SHARED_RALLY, extra_points
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.seamanship import passed, roll_test
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import active_ship, distance, seat_of
from engine.systems.oak_iron.state.state import Ship, State


@RULES.does(st.BonusTest)
def bonus_test(ledger: Ledger, step: st.BonusTest) -> None:
    """Roll the Skill Test that a card adds to a Rally or Repair.

    There is no roll if the ship has no Fatigue or damage left to remove.
    """
    ship = ledger.state.ships[step.ship]
    left = ship.fatigue if step.what == "rally" else ship.damage
    if not left:
        ledger.finish()
        return
    purpose = "rally" if step.what == "rally" else "repair"
    roll_test(ledger, step.ship, st.BonusStands(step.ship, step.what, step.card), purpose)  # type: ignore[arg-type]


@RULES.does(st.BonusStands)
def bonus_stands(ledger: Ledger, step: st.BonusStands) -> None:
    """Remove the additional Fatigue or damage if the Skill Test of the card was passed."""
    ledger.finish()
    ship = ledger.state.ships[step.ship]
    if not passed(ledger.state):
        return
    points = dict(extra_points(ledger.state, ship, step.what)).get(step.card, 0)
    if step.what == "rally":
        remove_fatigue(ledger, ship.id, points)
    else:
        points = min(points, ship.damage)
        ledger.write(ev.DamageRepaired(ship.id, points, ship.damage - points))


def weary_friends(state: State, ship: Ship, inches: float) -> list[Option]:
    """Return an option for each friend with Fatigue that is within `inches` of the ship."""
    return [
        relief_option(other)
        for other in state.ships.values()
        if other.id != ship.id
        and other.fights
        and other.fatigue
        and not state.opposed(ship.id, other.id)
        and within(distance(state, ship.id, other.id), inches)
    ]


def relief_option(ship: Ship) -> Option:
    """Return the option that removes 1 Fatigue from this ship."""
    label = f"{ship.id} loses 1 fatigue: {ship.fatigue} to {ship.fatigue - 1}"
    return Option(f"relieve_{ship.id}", label, cmd.ApplyEffect(ship.id), subject=ship.id)


def ask_relief(
    state: State, ship: Ship, options: list[Option], prompt: str
) -> tuple[Decision, ...]:
    """Return the question which ship of `options` loses 1 Fatigue; no question without options."""
    if not options:
        return ()
    choices = (*options, Option("none", "nobody", cmd.Pass()))
    return (Decision(seat_of(state, ship.id), "relief", prompt, choices),)


@RULES.asks(st.SharedRally)
def shared_rally(state: State, step: st.SharedRally) -> tuple[Decision, ...]:
    """Ask which friend loses 1 Fatigue, because a card lets a friend rally with the ship."""
    ship = state.ships[step.ship]
    inches = max((reach() for _, reach in SHARED_RALLY.on(state, ship)), default=-1.0)
    prompt = f"{ship.id} has rallied: which ship rallies with her (admiral's rule: Beloved)?"
    return ask_relief(state, ship, weary_friends(state, ship, inches), prompt)


@RULES.takes(st.SharedRally)
def take_shared(ledger: Ledger, step: st.SharedRally, seat: str, command: cmd.AnyCommand) -> None:
    """Remove 1 Fatigue from the friend that the player chose."""
    ledger.finish()
    if isinstance(command, cmd.ApplyEffect):
        remove_fatigue(ledger, command.ship)


@RULES.asks(st.FreeSail)
def free_sail(state: State, step: st.FreeSail) -> tuple[Decision, ...]:
    """Ask for the free change of sail that a card gives; no question if a ship could not change
    sail.
    """
    ship = active_ship(state)
    allowed = {option.id for option in actions(state, ship)[0]}
    found: tuple[list[Option], list[Closed]] = ([], [])
    change_sail(state, ship, found)
    options = [option for option in found[0] if option.id in allowed]
    if not options:
        return ()
    options.append(Option("none", "leave the sails as they are", cmd.Pass()))
    prompt = f"{ship.id}: a free change of sail (her upgrade: Expert Topmen)?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "free_sail", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.FreeSail)
def take_free_sail(ledger: Ledger, step: st.FreeSail, seat: str, command: cmd.AnyCommand) -> None:
    """Change the sails as chosen, or leave them as they are."""
    ship = active_ship(ledger.state)
    ledger.finish()
    if isinstance(command, cmd.ChangeSail):
        ledger.write(ev.SailChanged(ship.id, command.sail))


@RULES.asks(st.FreeLanding)
def free_landing(state: State, step: st.FreeLanding) -> tuple[Decision, ...]:
    """Ask whether a ship at Minimal Sail anchors and lands a party, as a card allows."""
    ship = active_ship(state)
    free = any(option.id == "sail_anchored" for option in actions(state, ship)[0])
    area = landing_area(state, replace(ship, sail="anchored")) if free else None
    if ship.sail != "minimal" or area is None:
        return ()
    options = (
        Option("land_party", "anchor and land a party", cmd.LandParty(), area="at"),
        Option("none", "do not anchor", cmd.Pass()),
    )
    prompt = f"{ship.id}: anchor and land a party (her upgrade: Troop Transport)?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "free_landing", prompt, options, area=area, ship=ship.id),)


@RULES.takes(st.FreeLanding)
def take_free_landing(
    ledger: Ledger, step: st.FreeLanding, seat: str, command: cmd.AnyCommand
) -> None:
    """Anchor and put the party ashore, or sail on."""
    ship = active_ship(ledger.state)
    ledger.finish()
    if isinstance(command, cmd.LandParty):
        ledger.write(ev.SailChanged(ship.id, "anchored"))
        ledger.write(ev.PartyLanded(ship.id, command.at))
