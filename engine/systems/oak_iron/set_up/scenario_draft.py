"""Squadrons enter a battle; scenario cards are drawn and drafted; the roles of attacker and
defender (Oak & Iron ch. 7).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.data.book import book, ready_squadrons
from engine.systems.oak_iron.data.facts import Condition, Deployment, Setting
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.effects.turn import fortune, must_defend, takes_attack
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.set_up.objectives import (
    FORTUNATE,
    deployments,
    garrisons,
    last_touches,
)
from engine.systems.oak_iron.squadrons.check import legal_squadron
from engine.systems.oak_iron.squadrons.squadron import Roster
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import (
    attacker_first,
    fleet_of,
    sides,
    spokesman,
    spokesmen,
    squadrons_of,
)
from engine.systems.oak_iron.state.state import KINDS, Kind, SetUpPlan, Ship, Squadron, State
from engine.systems.oak_iron.terrain import ACROSS, homes, wind_edges

# A legal squadron file becomes a `Squadron` and its `Ship`s, which are not on the table yet.


NUMBERS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""Numerals that tell squadrons of the same name apart. There are as many as seats, so that one is
always free."""


def muster(path: Path | str, key: str, fleet: str = "") -> tuple[Squadron, tuple[Ship, ...]]:
    """Return the squadron and the ships of a squadron file, ready for a battle.

    The ships have the ids `A1`, `A2`..., if `key` is 'A', and no poses yet. Raises `FileFault` when
    the file cannot be read; `SetUpFault` lists everything that is not legal.
    """
    return mustered(legal_squadron(path), key, fleet)


def mustered(roster: Roster, key: str, fleet: str = "") -> tuple[Squadron, tuple[Ship, ...]]:
    """Return the squadron and the ships of a legal roster, ready for a battle; no ship has a
    pose yet.
    """
    admiral = book().admirals[roster.admiral]
    made: list[Ship] = []
    for at, ship in enumerate(roster.ships, start=1):
        kind = book().ships[ship.type]
        made.append(
            Ship(
                id=f"{key}{at}",
                squadron=key,
                type=ship.type,
                pose=None,
                name=ship.name,
                skill=ship.skill,
                damage_boxes=damage_boxes(kind, ship.options, ship.upgrades),
                fatigue_boxes=fatigue_boxes(kind, ship.options, ship.upgrades),
                options=ship.options,
                upgrades=ship.upgrades,
                commander=ship.commander,
            )
        )
    ships = tuple(made)
    flagship = next(
        new.id for new, listed in zip(ships, roster.ships, strict=True) if listed.flagship
    )
    squadron = Squadron(
        key=key,
        name=roster.name,
        fleet=fleet,
        faction=roster.faction,
        admiral=admiral.id,
        admiral_value=admiral.value,
        flagship=flagship,
        fortune=fortune(admiral.id),
        hand=(*roster.hand, *roster.added),
    )
    return squadron, ships


def with_distinct_names(squadrons: Mapping[str, Squadron]) -> dict[str, Squadron]:
    """Return the squadrons; one whose name is taken already gets a numeral, as in `Flying Gang
    II`.
    """
    taken = {squadron.name for squadron in squadrons.values()}
    seen: set[str] = set()
    apart = {}
    for key, squadron in squadrons.items():
        name = squadron.name
        if name in seen:
            numbered = (f"{name} {number}" for number in NUMBERS)
            name = next(other for other in numbered if other not in taken)
        taken.add(name)
        seen.add(name)
        apart[key] = replace(squadron, name=name)
    return apart


# The scenario cards by kind: settings, deployments, advantages and conditions.


ScenarioCard = Setting | Deployment | Condition


def card_of(kind: Kind, card: str) -> ScenarioCard:
    """Return the record of a scenario card by its kind and id."""
    known = book()
    decks: dict[Kind, Mapping[str, ScenarioCard]] = {
        "setting": known.settings,
        "deployment": known.deployments,
        "condition": known.conditions,
    }
    return decks[kind][card]


# Squadrons and scenario cards are drawn by the numbered dice of the battle (Oak & Iron ch. 7).


