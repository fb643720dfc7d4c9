"""Forecasts for orders, attacks, shots and cards are compared with every possible result by the
rules.

In small random positions, over every fall of the dice; the enemy chooses in which order hazards are
met.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.chart import Lit
from engine.game.decision import Answer, Decision
from engine.game.panel import Bar
from engine.game.question import Fill
from engine.kit.ledger import put_ship
from engine.systems.iron_oak.damage import fights
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.fleet import original_hits
from engine.systems.iron_oak.foresight.ledger import mendings
from engine.systems.iron_oak.foresight.maneuver_odds import crossing_t, ram_odds
from engine.systems.iron_oak.foresight.shot_odds import card_odds, plain_hits
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.gunnery.segment import why_not_fire
from engine.systems.iron_oak.gunnery.shooting import shoot
from engine.systems.iron_oak.inspection import inspect
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.movement.in_box import foul, ram, spar
from engine.systems.iron_oak.orders.legal import legal_orders, why_not
from engine.systems.iron_oak.screen.preview import order_preview
from engine.systems.iron_oak.screen.scene import box_at
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import End, GunnerySegment, Move, Ship, State
from engine.systems.iron_oak.waters import off
from tests.engine.systems.iron_oak.every_course import (
    Course,
    Courses,
    every_course,
    follow,
    mean,
    one_step,
)
from tests.engine.systems.iron_oak.small_seas import drawn
from tests.engine.systems.iron_oak.table import position, ship

GAME = IronOak()
SCREEN = GAME.screen


def own(state: State) -> Iterator[Ship]:
    return (each for each in state.ships.values() if each.control == "confederate")


def about_to_go(state: State) -> Iterator[tuple[State, Decision]]:
    """Yield (state, question how an order is carried out) for every order that a ship may have."""
    for mover in own(state):
        for order in legal_orders(why_not(state, mover)):
            agenda = (st.CarryOut(mover.id), st.BoxHazards(mover.id), st.NameWay(mover.id))
            given = put_ship(state, replace(mover, order=order))
            now = replace(given, move=Move(ship=mover.id, order=order), agenda=agenda)
            for question in RULES.pending(now):
                assert isinstance(question, Decision)
                yield now, question


def carried_out(state: State, option: str, hazard: str = "", last: bool = False) -> Courses:
    """Return all results of a way; the enemy lets the ship meet `hazard` first, or with `last` as
    the last one.
    """

    def answer(question: Decision) -> str:
        if question.kind == "way":
            return option
        ids = [each.id for each in question.options]
        if question.kind != "hazard" or not hazard:
            return ids[0]
        return next((each for each in ids if (each == hazard) != last), ids[0])

    until = ev.ManeuverRolled if option.startswith(ATTACKS) else None
    return every_course(state, *state.agenda[::-1], answer=answer, until=until)


ATTACKS = ("ram", "spar")
"""Ways to attack; here they are followed only to contact, since other tests check what comes
after."""


def bars(state: State, question: Decision, option: str) -> list[Bar]:
    found = SCREEN.preview(state, question, Answer(option)).rows
    return [row for row in found if isinstance(row, Bar)]


def came(ends: Courses) -> float:
    """Return the probability that a maneuver succeeds and no hazard ends it."""
    return sum(each.share for each in ends if each.told == ("succeeded",))


def stopped(ends: Courses, hazard: str = "", box: str = "") -> float:
    """Return the probability that a hazard ends the way."""
    return sum(
        each.share
        for each in ends
        for what in each.told
        if what != "succeeded" and what.startswith(hazard) and what.endswith(box)
    )


BARELY = 0.005
"""Chances below this would be shown as 0% and are left out."""


@pytest.mark.parametrize("seed", range(5))
def test_what_becomes_of_a_way_is_what_is_shown_before_it_is_named(seed: int) -> None:
    state, shown = drawn(Random(seed)), Counter[str]()
    for now, question in about_to_go(state):
        for option in question.options:
            ends = carried_out(now, option.id)
            hazards = set[tuple[str, str]]()
            for bar in bars(now, question, option.id):
                where = (option.id, bar.label, bar.note)
                shown[bar.label.partition(" ")[0]] += 1
                if bar.label in ("arrives", "succeeds"):
                    assert bar.share == pytest.approx(came(ends)), where
                    continue
                if bar.label == "stays":
                    assert bar.share == pytest.approx(1 - came(ends) - stopped(ends)), where
                    continue
                thing, _, least = bar.note.partition(", ")
                hazard, box = thing.replace(" ", "_"), bar.label.partition(" ")[2]
                hazards.add((hazard, box))
                first, last = (
                    stopped(carried_out(now, option.id, hazard, late), hazard, box)
                    for late in (False, True)
                )
                assert bar.share == pytest.approx(first), where
                if least:
                    assert int(least.partition("-")[0]) == pytest.approx(100 * last, abs=0.51)
                else:
                    assert first - last <= BARELY, where
            for each in ends:
                for what in each.told:
                    hazard, _, box = what.partition(" ")
                    if what != "succeeded" and stopped(ends, hazard, box) > BARELY:
                        assert hazards & {(hazard, box), (hazard, "")}, (option.id, what)
    assert shown["succeeds"] + shown["arrives"]


@pytest.mark.parametrize("seed", range(4))
def test_reach_and_the_lines_of_an_order_tell_the_likeliest_way_to_each_box(seed: int) -> None:
    """Both the overlay and the forecast of the order do; leaving the map is only in the
    forecast.
    """
    state = drawn(Random(seed))
    best: dict[tuple[str, str], dict[str, float]] = {}
    for now, question in about_to_go(state):
        assert now.move is not None
        if now.move.order in ("maneuver_1", "maneuver_2"):
            found = best.setdefault((question.ship, now.move.order), {})
            for option in question.options:
                goal = option.id.partition("/")[0]
                found[goal] = max(found.get(goal, 0.0), came(carried_out(now, option.id)))
    assert best
    for (mover, order), boxes in best.items():
        rows = order_preview(state, state.ships[mover], order).rows
        assert {bar.label: bar.share for bar in rows if isinstance(bar, Bar)} == pytest.approx(
            {box.replace("off:", "off "): share for box, share in boxes.items()}
        )
    for mover in {mover for mover, _ in best}:
        near, far = (best.get((mover, f"maneuver_{n}"), {}) for n in (1, 2))
        lit = {
            box: f"{100 * share:.0f}"
            for box, share in {**far, **near}.items()
            if share and not off(box)
        }
        marks = SCREEN.overlay(state, "reach", mover)
        shown = {box_at(mark.at): mark.text for mark in marks if isinstance(mark, Lit)}
        assert {box: text for box, text in shown.items() if "in 2" not in text} == lit


@pytest.mark.parametrize("seed", range(3))
def test_the_note_of_an_order_is_its_likeliest_way_and_the_worst_stop_of_any(seed: int) -> None:
    state = drawn(Random(seed))
    orders = ("maneuver_0", "maneuver_1", "maneuver_2", "cross_t", "ram_spar")
    noted = 0
    for now, question in about_to_go(state):
        assert now.move is not None
        order = now.move.order
        if order not in orders:
            continue
        best, worst = 0.0, 0.0
        for option in question.options:
            if order == "maneuver_0" and option.id != "hold":
                continue
            ends = carried_out(now, option.id)
            best = max(best, came(ends))
            for hazard, box in {tuple(t.split()) for e in ends for t in e.told if " " in t}:
                first = carried_out(now, option.id, hazard)
                worst = max(worst, stopped(first, hazard, box))
        told = SCREEN.forecast_note(state, question.ship, Answer(order))
        shares = [int(each) for each in re.findall(r"(\d+)%", told)]
        if order != "maneuver_0":
            assert shares.pop(0) == pytest.approx(100 * best, abs=0.51), (order, told)
        if worst > BARELY:
            assert shares.pop(0) == pytest.approx(100 * worst, abs=0.51), (order, told)
        assert not shares
        noted += 1
    assert noted


# A T, a ram ----------------------------------------------------------------------


def shot(state: State, firer: str, target: str, number: int = 1, **more: Any) -> float:
    """Return the mean Hits of one shot by the rules; 0 if it may not be fired."""
    if why_not_fire(state, state.ships[firer], state.ships[target]):
        return 0.0
    aimed = replace(state, shot=GunnerySegment(firer=firer, target=target, **more))
    fired = st.Shoot(firer, number)
    ends = follow(
        [Course(1.0, replace(aimed, agenda=(fired,)))], lambda ledger: shoot(ledger, fired)
    )
    return mean(ends, lambda after: after.ships[target].hits) - state.ships[target].hits


@pytest.mark.parametrize("seed", range(5))
def test_a_t_is_told_with_the_shots_after_it_and_her_way_out(seed: int) -> None:
    """To cross an enemy's T brings shots on both sides; her way out is an escape in her next turn,
    by the rules.
    """
    for now, question in about_to_go(drawn(Random(seed))):
        for option in question.options:
            way = option.command
            if not option.id.startswith(("bow:", "stern:")):
                continue
            mover, target = question.ship, way.target
            end: End = "bow" if option.id.startswith("bow") else "stern"
            found = crossing_t(now, now.ships[mover], now.ships[target], end)
            ends = [each for each in carried_out(now, option.id) if each.told == ("succeeded",)]
            assert found.way.arrives == pytest.approx(sum(each.share for each in ends))
            after = ends[0].state
            assert found.mine == pytest.approx(
                (shot(now, mover, target), shot(after, mover, target))
            )
            assert found.hers == pytest.approx(
                (shot(now, target, mover), shot(after, target, mover))
            )
            assert found.bears == (not why_not_fire(after, after.ships[target], after.ships[mover]))
            out = replace(after, move=Move(ship=target, order="maneuver_0", way="escape"))
            escaped = every_course(out, st.CarryOut(target), until=ev.ManeuverRolled)
            assert found.escapes == pytest.approx(came(escaped))


BOTH = "css_palmetto_state"
"""A ship with both ram and torpedo; the David has only a torpedo."""


def near_sinking(mover: str) -> State:
    """Return two ships in one box that are nearly sunk, so that only few numbers of Hits can
    result.
    """
    hits = shipped().ships[mover].hits - 2 if mover == BOTH else 0
    mine, hers = ship(mover, "C3", hits=hits), ship("uss_zouave", "C3", hits=1, shields={"WL": -2})
    return position([hers], [mine], active="confederate")


def struck(state: State, mover: str, target: str, kind: str) -> Courses:
    """Return all results of an attack after contact: torpedo, ram and fouling, one after the
    other.
    """
    ends = [Course(1.0, state)]

    def both(ledger: Ledger) -> bool:
        return fights(ledger, mover) and fights(ledger, target)

    def rule(ledger: Ledger, does: Callable[[Ledger], None]) -> None:
        if both(ledger):
            does(ledger)

    steps: list[Callable[[Ledger], None]] = []
    if "spar" in kind:
        steps.append(lambda ledger: spar(ledger, mover, target))
    if "ram" in kind:
        steps.append(lambda ledger: ram(ledger, mover, target))
    fouling = "fouling_spar" if kind == "spar" else "fouling"
    steps.append(lambda ledger: foul(ledger, mover, target, fouling))
    for does in steps:
        ends = follow(ends, lambda ledger, does=does: rule(ledger, does))
    return ends


def test_an_attack_is_told_as_all_that_comes_of_it_for_two_that_are_hurt() -> None:
    """The forecast has the Hits of both ships, the chances to sink, a lost beak, fouling, and the
    following shots.
    """
    kinds = Counter[str]()
    for sea in (
        *(drawn(Random(seed)) for seed in range(4)),
        near_sinking("css_david"),
        near_sinking(BOTH),
    ):
        for now, question in about_to_go(sea):
            for option in question.options:
                kind, _, target = option.id.partition(":")
                if kind not in ("ram", "spar", "ram_and_spar"):
                    continue
                mover = question.ship
                one, other = now.ships[mover], now.ships[target]
                if one.fouled or other.fouled:
                    continue
                found = ram_odds(now, one, other, kind)
                assert found.way.arrives == pytest.approx(came(carried_out(now, option.id)))
                ends = struck(now, mover, target, kind)
                left, own_left = (original_hits(each) - each.hits for each in (other, one))
                blows = Counter[tuple[int, int]]()
                for share, after, _ in ends:
                    dealt = min(left, after.ships[target].hits - other.hits)
                    taken = min(own_left, after.ships[mover].hits - one.hits)
                    blows[dealt, taken] += share
                assert {b: p for b, p in found.blows.items() if p} == pytest.approx(dict(blows))
                named = {"sinks": 0.0, "sunk": 0.0, "fouled": 0.0, "beak": 0.0}
                for share, after, _ in ends:
                    mine, hers = after.ships[mover], after.ships[target]
                    named["sinks"] += share * bool(hers.lost)
                    named["sunk"] += share * bool(mine.lost)
                    named["fouled"] += share * bool(mine.fouled)
                    named["beak"] += share * ("ram" in {*mine.criticals} - {*one.criticals})
                assert {each: getattr(found, each) for each in named} == pytest.approx(named)
                close = put_ship(now, replace(one, rammed=(*one.rammed, target)))
                assert found.mine == pytest.approx(shot(close, mover, target))
                assert found.hers == pytest.approx(shot(close, target, mover))
                kinds[kind] += 1
    assert min(kinds["ram"], kinds["spar"], kinds["ram_and_spar"]) > 0, kinds


def test_a_ram_finds_the_waterline_that_the_torpedo_has_opened() -> None:
    """If the target survives the torpedo, the ram's dice are rolled against a shield of -4."""
    state = position([ship("uss_minnesota", "C3", hits=4)], [ship(BOTH, "C3")])
    mine, hers = state.ships[BOTH], state.ships["uss_minnesota"]
    left, own_left = (original_hits(each) - each.hits for each in (hers, mine))
    ends = follow([Course(1.0, state)], lambda ledger: spar(ledger, BOTH, hers.id))
    whole = [each for each in ends if not each.state.ships[hers.id].lost]
    assert not any(each.state.ships[BOTH].lost for each in ends)
    ends = [each for each in ends if each.state.ships[hers.id].lost]
    ends += follow(whole, lambda ledger: ram(ledger, BOTH, hers.id), ev.Rammed)
    blows = Counter[tuple[int, int]]()
    for share, after, told in ends:
        dealt, taken = after.ships[hers.id].hits - hers.hits, after.ships[BOTH].hits
        for text in told:
            dealt, taken = dealt + int(text.split()[1]), taken + int(text.split()[2])
        blows[min(left, dealt), min(own_left, taken)] += share
    found = ram_odds(state, mine, hers, "ram_and_spar").blows
    assert {b: p for b, p in found.items() if p} == pytest.approx(dict(blows))


