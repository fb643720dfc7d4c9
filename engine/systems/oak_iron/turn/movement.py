"""The Movement Phase, and a ship's activation in it and in the Attack Phase (Oak & Iron ch. 4,
9).
"""

from __future__ import annotations

from engine.game.decision import Closed, Decision, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.crew.actions import actions, do_action
from engine.systems.oak_iron.crew.boarding import landing_area
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.crew_actions import free_steps
from engine.systems.oak_iron.effects.hits import reach
from engine.systems.oak_iron.effects.sailing import boats
from engine.systems.oak_iron.gunnery.attack import attack_options, declare, second_sides
from engine.systems.oak_iron.gunnery.critical import burn, burning_options
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import (
    active,
    active_ship,
    distance,
    enemies,
    fighting,
    first_side,
    in_order,
    is_fleet_battle,
    other_side,
    seat_of,
    squadrons_of,
)
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State
from engine.systems.oak_iron.table.sight import points

# Fleet battles (Oak & Iron ch. 9): whole squadrons are activated in the Movement Phase.


def waiting(state: State, squadron: str) -> tuple[Ship, ...]:
    """Return the ships of a squadron that have not moved yet this turn."""
    side = state.squadrons[squadron].side
    return tuple(ship for ship in ready(state, side, "movement") if ship.squadron == squadron)


@RULES.asks(st.NameSquadron)
def name_squadron(state: State, step: st.NameSquadron) -> tuple[Decision, ...]:
    """Ask which squadron of the fleet moves next; the player of its first squadron decides."""
    own = squadrons_of(state, step.side)
    options = []
    for key in own:
        ships = waiting(state, key)
        if ships:
            name, first = state.squadrons[key].name, ships[0].id
            label = f"{key} {name}: {', '.join(ship.id for ship in ships)}"
            options.append(Option(key, label, cmd.NameSquadron(key), subject=first))
    prompt = f"{state.squadrons[own[0]].name}: which squadron of the fleet moves next?"
    return (Decision(own[0], "name_squadron", prompt, tuple(options)),)


@RULES.takes(st.NameSquadron)
def lead(ledger: Ledger, step: st.NameSquadron, seat: str, command: cmd.NameSquadron) -> None:
    """Begin the moves of the chosen squadron; its own player chooses the order of its ships."""
    ledger.finish(st.SquadronMoves(command.squadron))


@RULES.does(st.SquadronMoves)
def squadron_moves(ledger: Ledger, step: st.SquadronMoves) -> None:
    """Ask which ship of the squadron is next, until each has been activated."""
    if waiting(ledger.state, step.squadron):
        side = ledger.state.squadrons[step.squadron].side
        ledger.plan(st.NameShip(side, "movement", step.squadron))
    else:
        ledger.finish()


# A ship's activation in the Attack Phase (Oak & Iron ch. 4): attack, crew action, or neither.


@RULES.asks(st.AttackChoice)
def attack_choice(state: State, step: st.AttackChoice) -> tuple[Decision, ...]:
    """Ask what a ship in the Attack Phase does: attack, hold fire, or take a crew action.

    A crew action is allowed if no enemy is within Pistol Shot, by version 1.02 of the rules.
    """
    ship = active_ship(state)
    options, closed = attack_options(state, ship)
    options += burning_options(state, ship)
    near = _too_near(state, ship)
    area = None
    if near:
        closed.append(Closed("a crew action instead", near))
    else:
        found, shut = actions(state, ship)
        options += [option for option in found if not isinstance(option.command, cmd.Fire)]
        closed += shut
        area = landing_area(state, ship)
    if not options:
        return ()
    options.append(Option("hold", "hold fire", cmd.Pass(), ends=True))
    seat = seat_of(state, ship.id)
    prompt = f"{ship.id}: attack, or a crew action?" if not near else f"{ship.id}: attack?"
    choice = Decision(
        seat=seat,
        kind="attack",
        prompt=prompt,
        options=tuple(options),
        dial=None,
        area=area,
        closed=tuple(closed),
        ship=ship.id,
    )
    return (choice,)


def _too_near(state: State, ship: Ship) -> str:
    """Return why a ship may not take a crew action instead of an attack; '' when she may."""
    if state.holds(ship.id):
        return "entangled ships take no crew action"
    pistol = book().measures.pistol
    for enemy in enemies(state, ship.id):
        if within(distance(state, ship.id, enemy.id), pistol):
            return f"{enemy.id} is within pistol shot"
    return ""