OFFER = 3
"""How many scenario cards of each kind lie open to be taken."""


@RULES.does(st.MusterSquadrons)
def muster_squadrons(ledger: Ledger, step: st.MusterSquadrons) -> None:
    """For each seat, draw a squadron of the right size among those that come with the game.

    No squadron is drawn twice.
    """
    plan = ledger.state.plan
    assert plan
    ready = ready_of(plan.size)
    # Sorted, so that the same dice choose the same squadrons in whatever order the files are
    # listed.
    order = ledger.shuffled(sorted(ready))
    squadrons: dict[str, Squadron] = {}
    ships: dict[str, Ship] = {}
    for key, name in zip(ledger.state.squadrons, order, strict=False):
        squadrons[key], own = mustered(ready[name], key)
        ships.update({ship.id: ship for ship in own})
    ledger.write(ev.SquadronsMustered(squadrons, ships, max(0, len(order) - 1)))
    ledger.finish()


def ready_of(size: str) -> dict[str, Roster]:
    """Return the squadrons that come with the game for a size of game: {name: roster}.

    Raises `SetUpFault` if one of them is illegal.
    """
    version = book().version
    rosters = {name: _roster(version, path) for name, path in ready_squadrons().items()}
    return {name: roster for name, roster in rosters.items() if roster.size == size}


@lru_cache(maxsize=128)
def _roster(version: str, path: Path) -> Roster:
    """Return the roster of a squadron that comes with the game.

    Cached by file, because reading takes long and one battle needs each file several times; and by
    the version of the data set, because a user's own prices may make a squadron illegal.
    """
    return legal_squadron(path)


@RULES.does(st.DrawScenario)
def draw_scenario(ledger: Ledger, step: st.DrawScenario) -> None:
    """Draw the wind, the objective and three scenario cards of each kind.

    Next the side with the best admiral chooses its role; if admirals are equal, they roll a
    Challenge Test. The event's `dice` is the number of dice used: a shuffle of n cards uses n - 1.
    """
    state = ledger.state
    assert state.plan
    own = homes(state.squadrons, state.table)
    winds = ledger.shuffled(wind_edges(next(iter(own.values()))))
    objective = ledger.shuffled(tuple(book().objectives), 1)[0]
    dice, offers = len(book().objectives), {}
    for kind, deck in decks().items():
        offers[kind] = ledger.shuffled(deck, dice)[:OFFER]
        dice += len(deck) - 1
    plan = SetUpPlan(size=state.plan.size, homes=own, offers=offers)
    ledger.write(ev.ScenarioDrawn(objective, winds[0], plan, dice))  # type: ignore[arg-type]
    # If admirals of both sides have the highest value, one squadron of each side.
    values = {key: each.admiral_value for key, each in state.squadrons.items()}
    heads = [max(squadrons_of(state, side), key=values.__getitem__) for side in sides(state)]
    most = max(values.values())
    best = tuple(key for key in heads if values[key] == most)
    alone = len(best) == 1
    first = st.ChooseRole(spokesman(state, best[0])) if alone else st.Challenge(best, prize="role")
    ledger.finish(first, st.Draft())


def decks() -> dict[Kind, tuple[str, ...]]:
    """Return all scenario cards that can be drawn: {kind: ids}."""
    known = book()
    return {
        "setting": tuple(known.settings),
        "deployment": tuple(known.deployments),
        "condition": tuple(known.conditions),
    }


# Which side attacks and which defends, and the draft of the scenario cards (Oak & Iron ch. 7).


@RULES.asks(st.ChooseRole)
def choose_role(state: State, step: st.ChooseRole) -> tuple[Decision, ...]:
    """Ask a side whether it attacks or defends.

    It is the side with the best admiral, or the winner of the Challenge Test.
    """
    name = state.squadrons[step.squadron].party
    attack, defend = _roles()
    options = (defend,) if _any(must_defend, state, step.squadron) else (attack, defend)
    return (Decision(step.squadron, "role", f"{name}: attack or defend?", options),)


