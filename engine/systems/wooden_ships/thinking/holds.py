"""What speaks for holding another ship and for boarding her, and for getting free."""

from __future__ import annotations

from engine.game.advice import Reason
from engine.systems.wooden_ships.boarding.parties import NONE, destinations, free_sections
from engine.systems.wooden_ships.boarding.proposal import proposed
from engine.systems.wooden_ships.boarding.strength import strength_of
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.fleet.ties import fouled_with, snagged_with
from engine.systems.wooden_ships.state.sides import friends, in_order
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.thinking.melees import (
    Plan,
    Weighed,
    boarding_worth,
    melee,
    plans,
)

WASTED = 50.0
"""Points below anything else, for an order to a section that no plan has, and idle transfers."""
FREE = 0.05
"""Points that being free is worth by itself: with nothing to win nobody holds another."""


def party_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the worth of the best plan for the whole crew in which a section does this.

    Transfers, prize crews among them, are worth it where they are proposed.
    """
    ship_id, _, number = slot.partition(":")
    ship = view.ships[ship_id]
    wanted = proposed(view, ship, destinations(view, ship), int(number)) or NONE
    kind, _, to = option.partition(":")
    if kind == "TBP":
        worth = float(view.ships[to].points) if option == wanted else -WASTED
        return (Reason("transfer", f"hands for {to}", worth),)
    foes = _enemies_held(view, ship)
    if not foes:
        return (Reason("strength", "no enemy holds her", float(option == wanted)),)
    place = free_sections(view, ship).index(int(number))
    best = max(
        (
            (sum(each.worth for each in against.values()), plan, against)
            for plan, against in _crew_plans(view, ship, foes)
            if (option_of(plan) == option) == (plan[0].sections > place)
            if option_of(plan) == option or option == NONE
        ),
        key=lambda each: each[0],
        default=None,
    )
    if best is None:
        return (Reason("strength", "no plan for the crew has it so", -WASTED),)
    worth, _, against = best
    text = ", ".join(
        f"{_against(view, ship, foe)}, takes her in {100 * each.takes:.0f} of 100,"
        f" is taken in {100 * each.taken:.0f}"
        for foe, each in against.items()
    )
    return (Reason("melee", text, worth),)


def option_of(plan: tuple[Plan, str]) -> str:
    """Return the option of the sections that carry out a plan against an enemy."""
    does, foe = plan[0].does, plan[1]
    return {"board": f"OBP:{foe}", "defend": "DBP"}.get(does, NONE)


def _crew_plans(
    view: State, ship: Ship, foes: list[str]
) -> list[tuple[tuple[Plan, str], dict[str, Weighed]]]:
    """Return each plan of a crew, whom it boards, and what it is worth against all who hold her."""
    every = {foe: {each.plan: each for each in melee(view, ship.id, foe)} for foe in foes}
    found = []
    for plan in plans(view, ship):
        for target in foes if plan.does == "board" else foes[:1]:
            # Who boards one is at the guns for the others as little, and defends against none.
            if plan not in every[target]:
                continue
            against = {
                foe: every[foe][plan if plan.does != "board" or foe == target else Plan("", 0)]
                for foe in foes
            }
            found.append(((plan, target), against))
    return found


def crew_drafts(view: State, ship: Ship) -> list[tuple[float, dict[str, str]]]:
    """Return each plan of a crew as options by slot, with its worth; none if nobody holds her."""
    foes = _enemies_held(view, ship)
    sections = free_sections(view, ship)
    return [
        (
            sum(each.worth for each in against.values()),
            {
                f"{ship.id}:{number}": option_of(plan) if place < plan[0].sections else NONE
                for place, number in enumerate(sections)
            },
        )
        for plan, against in (_crew_plans(view, ship, foes) if foes else ())
    ]


def _enemies_held(view: State, ship: Ship) -> list[str]:
    """Return the enemies that hold a ship, or are held by her, and can fight."""
    held = (view.ships[other] for other in in_order(snagged_with(view, ship.id)))
    return [
        other.id
        for other in held
        if not friends(view, ship, other) and (other.prize or not surrendered(other))
    ]


def grappling_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the worth of being held to each ship that is named."""
    ship = view.ships[slot.partition(":")[0]]
    named = [] if option == "none" else option.split("+")
    return tuple(
        Reason(f"hold_{other}", _against(view, ship, other), hold(view, ship, other))
        for other in named
    )


def casting_off_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the worth of letting go of each ship that is named."""
    return tuple(
        Reason(each.term, each.words, -each.worth) for each in grappling_reasons(view, slot, option)
    )


def hold(view: State, ship: Ship, other: str) -> float:
    """Return what it is worth to be held fast to another ship, in points."""
    enemy = view.ships[other]
    if friends(view, ship, enemy) or (surrendered(enemy) and not enemy.prize):
        return -1.0
    return boarding_worth(view, ship.id, other) - FREE


def unfouling_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Get free of friends always, of enemies where it is rather she who would be taken."""
    ship = view.ships[slot]
    from_friends = float(option in ("all", "friends"))
    tied = in_order(fouled_with(view, slot))
    foes = [other for other in tied if not friends(view, ship, view.ships[other])]
    held = sum(hold(view, ship, other) for other in foes)
    tries = option in ("all", "enemies")
    text = ", ".join(_against(view, ship, other) for other in foes) or "no enemy holds her"
    return (
        Reason("friends", "clear of friends", from_friends),
        Reason("strength", text, (-held if tries else held) / 2),
    )


def boarding_back_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Board after a defence that won, when she is weak enough."""
    if option == "stay":
        return ()
    ship, other = view.ships[slot], view.ships[option]
    worth = boarding_worth(view, slot, option)
    return (Reason("strength", _against(view, ship, other.id), worth),)


def _against(view: State, ship: Ship, other: str) -> str:
    return f"strength {strength_of(ship)} against {strength_of(view.ships[other])} of {other}"
