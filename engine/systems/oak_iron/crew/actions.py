"""Crew Actions: what a ship's crew may do after her move, such as Reload, Rally or Board.

Oak & Iron ch. 4, Movement Phase, step 4; since V1.02 also instead of an attack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.base.text import pluralized
from engine.game.decision import Closed, Decision, Option
from engine.space.plane.contact import touching, within
from engine.systems.oak_iron.crew.boarding import (
    boarding_options,
    landing_area,
    no_landing,
    take_board,
)
from engine.systems.oak_iron.crew.card_attacks import crew_attacks, granted, rally_only
from engine.systems.oak_iron.damage import remove_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.crew_actions import (
    HELPS,
    QUICK_RELOAD,
    ROWS,
    SHARED_RALLY,
    extra_points,
    flag_rallies,
)
from engine.systems.oak_iron.gunnery.attack import declare
from engine.systems.oak_iron.machine import RULES, Ledger, name_of
from engine.systems.oak_iron.sailing.course import move_away, row, sound
from engine.systems.oak_iron.sailing.manoeuvre import make_way
from engine.systems.oak_iron.sailing.seamanship import passed, roll_test, test_pool
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import SOLID, active_ship, distance, hull, seat_of, solids
from engine.systems.oak_iron.state.state import SAILS, Ship, State
from engine.systems.oak_iron.victory.objectives import objective_actions, undertake

RESTED = "rested_crews"
"""The id of the condition card Rested Crews. After the flagship has used the card, the id is also
kept in her `used` effects."""
Found = tuple[list[Option], list[Closed]]
"""A pair of lists: (the crew actions that are allowed, those that are not, each with its
reason)."""


@RULES.asks(st.CrewAction)
def crew_action(state: State, step: st.CrewAction) -> tuple[Decision, ...]:
    """Ask for one crew action of the active ship; ask nothing when no action is allowed."""
    ship = active_ship(state)
    options, closed = actions(state, ship)
    if not options:
        return ()
    options.append(Option("none", "no crew action", cmd.Pass()))
    return (
        Decision(
            seat_of(state, ship.id),
            "crew_action",
            f"{ship.id}: a crew action?",
            tuple(options),
            area=landing_area(state, ship),
            closed=tuple(closed),
            ship=ship.id,
        ),
    )


def barred(state: State, ship: Ship) -> str:
    """Return why a ship may take no crew action of any kind; '' when she may."""
    if not ship.fights:
        return "she is out of the fight"
    if state.holds(ship.id):
        return "entangled ships take no crew action"
    cut = state.activation is not None and state.activation.phase == "movement" and ship.cut_free
    return "she has cut free in this phase" if cut else ""


def actions(state: State, ship: Ship, helped: bool = False) -> Found:
    """Return the crew actions that a ship may take, and the others with the reason against each.

    With `helped`, return only what a friend may do for the ship with the friend's own Crew Action.
    """
    stop = barred(state, ship)
    if stop:
        found: Found = ([], [Closed("Crew Action", stop)])
        if state.holds(ship.id):
            _attacks(state, ship, found)
        return found
    found = ([], [])
    if ship.fatigue:
        label = f"Rally: fatigue {ship.fatigue} to {ship.fatigue - relief(state, ship)}"
        found[0].append(Option("rally", label, cmd.Rally()))
    else:
        found[1].append(Closed("Rally", "she has no fatigue"))
    only = "a shaken ship may only rally" if ship.shaken else ""
    if card := rally_only(state, ship):
        only = f"{name_of(card)} allows only Rally"
    if only:
        found[1].append(Closed("any other action", only))
    else:
        for find in _FINDERS:
            find(state, ship, found)
    if not helped and not ship.shaken:
        _support(state, ship, found, rally_alone=bool(only))
    return found


def _rested(state: State, ship: Ship) -> bool:
    """Tell whether the card Rested Crews strengthens this Rally.

    It does so for the flagship's first Rally of the battle: the Rally removes 2 Fatigue instead of
    1.
    """
    fresh = state.is_flagship(ship.id) and RESTED not in ship.used
    return fresh and RESTED in state.squadrons[ship.squadron].conditions


def relief(state: State, ship: Ship) -> int:
    """Return how many points of Fatigue a ship's Rally removes: 1, or 2 with Rested Crews.

    The result is never more than her Fatigue. Skill Tests that cards add come on top.
    """
    return min(ship.fatigue, 2 if _rested(state, ship) else 1)


def _reload(state: State, ship: Ship, found: Found) -> None:
    if not ship.reload:
        found[1].append(Closed("Reload", "all sides are loaded"))
    elif ship.sail == "full":
        found[1].append(Closed("Reload", "not possible at full sail"))
    else:
        found[0].extend(
            Option(f"reload_{side}", f"Reload {side}", cmd.Reload(side)) for side in ship.reload
        )
        if len(ship.reload) > 1 and any(may(ship) for _, may in QUICK_RELOAD.on(state, ship)):
            label = "Reload both sides, once a game"
            found[0].append(Option("reload_both", label, cmd.ReloadBoth(), spends=True))


def _repair(state: State, ship: Ship, found: Found) -> None:
    if ship.aground:
        dice = test_pool(state, ship.id, "repair").dice
        label = f"Repair: off the ground, {pluralized(dice, 'die', 'dice')}"
        found[0].append(Option("repair_aground", label, cmd.Repair("aground")))
    if ship.crippled:
        found[1].append(Closed("Repair", "crippled ships cannot be repaired"))
    elif ship.damage:
        label = f"Repair: damage {ship.damage} to {ship.damage - 1}"
        found[0].append(Option("repair", label, cmd.Repair("damage")))
    elif not ship.aground:
        found[1].append(Closed("Repair", "she has no damage"))


def change_sail(state: State, ship: Ship, found: Found) -> None:
    """Add to `found` the options to set one level more sail and one level less."""
    level = SAILS.index(ship.sail)
    for next_level in (level + 1, level - 1):
        if 0 <= next_level < len(SAILS):
            sail = SAILS[next_level]
            label = f"Change Sail Setting: {ship.sail} to {sail}"
            option = Option(f"sail_{sail}", label, cmd.ChangeSail(sail), short=f"set {sail} sail")
            found[0].append(option)


def _board(state: State, ship: Ship, found: Found) -> None:
    options, closed = boarding_options(state, ship)
    if not options and not closed:
        closed.append(Closed("Board", "no enemy within a yard arm"))
    found[0].extend(options)
    found[1].extend(closed)


def _row(state: State, ship: Ship, found: Found) -> None:
    sweeps = any(may() for _, may in ROWS.on(state, ship))
    collided = state.activation is not None and state.activation.collided
    stop = "" if sweeps else "she has no sweeps"
    stop = stop or ("she is aground" if ship.aground else "she has collided" if collided else "")
    if stop:
        found[1].append(Closed("Row", stop))
    else:
        found[0].append(Option("row", "Row: 1 ahead", cmd.Row()))


def _transfer(state: State, ship: Ship, found: Found) -> None:
    if not state.is_flagship(ship.id):
        found[1].append(Closed("Transfer Flag", "she is not the flagship"))
        return
    if state.squadrons[ship.squadron].admiral_lost:
        found[1].append(Closed("Transfer Flag", "the admiral is lost"))
        return
    heirs = [each for each in state.own_ships(ship.squadron) if each.fights and each.id != ship.id]
    if not heirs:
        found[1].append(Closed("Transfer Flag", "no other ship of her squadron can fight"))
    for other in heirs:
        far = not within(distance(state, ship.id, other.id), book().measures.pistol)
        stop = "beyond pistol shot" if far else "entangled" if state.holds(other.id) else ""
        label = f"Transfer Flag to {other.id}"
        if stop:
            found[1].append(Closed(label, stop))
        else:
            command = cmd.TransferFlag(other.id)
            found[0].append(Option(f"flag_{other.id}", label, command, subject=other.id))


def _land(state: State, ship: Ship, found: Found) -> None:
    if not any(piece.kind in ("island", "land") for piece in state.terrain):
        return
    stop = no_landing(state, ship)
    if stop:
        found[1].append(Closed("Landing Party", stop))
    else:
        found[0].append(Option("land_party", "Landing Party", cmd.LandParty(), area="at"))


def _support(state: State, ship: Ship, found: Found, rally_alone: bool) -> None:
    """Add to `found` what friends near a ship may do by using up her Crew Action (Support Ship).

    With `rally_alone`, a card allows the ship only Rally; then her friends may only Rally too.
    """
    inches = max((reach() for _, reach in HELPS.on(state, ship)), default=-1.0)
    if inches < 0:
        return
    for friend in state.ships.values():
        if friend.id == ship.id or not friend.fights or state.opposed(ship.id, friend.id):
            continue
        if within(distance(state, ship.id, friend.id), inches):
            lent = cmd.Rally if rally_alone else cmd.Reload | cmd.Rally | cmd.Repair
            found[0].extend(
                [
                    Option(
                        f"help_{friend.id}_{option.id}",
                        f"for {friend.id}: {option.label}",
                        cmd.Support(friend.id, option.command),
                        subject=friend.id,
                    )
                    for option in actions(state, friend, helped=True)[0]
                    if isinstance(option.command, lent)
                ]
            )


def _undertake(state: State, ship: Ship, found: Found) -> None:
    found[0].extend(objective_actions(state, ship))


def _attacks(state: State, ship: Ship, found: Found) -> None:
    """Add to `found` the attacks that a card lets a ship make as her Crew Action."""
    _, grant = crew_attacks(state, ship)
    found[0].extend(grant.options)
    found[1].extend(grant.closed)


_FINDERS: tuple[Callable[[State, Ship, Found], None], ...] = (
    _reload,
    _repair,
    change_sail,
    _board,
    _row,
    _transfer,
    _land,
    _undertake,
    _attacks,
)
"""The functions that each add one kind of crew action, except Rally, to a `Found`. The player sees
the actions in this order."""


@RULES.takes(st.CrewAction)
def take_crew_action(
    ledger: Ledger, step: st.CrewAction, seat: str, command: cmd.AnyCommand
) -> None:
    """Carry out the crew action that the player has chosen for the active ship."""
    do_action(ledger, active_ship(ledger.state), command)


def do_action(ledger: Ledger, ship: Ship, command: cmd.AnyCommand) -> None:
    """Carry out a ship's crew action; the action's own steps replace the current agenda step."""
    match command:
        case cmd.Board(target=target):
            take_board(ledger, ship, target)
        case cmd.Repair(what="aground"):
            roll_test(ledger, ship.id, st.RepairTest(), "repair")
        case cmd.Support(ship=friend, action=action):
            do_action(ledger, ledger.state.ships[friend], action)
        case cmd.Undertake(what="raze"):
            roll_test(ledger, ship.id, st.RazeTest(), "card")
        case cmd.Fire():
            ledger.finish()
            declare(ledger, ship.id, command, *granted(ledger.state, ship))
        case cmd.Row():
            ledger.finish(*([st.Reactions()] if ledger.state.phase == "movement" else []))
            make_way(ledger, row(ledger.state, ship.id), "row", settle=True)
        case _:
            ledger.finish()
            _do_at_once(ledger, ship, command)


def _do_at_once(ledger: Ledger, ship: Ship, command: cmd.AnyCommand) -> None:
    match command:
        case cmd.Rally():
            rally(ledger, ship)
        case cmd.Reload(side=side):
            ledger.write(ev.Reloaded(ship.id, side))
        case cmd.ReloadBoth():
            for both in ship.reload:
                ledger.write(ev.Reloaded(ship.id, both))
            for card, _ in QUICK_RELOAD.on(ledger.state, ship):
                ledger.write(ev.EffectUsed(ship.id, card, card))
        case cmd.Repair():
            ledger.write(ev.DamageRepaired(ship.id, 1, ship.damage - 1))
            ledger.plan(*_bonus(ledger, ship, "repair"))
        case cmd.ChangeSail(sail=sail):
            ledger.write(ev.SailChanged(ship.id, sail))
        case cmd.TransferFlag(ship=other):
            value = ledger.state.squadrons[ship.squadron].admiral_value
            ledger.write(ev.FlagTransferred(ship.squadron, other, value))
        case cmd.LandParty(at=at):
            ledger.write(ev.PartyLanded(ship.id, at))
        case cmd.Undertake():
            undertake(ledger, ship, command)


def rally(ledger: Ledger, ship: Ship) -> None:
    """Remove Fatigue from a ship that Rallies, and plan the further steps that cards add to a
    Rally.
    """
    remove_fatigue(ledger, ship.id, relief(ledger.state, ship))
    if _rested(ledger.state, ship):
        ledger.write(ev.EffectUsed(ship.id, RESTED, RESTED))
    shared = any(SHARED_RALLY.on(ledger.state, ship))
    ledger.plan(
        *_bonus(ledger, ship, "rally"),
        *([st.SharedRally(ship.id)] if shared else []),
        *flag_rallies(ledger.state, ship),
    )


def _bonus(ledger: Ledger, ship: Ship, what: Literal["rally", "repair"]) -> list[st.BonusTest]:
    cards = extra_points(ledger.state, ship, what)
    return [st.BonusTest(ship.id, what, card) for card, _ in cards]


@RULES.does(st.RepairTest)
def get_off(ledger: Ledger, step: st.RepairTest) -> None:
    """Float a grounded ship if her crew passed the Skill Test, and move her clear of the land."""
    state = ledger.state
    assert state.roll is not None
    ship_id = state.roll.ship
    ledger.finish()
    if not passed(state):
        return
    ledger.write(ev.GotOff(ship_id))
    own = hull(state.ships[ship_id])
    touched = tuple(key for key, land in solids(state, SOLID).items() if touching(own, land))
    if touched:
        move_away(ledger, ship_id, touched, book().measures.yard_arm)
        sound(ledger, ship_id)