def _any(rule: Callable[[State, str], bool], state: State, squadron: str) -> bool:
    """Tell whether `rule` holds for any squadron on the side of `squadron`."""
    own = fleet_of(state, squadron)
    return any(rule(state, key) for key in own)


def _roles() -> tuple[Option, Option]:
    return (
        Option("attacker", "attack: draft first, deploy last", cmd.TakeRole("attacker")),
        Option("defender", "defend: win if all is equal", cmd.TakeRole("defender")),
    )


@RULES.asks(st.TakeAttack)
def take_attack(state: State, step: st.TakeAttack) -> tuple[Decision, ...]:
    """Ask a squadron that would defend, whose admiral is a Raider, whether it attacks instead."""
    prompt = f"{state.squadrons[step.squadron].party}: attack anyway (admiral's rule: Raider)?"
    return (Decision(step.squadron, "role", prompt, _roles()),)


@RULES.takes(st.ChooseRole)
@RULES.takes(st.TakeAttack)
def take_role(
    ledger: Ledger, step: st.ChooseRole | st.TakeAttack, seat: str, command: cmd.TakeRole
) -> None:
    """Make one side the attacker and the other the defender.

    If the side that would have to defend has an admiral with Raider, first ask whether it attacks
    instead.
    """
    both = spokesmen(ledger.state)
    other = next(key for key in both if key != seat)
    raiders = {key for key in both if _any(takes_attack, ledger.state, key)}
    defends = other if command.role == "attacker" else seat
    if isinstance(step, st.ChooseRole) and raiders == {defends} and defends == other:
        ledger.finish(st.TakeAttack(other))
        return
    roles = (seat, other) if command.role == "attacker" else (other, seat)
    ledger.write(ev.RoleTaken(*roles))
    ledger.finish()


def drafting(state: State) -> str:
    """Return the squadron whose turn it is to take a scenario card for its side."""
    assert state.plan
    taken = sum(len(own) for own in state.plan.drafted.values())
    order = attacker_first(state)
    return order[taken % len(order)]


@RULES.asks(st.Draft)
def draft(state: State, step: st.Draft) -> tuple[Decision, ...]:
    """Ask the next side to take a scenario card of a kind that it does not have yet."""
    plan, seat = state.plan, drafting(state)
    assert plan
    options = tuple(
        Option(card, f"{card_of(kind, card).name}, {kind}", cmd.Draw(kind, card))
        for kind in KINDS
        if kind in plan.offers and not plan.card(seat, kind)
        for card in plan.offers[kind]
    )
    if not options:
        return ()
    name = state.squadrons[seat].party
    return (Decision(seat, "draft", f"{name}: take a scenario card", options),)


@RULES.takes(st.Draft)
def take_card(ledger: Ledger, step: st.Draft, seat: str, command: cmd.Draw) -> None:
    """Give the card to all squadrons of the side; then it is the other side's turn."""
    ledger.write(ev.ScenarioCardTaken(seat, command.kind, command.card))
    squadrons = ledger.state.squadrons
    if command.card == FORTUNATE:
        for key in fleet_of(ledger.state, seat):
            ledger.write(ev.FortuneGained(key, squadrons[key].fortune + 1))


@RULES.does(st.Draft)
def end_draft(ledger: Ledger, step: st.Draft) -> None:
    """End the draft: discard the cards left over, and plan all further steps of the set-up."""
    state = ledger.state
    escort = state.objective == "escort"
    lee = ACROSS[state.table.weather_edge] if escort else UNSET
    # A battle file of an older edition keeps the earliest turn of that edition.
    text = escort and state.edition is not UNSET
    ledger.write(ev.DraftEnded(lee, book().objectives["escort"].earliest if text else UNSET))
    card = book().objectives[ledger.state.objective]
    ledger.finish(
        st.ObjectiveTerrain(card.islands),
        st.SelectTerrain(),
        st.PlaceTerrain(),
        st.AdjustTerrain(),
        st.LoadTokens(card.tokens),
        *deployments(ledger.state),
        *last_touches(ledger.state),
        *garrisons(ledger.state),
        st.OpenBattle(),
    )
