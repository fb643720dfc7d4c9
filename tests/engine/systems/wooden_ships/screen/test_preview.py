"""The figures of a preview, compared with the same orders carried out by the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.game.chart import Hull
from engine.game.decision import Answer
from engine.game.panel import DEPTHS, Bar, Known, Words, visible_rows
from engine.game.parts.screen import Preview
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.systems.wooden_ships.foresight.prospects import on_the_verge
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.sailing import plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import GAME as AT_SEA_GAME
from tests.engine.systems.wooden_ships.at_sea import Loaded, of, open_all, sea, sheet, ship
from tests.engine.systems.wooden_ships.every_plot import drawn

SCREEN = WoodenShips().screen
FACES = re.compile(r"die (\d)(?:-(\d))?")
"""Matches the faces of the die that a row is about."""
KINDS = ("hull", "guns", "crew", "rigging")


def preview(state: State, option: str) -> Preview:
    """Return the preview of an option of A1's slot."""
    asked = sheet(state)
    return SCREEN.preview(state, asked.as_decision(asked.slots[0]), Answer(option))


def lines(found: Preview) -> list[str]:
    return ["".join(s.text for s in row.spans) for row in found.rows if hasattr(row, "spans")]


# A plot ---------------------------------------------------------------------------


def volleys(state: State, turn: int) -> Iterator[ev.SideFired]:
    """Yield every broadside that a turn's combat phase offers, each fired alone."""
    while AT_SEA_GAME.pending(state)[0].kind != "combat" and state.turn == turn:
        state, _ = open_all(state, {}, Loaded(*[6] * 40))
    asked = [question for question in AT_SEA_GAME.pending(state) if question.kind == "combat"]
    if state.turn > turn:
        return
    for question in asked:
        for slot in question.slots:
            for side in ("port", "starboard"):
                for aim in ("hull", "rigging"):
                    option = f"{side}:{aim}"
                    if any(each.id == option for each in slot.options):
                        _, events = open_all(state, {slot.id: option}, Loaded(*[1] * 60))
                        yield from of(ev.SideFired, events)


@pytest.mark.parametrize("seed", range(24))
def test_what_would_bear_if_the_enemy_stays_is_what_the_combat_phase_offers(seed: int) -> None:
    """If both ships drift into free hexes, the previewed place is the one after the drift."""
    random = Random(seed)
    state = drawn(random, {"A1": 0, "B1": 4})
    for plot in random.sample(plots(state, state.ships["A1"]), 3):
        asked = sheet(state)
        found = SCREEN.preview(state, asked.as_decision(asked.slots[0]), Answer(plot))
        after, events = open_all(state, {"A1": plot}, Loaded(*[6, 1] * 9))
        if of(ev.Collided, events):
            continue
        (ghost,) = [mark for mark in found.marks if isinstance(mark, Hull)]
        (there,) = [
            mark
            for mark in SCREEN.scene(after).marks
            if isinstance(mark, Hull) and mark.key == "A1"
        ]
        assert ghost.pose == there.pose
        told = {line for line in lines(found) if " at " in line and "table" in line}
        fired: set[str] = set()
        for each in volleys(after, state.turn):
            if each.ship == "A1":
                rake = f", {each.rake} rake" if each.rake else ""
                fired.add(f"{each.side} at B1: range {each.range}{rake}, table {each.table}")
            else:
                rake = f", {each.rake} rake" if each.rake else ""
                fired.add(f"B1 at A1: table {each.table}{rake}")
        assert told == fired, plot


# A broadside ----------------------------------------------------------------------


def before_her(at: str = "M20", load: str = "initial", **target: Any) -> State:
    return sea(
        ship("A1", "J20", 1, loaded={"starboard": load}),
        ship("B1", at, 4, **target),
        phase="combat",
    )


def fired(state: State, option: str, faces: int = 6) -> list[ev.SideFired]:
    """Return the events of a broadside, one for each face of its die."""
    return [
        of(ev.SideFired, open_all(state, {"A1": option}, Loaded(face, *[3] * 20))[1])[0]
        for face in range(1, faces + 1)
    ]


@pytest.mark.parametrize("aim", ["hull", "rigging"])
def test_hits_of_a_broadside_are_told_as_they_fall_face_by_face(aim: str) -> None:
    state = before_her()
    shots = fired(state, f"starboard:{aim}")
    told = [line for line in lines(preview(state, f"starboard:{aim}")) if line]
    means = [sum(each.hits[kind] for each in shots) / 6 for kind in range(4)]
    two = sorted(sorted(range(4), key=lambda kind: -means[kind])[:2])
    mean = " ".join(f"{means[kind]:.1f}{KINDS[kind][0]}" for kind in two if means[kind])
    assert any(line.startswith("mean") and line[9:20].strip() == mean for line in told)
    for each in shots:
        short = [f"{count}{kind[0]}" for count, kind in zip(each.hits, KINDS, strict=True) if count]
        rows = ((FACES.match(line), line) for line in told)
        (row,) = [
            line
            for found, line in rows
            if found and int(found[1]) <= each.face <= int(found[2] or found[1])
        ]
        assert row[9:20].strip() == (" ".join(short) or "-")