# Shots ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_hits_of_a_shot_by_location_are_those_of_every_fall_for_ships_that_are_hurt(
    seed: int,
) -> None:
    state, pairs = drawn(Random(seed)), 0
    for firer, target in permutations(state.ships.values(), 2):
        if firer.control == target.control or why_not_fire(state, firer, target):
            continue
        assert plain_hits(state, firer, target, False) == pytest.approx(
            shot(state, firer.id, target.id)
        )
        pairs += 1
    assert pairs


def number(kind: str) -> int:
    return next(number for number, card in shipped().cards.items() if card.kind == kind)


DOUBLE, BURNING, MISFIRE, RAPID, GRAPE = map(
    number, ("double_charge", "incendiary_shells", "misfire", "rapid_fire", "grapeshot")
)


@pytest.mark.parametrize(
    ("card", "cards"),
    [
        (DOUBLE, (BURNING,)),
        (BURNING, (RAPID,)),
        (BURNING, (DOUBLE,)),
        (MISFIRE, (DOUBLE,)),
        (MISFIRE, (RAPID,)),
        (GRAPE, (RAPID,)),
        (RAPID, (GRAPE,)),
    ],
)
def test_a_card_for_a_shot_is_told_as_it_falls_with_the_card_before_it(
    card: int, cards: tuple[int, ...]
) -> None:
    """Rapid Fire makes it two shots, each with the other card; a Misfire spoils the first one."""
    firer, target = "css_little_rebel", "uss_zouave"
    worn = ship(target, "C3", hits=1, crew_loss=1, shields={"WL": -1, "A": -1, "D": -2})
    state = position([worn], [ship(firer, "C3")], active="confederate")
    before = GunnerySegment(firer=firer, target=target, cards=cards)
    then = replace(before, cards=(*cards, card))
    if card == MISFIRE:
        then = replace(before, misfire=card)
    found = card_odds(replace(state, shot=before), card)
    assert found is not None
    now_ends, ends = (shots(state, each) for each in (before, then))
    hits = [mean(each, lambda s: s.ships[target].hits) - 1 for each in (now_ends, ends)]
    assert (found.now, found.then) == pytest.approx(tuple(hits))
    if card == GRAPE:
        assert found.casualties == pytest.approx(
            mean(ends, lambda s: s.ships[target].crew_loss) - 1
        )
    if card == BURNING:
        assert found.fire == pytest.approx(sum(each.share for each in ends if "fire" in each.told))


