"""Advice on re-rolls, by Skill, by a Fortune Point or by a card.

An exact expectimax: all outcomes of the dice and all further re-rolls are enumerated, and none is
sampled. A Fortune Point is charged what it may be expected to gain later in the battle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.terms import Symbol
from engine.systems.oak_iron.effects.hits import damaging_symbols, more_dice, repeat_symbols
from engine.systems.oak_iron.effects.rerolls import has_fortune, rerolls
from engine.systems.oak_iron.gunnery.odds import VITALS, roll_odds, share
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Attack, Roll, State
from engine.systems.oak_iron.thinking.advice import skill_tests
from engine.systems.oak_iron.thinking.measure import fortune
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms
from engine.systems.oak_iron.thinking.measure.weights import best_first, scored, worth

Faces = tuple[Symbol, ...]
Values = dict[str, float]
Score = Callable[[Faces, int], Values]
"""Function from (faces shown, number of dice still to roll) to the terms of the outcome."""
CRITICALS: Final = ("damage", "sail", "fatigue")
"""Terms for the main effect of a hull, a rigging and a crew result, in the order of `VITALS`."""


def reroll(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on a roll: which die to re-roll, all of them, or none."""
    roll = view.roll
    assert roll is not None
    throw = _throw(view, roll)
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
                values = throw.all_again()
            case _:
                values = throw.score(lying, 0)
        given.append(scored(option.id, values))
    return best_first(given)


class Throw:
    """A roll of dice and everything it may become.

    Faces that count alike are merged, and a roll is a sorted multiset: few enough to enumerate.
    `skill` is the number of re-rolls by Skill, `price` the worth of keeping a Fortune Point.
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
        # Memo tables of the recursion: the same multisets come up on many branches.
        self._known: dict[tuple[Faces, int], Values] = {}
        self._ahead: dict[tuple[Faces, Faces, int, bool], Values] = {}
        self._all_again: Values = {}

    def score(self, lying: Faces, dice: int) -> Values:
        """Return the terms of dice that stand, plus `dice` others to be rolled once."""
        key = (tuple(sorted(lying)), dice)
        if key not in self._known:
            self._known[key] = self._score(*key)
        return self._known[key]

    def ahead(self, free: Faces, fixed: Faces, left: int, luck: bool) -> Values:
        """Return the terms of the best way to go on with a roll.

        `free` dice may be re-rolled and `fixed` ones not; `left` re-rolls by Skill remain, and
        `luck` says whether a Fortune Point may be spent.
        """
        key = (tuple(sorted(free)), tuple(sorted(fixed)), left, luck)
        if key not in self._ahead:
            ways = [self.score(free + fixed, 0)]
            ways += [self.again(face, *key) for face in dict.fromkeys(key[0]) if left > 0]
            ways += [self.all_again()] if luck else []
            self._ahead[key] = max(ways, key=worth)
        return self._ahead[key]

    def again(self, face: Symbol, free: Faces, fixed: Faces, left: int, luck: bool) -> Values:
        """Return the expected terms of re-rolling one die by Skill and going on in the best way."""
        place = free.index(face)
        others = free[:place] + free[place + 1 :]
        return _mixed(
            (chance, self.ahead(others, (*fixed, shown), left - 1, luck))  # type: ignore[arg-type]
            for shown, chance in self._die.items()
        )

    def all_again(self) -> Values:
        """Return the expected terms of re-rolling all dice for a Fortune Point."""
        if not self._all_again:
            rolled = self._fresh() if self.skill else self.score((), self.dice)
            self._all_again = {**rolled, "fortune": self._price}
        return self._all_again

    def _fresh(self) -> Values:
        """Return the expected terms of a fresh roll of all dice, with Skill to use on it."""
        rolls = combinations_with_replacement(sorted(self._die), self.dice)
        return _mixed((self._chance(lie), self.ahead(lie, (), self.skill, False)) for lie in rolls)  # type: ignore[arg-type]

    def _chance(self, lie: tuple[str, ...]) -> float:
        """Return the multinomial probability of a roll."""
        ways = factorial(self.dice) // prod(factorial(lie.count(face)) for face in self._die)
        return ways * prod(self._die[face] for face in lie)


def _mixed(ways: Iterable[tuple[float, Values]]) -> Values:
    """Return the expected value of each term over (probability, terms) pairs."""
    found: Values = defaultdict(float)
    for chance, values in ways:
        for name, value in values.items():
            found[name] += chance * value
    return dict(found)


def _throw(view: State, roll: Roll) -> Throw:
    ship = view.ships[roll.ship]
    attack = view.attack
    if roll.purpose == "challenge_test":
        telling = [book().dice.counts["challenge_test"]]
        score: Score = partial(_contest, view, roll.ship)
    elif attack is None or roll.purpose == "skill_test":
        telling = [book().dice.counts["skill_test"]]
        score = partial(_test, skill_tests.value_of_passing(view, roll.ship))
    else:
        telling = _telling(view, attack)
        score = partial(_attack, view, attack)
    price = fortune.value_if_kept(view, ship)
    skill = rerolls(view, ship, roll.purpose)
    return Throw(score, len(roll.faces), skill, price, _alike(telling))


def _alike(telling: list[Faces]) -> dict[Symbol, Symbol]:
    """Map each face to the first one of the die that counts for the same symbols."""
    first: dict[tuple[bool, ...], Symbol] = {}
    return {
        face: first.setdefault(tuple(face in symbols for symbols in telling), face)
        for face in book().dice.faces
    }


def _telling(view: State, attack: Attack) -> list[Faces]:
    """Return the sets of symbols that matter to an attack."""
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
    """Return the terms of a Skill Test that gains `prize` if it is passed."""
    success = book().dice.counts["skill_test"]
    passed = any(face in success for face in lying)
    passes = 1.0 if passed else 1.0 - (1.0 - share(success)) ** dice
    return {"trial": prize * passes}


def _contest(view: State, ship: str, lying: Faces, dice: int) -> Values:
    """Return the terms of a Challenge Test."""
    success = book().dice.counts["challenge_test"]
    sure = sum(face in success for face in lying)
    return {
        "trial": sum(
            chance * skill_tests.value_of_successes(view, ship, sure + more)
            for more, chance in enumerate(skill_tests.successes(dice))
        )
    }


def careful_aim(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on re-rolling critical dice that show nothing of use."""
    counts, roll = book().dice.counts, view.roll
    assert roll is not None
    useful = [counts[f"critical_{kind}"] for kind in VITALS]
    idle = sum(not any(face in symbols for symbols in useful) for face in roll.faces)
    found = {name: idle * share(symbols) for name, symbols in zip(CRITICALS, useful, strict=True)}
    given = []
    for option in decision.options:
        values = found if isinstance(option.command, do.CarefulAim) else {}
        given.append(scored(option.id, values))
    return best_first(given)
