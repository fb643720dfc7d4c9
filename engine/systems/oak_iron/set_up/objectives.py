"""The set-up steps of objectives and of condition cards (Oak & Iron ch. 7)."""

from __future__ import annotations

from engine.game.decision import Area, Decision, Option
from engine.kit.agenda import Site
from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Objective
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.set_up.terrain import ask_piece, faults, room_for
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import area, defender_first, fleet_of, other_side
from engine.systems.oak_iron.state.state import Sail, State
from engine.systems.oak_iron.terrain import ACROSS, Box, laid, part_of, sticks_out
from engine.systems.oak_iron.victory.objectives import ALONE

# Advantages and conditions that work before the first turn (Oak & Iron ch. 7).
#
# Cards that work later are registered at the hooks of `effects`. The texts of the cards could not
# be found, so their effects here are our own.


FORTUNATE = "favoured_by_fortune"
WARNED, WEATHER_WISE, WELL_FOUND = "early_warning", "weather_wise", "well_found"
SURPRISE = "surprise"
"""The id of the condition card Surprise. The effects of this card, and of the cards named by the
constants above, are in this module."""


def deployments(state: State) -> list[st.DeploySquadron]:
    """Return the steps that deploy the squadrons, the defender's first.

    With the card Early Warning, the defender keeps one ship back until the attacker has deployed.
    """
    defending, attacking = (fleet_of(state, key) for key in defender_first(state))
    order = [st.DeploySquadron(key) for key in (*defending, *attacking)]
    if WARNED not in state.squadrons[state.defender].conditions:
        return order
    last = defending[-1]
    order[len(defending) - 1] = st.DeploySquadron(last, keep=1)
    return [*order, st.DeploySquadron(last)]


def last_touches(state: State) -> list[st.WindChoice | st.SailChoice]:
    """Return the steps that cards add after deployment: turning the wind, setting a ship's
    sails.
    """
    order = defender_first(state)
    held = {key: state.squadrons[key].conditions for key in order}
    winds = [st.WindChoice(key) for key in order if WEATHER_WISE in held[key]]
    return [*winds, *(st.SailChoice(key) for key in order if WELL_FOUND in held[key])]


def first_cards(state: State) -> list[st.ShowCards | st.ChooseCards]:
    """Return the steps in which the first initiative cards are chosen.

    If one side has the condition Surprise, the squadrons of the other side must choose their cards
    first, and place them face up.
    """
    surprised = [
        st.ShowCards(other_side(state, state.squadrons[key].side))
        for key in defender_first(state)
        if SURPRISE in state.squadrons[key].conditions
    ]
    return [*surprised, st.ChooseCards()]


@RULES.asks(st.WindChoice)
def turn_wind(state: State, step: st.WindChoice) -> tuple[Decision, ...]:
    """Ask whether the wind is to blow from the opposite edge, as the card Weather-wise allows."""
    now = state.table.weather_edge
    options = (
        Option("turn", f"let it blow from the {ACROSS[now]}", cmd.TurnWind()),
        Option("none", f"leave it in the {now}", cmd.Pass()),
    )
    prompt = f"{state.squadrons[step.squadron].party}: turn the wind round (card Weather-wise)?"
    return (Decision(step.squadron, "turn_wind", prompt, options),)


@RULES.takes(st.WindChoice)
def take_wind(ledger: Ledger, step: st.WindChoice, seat: str, command: cmd.AnyCommand) -> None:
    """Turn the wind, or leave it unchanged."""
    if isinstance(command, cmd.TurnWind):
        ledger.write(ev.WindTurned(ACROSS[ledger.state.table.weather_edge]))
    ledger.finish()


@RULES.asks(st.SailChoice)
def set_sail(state: State, step: st.SailChoice) -> tuple[Decision, ...]:
    """Ask which ship begins at Full or Minimal Sail instead of Battle Sail (card Well Found)."""
    sails: tuple[Sail, ...] = ("full", "minimal")
    options = [
        Option(f"{ship.id}_{sail}", f"{ship.id} at {sail} sail", command, subject=ship.id)
        for key in fleet_of(state, step.squadron)
        for ship in state.own_ships(key)
        if ship.afloat
        for sail, command in zip(
            sails, (cmd.SetSail(ship.id, "full"), cmd.SetSail(ship.id, "minimal")), strict=True
        )
    ]
    options.append(Option("none", "all at battle sail", cmd.Pass()))
    prompt = f"{state.squadrons[step.squadron].party}: set the sails of a ship (card Well Found)?"
    return (Decision(step.squadron, "set_sail", prompt, tuple(options)),)


@RULES.takes(st.SailChoice)
def take_sail(ledger: Ledger, step: st.SailChoice, seat: str, command: cmd.AnyCommand) -> None:
    """Set the sails of the chosen ship, or leave all ships at Battle Sail."""
    if isinstance(command, cmd.SetSail):
        ledger.write(ev.SailChanged(command.ship, command.sail))
    ledger.finish()


# Placing the terrain and the tokens of the objective (Oak & Iron ch. 7, step 1).


def objective(state: State) -> Objective:
    """Return the objective card of a battle: what one side has to do besides fighting."""
    return book().objectives[state.objective]