def shots(state: State, segment: GunnerySegment) -> Courses:
    """Return all results of a shot, with the second one of Rapid Fire."""
    ends = [Course(1.0, replace(state, shot=segment, agenda=(st.Shoot(segment.firer),)))]
    ends = follow(ends, lambda ledger: shoot(ledger, st.Shoot(segment.firer)))
    second = st.Shoot(segment.firer, 2)
    return follow(ends, lambda each: shoot(each, second) if second in each.state.agenda else None)


# Cards on a maneuver --------------------------------------------------------------

QUICK, SLOW = (
    [number for number, card in shipped().cards.items() if card.kind == kind][:2]
    for kind in ("quick_maneuver", "slow_maneuver")
)


def with_cards(state: State) -> State:
    """Return a state in which each side holds a card that helps a maneuver and one that hinders
    it.
    """
    sides = {
        key: replace(side, hand=hand, aside=())
        for (key, side), hand in zip(
            state.sides.items(), zip(QUICK, SLOW, strict=True), strict=True
        )
    }
    deck = tuple(card for card in state.deck if card not in (*QUICK, *SLOW))
    return replace(state, sides=sides, deck=deck)


def windows(state: State, way: str) -> Iterator[tuple[State, Decision]]:
    """Yield (state, question) for every card that may be played on a maneuver, after all cards that
    may come before.
    """
    carries, _, names = state.agenda
    cards = (st.AnswerCards, st.EnemyCards, st.OwnerCards)
    left = [replace(state, agenda=(carries, *(each(carries.ship) for each in cards), names))]
    while left:
        here = left.pop()
        if here.agenda == (carries,):
            continue
        asked = [each for each in RULES.pending(here)[:1] if isinstance(each, Decision)]
        options = [way] if here.agenda[-1] == names else [""]
        for question in asked:
            if here.agenda[-1] != names:
                yield here, question
                options = [each.id for each in question.options if not each.id.startswith("pass:")]
        for option in options:
            ((_, then, _),) = follow(
                [Course(1.0, here)], lambda ledger, id=option: one_step(ledger, lambda _: id)
            )
            left.append(then)


