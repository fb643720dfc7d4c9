"""Reasons for and against grappling and boarding another ship, and the worth of a melee."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.decision import Reason
from engine.kit.by_type import cached_per_state
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.boarding.aboard import (
    FACES,
    Hands,
    losses,
    strength,
    strength_of,
    winner,
)
from engine.systems.wooden_ships.boarding.capture import needed
from engine.systems.wooden_ships.boarding.parties import (
    NONE,
    destinations,
    engaged,
    free_sections,
    may_form,
    proposed,
)
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.gunnery.fire_orders import why_silent
from engine.systems.wooden_ships.gunnery.shot import AIMS, hands_at_the_guns, shot, sides_borne
from engine.systems.wooden_ships.state.state import (
    Party,
    PartyKind,
    Ship,
    State,
    afloat,
    friends,
    in_order,
    side_of,
)
from engine.systems.wooden_ships.thinking.prospect import CREW, aim_worth

# Reasons for grappling another ship, for boarding her, and for getting free.


WASTED = 50.0
"""The points lost by an order to a section that fits no plan of its crew, or by a transfer that the
program does not propose."""
FREE = 0.05
"""Worth in points of being neither grappled nor fouled. Without it a ship would grapple where
nothing can be won."""


def party_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reason for an order to one crew section: the worth of the best plan of the whole
    crew that contains this order.

    Transfers and prize crews are worth something only where the program proposes them.
    """
    ship_id, _, number = slot.partition(":")
    ship = view.ships[ship_id]
    wanted = proposed(view, ship, destinations(view, ship), int(number)) or NONE
    kind, _, to = option.partition(":")
    if kind == "TBP":
        worth = float(view.ships[to].points) if option == wanted else -WASTED
        return (Reason("transfer", f"crew for {to}", worth),)
    foes = _enemies_held(view, ship)
    if not foes:
        return (Reason("strength", "no enemy holds her", float(option == wanted)),)
    place = free_sections(view, ship).index(int(number))
    best = max(
        (
            (sum(each.worth for each in against.values()), plan, against)
            for plan, against in _crew_plans(view, ship, foes)
            if (option_of(plan) if plan[0].sections > place else NONE) == option
        ),
        key=lambda each: each[0],
        default=None,
    )
    if best is None:
        return (Reason("strength", _why_not(view, ship, option, place), -WASTED),)
    worth, plan, against = best
    return (Reason("melee", plan_words(view, ship, plan, against), worth),)


def _why_not(view: State, ship: Ship, option: str, place: int) -> str:
    """Return why no plan of a crew gives this order to a section; `place` is the section's index
    among the free ones.
    """
    if option == NONE:
        return "the first sections fight, the later ones serve ship and guns"
    goes = [plan for plan in plans(view, ship) if plan.does == "board" and plan.sections > place]
    if option.startswith("OBP") and not goes:
        return "a ship left without a crew"
    return "too few boarders: they would be beaten off"


def plan_words(
    view: State, ship: Ship, plan: tuple[Plan, str], against: Mapping[str, PlanWorth]
) -> str:
    """Return a crew's plan as words, with its odds against each enemy that holds the ship."""
    (does, count), target = plan
    who = f"{count} of {pluralized(len(free_sections(view, ship)), 'section')}"
    said = {"board": f"{who} board {target}", "defend": f"{who} defend"}.get(
        does, "all at the guns"
    )
    odds = ", ".join(
        f"{_against(view, ship, foe)}"
        f"{f', takes her in {100 * each.takes:.0f} of 100' * (each.plan.does == 'board')},"
        f" is taken in {100 * each.taken:.0f} of 100"
        for foe, each in against.items()
    )
    return f"{said}: {odds}"


def plan_reason(view: State, ship: Ship, draft: Mapping[str, str]) -> tuple[str, Reason] | None:
    """Return (kind of plan, its worth as a reason) for the plan that these orders of a crew's
    sections make together; None if they make none.
    """
    foes = _enemies_held(view, ship)
    for plan, against in _crew_plans(view, ship, foes) if foes else ():
        if _options(view, ship, plan) == draft:
            worth = sum(each.worth for each in against.values())
            return plan[0].does, Reason("melee", plan_words(view, ship, plan, against), worth)
    return None


