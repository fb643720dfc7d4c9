"""Advice on Skill Tests: what a success is worth, and when to re-roll dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Final

import numpy as np

from engine.game.decision import Advice, Decision, Option
from engine.space.plane.many import Bases, concatenate
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.effects.crew_actions import extra_points
from engine.systems.oak_iron.effects.dice import has_fortune, rerolls, skill
from engine.systems.oak_iron.effects.hits import damaging_symbols, more_dice, repeat_symbols
from engine.systems.oak_iron.effects.sailing import turns_twice
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.odds import VITALS, roll_odds, share
from engine.systems.oak_iron.sailing import seamanship
from engine.systems.oak_iron.sailing.course import FASTEST, move_speed
from engine.systems.oak_iron.sailing.manoeuvre import turn_dial
from engine.systems.oak_iron.sailing.seamanship import test_pool
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import seat_of
from engine.systems.oak_iron.state.state import Attack, State
from engine.systems.oak_iron.thinking.advice import crew_orders, helm
from engine.systems.oak_iron.thinking.measure import hull_condition
from engine.systems.oak_iron.thinking.measure.card_effects import ComingFight
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms, point_scale
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.hull_condition import rest_terms
from engine.systems.oak_iron.thinking.measure.melee import grapple_chance
from engine.systems.oak_iron.thinking.measure.outlook import Outlook, value_of_first_move
from engine.systems.oak_iron.thinking.measure.reach import ROUGH, base, moves, turns
from engine.systems.oak_iron.thinking.measure.weights import (
    best_first,
    score_answer,
    total,
    weight,
    worth,
)

# Worth of passing a Skill Test or of winning a Challenge Test; advice on attempting one.


ANY: Final = 0.3
"""A success in any Skill Test is worth at least this, in points of damage: estimates are rough, and
every success has some use."""
AFLOAT: Final = 2.0
"""The worth of floating a ship that is Aground, in points of damage."""
OBJECTIVE: Final = 3.0
"""The worth of a step towards the objective, in points of damage."""
ROLE: Final = 0.4
"""The worth of the choice between attack and defence, in points of damage."""


def seamanship_offer(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on whether to attempt the Skill Test for a Seamanship Action.

    Its worth is the chance to pass times the gain by a better move.
    """
    gain = odds.pass_chance(view, decision.ship) * _better_move(view, decision.ship)
    given = []
    for option in decision.options:
        values = {"seamanship": gain} if isinstance(option.command, do.Seamanship) else {}
        given.append(score_answer(option.id, values))
    return best_first(given)


def value_of_passing(view: State, ship: str) -> float:  # noqa: PLR0911  (a case each)
    """Return what it is worth to pass the current Skill Test, in points of damage."""
    step, tested = view.agenda[-2], view.ships[ship]
    match step:
        case st.BoardingTest(target=target):
            chance = grapple_chance(view, tested, view.ships[target])
            terms = crew_orders.boarding_terms(view, tested, view.ships[target], Guns(view))
            return max(ANY, worth(terms) / chance)
        case st.BonusStands(what="rally", card=card):
            points = dict(extra_points(view, tested, "rally")).get(card, 0)
            return worth(rest_terms(view, tested, points))
        case st.BonusStands(what="repair", card=card):
            points = dict(extra_points(view, tested, "repair")).get(card, 0)
            return weight("damage") * point_scale(view, tested) * min(points, tested.damage)
        case st.CardTestStands():
            return weight("fatigue") * point_scale(view, tested)
        case st.RepairTest():
            return AFLOAT
        case st.RazeTest():
            return OBJECTIVE
        case st.SquallResult():
            return weight("sail")
    if view.holds(ship):
        return _better_move(view, ship)
    # How much a Seamanship Action improves the ship's best move, with moves traced. It is only
    # `ANY` where the best move is a collision, because no Fortune Point should be spent on a
    # choice of collisions. Tracing takes a hundred times as long as `_better_move`, so it is done
    # only after a failed test.
    options = (*seamanship.actions(view)[0], Option("none", "", do.Pass()))
    seat, dial = seat_of(view, ship), turn_dial(1)
    asked = Decision(seat, "seamanship_action", "", options, dial=dial, ship=ship)
    found = helm.before_the_move(view, asked, rough=True)
    if any(each.term == "struck" and each.worth < 0 for each in found[0].reasons):
        return ANY
    plain = next(each.worth for each in found if each.option == "none")
    return max(ANY, found[0].worth - plain)