def rolled(state: State, chosen: str = "") -> float:
    """Return the probability that a maneuver succeeds if this one card is played and no other."""
    asked = [chosen] if chosen else []

    def answer(question: Decision) -> str:
        ids = [each.id for each in question.options]
        return asked.pop() if asked else "pass" if "pass" in ids else ids[0]

    ends = every_course(state, *state.agenda[::-1], answer=answer, until=ev.ManeuverRolled)
    return sum(each.share for each in ends if "succeeded" in each.told)


@pytest.mark.parametrize("seed", range(4))
def test_a_card_tells_the_chance_of_the_maneuver_with_all_cards_that_are_played(seed: int) -> None:
    """Cards played earlier by both sides are included; each question is seen from the seat that is
    asked.
    """
    random, shown = Random(seed), Counter[str]()
    state = with_cards(drawn(random))
    for now, question in about_to_go(state):
        option = random.choice(question.options).id
        for here, asked in windows(now, option):
            plain = rolled(here)
            for each in asked.options:
                found = SCREEN.preview(GAME.view(here, asked.seat), asked, Answer(each.id)).rows
                told = {row.label: row.share for row in found if isinstance(row, Bar)}
                if told:
                    then = rolled(here, each.id)
                    assert told == pytest.approx({"succeeds now": plain, "with it": then})
                    shown[asked.kind, len([c for c in (here.move.quick, here.move.slow) if c])] += 1
    assert {count for _, count in shown} >= {0, 1}


