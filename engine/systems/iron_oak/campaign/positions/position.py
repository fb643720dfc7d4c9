"""Position files of a campaign: the war book, read with every mistake told at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.game.position import Faults, Reader
from engine.systems.iron_oak.campaign.positions.book import MOST, read_plan, read_row, read_ships
from engine.systems.iron_oak.campaign.positions.check import check
from engine.systems.iron_oak.campaign.rules.closing import aftermath
from engine.systems.iron_oak.campaign.rules.yard import CREW, MORE, SHIP
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.state import (
    SEATS,
    Force,
    Laid,
    Phase,
    Plan,
    Refit,
    State,
    Vessel,
)
from engine.systems.iron_oak.data.book import book

_PHASES: dict[str, Phase] = {
    "next": "commit",
    "commit": "commit",
    "battle": "commit",
    "draw": "yard",
    "yard": "yard",
    "refit": "refit",
    "spend": "refit",
    "end": "refit",
}
STEPS = tuple(_PHASES)
"""`next`: the battle after the coming one is generated; `commit`: ships are sent to the later of
the plans; `battle`: the coming one is set up; `draw`, `yard`, `refit`, `end`: after a battle, from
that step on; `spend`: the points of `[refit]` are spent."""


def from_position(source: str, table: Mapping[str, Any]) -> tuple[State, int]:
    """Return state and seed of a parsed position file; `SetUpFault` lists every mistake.

    `rows` are the battles that were fought, `plans` the coming one and perhaps the one after it;
    `step` says where the war stands: one of `STEPS`.
    """
    faults = Faults(source)
    reader = Reader(table, faults)
    reader.skip("game")
    title, seed = reader.text("title", "Campaign"), reader.integer("seed", 0)
    step = reader.choice("step", STEPS, "next")
    rows = tuple(
        read_row(each, number) for number, each in enumerate(reader.tables("rows")[:MOST], 1)
    )
    plans = _plans(reader, len(rows))
    last = reader.integer("last", 0, 0, MOST)
    tables = reader.table("sides", required=True)
    ships: dict[str, Vessel] = {}
    forces = {}
    for side in SEATS:
        here = tables.table(side, required=True)
        for ship in read_ships(here, side, len(rows)):
            ships[ship.id] = ship
        won = sum(row.winner == side for row in rows)
        forces[side] = Force(_cards(here, "hand"), won=won)
        here.finish()
    tables.finish()
    refit = _refit(reader.table("refit")) if reader.has("refit") else None
    laid = tuple(_laid(each, ships) for each in reader.tables("laid"))
    spent, deck = _cards(reader, "spent"), _cards(reader, "deck")
    reader.finish()
    held = Counter(card for force in forces.values() for card in force.hand)
    held.update((*spent, *(each.card for each in laid)))
    state = State(
        title=title,
        phase=phase_of(step),
        number=len(rows),
        ships=dict(sorted(ships.items())),
        forces=forces,
        plans=plans,
        deck=deck or tuple(card for card in book().campaign.cards if not held[card]),
        laid=laid,
        spent=spent,
        refit=refit,
        rows=rows,
        recent=rows[-1].winner if rows else "",
        last=last,
    )
    check(state, step, faults)
    faults.check()
    return agenda(state, step), seed


def _plans(reader: Reader, fought: int) -> dict[str, Plan]:
    plans = {}
    for number, each in enumerate(reader.tables("plans")[:2], fought + 1):
        plans[str(number)] = read_plan(each, number)
        each.finish()
    if len(reader.tables("plans")) > 2:
        reader.fault("plans", "two at most: the coming battle and the one after it")
    return plans


def _cards(reader: Reader, key: str) -> tuple[int, ...]:
    known = book().campaign.cards
    wanted = f"the number of a yard card, 1 to {len(known)}"
    return reader.numbers(key, known, wanted, "a list of card numbers")


def _laid(reader: Reader, ships: Mapping[str, Vessel]) -> Laid:
    by = reader.choice("by", tuple(SEATS))
    laid = Laid(
        by=by,
        yard=reader.choice("yard", tuple(SEATS), by),
        **reader.fields(
            Laid,
            "answered",
            card=range(1, len(book().campaign.cards) + 1),
            use=("", CREW, SHIP, MORE, *SEATS, *ships),
        ),
    )
    reader.finish()
    return laid


def _refit(reader: Reader) -> Refit:
    points = range(MOST + 1)
    return reader.struct(Refit, repair=points, critical=points, crew=points)


def phase_of(step: str) -> Phase:
    """Return the phase of a state in which this step is next."""
    return _PHASES[step]


def agenda(state: State, step: str) -> State:
    """Return a state with what is to be done from a step on."""
    coming = len(state.rows) + 1
    then: list[st.AnyStep]
    if step == "next":
        then = [st.NextBattle()]
    elif step == "battle":
        then = [st.Prepare(coming), st.NextBattle()]
    elif step == "commit":
        then = [st.Commit(max(plan.number for plan in state.plans.values())), st.Prepare(coming)]
    else:
        then = [*_from(state, step), st.NextBattle()]
    return replace(state, agenda=tuple(reversed(then)))


def _from(state: State, step: str) -> list[st.AnyStep]:
    """Return what is left of the steps after a battle."""
    steps = list(aftermath(state))
    if step == "spend":
        assert state.refit is not None
        side = state.refit.side
        place = steps.index(st.RollRefit(side))
        return [st.SpendRefit(side), *steps[place + 1 :]]
    first = {"draw": st.DrawYardCards, "yard": st.PlayYard, "refit": st.RollRefit}
    kind = first.get(step, st.RollEnd)
    place = next(place for place, each in enumerate(steps) if isinstance(each, kind))
    return steps[place:]