@RULES.takes(st.AttackChoice)
def take_choice(ledger: Ledger, step: st.AttackChoice, seat: str, command: cmd.AnyCommand) -> None:
    """Declare the chosen attack, carry out the crew action, or hold fire."""
    ship = active_ship(ledger.state)
    if isinstance(command, cmd.Fire):
        ledger.finish()
        declare(ledger, ship.id, command)
    elif isinstance(command, cmd.Pass):
        ledger.finish()
    elif isinstance(command, cmd.Burn):
        burn(ledger, ship, command.target)
    else:
        do_action(ledger, ship, command)


@RULES.asks(st.SecondBroadside)
def second_broadside(state: State, step: st.SecondBroadside) -> tuple[Decision, ...]:
    """Ask whether the ship also fires the broadside of her other side."""
    activation, ship = active(state)
    options = second_sides(state, ship, activation.fired) if ship.fights else []
    if not options:
        return ()
    options.append(Option("hold", "hold the other broadside", cmd.Pass()))
    prompt = f"{ship.id}: fire the other broadside?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "second_broadside", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.SecondBroadside)
def take_second(
    ledger: Ledger, step: st.SecondBroadside, seat: str, command: cmd.AnyCommand
) -> None:
    """Fire the other broadside, or hold fire."""
    ship = active_ship(ledger.state)
    ledger.finish()
    if isinstance(command, cmd.Fire):
        declare(ledger, ship.id, command, step.card)


# The Movement Phase (Oak & Iron ch. 4): which ship acts next, and the steps of an activation.
#
# Also the parts that both phases share: their start, and sides that choose ships alternately.


MOVE: tuple[st.AnyStep, ...] = (
    st.SeamanshipOffer(),
    st.ShiftOffer("before"),
    st.Manoeuvre(),
    st.SettleMove(),
    st.ShiftOffer("after"),
    st.Reactions(),
    st.CrewAction(),
    st.EndActivation(),
)
"""The steps of a ship's activation in the Movement Phase, in order."""


@RULES.does(st.BeginPhase)
def begin_phase(ledger: Ledger, step: st.BeginPhase) -> None:
    """Begin a phase: give the first turn in it to the side with the initiative, or plan its
    steps.
    """
    ledger.write(ev.PhaseBegan(step.phase))
    side = first_side(ledger.state)
    if step.phase == "movement":
        ledger.finish(st.Movement(side))
    elif step.phase == "attack":
        ledger.finish(st.AttackPhase(side))
    else:
        ledger.finish(*end_steps(ledger.state))


def end_steps(state: State) -> tuple[st.AnyStep, ...]:
    """Return all steps of the End Phase, in order."""
    return (
        *(st.Prizes(key) for side in in_order(state) for key in squadrons_of(state, side)),
        st.PartShaken(),
        st.CheckWithdrawal(),
        st.SinkShips(),
        st.LostFlagships(tuple(state.squadrons)),
        *inspired(state),
        st.ReturnCards(),
    )


def inspired(state: State) -> list[st.Inspire]:
    """Return a step for each ship whose commander can inspire (remove Fatigue near him).

    The side with the initiative is first.
    """
    return [
        st.Inspire(ship.id)
        for side in in_order(state)
        for ship in fighting(state, side)
        if reach(state, ship) >= 0
    ]


def ready(state: State, side: str, phase: str) -> tuple[Ship, ...]:
    """Return the ships of a side that have not been activated yet in a phase, movement or
    attack.
    """
    done = "moved" if phase == "movement" else "attacked"
    return tuple(ship for ship in fighting(state, side) if not getattr(ship, done))


@RULES.does(st.Movement)
def movement(ledger: Ledger, step: st.Movement) -> None:
    """Let the sides activate ships in turn; after the last ship the Attack Phase begins."""
    _alternate(ledger, step.side, "movement")


@RULES.does(st.AttackPhase)
def attack_phase(ledger: Ledger, step: st.AttackPhase) -> None:
    """Let the sides activate ships in turn; after the last ship the End Phase begins."""
    _alternate(ledger, step.side, "attack")


def _alternate(ledger: Ledger, side: str, phase: ev.ActivePhase) -> None:
    """Plan the next activation: by `side` if it has a ship left, else by the other side.

    If neither has, begin the next phase.
    """
    state = ledger.state
    other = other_side(state, side)
    if not ready(state, side, phase):
        if not ready(state, other, phase):
            ledger.finish(st.BeginPhase("attack" if phase == "movement" else "end"))
            return
        side, other = other, side
    if phase == "movement" and is_fleet_battle(state):
        ledger.finish(st.NameSquadron(side), st.Movement(other))
        return
    later = st.Movement(other) if phase == "movement" else st.AttackPhase(other)
    ledger.finish(st.NameShip(side, phase), later)