# Repairs, the current -------------------------------------------------------------


@pytest.mark.parametrize(
    "criticals", [("armament_2", "rudder"), ("engine_damaged", "speed_2"), ("jam", "speed_1")]
)
def test_a_repair_is_told_with_its_chance_and_what_it_brings(criticals: tuple[str, ...]) -> None:
    """The benefit is computed by the rules, after the damage is removed: her best shot, her best
    move to the next box.
    """
    hurt = ship("css_virginia", "C3", criticals=criticals, repair_party=True, grade="green")
    state = position([ship("uss_monitor", "C4"), ship("uss_zouave", "C3")], [hurt])
    told = mendings(state, state.ships["css_virginia"])
    assert {each.critical for each in told} <= {*criticals}
    assert told
    for each in told:
        fill = Fill("repairs 1", {"css_virginia": Answer(each.critical)})
        step = st.Repairs("B")
        laid = replace(state, agenda=(step,))
        ends = follow(
            [Course(1.0, laid)],
            lambda ledger, step=step, fill=fill: RULES._takes[st.Repairs](ledger, step, "B", fill),
        )
        done = [end for end in ends if end.state.ships["css_virginia"].criticals != criticals]
        assert each.chance == pytest.approx(sum(end.share for end in done))
        after = done[0].state
        for now, shown in ((state, each.shot[0]), (after, each.shot[1])):
            shots_ = [shot(now, "css_virginia", foe) for foe in ("uss_monitor", "uss_zouave")]
            assert shown == pytest.approx(max(shots_))
        for now, shown in ((state, each.move[0]), (after, each.move[1])):
            moving = replace(now, active="confederate")
            goes = [
                came(carried_out(here, option.id))
                for here, question in about_to_go(moving)
                if here.move and here.move.order == "maneuver_1"
                for option in question.options
                if not off(option.id)
            ]
            assert shown == pytest.approx(max(goes, default=0.0)), (each, criticals)


