"""Advantages and conditions that work before the first turn (Oak & Iron ch. 7).

Those that work later are registered at the moments of `effects`. The texts of the cards
could not be found: what they do is our own.
"""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.sides import defender_first, fleet_of, other_side
from engine.systems.oak_iron.state.state import Sail, State
from engine.systems.oak_iron.state.steps import (
    ChooseCards,
    DeploySquadron,
    SailChoice,
    ShowCards,
    WindChoice,
)
from engine.systems.oak_iron.terrain.zones import ACROSS

FORTUNATE = "favoured_by_fortune"
WARNED, WEATHER_WISE, WELL_FOUND = "early_warning", "weather_wise", "well_found"
SURPRISE = "surprise"
"""The cards that this module and the draft look for, by id."""


def deployments(state: State) -> list[DeploySquadron]:
    """Return the deployments in order, the defender first.

    With Early Warning the defender keeps one ship back until the attacker has deployed.
    """
    defending, attacking = (fleet_of(state, key) for key in defender_first(state))
    order = [DeploySquadron(key) for key in (*defending, *attacking)]
    if WARNED not in state.squadrons[state.defender].conditions:
        return order
    last = defending[-1]
    order[len(defending) - 1] = DeploySquadron(last, keep=1)
    return [*order, DeploySquadron(last)]


def last_touches(state: State) -> list[WindChoice | SailChoice]:
    """Return the steps that cards add once all ships are deployed."""
    order = defender_first(state)
    held = {key: state.squadrons[key].conditions for key in order}
    winds = [WindChoice(key) for key in order if WEATHER_WISE in held[key]]
    return [*winds, *(SailChoice(key) for key in order if WELL_FOUND in held[key])]


def first_cards(state: State) -> list[ShowCards | ChooseCards]:
    """Return the steps that choose the first initiative cards; a surprised side lays them open."""
    surprised = [
        ShowCards(other_side(state, state.squadrons[key].side))
        for key in defender_first(state)
        if SURPRISE in state.squadrons[key].conditions
    ]
    return [*surprised, ChooseCards()]


@RULES.asks(WindChoice)
def turn_wind(state: State, step: WindChoice) -> tuple[Decision, ...]:
    """Ask whether the wind shall blow from the opposite edge."""
    now = state.table.weather_edge
    options = (
        Option("turn", f"let it blow from the {ACROSS[now]}", cmd.TurnWind()),
        Option("none", f"leave it in the {now}", cmd.Pass()),
    )
    prompt = f"{state.squadrons[step.squadron].party}: turn the wind (Weather-wise)?"
    return (Decision(step.squadron, "turn_wind", prompt, options),)


@RULES.takes(WindChoice)
def take_wind(ledger: Ledger, step: WindChoice, seat: str, command: cmd.AnyCommand) -> None:
    """Turn the wind, or leave it as it is."""
    if isinstance(command, cmd.TurnWind):
        ledger.write(ev.WindTurned(ACROSS[ledger.state.table.weather_edge]))
    ledger.finish()


@RULES.asks(SailChoice)
def set_sail(state: State, step: SailChoice) -> tuple[Decision, ...]:
    """Ask which ship begins at another Sail Setting than Battle Sail."""
    sails: tuple[Sail, ...] = ("full", "minimal")
    options = [
        Option(f"{ship.id}_{sail}", f"{ship.id} at {sail} sail", command, subject=ship.id)
        for key in fleet_of(state, step.squadron)
        for ship in state.own_ships(key)
        if ship.afloat
        for sail, command in zip(sails, _commands(ship.id), strict=True)
    ]
    options.append(Option("none", "all at battle sail", cmd.Pass()))
    prompt = f"{state.squadrons[step.squadron].party}: set the sails of a ship (Well Found)?"
    return (Decision(step.squadron, "set_sail", prompt, tuple(options)),)


def _commands(ship: str) -> tuple[cmd.SetSail, cmd.SetSail]:
    return cmd.SetSail(ship, "full"), cmd.SetSail(ship, "minimal")


@RULES.takes(SailChoice)
def take_sail(ledger: Ledger, step: SailChoice, seat: str, command: cmd.AnyCommand) -> None:
    """Set the ship's sails, or leave all at Battle Sail."""
    if isinstance(command, cmd.SetSail):
        ledger.write(ev.SailChanged(command.ship, command.sail))
    ledger.finish()