@RULES.asks(st.NameShip)
def name_ship(state: State, step: st.NameShip) -> tuple[Decision, ...]:
    """Ask which ship is activated next."""
    waiting = ready(state, step.side, step.phase)
    if step.squadron:
        waiting = tuple(ship for ship in waiting if ship.squadron == step.squadron)
    verb = "moves" if step.phase == "movement" else "attacks"
    options = tuple(
        Option(ship.id, f"{ship.id} {ship.name}".strip(), cmd.Activate(ship.id), subject=ship.id)
        for ship in waiting
    )
    seat = step.squadron or squadrons_of(state, step.side)[0]
    prompt = f"{state.squadrons[seat].name}: which ship {verb} next?"
    idle = tuple(
        Closed(ship.id, "captured" if ship.captured_by else "out of action")
        for ship in state.ships.values()
        if ship.afloat and not ship.fights and state.squadrons[ship.squadron].side == step.side
    )
    return (Decision(seat, "name_ship", prompt, options, closed=idle),)


@RULES.takes(st.NameShip)
def activate(ledger: Ledger, step: st.NameShip, seat: str, command: cmd.Activate) -> None:
    """Begin the activation of the chosen ship: put its steps on the agenda."""
    state = ledger.state
    if step.phase == "attack":
        ledger.write(ev.ShipActivated(command.ship, "attack"))
        ledger.finish(st.AttackChoice(), st.EndActivation())
        return
    sailing = points(state, command.ship)
    if point_matters(state, command.ship, sailing):
        ledger.write(ev.ShipActivated(command.ship, "movement"))
        ledger.finish(st.PointOfSailChoice(), *_steps(state, command.ship))
    else:
        ledger.write(ev.ShipActivated(command.ship, "movement", sailing[0]))
        ledger.finish(*_steps(state, command.ship))


def _steps(state: State, ship: str) -> tuple[st.AnyStep, ...]:
    """Return the steps of a ship's activation in the Movement Phase, with those that cards add."""
    acting = state.ships[ship]
    card = boats(state, acting)
    lowered = (st.LowerBoats(card),) if card else ()
    return (*MOVE[:-2], *lowered, MOVE[-2], *free_steps(state, acting), MOVE[-1])


def point_matters(state: State, ship: str, sailing: tuple[PointOfSail, ...]) -> bool:
    """Tell whether the choice between points of sail matters: they give different speed ratings.

    If they do not, the player is not asked.
    """
    return len({rating(state, ship, point).value for point in sailing}) > 1


@RULES.asks(st.PointOfSailChoice)
def point_of_sail(state: State, step: st.PointOfSailChoice) -> tuple[Decision, ...]:
    """Ask which point of sail counts for a ship whose heading is exactly between two."""
    activation = state.activation
    assert activation is not None
    ship = activation.ship
    options = tuple(
        Option(
            point,
            f"{point}, speed {rating(state, ship, point).value}",
            cmd.ChoosePoint(point),
            subject=ship,
        )
        for point in points(state, ship)
        if point != "eye"
    )
    prompt = f"{ship} lies between two points of sail: which one counts?"
    return (Decision(seat_of(state, ship), "point_of_sail", prompt, options, ship=ship),)


@RULES.takes(st.PointOfSailChoice)
def choose_point(
    ledger: Ledger, step: st.PointOfSailChoice, seat: str, command: cmd.ChoosePoint
) -> None:
    """Note the chosen point of sail; it counts for this activation."""
    ledger.write(ev.PointChosen(active_ship(ledger.state).id, command.point))
    ledger.finish()


@RULES.does(st.EndActivation)
def end_activation(ledger: Ledger, step: st.EndActivation) -> None:
    """End the activation: place the wake marker after the move, or remove it after the attack."""
    activation = ledger.state.activation
    assert activation is not None
    if activation.phase == "movement":
        ledger.write(ev.WakePlaced(activation.ship))
    else:
        ledger.write(ev.WakeRemoved(activation.ship))
    ledger.finish()


def discarded(state: State, laid_on: bool = False) -> tuple[str, ...]:
    """Return the squadrons whose face-up card is one that is discarded after play.

    With `laid_on`, the second card that a squadron played is looked at instead.
    """
    cards = book().cards
    played = {
        key: squadron.laid_on if laid_on else squadron.face_up
        for key, squadron in state.squadrons.items()
    }
    return tuple(key for key, card in played.items() if card and cards[card].discard)