# Seamanship ----------------------------------------------------------------------------


def _better_move(view: State, ship: str) -> float:
    """Return how much a Seamanship Action improves the ship's best move, estimated quickly.

    No move is traced for collisions and the turn after is ignored, because this is computed in
    every activation.
    """
    if view.holds(ship):
        options = (*seamanship.actions(view)[0], Option("none", "", do.Pass()))
        held = Decision(seat_of(view, ship), "seamanship_action", "", options, ship=ship)
        found = {each.option: each.worth for each in crew_orders.cut_free(view, held)}
        return max(ANY, max(found.values()) - found["none"])
    # The end places of the moves after each Seamanship Action, and after none.
    start, speed = base(view, ship), move_speed(view, ship)
    twice = turns_twice(view, view.ships[ship])
    ways = [("plain", _ends(start, speed, twice))]
    for option in seamanship.actions(view)[0]:
        match option.command:
            case do.ChangeHeading():
                most = book().measures.tools[1].turn
                for angle in (-most, most):
                    ends = _ends(start.turned(angle), speed, twice)
                    ways.append((f"{option.id} {angle}", ends))
            case do.AdjustSpeed(by=by) if 0 <= speed + by <= FASTEST:
                ways.append((option.id, _ends(start, speed + by, twice)))
    ends = concatenate([end for _, end in ways])
    sums = total(Outlook(view, ship).terms(ends, ahead=False))
    parts = np.split(sums, np.cumsum([len(end.x) for _, end in ways])[:-1])
    best = {name: float(np.max(part)) for (name, _), part in zip(ways, parts, strict=True)}
    plain = best.pop("plain")
    return max(ANY, max(best.values(), default=plain) - plain)


def _ends(start: Bases, speed: int, twice: bool) -> Bases:
    return moves(start, speed, turns(speed, ROUGH), twice).ends if speed else start


# Challenge -----------------------------------------------------------------------------


def value_of_successes(view: State, ship: str, mine: int) -> float:
    """Return what it is worth to have `mine` successes in a ship's Challenge Test.

    It is the worth of the prize times the chance to win it.
    """
    step = view.agenda[-2]
    assert isinstance(step, st.ScoreChallenge)
    squadron = view.ships[ship].squadron
    prize = (
        ROLE
        if step.prize == "role"
        else value_of_first_move(ComingFight(view, squadron, 1, bare=False))
    )
    chance = 1.0
    for _, rolled in step.rolled:
        chance *= 1.0 if mine > rolled else 0.5 if mine == rolled else 0.0
    for other in step.waiting[1:]:
        # The chance that the other ship has fewer successes; Skill breaks a tie.
        foe = view.squadrons[other].flagship
        own, theirs = skill(view, view.ships[ship]), skill(view, view.ships[foe])
        tie = 0.5 if own == theirs else float(own > theirs)
        chance *= sum(
            share * (1.0 if count < mine else tie if count == mine else 0.0)
            for count, share in enumerate(successes(test_pool(view, foe, "challenge").dice))
        )
    return prize * chance


def successes(dice: int) -> list[float]:
    """Return the probability of 0, 1, 2... successes in a Challenge Test (binomial)."""
    hit = odds.share(book().dice.counts["challenge_test"])
    return [comb(dice, n) * hit**n * (1.0 - hit) ** (dice - n) for n in range(dice + 1)]


# Advice on re-rolls that Skill, a Fortune Point or a card allows.


