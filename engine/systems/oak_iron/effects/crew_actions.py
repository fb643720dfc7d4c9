"""Effects on Crew Actions, and steps that follow them (Oak & Iron ch. 4, Movement, step 4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AnyStep, CardTest, FreeLanding, FreeSail

RALLY_TEST: Moment[Callable[[], int]] = Moment("rally_test")
"""() to the further Fatigue that a Rally removes when a Skill Test is passed."""

REPAIR_TEST: Moment[Callable[[], int]] = Moment("repair_test")
"""() to the further damage that a Repair removes when a Skill Test is passed."""

SHARED_RALLY: Moment[Callable[[], float]] = Moment("shared_rally")
"""() to the inches within which a Rally takes 1 Fatigue off a friend as well."""

FLAG_RALLIES: Moment[Callable[[State, Ship], CardTest]] = Moment("flag_rallies")
"""(state, flagship) to the test that follows her Rally in the Movement Phase."""

QUICK_RELOAD: Moment[Callable[[Ship], bool]] = Moment("quick_reload")
"""(ship) to whether she may still Reload both sides at once."""

HELPS: Moment[Callable[[], float]] = Moment("helps")
"""() to the inches within which friends may use a ship's Crew Action as their own."""

ROWS: Moment[Callable[[], bool]] = Moment("rows")
"""() to whether a ship may Row."""

BOARDED: Moment[Callable[[], None]] = Moment("boarded")
"""Whose Boarding is noted on the ship for the rest of the turn; nothing is asked of them."""

FREE_STEPS: Moment[Callable[[], AnyStep]] = Moment("free_steps")
"""() to a step that follows the Crew Action in the Movement Phase."""


@RALLY_TEST("strict", "skilled_surgeon")
def another_fatigue() -> int:
    """Strict, Skilled Surgeon: 1 more."""
    return 1


@REPAIR_TEST("skilled_carpenter")
def another_damage() -> int:
    """Skilled Carpenter: 1 more."""
    return 1


@SHARED_RALLY("beloved")
def beloved() -> float:
    """Beloved: within Musket Shot."""
    return book().measures.musket


@FLAG_RALLIES("zeal")
@worth(zeal=lambda turn: 0.3 * turn.weary)
def zeal_spreads(state: State, flagship: Ship) -> CardTest:
    """Zeal: friends within Musket Shot of the Flagship are tested."""
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
    """Efficient Loader: once a game."""
    return "efficient_loader" not in ship.used


@HELPS("support_ship")
def support_ship() -> float:
    """Support Ship: within Pistol Shot."""
    return book().measures.pistol


@ROWS("sweeps")
def sweeps() -> bool:
    """Sweeps: allow Row."""
    return True


@BOARDED("boarding_party")
def boarding_party() -> None:
    """Boarding Party: fights better in the turn of the Boarding."""


@FREE_STEPS("expert_topmen")
def expert_topmen() -> AnyStep:
    """Expert Topmen: change sail by a level."""
    return FreeSail()


@FREE_STEPS("troop_transport")
def troop_transport() -> AnyStep:
    """Troop Transport: anchor and land a party."""
    return FreeLanding()


def extra_points(state: State, ship: Ship, what: str) -> tuple[tuple[str, int], ...]:
    """Return (card, points) for each Skill Test that follows a `rally` or `repair`."""
    moment = RALLY_TEST if what == "rally" else REPAIR_TEST
    return tuple((source, points()) for source, points in moment.on(state, ship))


def flag_rallies(state: State, ship: Ship) -> tuple[CardTest, ...]:
    """Return the tests that follow a flagship's Rally; none for any other ship."""
    if state.phase != "movement" or not state.is_flagship(ship.id):
        return ()
    return tuple(test(state, ship) for _, test in FLAG_RALLIES.on(state, ship))


def free_steps(state: State, ship: Ship) -> tuple[AnyStep, ...]:
    """Return the steps that cards add after a ship's Crew Action in the Movement Phase."""
    return tuple(step() for _, step in FREE_STEPS.on(state, ship))
