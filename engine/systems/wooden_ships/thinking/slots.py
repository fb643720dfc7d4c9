"""The worth of an answer to one slot of a sheet, over all plots that the enemy may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from typing import NamedTuple

from engine.base.text import pluralized
from engine.game.decision import Answer, Reason
from engine.game.question import Draft, Sheet
from engine.kit.by_type import cached_per_state
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import apart, surrendered
from engine.systems.wooden_ships.foresight.prospects import plots_counted, prospects
from engine.systems.wooden_ships.sailing import GIVE_UP, plots
from engine.systems.wooden_ships.signals import NONE
from engine.systems.wooden_ships.state.state import State, afloat, friends
from engine.systems.wooden_ships.thinking.courses import caution, end_of, plot_reasons, plot_score
from engine.systems.wooden_ships.thinking.holds import (
    boarding_back_reasons,
    casting_off_reasons,
    grappling_reasons,
    party_reasons,
    unfouling_reasons,
)
from engine.systems.wooden_ships.thinking.prospect import (
    Guess,
    broadside_worth,
    fire_reasons,
    foes,
    guesses,
    loading_reasons,
)

# The worth of a plot against all possible enemy plots; likely plots count more.


LIKELY = 12
"""Of the places where an enemy's plots end, this many are considered at most: the ones that are
best for the enemy."""
BLUNT = 1.5
"""How well an enemy is assumed to choose. Of two plots, the worse one is a third as likely if it is
this many points worse for him."""
OPPONENTS = 4
"""For this many enemies, the nearest ones, every reply is considered. All others are expected to
stay or to sail on."""
OTHERS = 0.3
"""The weight of fire at all enemies but the best target. It is low, because a side fires at only
one."""


class Exchange(NamedTuple):
    """The average worth of a ship's fire (given), and of the enemies' fire at her (taken), in
    points.
    """

    given: float
    taken: float


@cached_per_state
def likely_ends(view: State, foe: str) -> tuple[Guess, ...]:
    """Return the places where an enemy's plot may end, with probabilities that add up to 1."""
    ship = view.ships[foe]
    best: dict[Guess, float] = {}
    for text in plots(view, ship):
        end = end_of(view, ship, text)
        best[end] = max(best.get(end, -1e9), plot_score(view, foe, text, {}))
    if not best:
        return (Guess(ship.bow, ship.facing),)
    top = sorted(best.items(), key=lambda item: -item[1])[:LIKELY]
    weights = [exp((score - top[0][1]) / BLUNT) for _, score in top]
    total = sum(weights)
    return tuple(
        end._replace(share=weight / total) for (end, _), weight in zip(top, weights, strict=True)
    )


@cached_per_state
def by_distance(view: State, ship_id: str) -> tuple[str, ...]:
    """Return the ids of the enemies that matter to a ship in this turn, the nearest first."""
    ship = view.ships[ship_id]
    return tuple(sorted(foes(view, ship_id), key=lambda foe: apart(ship, view.ships[foe])))


@cached_per_state
def exchange(view: State, ship_id: str, end: Guess) -> Exchange:
    """Return the expected worth of a ship's fire, and of the fire at her, if her plot ends at this
    place.
    """
    ship = view.ships[ship_id]
    given: list[float] = []
    taken = 0.0
    for number, foe in enumerate(by_distance(view, ship_id)):
        enemy, dealt = view.ships[foe], 0.0
        for there in likely_ends(view, foe) if number < OPPONENTS else guesses(view, foe):
            dealt += there.share * broadside_worth(view, ship, end, [(enemy, there)])
            taken += there.share * broadside_worth(view, enemy, there, [(ship, end)])
        given.append(dealt)
    given.sort(reverse=True)
    return Exchange(given[0] + OTHERS * sum(given[1:]) if given else 0.0, taken)