def _options(view: State, ship: Ship, plan: tuple[Plan, str]) -> dict[str, str]:
    """Return {slot: option} for a crew's free sections, as they carry out a plan."""
    return {
        f"{ship.id}:{number}": option_of(plan) if place < plan[0].sections else NONE
        for place, number in enumerate(free_sections(view, ship))
    }


def option_of(plan: tuple[Plan, str]) -> str:
    """Return the option that a section chooses to take part in a plan against an enemy."""
    does, foe = plan[0].does, plan[1]
    return {"board": f"OBP:{foe}", "defend": "DBP"}.get(does, NONE)


def _crew_plans(
    view: State, ship: Ship, foes: list[str]
) -> list[tuple[tuple[Plan, str], dict[str, PlanWorth]]]:
    """Return [((plan, target), {enemy that holds the ship: the plan's worth against him})] for a
    crew.
    """
    every = {foe: {each.plan: each for each in melee(view, ship.id, foe)} for foe in foes}
    found = []
    for plan in plans(view, ship):
        for target in foes if plan.does == "board" else foes[:1]:
            # A crew that boards one ship can neither serve its guns against the others nor defend.
            if plan not in every[target]:
                continue
            against = {
                foe: every[foe][plan if plan.does != "board" or foe == target else Plan("", 0)]
                for foe in foes
            }
            found.append(((plan, target), against))
    return found


def crew_drafts(view: State, ship: Ship) -> list[tuple[float, dict[str, str]]]:
    """Return [(worth, {slot: option})] for each plan of a crew; [] if no enemy holds the ship."""
    foes = _enemies_held(view, ship)
    return [
        (sum(each.worth for each in against.values()), _options(view, ship, plan))
        for plan, against in (_crew_plans(view, ship, foes) if foes else ())
    ]


def _enemies_held(view: State, ship: Ship) -> list[str]:
    """Return the ids of the enemies that a ship is fouled or grappled with, and that can fight."""
    held = (view.ships[other] for other in in_order(fleet.snagged_with(view, ship.id)))
    return [
        other.id
        for other in held
        if not friends(view, ship, other) and (other.prize or not fleet.surrendered(other))
    ]


def grappling_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return a reason for each ship that the option grapples: the worth of being held to her."""
    ship = view.ships[slot.partition(":")[0]]
    named = [] if option == "none" else option.split("+")
    return tuple(
        Reason(f"hold_{other}", f"tied to {_odds(view, ship, other)}", hold(view, ship, other))
        for other in named
    )


def casting_off_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return a reason for each ship that the option casts off: the worth of being free of her."""
    return tuple(
        Reason(each.term, each.words.replace("tied to", "free of", 1), -each.worth)
        for each in grappling_reasons(view, slot, option)
    )


def hold(view: State, ship: Ship, other: str) -> float:
    """Return the worth of being grappled or fouled with another ship, in points."""
    enemy = view.ships[other]
    if friends(view, ship, enemy) or (fleet.surrendered(enemy) and not enemy.prize):
        return -1.0
    return boarding_worth(view, ship.id, other) - FREE


def unfouling_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reasons for an attempt to get clear: it is good to be clear of friends, and of
    enemies that would win a melee.
    """
    ship = view.ships[slot]
    tied = in_order(fleet.fouled_with(view, slot))
    foes = [other for other in tied if not friends(view, ship, view.ships[other])]
    from_friends = float(option in ("all", "friends")) * (len(foes) < len(tied))
    held = sum(hold(view, ship, other) for other in foes)
    tries = option in ("all", "enemies")
    text = ", ".join(_against(view, ship, other) for other in foes) or "no enemy holds her"
    clear = (Reason("friends", "clear of friends", from_friends),) if from_friends else ()
    return (*clear, Reason("strength", text, (-held if tries else held) / 2))


def boarding_back_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reason for boarding the enemy after his boarders were beaten; its worth is
    positive if he is weak enough. () for staying.
    """
    if option == "stay":
        return ()
    ship, other = view.ships[slot], view.ships[option]
    worth = boarding_worth(view, slot, option)
    return (Reason("strength", _against(view, ship, other.id), worth),)


