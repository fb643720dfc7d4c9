"""Forecasts of attacks, Skill Tests and moves are compared with every possible result by the rules.

In random small battles, over every fall of the dice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.game.chart import Hull
from engine.game.decision import Answer as Given
from engine.game.decision import Decision, Option
from engine.game.game import command_of
from engine.game.panel import Bar, Track, Words
from engine.kit.ledger import put_ship
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.crew.actions import do_action
from engine.systems.oak_iron.crew.boarding import boarding_options
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.effects.crew_actions import fires_first
from engine.systems.oak_iron.gunnery.attack import attack_options, declare
from engine.systems.oak_iron.gunnery.critical import burn
from engine.systems.oak_iron.gunnery.odds import Odds, attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.sailing.seamanship import roll_test
from engine.systems.oak_iron.screen.panel import tipping
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import Activation, Rules, Squadron, State, Table, Terrain
from engine.systems.oak_iron.state.steps import (
    Manoeuvre,
    PartShaken,
    Prizes,
    SeamanshipAction,
    SeamanshipOffer,
    SettleMove,
)
from engine.systems.oak_iron.table.sight import points
from engine.systems.oak_iron.turn.end_phase import verdict
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory.strike import take_prize
from tests.engine.systems.every_course import Answer
from tests.engine.systems.oak_iron.every_course import Course, Courses, chance, every_course, follow
from tests.engine.systems.oak_iron.lines_of_battle import lines_of_battle
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

TYPES = ("sloop", "corvette", "fluyt", "petite_fregate", "brigantine", "light_galleon")
CARDS, UPGRADES = tuple(shipped().cards), tuple(shipped().upgrades)
CAPTAINS = ("", *shipped().commanders)
ADMIRALS = ("", *shipped().admirals)


def drawn(random: Random) -> State:
    """Return a ship and a friend close to two enemies; all are damaged and tired."""
    places = {
        "A1": (18.0, 18.0), "A2": (26.0, 22.0),
        "B1": (18.0 + random.uniform(-4, 4), 18.0 + random.choice((-3.5, 2.5, 3.5))),
        "B2": (8.0, 30.0),
    }  # fmt: skip
    ships = [
        ship(
            key,
            random.choice(TYPES),
            *at,
            random.choice((90, 90, 270, 45) if key == "A1" else (0, 180, 90, 135)),
            damage=random.choice((0, 0, 3, 6, 7)),
            fatigue=random.choice((0, 1, 3, 5)),
            sail=random.choice(("full", "battle", "minimal", "anchored")),
            aground=random.random() < 0.2,
            commander=random.choice(CAPTAINS),
            upgrades=tuple(random.sample(UPGRADES, random.choice((0, 1, 2)))),
        )
        for key, at in places.items()
    ]
    sides = {
        key: Squadron(
            key=key,
            name=name,
            flagship=random.choice((f"{key}1", f"{key}2")),
            face_up=random.choice(CARDS),
            admiral=random.choice(ADMIRALS),
        )
        for key, name in (("A", "Red"), ("B", "Blue"))
    }
    entangled = (("A1", "B1"),) if random.random() < 0.4 else ()
    return State(
        title="drawn",
        rules=Rules(),
        table=Table(),
        squadrons=sides,
        ships={each.id: each for each in ships},
        phase="attack",
        initiative="A",
        entangled=entangled,
        activation=Activation(ship="A1", phase="attack"),
    )


def answer(question: Decision) -> str:
    """Answer with Careful Aim for dice without a useful symbol, and with no other re-roll."""
    ids = [each.id for each in question.options]
    return next(each for each in ("careful_aim", "stand", ids[0]) if each in ids)


def resolved(state: State, command: do.Fire, firer: str = "A1") -> Courses:
    """Return all results of an attack; one in which a helm is shot away ends there, before anybody
    chooses how the ship turns.
    """
    ((_, declared, _),) = follow(
        [Course(1.0, state)], lambda ledger: declare(ledger, firer, command)
    )
    return every_course(declared, *declared.agenda[::-1], answer=answer, until=ev.HelmHit)


def by_the_rules(state: State, target: str, ends: Courses) -> Odds:
    """Return the figures of an attack, computed from all its results."""
    before = state.ships[target]
    damage, fatigue = Counter[int](), Counter[int]()
    for share, after, _ in ends:
        damage[after.ships[target].damage - before.damage] += share
        fatigue[after.ships[target].fatigue - before.fatigue] += share

    def harmless(after: State) -> bool:
        then = after.ships[target]
        return (then.damage, then.fatigue, then.sail, then.aground) == (
            before.damage, before.fatigue, before.sail, before.aground,
        )  # fmt: skip

    return Odds(
        damage=tuple(float(damage[n]) for n in range(before.damage_boxes - before.damage + 1)),
        fatigue=tuple(float(fatigue[n]) for n in range(before.fatigue_boxes - before.fatigue + 1)),
        crippled=chance(ends, lambda s: s.ships[target].crippled and not before.crippled),
        shaken=chance(ends, lambda s: s.ships[target].shaken and not before.shaken),
        out_of_action=chance(ends, lambda s: s.ships[target].out_of_action),
        no_harm=chance(ends, harmless),
        sail_lost=chance(ends, lambda s: s.ships[target].sail != before.sail),
        aground=chance(ends, lambda s: s.ships[target].aground and not before.aground),
        helm=sum(each.share for each in ends if "helm" in each.told),
    )


def bars(state: State, option: Option) -> dict[str, float]:
    """Return {label: value} of the bars in an attack's preview: `3` is for damage, `+1` for
    Fatigue.
    """
    asked = Decision("A", "attack", "?", (option,), ship="A1")
    rows = preview(state, asked, option).rows
    return {row.label: row.share for row in rows if isinstance(row, Bar)}


def test_every_figure_of_an_attack_is_what_the_rules_make_of_all_its_dice() -> None:
    """For Broadsides, rakes, Partial Fire, Close Combat, shots at rigging and crew, and with all
    cards.
    """
    met = Counter[str]()
    for seed in range(80):
        state = drawn(Random(seed))
        options, _ = attack_options(state, state.ships["A1"])
        for option in options:
            command: Any = option.command
            at = shot(state, "A1", command.target, command.kind, command.side, command.aim)
            if at.dice > 3:
                continue
            found = attack_odds(state, "A1", command.target, at, command.kind, command.aim)
            counted = by_the_rules(state, command.target, resolved(state, command))
            for name in Odds.__struct_fields__:
                where = (seed, option.id, name, at)
                assert getattr(found, name) == pytest.approx(getattr(counted, name)), where
            for label, share in bars(state, option).items():
                spread = counted.fatigue if label.startswith("+") else counted.damage
                assert share == pytest.approx(spread[int(label)])
            met.update((command.kind, command.aim, "rake" if at.rake else "no rake"))
    assert {*met} == {"broadside", "partial_fire", "close_combat", "hull", "rigging", "crew",
                      "rake", "no rake"}  # fmt: skip


# Skill Tests, crews, boarding -----------------------------------------------------


def persistent(question: Decision) -> str:
    """Answer: re-roll by skill as long as the test may still pass, and keep Fortune Points."""
    ids = [each.id for each in question.options]
    again = [each for each in ids if each.startswith("reroll_")]
    quiet = [each for each in ids if each in ("stand", "none", "pass")]
    return (again or quiet or ids)[0]


def begun(state: State, rule: Callable[[Ledger], Any]) -> Courses:
    """Return all results of a rule that is carried out in place of a step."""
    return follow([Course(1.0, replace(state, agenda=(SeamanshipOffer(),)))], rule)


def ended(begun_: Courses, answer: Answer, until: type[Any] | None = None) -> Courses:
    """Return all results of the steps that are on the agenda of each course."""
    return [
        end._replace(share=each.share * end.share)
        for each in begun_
        for end in every_course(each.state, *each.state.agenda[::-1], answer=answer, until=until)
    ]


def lines(state: State, command: do.AnyCommand, key: str = "A1", kind: str = "any") -> str:
    option = Option("it", "it", command)
    found = preview(state, Decision("A", kind, "?", (option,), ship=key), option)
    texts = ["".join(span.text for span in row.spans) for row in found.rows
             if isinstance(row, Words)]  # fmt: skip
    return "\n".join(texts)


def in_100(text: str, before: str = "passed in ") -> int:
    return int(text.partition(before)[2].split()[0].removeprefix("<").removesuffix("%"))


@pytest.mark.parametrize("seed", range(12))
def test_a_skill_test_passes_as_often_as_is_told(seed: int) -> None:
    """With re-rolls by skill (each die once), for every kind of test that is forecast."""
    random = Random(seed)
    state = drawn(random)
    one = replace(state.ships["A1"], skill=random.choice((0, 1, 2)))
    state = put_ship(state, one)
    for purpose, command in (("seamanship", do.Seamanship()), ("repair", do.Repair("aground"))):
        rolls = begun(
            state,
            lambda ledger, purpose=purpose: roll_test(ledger, "A1", SeamanshipAction(), purpose),
        )
        ends = ended(rolls, persistent, ev.TestResolved)
        passes = sum(each.share for each in ends if "passed" in each.told)
        assert in_100(lines(state, command)) == pytest.approx(100 * passes, abs=0.51)


def test_boarding_is_told_with_its_test_her_place_and_the_fight_of_both() -> None:
    """The forecast of the fight is the mean Fatigue of both ships in a Close Combat once they are
    entangled.
    """
    boarded = 0
    for seed in range(25):
        random = Random(seed)
        state = replace(drawn(random), entangled=(), phase="movement")
        at = Pose(18.0 + random.uniform(-2, 2), 20.2, random.choice((80.0, 90.0, 270.0)))
        state = put_ship(state, replace(state.ships["B1"], pose=at, sail="battle"))
        state = put_ship(
            state, replace(state.ships["A1"], sail="battle", aground=False, moved=True, fatigue=1)
        )
        state = replace(state, activation=Activation(ship="A1", phase="movement"))
        options, _ = boarding_options(state, state.ships["A1"])
        for option in options:
            command: Any = option.command
            if command.target != "B1" or fires_first(state, state.ships["A1"]):
                continue
            told = lines(state, command)
            board = begun(
                state,
                lambda ledger, command=command: do_action(
                    ledger, ledger.state.ships["A1"], command
                ),
            )
            ends = ended(board, persistent, ev.AttackDeclared)
            held = [each for each in ends if each.state.entangled]
            if "without a roll" in told:
                assert sum(each.share for each in held) == pytest.approx(1)
            else:
                passes = 100 * sum(each.share for each in held)
                assert in_100(told) == pytest.approx(passes, abs=0.51)
            after = replace(
                held[0].state, attack=None, activation=Activation(ship="A1", phase="attack")
            )
            for firer, target in (("A1", "B1"), ("B1", "A1")):
                fight = do.Fire("close_combat", target, ship=firer)
                now = replace(after, activation=Activation(ship=firer, phase="attack"))
                if not shot(now, firer, target, "close_combat").legal:
                    assert f"{firer} cannot fight {target}" in told
                    continue
                counted = by_the_rules(now, target, resolved(now, fight, firer))
                mean_ = sum(n * share for n, share in enumerate(counted.fatigue))
                line = next(x for x in told.splitlines() if x.startswith(f"close combat, {firer}"))
                assert float(line.split()[-1]) == pytest.approx(mean_, abs=0.051), (seed, line)
            boarded += 1
    assert boarded > 3


def test_a_fire_ship_burns_as_is_told() -> None:
    for seed in range(12):
        random = Random(seed)
        state = drawn(random)
        fire = replace(state.ships["A1"], upgrades=("fire_ship",), aground=False)
        state = replace(put_ship(state, fire), entangled=())
        told = lines(state, do.Burn("B1"))
        lit = begun(state, lambda ledger: burn(ledger, ledger.state.ships["A1"], "B1"))
        ends = ended(lit, answer, ev.HelmHit)
        counted = by_the_rules(state, "B1", ends)
        damage, fatigue = (
            sum(n * share for n, share in enumerate(spread))
            for spread in (counted.damage, counted.fatigue)
        )
        means = re.search(r"mean damage ([\d.]+), fatigue ([\d.]+)", told)
        assert means
        assert float(means[1]) == pytest.approx(damage, abs=0.051)
        assert float(means[2]) == pytest.approx(fatigue, abs=0.051)
        assert in_100(told, "crippled ") == pytest.approx(100 * counted.crippled, abs=0.51)
        out = in_100(told, "out of action ")
        assert out == pytest.approx(100 * counted.out_of_action, abs=0.51)


@pytest.mark.parametrize("condition", [(), ("rested_crews",)])
def test_a_rally_takes_the_points_that_are_told(condition: tuple[str, ...]) -> None:
    state = drawn(Random(3))
    side = replace(state.squadrons["A"], flagship="A1", conditions=condition)
    for tired in (1, 2, 3):
        one = replace(state.ships["A1"], fatigue=tired)
        now = replace(put_ship(state, one), squadrons={**state.squadrons, "A": side})
        option = Option("it", "it", do.Rally())
        track = preview(now, Decision("A", "any", "?", (option,), ship="A1"), option).rows[0]
        ((_, after, _),) = begun(
            now, lambda ledger: do_action(ledger, ledger.state.ships["A1"], do.Rally())
        )
        assert isinstance(track, Track)
        assert (track.label, track.filled, track.total) == ("A1 fatigue", tired, 7)
        assert track.after == after.ships["A1"].fatigue


# Moves ----------------------------------------------------------------------------


LANDS = (
    Terrain("T1", "island", ((21.0, 16.0), (23.0, 16.0), (23.0, 20.0), (21.0, 20.0))),
    Terrain("T2", "shoal", ((14.0, 19.5), (16.0, 19.5), (16.0, 21.5), (14.0, 21.5))),
)


def about_to_move(random: Random) -> State:
    """Return A1 under way between an island, a shoal and an enemy, sometimes near the table's
    edge.
    """
    state = drawn(random)
    pose = Pose(
        18.0 + random.uniform(-1, 1), random.choice((18.0, 18.0, 34.5)), random.choice(HEADINGS)
    )
    one = replace(state.ships["A1"], pose=pose, sail="full", aground=False, damage=0, fatigue=0)
    state = replace(put_ship(state, one), entangled=(), terrain=LANDS, phase="movement")
    point = points(state, "A1")[0]
    activation = Activation(ship="A1", phase="movement", point=point, start=pose)
    return replace(state, activation=activation, agenda=(SettleMove(), Manoeuvre()))


HEADINGS = (0.0, 45.0, 90.0, 180.0, 270.0)


def test_a_move_ends_where_it_is_told_and_so_do_dice_and_guns() -> None:
    """Also for collisions with ships and land, shoals, the table's edge, and which guns bear
    afterwards.
    """
    met = Counter[str]()
    for seed in range(80):
        random = Random(seed)
        state = about_to_move(random)
        for asked in GAME.pending(state):
            if not isinstance(asked, Decision) or asked.kind != "manoeuvre":
                continue
            for option in asked.options:
                dial = None
                if option.dial and asked.dial:
                    dial = random.choice((asked.dial.low, asked.dial.high, asked.dial.low / 2))
                try:
                    found = preview(state, asked, option, dial)
                    command = command_of(GAME, state, "A", Given(option.id, dial))
                except Refused:
                    continue
                events = GAME.decide(state, "A", command, Dice(seed))
                moved = [e for e in events if isinstance(e, ev.ShipMoved) and e.ship == "A1"]
                text = "\n".join(
                    "".join(span.text for span in row.spans)
                    for row in found.rows
                    if isinstance(row, Words)
                )
                left = [e for e in events if isinstance(e, ev.ShipLeft)]
                if option.id == "turn_twice" and "leaves the table" in text:
                    assert "unless she turns back" in text
                    continue
                assert ("leaves the table" in text) == bool(left), (seed, option)
                if left or not moved:
                    continue
                (ghost,) = [m for m in found.marks if isinstance(m, Hull) and m.state == "ghost"]
                assert ghost.pose == moved[0].pose, (seed, option.id)
                struck = [e.struck for e in events if isinstance(e, ev.Collided)]
                assert ("collides with" in text) == bool(struck)
                thrown = {
                    e.purpose: len(e.faces)
                    for e in events
                    if isinstance(e, ev.DiceRolled) and e.ship == "A1"
                }
                assert ("she hits land: 1 damage, aground, at anchor" in text) == any(
                    "T1" in each for each in struck
                )
                told = re.search(r"(\d+) (?:die|dice): a skull damages her", text)
                assert (int(told[1]) if told else 0) == thrown.get("collision", 0), (seed, text)
                told = re.search(r"over a shoal: (\d+) ", text)
                if not struck and option.id != "turn_twice":  # then her last turn comes first
                    assert (int(told[1]) if told else 0) == thrown.get("shoals", 0), (seed, text)
                met.update(thrown)
                met["land"] += any("T1" in each for each in struck)
                if not struck and not thrown:
                    met["guns"] += guns(state, moved[0].pose, text)
    assert min(met["collision"], met["land"], met["shoals"], met["guns"]) > 0, met


def test_a_ship_that_touches_land_ahead_stays_where_she_lies_and_is_told_so() -> None:
    """A ship that already touches land is not damaged again by trying to sail on."""
    state = about_to_move(Random(2))
    where = replace(state.ships["A1"], pose=Pose(19.75, 18.0, 90.0), type="corvette")
    state = replace(put_ship(state, where), ships={"A1": where, "B2": state.ships["B2"]})
    width = hull(where).length / 2
    state = put_ship(state, replace(where, pose=Pose(21.0 - width, 18.0, 90.0)))
    (asked,) = [each for each in GAME.pending(state) if isinstance(each, Decision)]
    events = GAME.decide(state, "A", command_of(GAME, state, "A", Given("straight")), Dice(1))
    assert not [e for e in events if isinstance(e, ev.ShipMoved | ev.Collided | ev.DamageTaken)]
    rows = preview(state, asked, asked.option("straight")).rows
    assert "the island blocks her: she cannot move" in str(rows)
    assert "collides with" not in str(rows)


def guns(state: State, pose: Pose, text: str) -> bool:
    """Compare the forecast of guns that bear with the attacks that are possible after a move."""
    after = replace(put_ship(state, replace(state.ships["A1"], pose=pose)), phase="attack")
    bears = 0
    for firer, foe in (("A1", "B1"), ("B1", "A1")):
        turned = replace(after, activation=Activation(ship=firer, phase="attack"))
        open_, _closed = attack_options(turned, turned.ships[firer])
        sides = {
            option.command.side: int(re.search(r"(\d+) (?:die|dice)", option.label)[1])  # type: ignore[index]
            for option in open_
            if option.command.kind == "broadside"
            and option.command.aim == "hull"
            and option.command.target == foe
        }
        if firer == "A1":
            part = text.partition("\nB1")[2].partition("\nB2")[0]
            told = re.search(r"^    (\d+) (?:die|dice) = ", part, re.MULTILINE)
        else:
            part = text.partition("\nB1")[2].partition("\nB2")[0]
            told = re.search(r"can fire back, \w+: (\d+) ", part)
        assert (int(told[1]) if told else 0) == next(iter(sides.values()), 0), (firer, text)
        bears += bool(sides)
    return bears > 0


# Strike points --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_prize_is_told_with_the_points_and_ships_that_follow(seed: int) -> None:
    """Each choice about a prize in the End Phase is carried out by the rules."""
    random = Random(seed)
    state = replace(drawn(random), entangled=(("A1", "B1"),), phase="end")
    for key, hurt in (("A1", {"fatigue": 1}), ("B1", {"fatigue": 7})):
        beside = Pose(18.0 if key == "A1" else 19.001, 18.0, 180.0)
        state = put_ship(state, replace(state.ships[key], pose=beside, type="corvette", **hurt))
    now = GAME.settled(replace(state, agenda=(PartShaken(), Prizes("A"))), Dice(seed))
    (asked,) = [each for each in GAME.pending(now) if isinstance(each, Decision)]
    taken = 0
    for option in asked.options:
        rows = preview(GAME.view(now, "A"), asked, option).rows
        told = ["".join(s.text for s in row.spans) for row in rows if isinstance(row, Words)]
        if not told:
            continue
        ledger = Ledger(now, Dice(seed))
        take_prize(ledger, Prizes("A"), "A", option.command)
        after = ledger.state
        for name, key in (("Red", "A"), ("Blue", "B")):
            points_, ships = strike.points(after, key), strike.total(after, key)
            count = {0: "no ships", 1: "1 ship"}.get(ships, f"{ships} ships")
            assert f"{name}: {pluralized(points_, 'point')}, {count}" in told, option.id
        taken += 1
    assert taken


@pytest.mark.parametrize("squadrons", [2, 4])
def test_who_must_strike_is_told_where_the_end_phase_would_say_so(squadrons: int) -> None:
    """The squadrons of a fleet count together: one that is beaten does not strike by itself."""
    said = Counter[bool]()
    for hurt, wreck in product(range(4), (False, True)):
        state = replace(lines_of_battle(8, squadrons), phase="attack")
        firer, target = "A1", ("C1" if squadrons == 4 else "B1")
        near = replace(state.ships[target], damage=state.ships[target].damage_boxes - 1)
        at = state.ships[firer].pose
        assert at is not None
        state = put_ship(state, replace(near, pose=Pose(at.x, at.y + 2.5, 90.0)))
        mates = [key for key in state.ships if key[0] == target[0] and key != target]
        for key in mates[:hurt]:
            mate = state.ships[key]
            tired = mate.fatigue_boxes if wreck else 0
            state = put_ship(state, replace(mate, damage=mate.damage_boxes, fatigue=tired))
        state = replace(state, activation=Activation(ship=firer, phase="attack"))
        options, _ = attack_options(state, state.ships[firer])
        shots = [o for o in options if isinstance(o.command, do.Fire) and o.command.target == target
                 and o.command.kind == "broadside" and o.command.aim == "hull"]  # fmt: skip
        told = lines(state, shots[0].command, firer, "attack")
        crippled = replace(near, damage=near.damage_boxes)
        strikes = verdict(put_ship(state, replace(crippled, pose=state.ships[target].pose)))
        before = told.partition(f"{target} out of action")[0]
        assert ("withdraws." in before) == (strikes is not None), (hurt, told)
        said[strikes is not None] += 1
    assert said[False]


def test_what_a_card_adds_to_a_rally_or_a_repair_comes_as_often_as_is_told() -> None:
    """The card's own Skill Test is rolled after the first point has been removed."""
    for what, upgrade, command in (
        ("fatigue", "skilled_surgeon", do.Rally()),
        ("damage", "skilled_carpenter", do.Repair("damage")),
    ):
        for worn in (1, 2, 4):
            hurt = ship("A1", "corvette", 18, 18, 90, upgrades=(upgrade,), **{what: worn})
            foe = ship("B1", "corvette", 30, 30, 90)
            state = Skirmish(hurt, foe, rules=Rules()).state
            state = replace(state, activation=Activation(ship="A1", phase="movement"))
            told = lines(state, command)
            rolls = begun(
                state,
                lambda ledger, command=command: do_action(
                    ledger, ledger.state.ships["A1"], command
                ),
            )
            ends = ended(rolls, persistent)
            more = chance(
                ends, lambda s, what=what, worn=worn: getattr(s.ships["A1"], what) < worn - 1
            )
            found = re.search(r": 1 more, (\d+) in 100", told)
            assert (int(found[1]) if found else 0) == pytest.approx(100 * more, abs=0.51)
            assert bool(found) == (worn > 1)


