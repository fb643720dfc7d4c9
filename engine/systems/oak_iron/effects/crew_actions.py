"""Effects on Crew Actions and Boarding (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import Moment, worth
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AnyStep, CardTest, FreeLanding, FreeSail

# Effects on Boarding (Oak & Iron ch. 4, Crew Actions).


SURE_GRIP: Moment[Callable[[Ship], bool]] = Moment("sure_grip")
"""Hook called with (target): whether the Skill Test for Boarding is passed without a roll."""

FIRES_FIRST: Moment[Callable[[], bool]] = Moment("fires_first")
"""Hook: whether a boarder may make a free Partial Fire at her target before the test."""

FIGHTS_ON: Moment[Callable[[], bool]] = Moment("fights_on")
"""Hook: whether a boarder may make a free Close Combat at once after she has grappled."""


@SURE_GRIP("boarders_away")
@worth(boarders_away=lambda turn: 0.1 * turn.fight)
def boarders_away(target: Ship) -> bool:
    """Boarders Away: against ships at Minimal Sail or Anchored the boarder needs no roll."""
    return target.sail in ("minimal", "anchored")


@FIRES_FIRST("boarding_through_the_smoke")
@worth(boarding_through_the_smoke=lambda turn: 0.2 * turn.fight)
def boarding_through_the_smoke() -> bool:
    """Boarding Through the Smoke: the boarder may fire first."""
    return True


@FIGHTS_ON("expert_boarding")
@worth(expert_boarding=lambda turn: 0.2 * turn.fight)
def expert_boarding() -> bool:
    """Expert Boarding: the boarder may fight at once."""
    return True


def sure_grip(state: State, boarder: Ship, target: Ship) -> str:
    """Return the card with which a boarder needs no roll in the Movement Phase, '' for none."""
    if state.phase != "movement":
        return ""
    return next((card for card, sure in SURE_GRIP.on(state, boarder) if sure(target)), "")


def fires_first(state: State, boarder: Ship) -> str:
    """Return the card that lets a boarder fire first in the Movement Phase, '' for none."""
    return _card(state, boarder, FIRES_FIRST)


def fights_on(state: State, boarder: Ship) -> str:
    """Return the card that lets a boarder fight at once in the Movement Phase, '' for none."""
    return _card(state, boarder, FIGHTS_ON)


def _card(state: State, boarder: Ship, moment: Moment[Callable[[], bool]]) -> str:
    if state.phase != "movement":
        return ""
    return next((card for card, may in moment.on(state, boarder) if may()), "")


# Effects on Crew Actions, and steps that follow them (Oak & Iron ch. 4, Movement, step 4).


RALLY_TEST: Moment[Callable[[], int]] = Moment("rally_test")
"""Hook: how much more Fatigue a Rally removes if a Skill Test is passed."""

REPAIR_TEST: Moment[Callable[[], int]] = Moment("repair_test")
"""Hook: how much more damage a Repair removes if a Skill Test is passed."""

SHARED_RALLY: Moment[Callable[[], float]] = Moment("shared_rally")
"""Hook: the inches within which a Rally takes 1 Fatigue off a friend as well."""

FLAG_RALLIES: Moment[Callable[[State, Ship], CardTest]] = Moment("flag_rallies")
"""Hook called with (state, flagship): the test that follows her Rally in the Movement Phase."""

QUICK_RELOAD: Moment[Callable[[Ship], bool]] = Moment("quick_reload")
"""Hook called with (ship): whether she may still Reload both sides with one action."""

HELPS: Moment[Callable[[], float]] = Moment("helps")
"""Hook: the inches within which friends may use a ship's Crew Action as their own."""

ROWS: Moment[Callable[[], bool]] = Moment("rows")
"""Hook: whether a ship may Row."""

BOARDED: Moment[Callable[[], None]] = Moment("boarded")
"""Hook without a result: a card that is registered here is marked as used on a ship that has
boarded, for the rest of the turn."""

FREE_STEPS: Moment[Callable[[], AnyStep]] = Moment("free_steps")
"""Hook: a step that follows the Crew Action in the Movement Phase."""


@RALLY_TEST("strict", "skilled_surgeon")
def another_fatigue() -> int:
    """Strict, Skilled Surgeon: the test removes 1 more Fatigue."""
    return 1


@REPAIR_TEST("skilled_carpenter")
def another_damage() -> int:
    """Skilled Carpenter: the test removes 1 more damage."""
    return 1


@SHARED_RALLY("beloved")
def beloved() -> float:
    """Beloved: a friend within Musket Shot rallies as well. Returns the distance in inches."""
    return book().measures.musket


@FLAG_RALLIES("zeal")
@worth(zeal=lambda turn: 0.3 * turn.weary)
def zeal_spreads(state: State, flagship: Ship) -> CardTest:
    """Zeal: friends within Musket Shot of the Flagship roll a Skill Test."""
    musket = book().measures.musket
    friends = tuple(
        ship.id
        for ship in state.ships.values()
        if ship.fights
        and ship.id != flagship.id
        and not state.opposed(ship.id, flagship.id)
        and within(distance(state, ship.id, flagship.id), musket)
    )
    return CardTest(flagship.squadron, "zeal", friends)


@QUICK_RELOAD("efficient_loader")
def efficient_loader(ship: Ship) -> bool:
    """Efficient Loader: one time in a battle the ship may Reload both sides with one action."""
    return "efficient_loader" not in ship.used


@HELPS("support_ship")
def support_ship() -> float:
    """Support Ship: friends within Pistol Shot may use the ship's Crew Action. Returns the distance
    in inches.
    """
    return book().measures.pistol


@ROWS("sweeps")
def sweeps() -> bool:
    """Sweeps: the ship may Row."""
    return True


@BOARDED("boarding_party")
def boarding_party() -> None:
    """Boarding Party: the ship fights better in the turn of her Boarding."""


@FREE_STEPS("expert_topmen")
def expert_topmen() -> AnyStep:
    """Expert Topmen: the step in which the ship may also change sail by a level."""
    return FreeSail()


@FREE_STEPS("troop_transport")
def troop_transport() -> AnyStep:
    """Troop Transport: the step in which the ship may also anchor and land a party."""
    return FreeLanding()


def extra_points(state: State, ship: Ship, what: str) -> tuple[tuple[str, int], ...]:
    """Return (card, points) for each Skill Test that cards add to an action, `rally` or
    `repair`.
    """
    moment = RALLY_TEST if what == "rally" else REPAIR_TEST
    return tuple((source, points()) for source, points in moment.on(state, ship))


def flag_rallies(state: State, ship: Ship) -> tuple[CardTest, ...]:
    """Return the tests after a flagship's Rally; none for any other ship."""
    if state.phase != "movement" or not state.is_flagship(ship.id):
        return ()
    return tuple(test(state, ship) for _, test in FLAG_RALLIES.on(state, ship))


def free_steps(state: State, ship: Ship) -> tuple[AnyStep, ...]:
    """Return the steps that cards add after a ship's Crew Action in the Movement Phase."""
    return tuple(step() for _, step in FREE_STEPS.on(state, ship))