def _odds(view: State, ship: Ship, other: str) -> str:
    """Return as words the ship to which `ship` is held, the strength of both crews, and the chances
    to be captured if either boards.

    Whether to board at once is another question: guns may first clear the enemy's decks.
    """
    enemy = view.ships[other]
    if friends(view, ship, enemy) or (fleet.surrendered(enemy) and not enemy.prize):
        return other
    takes = _weighed(view, ship.id, other, False)[0].takes
    taken = _weighed(view, other, ship.id, False)[0].takes
    return (
        f"{other}, strength {strength_of(ship)} against {strength_of(enemy)}: boarding takes her in"
        f" {100 * takes:.0f} of 100, she takes us in {100 * taken:.0f}"
    )


def _against(view: State, ship: Ship, other: str) -> str:
    return f"strength {strength_of(ship)} against {strength_of(view.ships[other])} of {other}"


# The worth of a melee: every plan of a crew against all plans of the enemy's crew.
#
# A crew boards with its first sections, defends with them, or stays at the guns. Parties are
# secret, so each plan is scored against every plan of the enemy; likely ones count more.


PRICE = 2.0
"""The value of a captured ship, as a multiple of her points: the score of a capture in the
rules."""
TURNS = 2
"""Melees are computed for this many turns, because most are decided by then."""
GUESSED = 0.5
"""The probability that the enemy chooses any plan at random. Otherwise a plan is the likelier, the
more it harms this ship."""
LEAST = 0.3
"""A crew does not board if it would win less than this fraction of the fights that are decided,
against the enemy's whole crew."""
CLOSE = 5
"""If an enemy is within this many hexes of a weakly held prize, he is expected to reach her before
help arrives."""
RETAKEN = 0.5
"""The fraction of a prize's value that counts if an enemy near her is strong enough to take her
back."""
SHARP = 0.1
"""How well the enemy is assumed to choose. Of two plans, the worse one is a third as likely if it
is worse by this fraction of both ships' values."""


class Plan(NamedTuple):
    """A crew's plan: how many of its free sections, counted from the first, `board` or `defend`.
    With none of them all stay at the guns.
    """

    does: str
    sections: int


class Fight(NamedTuple):
    """The chances of a fight between parties, and how many squares each side loses on average."""

    win: float
    lose: float
    spent: float
    theirs: float

    def turned(self) -> Fight:
        """Return the same fight as the other ship sees it."""
        return Fight(self.lose, self.win, self.theirs, self.spent)


class PlanWorth(NamedTuple):
    """The worth of a crew's plan in points, and the chances that it captures the enemy, or that the
    ship is captured.
    """

    plan: Plan
    worth: float
    takes: float
    taken: float


def melee(view: State, ship: str, foe: str) -> tuple[PlanWorth, ...]:
    """Return the plans of a crew whose ship is grappled or fouled with an enemy, best first. Their
    worth includes the fire at him.
    """
    return _weighed(view, ship, foe, True)


def boarding_worth(view: State, ship: str, foe: str) -> float:
    """Return the worth of being grappled or fouled with an enemy, in points, without the fire of
    guns.

    It is negative if the ship is more likely to be captured than the enemy, because the gain of one
    side is the loss of the other.
    """
    hopes = _weighed(view, ship, foe, False)[0].worth
    return (hopes - _weighed(view, foe, ship, False)[0].worth) / 2