def replied_reasons(
    view: State, ship_id: str, order: str, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return the reasons for and against a plot, with fire weighed over the enemies' likely
    replies.
    """
    plain = plot_reasons(view, ship_id, order, draft)
    if order == GIVE_UP or not foes(view, ship_id):
        return plain
    found = exchange(view, ship_id, end_of(view, view.ships[ship_id], order))
    kept = (reason for reason in plain if reason.term not in ("fire", "under_fire"))
    return (
        Reason("fire", "her broadsides, whatever the enemy plots", found.given),
        Reason(
            "under_fire",
            "fire that the enemy may give",
            -caution(view, view.ships[ship_id]) * found.taken,
        ),
        *kept,
    )


def counted_reasons(view: State, ship_id: str, order: str) -> tuple[Reason, ...]:
    """Return the reasons for and against a plot; the reasons about fire name the number of enemy
    plots.

    The counts are the same as in the forecast: `rakes against 12 of 35 enemy plots`.
    """
    plain = replied_reasons(view, ship_id, order, {})
    met = prospects(view, ship_id, order) if order != GIVE_UP else ()
    if not met:
        return plain
    every = sum(each.plots for each in met)
    bears, rakes, borne, raked = (
        plots_counted(sum(counts))
        for counts in zip(*((m.bears, m.rakes, m.borne, m.raked) for m in met), strict=True)
    )
    texts = {
        "fire": f"rakes against {rakes} of {every} enemy plots, can fire against {bears}",
        "under_fire": f"is raked by {raked} of {every} enemy plots, under fire from {borne}",
    }
    return tuple(Reason(r.term, texts.get(r.term, r.words), r.worth) for r in plain)


# The worth of an answer to one slot of a sheet, and the best signal.


def signal_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reason for a signal: whether it suits the flagship's distance from the enemy.

    Nobody has to obey a signal, so a misleading one is worth less than none.
    """
    wanted, text = fitting_signal(view, slot)
    worth = 1.0 if option == wanted else 0.0 if option == NONE else -1.0
    return (Reason("signal", text, worth),)


def fitting_signal(view: State, ship_id: str) -> tuple[str, str]:
    """Return (the signal that suits a flagship's situation, the reason).

    Out of range she makes sail for the nearest enemy; within range she closes; where carronades and
    rakes are effective she engages.
    """
    ship = view.ships[ship_id]
    ranges = book().gunnery
    enemies = [
        other for other in afloat(view) if not friends(view, ship, other) and not surrendered(other)
    ]
    if not enemies:
        return NONE, "no enemy to signal about"
    nearest = min(enemies, key=lambda other: apart(ship, other))
    far = apart(ship, nearest)
    text = f"{nearest.id} at {pluralized(far, 'hex', 'hexes')}"
    if far > ranges.max_range:
        return f"make_sail:{nearest.id}", text
    return (f"close:{nearest.id}" if far > ranges.carronade_range else "engage"), text


# The worth of an answer to one slot of a sheet, roughly in points of damage, and the reasons.


Reasons = Callable[[State, str, str], tuple[Reason, ...]]


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return a quick estimate of an answer to a slot; higher is better.

    For plots it leaves out the enemy's replies, so that it is fast enough for fleets.
    """
    if sheet.kind == "orders":
        return plot_score(view, slot, answer.option, draft)
    return sum(reason.worth for reason in _REASONS[sheet.kind](view, slot, answer.option))


def slot_reasons(
    view: State, kind: str, slot: str, option: str, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return the reasons for and against an option of a slot; for plots, with the
    enemy's replies.
    """
    if kind == "orders":
        return replied_reasons(view, slot, option, draft)
    return _REASONS[kind](view, slot, option)


def choosing_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reason for choosing a ship of a shared fleet: her points.

    To leave the choice to the program is worth nothing.
    """
    ship = view.ships.get(option)
    if ship is None:
        return (Reason("points", "the program takes the ship with most points each time", 0.0),)
    return (
        Reason(
            "points", f"{ship.quality} crew, {pluralized(ship.points, 'point')}", float(ship.points)
        ),
    )


_REASONS: dict[str, Reasons] = {
    "choosing": choosing_reasons,
    "signals": signal_reasons,
    "unfouling": unfouling_reasons,
    "grappling": grappling_reasons,
    "ungrappling": casting_off_reasons,
    "boarding": party_reasons,
    "combat": fire_reasons,
    "melee": boarding_back_reasons,
    "loading": loading_reasons,
}