@RULES.asks(st.ObjectiveTerrain)
def islands(state: State, step: st.ObjectiveTerrain) -> tuple[Decision, ...]:
    """Ask the defender which island of the objective to place, where, and at which heading."""
    if not step.left:
        return ()
    there = {piece.id for piece in state.terrain}
    pieces = book().pieces.items()
    free = [key for key, piece in pieces if piece.kind == "island" and key not in there]
    name = state.squadrons[state.defender].party
    prompt = f"{name}: which island for {objective(state).name}, and where?"
    return ask_piece(state, state.defender, free, prompt, _part(state))


def _part(state: State) -> tuple[Box, ...]:
    """Return the part of the table that the objective card allows, as one box."""
    return (part_of(state, state.defender, objective(state).zone),)


@RULES.places(st.ObjectiveTerrain)
def island_room(state: State, step: st.ObjectiveTerrain, command: cmd.LayPiece) -> Site:
    """Return where an island of the objective may be placed, at the heading chosen."""
    boxes = _part(state)

    def wrong(at: Point) -> list[str]:
        piece = laid(command.piece, at, command.heading)
        found = faults(state, piece)
        if sticks_out(piece.outline, boxes) and "off the table" not in found:
            found.append(f"outside the part of the table for {objective(state).name}")
        return found

    return Site(room_for(state, command.piece, command.heading, boxes), wrong)


@RULES.takes(st.ObjectiveTerrain)
def take_island(
    ledger: Ledger, step: st.ObjectiveTerrain, seat: str, command: cmd.LayPiece
) -> None:
    """Place the island; if the objective has a marker, put it on the first island."""
    piece = laid(command.piece, command.at, command.heading)
    ledger.write(ev.PieceLaid(seat, piece, fixed=True))
    plan = ledger.state.plan
    if objective(ledger.state).marker and plan and plan.marker is None:
        spot = area(piece).representative_point()
        ledger.write(ev.MarkerLaid((round(spot.x, 4), round(spot.y, 4))))
    ledger.finish(st.ObjectiveTerrain(step.left - 1))


@RULES.asks(st.LoadTokens)
def load(state: State, step: st.LoadTokens) -> tuple[Decision, ...]:
    """Ask which ship carries the token of the objective, such as a cargo; or which is cut off."""
    card = objective(state)
    if not card.carrier or not step.left:
        return ()
    attacker = state.plan.attacker if state.plan else ""
    seat = attacker if card.carrier == "attacker" else state.defender
    own = fleet_of(state, seat)
    free = [
        ship
        for key in own
        for ship in state.own_ships(key)
        if not ship.token and (objective(state).token != ALONE or state.is_flagship(ship.id))
    ]
    options = [
        Option(ship.id, f"{ship.id} {ship.name}".rstrip(), cmd.Load(ship.id), subject=ship.id)
        for ship in free
    ]
    if not options:
        return ()
    if step.left < card.tokens:
        options.append(Option("none", "no more", cmd.Pass(), ends=True))
    prompt = f"{state.squadrons[seat].party}: which ship carries the {card.token}?"
    if card.token == ALONE:
        prompt = f"{state.squadrons[seat].party}: which ship is cut off?"
    return (Decision(seat, "load", prompt, tuple(options)),)


@RULES.takes(st.LoadTokens)
def take_load(ledger: Ledger, step: st.LoadTokens, seat: str, command: cmd.AnyCommand) -> None:
    """Give the token to the chosen ship, or end the loading."""
    if isinstance(command, cmd.Load):
        ledger.write(ev.TokenLaid(command.ship, objective(ledger.state).token))
        ledger.finish(st.LoadTokens(step.left - 1))
    else:
        ledger.finish()


def garrisons(state: State) -> list[st.GarrisonChoice]:
    """Return the step that puts a defender's party ashore before the battle (objective Raze
    only).
    """
    return [st.GarrisonChoice()] if state.objective == "raze" else []


@RULES.asks(st.GarrisonChoice)
def garrison(state: State, step: st.GarrisonChoice) -> tuple[Decision, ...]:
    """Ask which ship of the defender begins Anchored, her Landing Party on the objective's
    island.
    """
    defending = fleet_of(state, state.defender)
    ships = [ship for key in defending for ship in state.own_ships(key) if ship.afloat]
    islands = state.plan.islands if state.plan else ()
    shores = [piece for piece in state.terrain if piece.id in islands]
    rest = area(shores[0]).representative_point()
    shore = Area(tuple(piece.outline for piece in shores), (round(rest.x, 4), round(rest.y, 4)))
    options = [
        Option(
            ship.id,
            f"{ship.id} {ship.name}".rstrip() + " anchors, her party is already ashore",
            cmd.Garrison(ship.id),
            area="at",
            subject=ship.id,
        )
        for ship in ships
    ]
    options.append(Option("none", "no party is ashore", cmd.Pass()))
    prompt = f"{state.squadrons[state.defender].party}: which ship's Landing Party begins ashore?"
    return (Decision(state.defender, "garrison", prompt, tuple(options), area=shore),)


@RULES.takes(st.GarrisonChoice)
def take_garrison(
    ledger: Ledger, step: st.GarrisonChoice, seat: str, command: cmd.AnyCommand
) -> None:
    """Anchor the chosen ship and put her party ashore, or leave all parties aboard."""
    ledger.finish()
    if isinstance(command, cmd.Garrison):
        ledger.write(ev.SailChanged(command.ship, "anchored"))
        ledger.write(ev.PartyLanded(command.ship, command.at))
