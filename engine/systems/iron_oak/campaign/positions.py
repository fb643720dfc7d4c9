"""Position files (situations written by hand) of a campaign: they are parsed and checked, and
`inspect` returns facts about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.parts.part import Positions
from engine.game.position import Faults, Reader
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.campaign.data import GRADES, Side, book
from engine.systems.iron_oak.campaign.effects import CREW, MORE, SHIP
from engine.systems.iron_oak.campaign.fighting import aftermath
from engine.systems.iron_oak.campaign.fleet import TRANSPORTS, card, own, sent, why_not_sent
from engine.systems.iron_oak.campaign.preparing import kind_of
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    SEATS,
    Force,
    Laid,
    Phase,
    Plan,
    Refit,
    State,
    Vessel,
    WarRow,
)
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.positions.units import (
    CRITICALS,
    read_banks,
    read_criticals,
    read_current,
    read_shields,
    read_shoals,
)

# Position files of a campaign: the war book is parsed, and every mistake is listed.


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
"""The steps of the war that a position file may name as its next step.

`next`: generate the battle that follows the coming one. `commit`: send ships to that later battle,
or to the coming one if the file has no other plan. `battle`: set up the coming battle. `draw`,
`yard`, `refit`, `end`: go on after a battle, beginning with this step: draw yard cards, play them,
roll for the refit, roll for the end of the war. `spend`: spend the points in the table `[refit]`.
"""


def from_position(source: str, table: Mapping[str, Any]) -> tuple[State, int]:
    """Return (state, seed) of a parsed position file; `SetUpFault` lists every mistake.

    In the file `rows` are the battles already fought, `plans` the coming battle and perhaps the
    next one; `step` is the next step of the war, one of `STEPS`.
    """
    faults = Faults(source)
    reader = Reader(table, faults)
    reader.skip("game")
    title, seed = reader.text("title", "Campaign"), reader.integer("seed", 0)
    step = reader.choice("step", STEPS, "next")
    rows = tuple(
        read_row(each, number) for number, each in enumerate(reader.tables("rows")[:MOST], 1)
    )
    plans = {}
    for number, each in enumerate(reader.tables("plans")[:2], len(rows) + 1):
        plans[str(number)] = read_plan(each, number)
        each.finish()
    if len(reader.tables("plans")) > 2:
        reader.fault(
            "plans", "allowed: at most two plans, for the coming battle and the one after it"
        )
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
    points = range(MOST + 1)
    refit = (
        reader.table("refit").struct(Refit, repair=points, critical=points, crew=points)
        if reader.has("refit")
        else None
    )
    laying: list[Laid] = []
    for each in reader.tables("laid"):
        by = each.choice("by", tuple(SEATS))
        one = Laid(
            by=by,
            yard=each.choice("yard", tuple(SEATS), by),
            **each.fields(
                Laid,
                "answered",
                card=range(1, len(book().campaign.cards) + 1),
                use=("", CREW, SHIP, MORE, *SEATS, *ships),
            ),
        )
        each.finish()
        laying.append(one)
    laid = tuple(laying)
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


def _cards(reader: Reader, key: str) -> tuple[int, ...]:
    known = book().campaign.cards
    wanted = f"the number of a yard card, 1 to {len(known)}"
    return reader.numbers(key, known, wanted, "a list of card numbers")


def phase_of(step: str) -> Phase:
    """Return the phase to which a step belongs that a position file names."""
    return _PHASES[step]


def agenda(state: State, step: str) -> State:
    """Return the state with an agenda (the steps still to be done) that begins with `step`."""
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
    """Return the steps after a battle that are still to be done, beginning with `step`."""
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


# Ships, plans and rows of the war book.


MOST = 99
"""The largest number of battles that a file may list as fought."""


def read_ships(reader: Reader, side: Side, fought: int) -> tuple[Vessel, ...]:
    """Return a nation's ships from the file, also ships that the enemy has captured; mistakes are
    recorded.
    """
    known = tuple(
        id for id, card in book().ships.items() if card.side == side and card.type not in TRANSPORTS
    )
    ships: dict[str, Vessel] = {}
    for each in reader.tables("ships", required=True):
        id = each.choice("id", known, otherwise="")
        if not id:
            continue
        if id in ships:
            each.fault("id", f"'{id}' is listed twice")
        card = book().ships[id]
        captor: Side | Literal[""] = each.choice("captured_by", ("", other_side(side)), "")
        sunk = each.integer("sunk_in", 0, 0, fought)
        battle = each.integer("battle", 0, 0, fought + 2)
        if battle and battle <= fought:
            each.fault(
                "battle", f"found battle {battle}, which has been fought; allowed: a battle to come"
            )
        if battle and sunk:
            each.fault("battle", "a sunk ship cannot go to a battle")
        ships[id] = Vessel(
            id=id,
            side=side,
            grade=each.choice("grade", GRADES, "green" if captor else "average"),
            hits=each.integer("hits", 0, 0, MOST if sunk else card.hits - 1),
            shields=read_shields(each, tuple(card.locations)),
            crew_loss=each.integer("crew_loss", card.crew.full if captor else 0, 0, card.crew.full),
            criticals=read_criticals(each, CRITICALS),
            spar_spent=each.flag("spar_spent", False),
            captured_by=captor,
            lost_in=sunk,
            battle=battle,
        )
        each.finish()
    return tuple(ships.values())


def read_plan(reader: Reader, number: int) -> Plan:
    """Return a battle that is still to be fought, from the file; mistakes are recorded."""
    kind = reader.choice("kind", tuple(book().campaign.types))
    record = book().campaign.types[kind]
    attacker = reader.choice("attacker", tuple(SEATS))
    if attacker == record.defender_side:
        reader.fault("attacker", f"the {attacker} always defends in battles of type {record.name}")
    return Plan(
        number=number,
        kind=kind,
        rolled_by=reader.choice("rolled_by", tuple(SEATS), attacker),
        attacker=attacker,
        limit=reader.integer("limit", 0, 0),
        current=read_current(reader),
        banks=read_banks(reader),
        shoals=read_shoals(reader),
        **reader.fields(Plan, "wind", "night"),
    )


def read_row(reader: Reader, number: int) -> WarRow:
    """Return a battle that was fought, from the file; mistakes are recorded."""
    ships = tuple(book().ships)
    row = WarRow(
        plan=read_plan(reader, number),
        reason=reader.text("reason", "as the file says"),
        ships={side: reader.choices(side, ships) for side in SEATS},
        points=_by_side(reader.table("points")),
        strength=_by_side(reader.table("strength")),
        **reader.fields(WarRow, "winner", lost=ships, taken=ships, turns=range(MOST + 1)),
    )
    reader.finish()
    return row


def _by_side(reader: Reader) -> dict[Side, int]:
    figures = {side: reader.integer(side, 0, 0) for side in SEATS}
    reader.finish()
    return figures


# Rules that a hand-written war must satisfy as a whole, besides the checks of single values.


AFTER = ("draw", "yard", "refit", "spend", "end")
"""The names for steps in a position file that follow a battle."""


def check(state: State, step: str, faults: Faults) -> None:
    """Record as mistakes all facts of a war that contradict each other."""
    fought = len(state.rows)
    if step in AFTER and not state.rows:
        faults.add("step", f"'{step}' comes after a battle, but `rows` is empty")
    if str(fought + 1) not in state.plans and not 0 < state.last <= fought:
        faults.add("plans", f"battle {fought + 1} is missing")
    if step == "next" and len(state.plans) > 1:
        faults.add("plans", f"step 'next' generates battle {fought + 2}, which is there already")
    if state.last and state.last <= fought:
        faults.add("last", f"battle {state.last} has been fought; the war would be over")
    if (step == "spend") != (state.refit is not None):
        faults.add("refit", "is needed for step 'spend', and allowed only there")
    for side in SEATS:
        if not own(state, side):
            faults.add(f"sides.{side}.ships", "no ship is left; the war would be over")
    places = [*state.deck, *state.spent, *(each.card for each in state.laid)]
    places += [number for force in state.forces.values() for number in force.hand]
    for number, count in sorted(Counter(places).items()):
        if count > 1:
            faults.add("deck", f"yard card {number} is in {count} places")
    if gone := sorted(set(book().campaign.cards) - set(places)):
        faults.add("deck", f"yard card {gone[0]} is missing: no hand or pile has it")
    _ships(state, step, faults)


def _ships(state: State, step: str, faults: Faults) -> None:
    for ship in state.ships.values():
        plan = state.plans.get(str(ship.battle)) if ship.battle else None
        where = f"sides.{ship.side}.ships"
        if ship.battle and plan is None:
            faults.add(
                where, f"{card(ship).short} goes to battle {ship.battle}, which is not in `plans`"
            )
        elif plan is not None and (why := why_not_sent(replace(ship, battle=0), plan)):
            faults.add(where, f"{card(ship).short} cannot go to battle {ship.battle}: {why}")
    for plan in state.plans.values():
        for side in SEATS:
            # One more ship may come out of the mist, or against that ship.
            kind = kind_of(plan)
            most = (kind.attacker if side == plan.attacker else kind.defender).ships[1]
            count = len(sent(state, side, plan.number))
            if count > most + 2:
                faults.add(
                    f"sides.{side}.ships",
                    f"battle {plan.number}: {pluralized(count, 'ship')}, at most {most}",
                )
    last = max((plan.number for plan in state.plans.values()), default=0)
    if step == "commit" and any(ship.battle == last for ship in state.ships.values()):
        faults.add(
            "step", f"'commit' asks which ships go to battle {last}, but ships are sent already"
        )


# Hand-written situations of a war, and `inspect` about them.


@uses_own_data
class CampaignPositions(Positions[State]):
    """The part of the campaign for position files, `inspect` and `explain`.

    During a battle both return the facts of the battle; with the name `war`, the facts of the war.
    """

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:

        return from_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the facts about a ship, about the `war`, or, without a name, about all."""
        from engine.systems.iron_oak.campaign.inspection import inspect

        return inspect(view, subject)

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the facts about a ship, about the `war`, or about all, in a form for people:
        probabilities as percent.
        """
        from engine.systems.iron_oak.campaign.inspection import explain

        return explain(view, subject)