def plans(view: State, ship: Ship) -> tuple[Plan, ...]:
    """Return every possible plan of a crew; the first is to stay at the guns.

    A whole crew leaves its ship only to board the last enemy that can fight: an empty ship neither
    fires nor moves, anybody can take her, and a prize without a prize crew is lost at once.
    """
    if not may_form(ship):
        return (Plan("", 0),)
    count = len(free_sections(view, ship))
    stays = sum(fleet.working_crew(ship)) > sum(_squares(view, ship, Plan("board", count)))
    able = (each for each in afloat(view) if not fleet.surrendered(each) or each.prize)
    foes = sum(not friends(view, ship, each) and not fleet.crewless(each) for each in able)
    ends_it = not ship.prize and foes <= 1
    boards = count if stays or ends_it else count - 1
    return (
        Plan("", 0),
        *(Plan("board", n) for n in range(1, boards + 1)),
        *(Plan("defend", n) for n in range(1, count + 1)),
    )


def hopeless(view: State, ship: Ship, plan: Plan, foe: Ship) -> bool:
    """Tell whether a plan would board an enemy in vain: against his whole crew it wins too few
    fights (`LEAST`).
    """
    whole = Hands(sum(fleet.working_crew(foe)), fleet.quality(foe))
    if plan.does != "board" or not whole.squares:
        return False
    rounds = TURNS * book().melee.rounds
    found = _fought(book().version, _hands(view, ship, plan), whole, rounds)
    return found.win < LEAST * (found.win + found.lose)


def _kept(view: State, boarding: tuple[Ship, Plan], foe: Ship, found: Fight) -> float:
    """Return the fraction of a captured ship's value that counts for her captor.

    It is 0 if too few boarders are left to guard the prisoners, and less than 1 if another enemy
    near her has twice their strength. It is 1 in a duel, which the capture ends.
    """
    ship, plan = boarding
    if plan.does != "board" or view.kind == "single":
        return 1.0
    left = Hands(round(_hands(view, ship, plan).squares - found.spent), fleet.quality(ship))
    ours = view.seats[foe.seat].side == side_of(view, ship)
    prisoners = fleet.own_squares(foe) - (0 if foe.prize else found.theirs)
    if not ours and left.squares < needed(round(prisoners)):
        return 0.0
    crew = strength(left.squares, left.quality)
    near = any(
        strength_of(each) >= 2 * crew
        for each in afloat(view)
        if each.id != foe.id
        and fleet.apart(foe, each) <= CLOSE
        and friends(view, foe, each)
        and not fleet.surrendered(each)
    )
    return RETAKEN if near else 1.0


@cached_per_state
def _weighed(view: State, ship_id: str, foe_id: str, guns: bool) -> tuple[PlanWorth, ...]:
    ship, foe = view.ships[ship_id], view.ships[foe_id]
    mine = [plan for plan in plans(view, ship) if not hopeless(view, ship, plan, foe)]
    theirs = [plan for plan in plans(view, foe) if not hopeless(view, foe, plan, ship)]
    results = {(a, b): _result(view, (ship, a), (foe, b)) for a in mine for b in theirs}
    price, cost = PRICE * foe.points, PRICE * ship.points
    fire = {a: _fire(view, ship, a, foe) if guns else 0.0 for a in mine}
    fire_back = {b: _fire(view, foe, b, ship) if guns else 0.0 for b in theirs}
    square, her_square = (CREW * s.points / max(1, sum(s.printed.crew)) for s in (ship, foe))

    def worth(a: Plan, b: Plan) -> float:
        # The remaining crew and its fire are useful only to a ship that is not captured.
        found = results[a, b]
        gain = (1 - found.lose) * (fire[a] - square * found.spent)
        loss = (1 - found.win) * (fire_back[b] - her_square * found.theirs)
        prize = _kept(view, (ship, a), foe, found) * price
        hers = _kept(view, (foe, b), ship, found.turned()) * cost
        return prize * found.win - hers * found.lose + gain - loss

    table = {(a, b): worth(a, b) for a in mine for b in theirs}
    # The plans that harm us more are likelier.
    means = {b: sum(table[a, b] for a in mine) / len(mine) for b in theirs}
    stake = price + cost
    least = min(means.values())
    weights = {plan: exp((least - mean) / (SHARP * stake)) for plan, mean in means.items()}
    total = sum(weights.values())
    shares = {
        plan: GUESSED / len(means) + (1 - GUESSED) * weight / total
        for plan, weight in weights.items()
    }
    found = [
        PlanWorth(
            a,
            sum(shares[b] * table[a, b] for b in theirs),
            sum(shares[b] * results[a, b].win for b in theirs),
            sum(shares[b] * results[a, b].lose for b in theirs),
        )
        for a in mine
    ]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _result(view: State, mine: tuple[Ship, Plan], theirs: tuple[Ship, Plan]) -> Fight:
    """Return the result of two crews' plans against each other. A ship without a defending party is
    captured by boarders.
    """
    boarding = (mine[1].does == "board", theirs[1].does == "board")
    if not any(boarding):
        return Fight(0.0, 0.0, 0.0, 0.0)
    one, other = _hands(view, *mine), _hands(view, *theirs)
    if boarding[0] and not other.squares:
        return Fight(1.0, 0.0, 0.0, 0.0)
    if boarding[1] and not one.squares:
        return Fight(0.0, 1.0, 0.0, 0.0)
    found = _fought(book().version, one, other, TURNS * book().melee.rounds)
    # A defending crew captures no ship; a party that is beaten off is lost with its survivors.
    beaten_off = 0.0 if boarding[1] else found.lose * one.squares / 2
    driven_off = 0.0 if boarding[0] else found.win * other.squares / 2
    return Fight(
        found.win if boarding[0] else 0.0,
        found.lose if boarding[1] else 0.0,
        found.spent + beaten_off,
        found.theirs + driven_off,
    )