Faces = tuple[Symbol, ...]
Values = dict[str, float]
Score = Callable[[Faces, int], Values]
"""A function of (faces kept, number of dice still to roll) that returns evaluation terms."""
CRITICALS: Final = ("damage", "sail", "fatigue")
"""The evaluation terms for the results of critical dice: hull, rigging, crew, in this order."""


def reroll(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on a roll: re-roll one die, all dice, or none."""
    roll = view.roll
    assert roll is not None
    ship = view.ships[roll.ship]
    attack = view.attack
    if roll.purpose == "challenge_test":
        telling = [book().dice.counts["challenge_test"]]
        score: Score = partial(_contest, view, roll.ship)
    elif attack is None or roll.purpose == "skill_test":
        telling = [book().dice.counts["skill_test"]]
        score = partial(_test, value_of_passing(view, roll.ship))
    else:
        telling = _telling(view, attack)
        score = partial(_attack, view, attack)
    price = hull_condition.value_if_kept(view, ship)
    skill = rerolls(view, ship, roll.purpose)
    throw = Throw(score, len(roll.faces), skill, price, _alike(telling))
    lying = tuple(throw.alike[face] for face in roll.faces)
    free = tuple(face for place, face in enumerate(lying) if place not in roll.rerolled)
    fixed = tuple(face for place, face in enumerate(lying) if place in roll.rerolled)
    left = throw.skill - len(roll.rerolled)
    luck = has_fortune(view, view.ships[roll.ship]) and not roll.fortune_spent
    given = []
    for option in decision.options:
        match option.command:
            case do.Reroll(die=die):
                values = throw.again(lying[die], free, fixed, left, luck)
            case do.SpendFortune():
                values = throw.reroll_all_terms()
            case _:
                values = throw.score(lying, 0)
        given.append(score_answer(option.id, values))
    return best_first(given)


class Throw:
    """A roll of dice, and the best use of re-rolls, found by trying every possible result.

    Faces with equal effect are merged, and a roll is a sorted multiset, so that all results can be
    enumerated. `skill` is the number of re-rolls by Skill, `price` the worth of keeping a Fortune
    Point.
    """

    def __init__(
        self, score: Score, dice: int, skill: int, price: float, alike: dict[Symbol, Symbol]
    ) -> None:
        self.dice, self.skill, self.alike = dice, skill, alike
        self._score, self._price = score, price
        die = book().dice.faces
        self._die: Values = defaultdict(float)
        for face in die:
            self._die[alike[face]] += 1.0 / len(die)
        # Memo tables of the recursion, because the same multisets occur on many branches.
        self._known: dict[tuple[Faces, int], Values] = {}
        self._ahead: dict[tuple[Faces, Faces, int, bool], Values] = {}
        self._all_again: Values = {}

    def score(self, lying: Faces, dice: int) -> Values:
        """Return the evaluation terms of a roll without further re-rolls.

        `lying` are the dice that are kept; `dice` others are rolled once.
        """
        key = (tuple(sorted(lying)), dice)
        if key not in self._known:
            self._known[key] = self._score(*key)
        return self._known[key]

    def ahead(self, free: Faces, fixed: Faces, left: int, luck: bool) -> Values:
        """Return the evaluation terms of a roll, if the player uses his re-rolls in the best way.

        `free` are dice that may be re-rolled, `fixed` dice that may not; `left` re-rolls by Skill
        remain, and `luck` is whether a Fortune Point may be spent.
        """
        key = (tuple(sorted(free)), tuple(sorted(fixed)), left, luck)
        if key not in self._ahead:
            ways = [self.score(free + fixed, 0)]
            ways += [self.again(face, *key) for face in dict.fromkeys(key[0]) if left > 0]
            ways += [self.reroll_all_terms()] if luck else []
            self._ahead[key] = max(ways, key=worth)
        return self._ahead[key]

    def again(self, face: Symbol, free: Faces, fixed: Faces, left: int, luck: bool) -> Values:
        """Return the expected terms after one die is re-rolled by Skill, and then the best is done.

        `face` is what the die shows now; for the rest see `ahead`.
        """
        place = free.index(face)
        others = free[:place] + free[place + 1 :]
        return _mixed(
            (chance, self.ahead(others, (*fixed, shown), left - 1, luck))  # type: ignore[arg-type]
            for shown, chance in self._die.items()
        )

    def reroll_all_terms(self) -> Values:
        """Return the expected terms after all dice are re-rolled for a Fortune Point, less its
        price.
        """
        if not self._all_again:
            if self.skill:  # re-rolls by Skill follow
                rolls = combinations_with_replacement(sorted(self._die), self.dice)
                rolled = _mixed(
                    (self._chance(lie), self.ahead(lie, (), self.skill, False))  # type: ignore[arg-type]
                    for lie in rolls
                )
            else:
                rolled = self.score((), self.dice)
            self._all_again = {**rolled, "fortune": self._price}
        return self._all_again

    def _chance(self, lie: tuple[str, ...]) -> float:
        """Return the probability of a roll, given as a sorted multiset of faces."""
        ways = factorial(self.dice) // prod(factorial(lie.count(face)) for face in self._die)
        return ways * prod(self._die[face] for face in lie)


def _mixed(ways: Iterable[tuple[float, Values]]) -> Values:
    """Return the mean of evaluation terms, given pairs (probability, terms)."""
    found: Values = defaultdict(float)
    for chance, values in ways:
        for name, value in values.items():
            found[name] += chance * value
    return dict(found)


def _alike(telling: list[Faces]) -> dict[Symbol, Symbol]:
    """Return {face of the die: the face that replaces it}.

    Faces that belong to the same sets have the same effect; one of them replaces all.
    """
    first: dict[tuple[bool, ...], Symbol] = {}
    return {
        face: first.setdefault(tuple(face in symbols for symbols in telling), face)
        for face in book().dice.faces
    }


def _telling(view: State, attack: Attack) -> list[Faces]:
    """Return the sets of symbols that have an effect in an attack."""
    firer, counts = view.ships[attack.attacker], book().dice.counts
    return [
        attack.hits,
        counts["critical_trigger_raking" if attack.rake else "critical_trigger"],
        damaging_symbols(view, firer, attack.kind),
        more_dice(view, firer, attack.kind, attack.band),
        repeat_symbols(view, firer, attack.band)[0],
    ]


def _attack(view: State, attack: Attack, lying: Faces, dice: int) -> Values:
    return attack_terms(view, attack.target, roll_odds(view, attack, lying, dice))


def _test(prize: float, lying: Faces, dice: int) -> Values:
    """Return the evaluation terms of a Skill Test in which a success is worth `prize`."""
    success = book().dice.counts["skill_test"]
    passed = any(face in success for face in lying)
    passes = 1.0 if passed else 1.0 - (1.0 - share(success)) ** dice
    return {"trial": prize * passes}


def _contest(view: State, ship: str, lying: Faces, dice: int) -> Values:
    """Return the evaluation terms of a Challenge Test: the prize times the chance to win it."""
    success = book().dice.counts["challenge_test"]
    sure = sum(face in success for face in lying)
    return {
        "trial": sum(
            chance * value_of_successes(view, ship, sure + more)
            for more, chance in enumerate(successes(dice))
        )
    }


def careful_aim(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on whether the card Careful Aim re-rolls critical dice that show no result."""
    counts, roll = book().dice.counts, view.roll
    assert roll is not None
    useful = [counts[f"critical_{kind}"] for kind in VITALS]
    idle = sum(not any(face in symbols for symbols in useful) for face in roll.faces)
    found = {name: idle * share(symbols) for name, symbols in zip(CRITICALS, useful, strict=True)}
    given = []
    for option in decision.options:
        values = found if isinstance(option.command, do.CarefulAim) else {}
        given.append(score_answer(option.id, values))
    return best_first(given)