def test_each_face_of_the_die_is_for_an_expert_or_who_has_learnt_it() -> None:
    """The second depth of the panel adds the mean and the ship's class; each face comes with the
    third, or after the lesson.
    """
    state = before_her()
    rows = (*preview(state, "starboard:hull").rows, *AT_SEA_GAME.screen.card(state, "A1"))
    told = {
        known: " ".join(map(str, visible_rows(rows, known)))
        for known in (*map(Known, DEPTHS), Known("first", frozenset(["fire_and_rake"])))
    }
    assert ["die 1" in text for text in told.values()] == [False, False, True, True]
    assert ["'mean" in text for text in told.values()] == [False, True, True, True]
    assert ["SOL2" in text for text in told.values()] == [False, True, True, False]


def test_what_the_first_broadside_adds_is_what_it_does_and_so_is_what_is_kept() -> None:
    """Compared with the same broadside with ordinary round shot, and with one at a target
    alongside.
    """
    now, plain, close = (
        fired(state, "starboard:hull")
        for state in (before_her(), before_her(load="round"), before_her("K20"))
    )
    assert [each.range for each in (now[0], close[0])] == [3, 1]
    assert (now[0].rake, close[0].rake) == ("", "")
    hits = [sum(sum(each.hits) for each in shots) / 6 for shots in (now, plain, close)]
    bonus = now[0].table - plain[0].table
    told = lines(preview(before_her(), "starboard:hull"))
    assert f"first broadside +{bonus}: {hits[0]:.1f} hits, else {hits[1]:.1f}" in told
    assert f"kept until range 1: table {close[0].table}, {hits[2]:.1f} hits" in told


@pytest.mark.parametrize("sides", ["port", "starboard", "both"])
def test_sides_are_ready_again_in_the_turns_that_are_told(sides: str) -> None:
    """A1 lies between two enemies; after her fire she only loads, until both sides are ready."""
    state = sea(
        ship("A1", "J20", 1), ship("B1", "M20", 4), ship("B2", "G20", 4), phase="combat", turn=4
    )
    (line,) = [each for each in lines(preview(state, f"{sides}:hull")) if "to load" in each]
    turns: list[int] = []
    answers = {"A1": f"{sides}:hull"}
    while state.turn < 8:
        after, events = open_all(state, answers, Loaded(*[6] * 200))
        turns += [state.turn + 1 for each in of(ev.SideLoaded, events) if each.ship == "A1"]
        state, answers = after, {}
    many = "sides" if len(turns) > 1 else "side"
    assert line == f"{len(turns)} {many} to load: ready in turn {', '.join(map(str, turns))}"
    assert len(turns) == (2 if sides == "both" else 1)


# Grapples -------------------------------------------------------------------------


@pytest.mark.parametrize("moved", [("A1",), ("A1", "B1"), ()])
def test_a_grapple_takes_hold_on_as_many_faces_as_are_told(moved: tuple[str, ...]) -> None:
    one, other = (
        ship(key, at, 1, motionless=key not in moved) for key, at in (("A1", "J20"), ("B1", "K20"))
    )
    state = sea(one, other, phase="grappling")
    held = sum(
        of(ev.GrappleTried, open_all(state, {"A1": "B1"}, Loaded(face, *[6] * 9))[1])[0].holds
        for face in range(1, 7)
    )
    (bar,) = [row for row in preview(state, "B1").rows if isinstance(row, Bar)]
    assert (bar.share, bar.note) == (held / 6, f"{held} of 6")


# Boarding -------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["OBP:B1", "DBP"])
def test_the_table_of_a_melee_says_what_its_columns_mean(option: str) -> None:
    """Below the table, each word that is not plain English is explained once."""
    state = sea(
        ship("A1", "J12", 2, "br-f3-36", grappled={"B1": 1}),
        ship("B1", "K11", 2, "br-f3-36"),
        phase="boarding",
    )
    told = lines(preview(state, option))
    head = next(line for line in told if line.startswith("sections"))
    assert head.split() == ["sections", "win", "lose", "open"]
    explained = [line for line in told if "open: the fight goes on next turn" in line]
    assert len(explained) == 1
    assert "in brackets: crew squares" in explained[0]
    assert any(re.match(r"1-2 \(\d\)", line) for line in told)


# Who is near to striking ----------------------------------------------------------

BARE = {"rigging": [0, 0, 0]}
NO_GUNS = {"guns": {"port": 0, "starboard": 0}, "carronades": {"port": 0, "starboard": 0}}
BOWS = [
    ("K20", 1), ("K21", 4), ("L19", 1), ("N19", 1), ("N19", 3), ("M20", 1), ("M22", 5), ("O20", 1),
    ("L16", 2), ("L16", 4), ("L24", 6), ("L24", 2), ("N23", 6), ("J15", 2), ("J25", 5), ("R20", 1),
]  # fmt: skip