@pytest.mark.parametrize("seed", range(8))
def test_another_sail_is_told_with_the_speeds_that_she_has_then(seed: int) -> None:
    state = replace(drawn(Random(seed)), entangled=())
    for sail in ("full", "battle", "minimal"):
        ((_, after, _),) = begun(
            state,
            lambda ledger, sail=sail: do_action(
                ledger, ledger.state.ships["A1"], do.ChangeSail(sail)
            ),
        )
        told = lines(state, do.ChangeSail(sail))
        speeds = dict(re.findall(r"(eye|large|windward) \d+ to (\d+)", told))
        lies = points(after, "A1")
        assert speeds == {point: str(rating(after, "A1", point).value) for point in lies}


def test_a_side_is_told_to_be_tipped_by_what_makes_the_end_phase_end_it() -> None:
    """Checked with every blow to each ship of the side, one at a time."""
    told = Counter[str]()
    for seed in range(40):
        state = replace(drawn(Random(seed)), entangled=())
        if verdict(state) is not None or tipping(state, "B") == "STRIKES":
            continue  # who is over on both sides with as many points fights on
        ends = {}
        for fate, fatigue in (("1 cripple ends it", 0), ("1 loss ends it", 7)):
            blows = [
                replace(each, damage=7, fatigue=max(fatigue, each.fatigue))
                for each in state.own_ships("A")
                if each.fights and (fatigue or not each.crippled)
            ]
            ends[fate] = any(verdict(put_ship(state, hurt)) for hurt in blows)
        word = next((fate for fate, tips in ends.items() if tips), "")
        assert tipping(state, "A") == word, seed
        told[word] += 1
    assert len(told) > 1
