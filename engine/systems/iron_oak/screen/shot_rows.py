"""A shot in rows: by location, what becomes of the target, all targets in one list; its cards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.panel import Row, words
from engine.systems.iron_oak.cards.hand import held, label
from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.foresight.card_odds import CardOdds, card_odds
from engine.systems.iron_oak.foresight.shot_odds import AtLocation, ShotOdds, shot_at
from engine.systems.iron_oak.gunnery.locations import armour, shield
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.gunnery.shooting import playable
from engine.systems.iron_oak.gunnery.targets import can_plunge, in_sight, why_not_fire
from engine.systems.iron_oak.state.state import State, Unit
from engine.systems.iron_oak.thinking.aims import weight


def shot_rows(view: State, firer: Unit, target: Unit, plunging: bool) -> tuple[Row, ...]:
    """Return a shot: Hits on average, what becomes of the target, and a line a location."""
    found = shot_at(view, firer, target, plunging)
    return (
        *fates(found),
        *_others(view, firer),
        words("miss/poss/effect/crit", "dim"),
        *(_at(each, target) for each in found.locations),
    )


def fates(found: ShotOdds) -> Iterator[Row]:
    """Yield the Hits of a shot in the mean, and what may become of its target."""
    yield words(f"{found.hits:.1f} Hits on average, {found.worth:.1f} points")
    texts = (("crippled", found.cripples), ("must retire", found.retires), ("gone", found.sinks))
    likely = [f"{what} {_small(share)}" for what, share in texts if share]
    if likely:
        yield words(", ".join(likely))


def _small(share: float) -> str:
    return percent(share) if share >= 0.005 else "<1%"


def _at(each: AtLocation, target: Unit) -> Row:
    """Return a location in a line of some 25 signs, which a narrow panel has."""
    worn = shield(target, each.place)
    guard = armour(target, each.place).dice + (f"{worn:+d}" if worn else "")
    place = "all" if each.place == "section" else each.place
    cases = "/".join(f"{100 * case:.0f}" for case in each.cases)
    return words(f"{place:2} {100 * each.share:.0f} {guard} {cases}")


def _others(view: State, firer: Unit) -> Iterator[Row]:
    """Yield all targets in a line, with the points in the mean, the best by what wins first."""
    shots = [
        (shot_at(view, firer, each, way), each, way)
        for each in in_sight(view, firer)
        for way in (False, True)
        if (can_plunge(view, firer, each) if way else not why_not_fire(view, firer, each))
    ]
    if len(shots) < 2:
        return
    shots.sort(key=lambda shot: -shot[0].worth * weight(view, firer.control, shot[1]))
    text = ", ".join(
        f"{name(each)}{' plunging' * way} {found.worth:.0f}" for found, each, way in shots
    )
    yield words(f"best first: {text} points")


def card_rows(view: State, number: int) -> tuple[Row, ...]:
    """Return what a gunnery card would do to the shot, and the other cards beside it."""
    found = card_odds(view, number)
    if found is None or view.shot is None:
        return ()
    side = view.unit(view.shot.firer).control
    others = (
        card_odds(view, each)
        for each in held(view, side, *playable(view))
        if each != number and found.kind != "misfire"
    )
    return (
        words(_effect(found)),
        *(words(f"{label(each.number)}: {_effect(each)}", "dim") for each in others if each),
    )


def _effect(found: CardOdds) -> str:
    """Return what a card does in a line: `0.8 -> 1.2 Hits, guns damaged 36%, smoke`."""
    texts = [f"{found.now:.1f} -> {found.then:.1f} Hits"]
    texts += [f"{found.casualties:.1f} casualties"] if found.kind == "grapeshot" else []
    texts += [f"fire {percent(found.fire)}"] if found.fire else []
    texts += [f"guns damaged {percent(found.armament)}"] if found.armament else []
    texts += ["smoke"] if found.smoke else []
    return ", ".join(texts)