@pytest.mark.parametrize("friend", ["", "br-f3-36", "br-sol1-98"])
@pytest.mark.parametrize("hurt", [{}, BARE, NO_GUNS, {**BARE, **NO_GUNS}])
def test_who_is_told_to_be_near_striking_is_taken_by_those_shots_and_no_others(
    hurt: dict[str, Any], friend: str
) -> None:
    """Tried with every broadside of a large and a small enemy near her, and every face of the
    die.
    """
    found = Counter[bool]()
    others = [ship("B2", "J26", 1, friend)] if friend else []
    for (bow, facing), kind in product(BOWS, ("fr-sol2-74", "br-f3-36")):
        firer, target = ship("A1", bow, facing, kind), ship("B1", "J20", 1, **hurt)
        state = sea(firer, target, *others, phase="combat")
        text = "; ".join(on_the_verge(state, state.ships["B1"]))
        for option in at_her(state):
            taken = set()
            for face in range(1, 7):
                _, events = open_all(state, {"A1": option}, Loaded(face, *[3] * 30))
                (shot,) = of(ev.SideFired, events)
                taken |= {any(each.how != "struck" for each in of(ev.ShipSurrendered, events))}
            if shot.target != "B1":
                continue
            foreseen = foretold(text, shot, kind)
            assert taken == {foreseen}, (bow, facing, option, text)
            found[foreseen] += 1
    assert found[False]
    assert bool(found[True]) == (bool(hurt) and friend != "br-sol1-98")


def at_her(state: State) -> list[str]:
    """Return the options of A1's sheet that fire one side; [] if she may not fire."""
    slots = [
        slot
        for asked in AT_SEA_GAME.pending(state)
        if asked.kind == "combat" and asked.seat == "A" and isinstance(asked, Sheet)
        for slot in asked.slots
    ]
    options = [option.id for slot in slots for option in slot.options]
    return [each for each in options if each.partition(":")[0] in ("port", "starboard")]


def foretold(text: str, shot: ev.SideFired, kind: str) -> bool:
    """Tell whether a shot is one of those in the forecast, in which a small enemy may be left
    out.
    """
    if "saved" in text or (" of a larger ship" in text and kind == "br-f3-36"):
        return False
    near = re.search(r"a shot within (\d+)", text)
    raked = "a rake at her hull" in text and bool(shot.rake) and shot.aim == "hull"
    return bool(near and shot.range <= int(near[1])) or raked


# What stands in the panel of every ship: her boxes, her state, and what she sailed last.


GAME = system("wooden_ships")


def test_what_the_enemy_sailed_stands_in_the_panel_until_the_next_plots_are_opened() -> None:
    battle = Battle.new(GAME, "mars_hercule", 3)
    players = {seat: make_player("ensign", GAME, 3, seat) for seat in "AB"}
    plots: list[str] = []
    while battle.pending() and GAME.turn(battle.state) < 3:
        question = battle.pending()[0]
        battle.answer(
            question.seat, players[question.seat].choose(battle.view(question.seat), question)
        )
        (enemy,) = (ship for ship in battle.state.ships.values() if ship.seat == "B")
        rows = GAME.screen.roster(battle.view("A"))
        told = ["".join(s.text for s in row.spans) for row in rows if isinstance(row, Words)]
        line = f"sailed {enemy.id} {enemy.last_order}"
        assert (line in told) is bool(enemy.last_order)
        plots.append(enemy.last_order)
    assert len(set(filter(None, plots))) > 1


@pytest.mark.parametrize("lessons", [(), ("fire_and_rake",), ("hull_or_rigging",)])
def test_the_columns_of_a_broadside_have_their_heads_wherever_they_are(
    lessons: tuple[str, ...],
) -> None:
    """After the lesson about the figures too, the heading shows which aim each column is about, and
    it is not dim.
    """
    found = preview(before_her(), "starboard:hull").rows
    for depth in DEPTHS:
        rows = visible_rows(found, Known(depth, frozenset(lessons)))
        told = ["".join(s.text for s in row.spans) for row in rows if isinstance(row, Words)]
        heads = [at for at, line in enumerate(told) if line.startswith("aim ")]
        columns = [at for at, line in enumerate(told) if line.startswith(("mean", "die"))]
        assert bool(heads) == bool(columns)
        assert not columns or heads[0] < columns[0]
        for row in rows:
            if isinstance(row, Words) and row.spans[0].text.startswith("aim "):
                assert row.spans[0].style != "dim"


@pytest.mark.parametrize(
    ("option", "meets"), [("starboard:hull", ("A1", "B1")), ("hold", ())], ids=["fire", "hold"]
)
def test_the_chart_zooms_in_on_ships_that_meet_and_not_on_one_alone(
    option: str, meets: tuple[str, ...]
) -> None:
    assert preview(before_her(), option).meets == meets