def _hands(view: State, ship: Ship, plan: Plan) -> Hands:
    return Hands(sum(_squares(view, ship, plan)), fleet.quality(ship))


def _squares(view: State, ship: Ship, plan: Plan) -> list[int]:
    """Return how many squares each section has that fights in a plan; sections still in a melee are
    included.
    """
    squares, bound = fleet.working_crew(ship), [n for p in engaged(view, ship) for n in p.sections]
    sections = [*bound, *free_sections(view, ship)[: plan.sections]]
    return [squares[number - 1] for number in sections]


@lru_cache(maxsize=65536)
def _fought(version: str, mine: Hands, theirs: Hands, rounds: int) -> Fight:
    """Compute the result of a fight over some rounds; the data set's version is part of the cache
    key.
    """
    one, other = strength(mine.squares, mine.quality), strength(theirs.squares, theirs.quality)
    won = winner(one, other)
    if won == 1:
        return Fight(1.0, 0.0, 0.0, 0.0)
    if won == 2:
        return Fight(0.0, 1.0, 0.0, 0.0)
    if not rounds or not (one or other):
        return Fight(0.0, 0.0, 0.0, 0.0)
    total = [0.0, 0.0, 0.0, 0.0]
    for face in FACES:
        they_have = theirs.without(losses(one, face))
        for reply in FACES:
            i_have = mine.without(losses(other, reply))
            rest = _fought(version, i_have, they_have, rounds - 1)
            total[0] += rest.win
            total[1] += rest.lose
            total[2] += rest.spent + mine.squares - i_have.squares
            total[3] += rest.theirs + theirs.squares - they_have.squares
    return Fight(*(each / 36 for each in total))


def _fire(view: State, ship: Ship, plan: Plan, foe: Ship) -> float:
    """Return the worth of a ship's broadside at an enemy alongside, with the plan's sections away
    from the guns.
    """
    kind: PartyKind = "OBP" if plan.does == "board" else "DBP"
    away = tuple(free_sections(view, ship)[: plan.sections])
    manned = replace(ship, parties=(*engaged(view, ship), Party(away, kind)) if away else ())
    if not hands_at_the_guns(manned) or fleet.apart(ship, foe) > book().gunnery.max_range:
        return 0.0
    found = [0.0]
    for side in sides_borne(ship, foe):
        aimed = shot(manned, side, foe)
        if not why_silent(manned, side) and aimed.fires:
            found += [aim_worth(aimed.table, aim, foe) for aim in AIMS]
    return max(found)
