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
"""Hook called with (target): whether a card lets a ship board this target without a Skill Test."""

FIRES_FIRST: Moment[Callable[[], bool]] = Moment("fires_first")
"""Hook: whether a boarder may make a free Partial Fire at her target before the Skill Test."""

FIGHTS_ON: Moment[Callable[[], bool]] = Moment("fights_on")
"""Hook: whether a boarder may make a free Close Combat as soon as she has grappled her target."""


@SURE_GRIP("boarders_away")
@worth(boarders_away=lambda turn: 0.1 * turn.fight)
def boarders_away(target: Ship) -> bool:
    """Boarders Away: boarding a ship at Minimal Sail or Anchored needs no Skill Test."""
    return target.sail in ("minimal", "anchored")


@FIRES_FIRST("boarding_through_the_smoke")
@worth(boarding_through_the_smoke=lambda turn: 0.2 * turn.fight)
def boarding_through_the_smoke() -> bool:
    """Boarding Through the Smoke: the boarder may make a Partial Fire before she boards."""
    return True


@FIGHTS_ON("expert_boarding")
@worth(expert_boarding=lambda turn: 0.2 * turn.fight)
def expert_boarding() -> bool:
    """Expert Boarding: the boarder may make a Close Combat as soon as she has boarded."""
    return True


def sure_grip(state: State, boarder: Ship, target: Ship) -> str:
    """Return the card that saves a boarder the Skill Test in the Movement Phase; '' for none."""
    if state.phase != "movement":
        return ""
    return next((card for card, sure in SURE_GRIP.on(state, boarder) if sure(target)), "")


def fires_first(state: State, boarder: Ship) -> str:
    """Return the card that lets a boarder fire before she boards in the Movement Phase; '' for
    none.
    """
    return _card(state, boarder, FIRES_FIRST)


def fights_on(state: State, boarder: Ship) -> str:
    """Return the card that gives a boarder a Close Combat in the Movement Phase; '' for none."""
    return _card(state, boarder, FIGHTS_ON)


def _card(state: State, boarder: Ship, moment: Moment[Callable[[], bool]]) -> str:
    if state.phase != "movement":
        return ""
    return next((card for card, may in moment.on(state, boarder) if may()), "")


# Effects on Crew Actions, and steps that follow them (Oak & Iron ch. 4, Movement, step 4).


RALLY_TEST: Moment[Callable[[], int]] = Moment("rally_test")
"""Hook: how many more points of Fatigue a Rally removes if the ship passes an extra Skill Test."""

REPAIR_TEST: Moment[Callable[[], int]] = Moment("repair_test")
"""Hook: how many more points of damage a Repair removes if the ship passes an extra Skill Test."""

SHARED_RALLY: Moment[Callable[[], float]] = Moment("shared_rally")
"""Hook: the distance in inches within which a ship's Rally also removes 1 Fatigue from a friend."""

FLAG_RALLIES: Moment[Callable[[State, Ship], CardTest]] = Moment("flag_rallies")
"""Hook called with (state, flagship): the step of Skill Tests by other ships that follows the
flagship's Rally in the Movement Phase."""

QUICK_RELOAD: Moment[Callable[[Ship], bool]] = Moment("quick_reload")
"""Hook called with (ship): whether she may still Reload both sides with one Crew Action, which a
card allows once in a battle."""

HELPS: Moment[Callable[[], float]] = Moment("helps")
"""Hook: the distance in inches within which friends may use up this ship's Crew Action for
themselves."""

ROWS: Moment[Callable[[], bool]] = Moment("rows")
"""Hook: whether a ship may Row, which moves her 1 inch without the wind."""

BOARDED: Moment[Callable[[], None]] = Moment("boarded")
"""Hook whose functions do nothing: each card registered here is marked as used on a ship that has
boarded, so that its effect lasts for the rest of the turn."""

FREE_STEPS: Moment[Callable[[], AnyStep]] = Moment("free_steps")
"""Hook: a step that a card adds after a ship's Crew Action in the Movement Phase."""


@RALLY_TEST("strict", "skilled_surgeon")
def another_fatigue() -> int:
    """Strict, Skilled Surgeon: an extra Skill Test after a Rally removes 1 more Fatigue."""
    return 1


@REPAIR_TEST("skilled_carpenter")
def another_damage() -> int:
    """Skilled Carpenter: an extra Skill Test after a Repair removes 1 more damage."""
    return 1


@SHARED_RALLY("beloved")
def beloved() -> float:
    """Beloved: when the ship rallies, a friend within Musket Shot loses 1 Fatigue too.

    Returns that distance in inches.
    """
    return book().measures.musket


@FLAG_RALLIES("zeal")
@worth(zeal=lambda turn: 0.3 * turn.weary)
def zeal_spreads(state: State, flagship: Ship) -> CardTest:
    """Zeal: when the flagship rallies, friends within Musket Shot of her roll a Skill Test.

    A ship that passes loses 1 Fatigue. Returns the step that makes them roll.
    """
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
    """Efficient Loader: once in a battle, the ship may Reload both sides with one Crew Action."""
    return "efficient_loader" not in ship.used


@HELPS("support_ship")
def support_ship() -> float:
    """Support Ship: friends within Pistol Shot may use up this ship's Crew Action for themselves.

    Returns that distance in inches.
    """
    return book().measures.pistol


@ROWS("sweeps")
def sweeps() -> bool:
    """Sweeps: the ship may Row."""
    return True


@BOARDED("boarding_party")
def boarding_party() -> None:
    """Boarding Party: the ship has 1 more die in Close Combat in the turn in which she boards."""


@FREE_STEPS("expert_topmen")
def expert_topmen() -> AnyStep:
    """Expert Topmen: return the step in which the ship may also change sail by a level."""
    return FreeSail()


@FREE_STEPS("troop_transport")
def troop_transport() -> AnyStep:
    """Troop Transport: return the step in which the ship may also anchor and land a party."""
    return FreeLanding()


def extra_points(state: State, ship: Ship, what: str) -> tuple[tuple[str, int], ...]:
    """Return (card, points) for each extra Skill Test that cards add to a Rally or Repair.

    `what` is `rally` or `repair`; `points` are removed if that test is passed.
    """
    moment = RALLY_TEST if what == "rally" else REPAIR_TEST
    return tuple((source, points()) for source, points in moment.on(state, ship))


def flag_rallies(state: State, ship: Ship) -> tuple[CardTest, ...]:
    """Return the Skill Test steps that cards add to a flagship's Rally; () for any other ship."""
    if state.phase != "movement" or not state.is_flagship(ship.id):
        return ()
    return tuple(test(state, ship) for _, test in FLAG_RALLIES.on(state, ship))


def free_steps(state: State, ship: Ship) -> tuple[AnyStep, ...]:
    """Return the steps that cards add after a ship's Crew Action in the Movement Phase."""
    return tuple(step() for _, step in FREE_STEPS.on(state, ship))
