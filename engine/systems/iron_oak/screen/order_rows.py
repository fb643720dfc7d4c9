"""Forecasts of an order, an attack or a shot, as rows of the panel."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.panel import Bar, Row, taught_rows, words
from engine.kit.by_type import cached_per_state
from engine.systems.iron_oak.cards import held, label
from engine.systems.iron_oak.effects.shots import AGAINST, CREW_ODDS
from engine.systems.iron_oak.fleet import card, enemies_in, identified, name
from engine.systems.iron_oak.foresight.maneuver_odds import (
    Blows,
    Passage,
    RamOdds,
    Stop,
    attack_here,
    crossing_t,
    hold_here,
    ram_odds,
    way_to,
)
from engine.systems.iron_oak.foresight.shot_odds import CardOdds, ShotOdds, card_odds, shot_at
from engine.systems.iron_oak.gunnery.segment import can_plunge, in_sight, why_not_fire
from engine.systems.iron_oak.gunnery.shooting import playable
from engine.systems.iron_oak.gunnery.shot import armour, shield
from engine.systems.iron_oak.machine import percent
from engine.systems.iron_oak.movement.getting_free import refloating
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll
from engine.systems.iron_oak.orders.legal import attacks, far_goals, goals, ways, why_not_ram
from engine.systems.iron_oak.state.state import Attack, End, Ship, State, Unit
from engine.systems.iron_oak.thinking.place_worth import weight
from engine.systems.iron_oak.thinking.quick_score import crossings, rams

# Rows about crossing a T, a ram or a spar torpedo, before it is tried.


MOST = 15
"""The last column of the table of Hits; it holds the chance of this many Hits or more. A panel 25
characters wide has room for it."""


def attack_rows(view: State, ship: Ship, order: str) -> Iterator[Row]:
    """Yield a row for each target that an order to cross or to attack may have, with the chance
    that the whole order succeeds.
    """
    for target, end in crossings(view, ship) if order == "cross_t" else ():
        found = crossing_t(view, ship, target, end)
        quiet = "no gun bears" if not found.bears else _change(found.hers)
        yield Bar(f"{end} of {name(target)}", found.way.arrives, f"her fire: {quiet}")
    if order != "ram_spar":
        return
    for target in identified(enemies_in(view, ship.control, ship.box)):
        if not why_not_ram(view, ship, target):
            for kind in attacks(ship):
                ram = ram_odds(view, ship, target, kind)
                note = f"{ram.dealt:.1f} Hits, {ram.taken:.1f} own"
                yield Bar(f"{describe_kind(kind)} {name(target)}", ram.way.arrives, note)


def describe_kind(kind: Attack) -> str:
    """Return the words for a kind of attack."""
    return "spar, then ram" if kind == "ram_and_spar" else kind


def t_rows(view: State, ship: Ship, target: Ship, end: End) -> tuple[Row, ...]:
    """Return rows that forecast crossing a T: both ships' Hits before and after it, and the
    target's chance to get clear.
    """
    found = crossing_t(view, ship, target, end)
    hers = _change(found.hers) if found.bears else f"{found.hers[0]:.1f} -> no gun of hers bears"
    return (
        *stop_rows(found.way),
        words(f"my Hits into her {end}: {_change(found.mine)}"),
        words(f"her Hits on me: {hers}"),
        words(f"her chance to get clear: {percent(found.escapes)}"),
    )


def _change(hits: tuple[float, float]) -> str:
    return f"{hits[0]:.1f} -> {hits[1]:.1f}"


def ram_rows(view: State, ship: Ship, target: Ship, kind: Attack) -> tuple[Row, ...]:
    """Return rows that forecast an attack by ram or torpedo: the Hits on both ships, the chances to
    break the ram and to be fouled, and the Hits of later shots.
    """
    found = ram_odds(view, ship, target, kind)
    most = min(MOST, max(max(blow) for blow in found.blows))
    faces = "".join(str(hits % 10) for hits in range(most + 1))
    risks = [f"fouled {percent(found.fouled)}"]
    if kind != "spar" and card(ship).ram:
        risks.append(f"ram broken {percent(found.beak)}")
    return (
        *stop_rows(found.way),
        words(f"if she strikes: {found.dealt:.1f} Hits on average, {found.taken:.1f} of her own"),
        # A column for each number of Hits, and under it a digit for its chance, for each ship.
        *taught_rows(
            "crossing_and_ramming",
            words(f"Hits    {faces}", "dim"),
            words(f"on her  {tenths(found.blows, 0, most)}"),
            words(f"on me   {tenths(found.blows, 1, most)}"),
            depth="all",
        ),
        words(f"sinks her {percent(found.sinks)}, herself {percent(found.sunk)}"),
        words(", ".join(risks)),
        words(f"later shots at point blank, in Hits: mine {found.mine:.1f}, hers {found.hers:.1f}"),
        *_compared(view, ship, target, kind, found),
    )


def tenths(blows: Blows, place: int, most: int) -> str:
    """Return a digit for each number of Hits, 0 to `most`: its chance in tenths.

    `.` is less than half a tenth, `#` almost certain, a blank impossible; the last digit is for
    `most` Hits or more.
    """
    shares = dict.fromkeys(range(most + 1), 0.0)
    for blow, share in blows.items():
        shares[min(most, blow[place])] += share
    digits: list[str] = []
    for share in shares.values():
        if share == 0:
            digits.append(" ")
        else:
            digit = round(share * 10)
            digits.append("#" if digit == 10 else str(digit) if digit else ".")
    return "".join(digits).rstrip()


def _compared(view: State, ship: Ship, target: Ship, kind: Attack, found: RamOdds) -> Iterator[Row]:
    """Yield rows that forecast the other attacks of a ship that has both ram and torpedo."""
    for other in attacks(ship):
        if other != kind:
            ram = ram_odds(view, ship, target, other)
            what = f"{ram.dealt:.1f} Hits, {ram.taken:.1f} own, sinks {percent(ram.sinks)}"
            yield words(f"{describe_kind(other)}: {what}", "dim")


# Rows about a shot: by location, the fate of the target, a list of all targets; and its cards.


def shot_rows(view: State, firer: Unit, target: Unit, plunging: bool) -> tuple[Row, ...]:
    """Return rows about a shot: the average Hits, the possible fates of the target, and a row for
    each location.
    """
    found = shot_at(view, firer, target, plunging)
    # About 25 characters: the width of a narrow panel.
    rows: list[Row] = []
    for each in found.locations:
        worn = shield(target, each.place)
        guard = armour(target, each.place).dice + (f"{worn:+d}" if worn else "")
        place = "all" if each.place == "section" else each.place
        cases = "/".join(f"{100 * case:.0f}" for case in each.cases)
        rows.append(words(f"{place:2} {100 * each.share:.0f} {guard} {cases}"))
    return (
        *fates(found),
        *_others(view, firer),
        *taught_rows(
            "fire_and_locations",
            words("miss/poss/effect/crit", "head"),
            *rows,
            depth="all",
        ),
    )


def fates(found: ShotOdds) -> Iterator[Row]:
    """Yield rows with a shot's average Hits, and the chances that the target is crippled, must
    retire or is lost.
    """
    yield words(f"{found.hits:.1f} Hits on average, {found.worth:.1f} points")
    texts = (("crippled", found.cripples), ("must retire", found.retires), ("lost", found.sinks))
    likely = [
        f"{what} {percent(share) if share >= 0.005 else '<1%'}" for what, share in texts if share
    ]
    if likely:
        yield words(", ".join(likely))


def _others(view: State, firer: Unit) -> Iterator[Row]:
    """Yield a row that compares the unit's shots at all its targets by their average Victory
    Points; the target that helps most to win comes first.
    """
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
    """Return rows with the effects on the shot of a gunnery card, and of each other card that may
    still be played.
    """
    found = card_odds(view, number)
    if found is None or view.shot is None:
        return ()
    side = view.unit(view.shot.firer).control
    others = (
        card_odds(view, each)
        for each in held(view, side, *playable(view))
        if each != number and found.kind not in AGAINST
    )
    return (
        words(_effect(found)),
        *(words(f"{label(each.number)}: {_effect(each)}", "dim") for each in others if each),
    )


def _effect(found: CardOdds) -> str:
    """Return the effect of a card on a shot, as one line: `0.8 -> 1.2 Hits, guns damaged 36%,
    smoke`.
    """
    texts = [f"{found.now:.1f} -> {found.then:.1f} Hits"]
    texts += [f"{found.casualties:.1f} casualties"] if found.kind in CREW_ODDS else []
    texts += [f"fire {percent(found.fire)}"] if found.fire else []
    texts += [f"guns damaged {percent(found.armament)}"] if found.armament else []
    texts += ["smoke"] if found.smoke else []
    return ", ".join(texts)


# The possible results of an order: as rows, as text `arrives 52%, stays 33%`, and as short signs.


@cached_per_state
def noted(view: State, ship_id: str, order: str) -> str:
    """Return the chances that an order succeeds, from its worst to its best goal or target, and the
    likeliest mishap: `succeeds 42 to 58%, aground 26%`.
    """
    ship = view.ships.get(ship_id)
    if ship is None:
        return ""
    if order == "refloat":
        return f"succeeds {percent(refloating(view, ship).chance)}"
    found = _ways(view, ship, order)
    if not found:
        return ""
    texts: list[str] = []
    if order != "maneuver_0":
        arrives = [way.arrives for way in found]
        low, high = percent(min(arrives)), percent(max(arrives))
        texts.append(f"succeeds {high}" if low == high else f"succeeds {low.rstrip('%')} to {high}")
    stops = [stop for way in found for stop in way.stops]
    worst = max(stops, key=lambda stop: stop.most, default=None)
    if worst is not None and worst.most > BARELY:
        texts.append(f"{worst.comes} {percent(worst.most)}")
    return ", ".join(texts)


def _ways(view: State, ship: Ship, order: str) -> list[Passage]:
    """Return the chances of an order's results, one entry for each goal or target that it may
    have.
    """
    if order == "maneuver_1":
        return [way_to(view, ship, goal) for goal in goals(view, ship)]
    if order == "maneuver_2":
        return [
            way_to(view, ship, goal, via)
            for goal in far_goals(view, ship)
            for via in ways(view, ship, goal)
        ]
    if order == "cross_t":
        rolls = [cross_roll(view, ship, target).chance for target, _ in crossings(view, ship)]
    elif order == "ram_spar":
        rolls = [contact_roll(view, ship, target).chance for target, _ in rams(view, ship)]
    else:
        return [hold_here(view, ship)] if order == "maneuver_0" else []
    return [attack_here(view, ship, chance) for chance in rolls]


BARELY = 0.005
"""A smaller chance than this is not shown, because as percent it would be 0."""


def mishap_text(way: Passage) -> str:
    """Return the mishaps that may end a move, as a short text: `aground 15%`."""
    texts = (f"{_called(stop, way)} {_share(stop)}" for stop in way.stops if stop.most > BARELY)
    return ", ".join(texts)


def way_rows(way: Passage) -> tuple[Row, ...]:
    """Return bars for the results of a move to another box: arrives, stays, mishaps."""
    stays = (Bar("stays", way.stays),) if way.stays > BARELY else ()
    return (Bar("arrives", way.arrives), *stays, *stop_rows(way))


def stop_rows(way: Passage) -> tuple[Row, ...]:
    """Return a bar for each hazard that may end the move: its result for the ship, and its
    chance.
    """
    # The lowest and highest chance differ if the enemy decides which of several hazards is met
    # first.
    return tuple(
        Bar(
            _called(stop, way),
            stop.most,
            stop.hazard.replace("_", " ")
            + (f", {_share(stop)}" if stop.most - stop.least > BARELY else ""),
        )
        for stop in way.stops
        if stop.most > BARELY
    )


def _called(stop: Stop, way: Passage) -> str:
    """Return the result of a hazard for the ship; the box is named if hazards lie in two boxes."""
    boxes = {each.box for each in way.stops}
    return f"{stop.comes} {stop.box}" if len(boxes) > 1 else stop.comes


def _share(stop: Stop) -> str:
    if stop.most - stop.least > BARELY:
        return f"{100 * stop.least:.0f}-{percent(stop.most)}"
    return percent(stop.most)