@pytest.mark.parametrize("flow", ["left", "right", "up", "down"])
@pytest.mark.parametrize("box", ["C3", "A1", "E5"])
def test_drift_is_told_as_the_die_carries_her(flow: str, box: str) -> None:
    """For each face of the die, also over shallow water and over the edges of the map."""
    for speed in ("slow", "moderate", "fast"):
        current = {"direction": flow, "speed": speed}
        board = {"current": current, "banks": ["top"], "terrain": [{"kind": "high", "box": "B2"}]}
        state = position([ship("uss_monitor", "D5")], [ship("css_virginia", box)], board=board)
        told = inspect(state, "css_virginia")["css_virginia"]["drift"]["results"]
        ends = every_course(state, st.DriftCheck("css_virginia"))
        found = Counter[str]()
        for share, after, _ in ends:
            moved = after.ships["css_virginia"]
            where = "aground" if moved.grounded else moved.box
            if moved.lost:
                where = "off:" + moved.lost.partition(" ")[2].removeprefix("by ")
            found["stay" if where == box else where] += share
        edges = sum(share for where, share in told.items() if off(where))
        gone = sum(share for where, share in found.items() if where.startswith("off:"))
        assert edges == pytest.approx(gone)
        inside = {where: share for where, share in told.items() if not off(where)}
        assert inside == pytest.approx(
            {where: share for where, share in found.items() if not where.startswith("off:")}
        )
