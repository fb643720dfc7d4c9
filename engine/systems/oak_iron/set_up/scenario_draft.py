"""Who attacks and who defends, and the draft of the scenario cards (Oak & Iron ch. 7)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.set_up import must_defend, takes_attack
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.set_up.conditions import FORTUNATE, deployments, last_touches
from engine.systems.oak_iron.set_up.objectives import garrisons
from engine.systems.oak_iron.set_up.scenario_cards import card_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.plan import KINDS, Kind
from engine.systems.oak_iron.state.sides import attacker_first, fleet_of, spokesmen
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import (
    AdjustTerrain,
    ChooseRole,
    Draft,
    LoadTokens,
    ObjectiveTerrain,
    OpenBattle,
    PlaceTerrain,
    SelectTerrain,
    TakeAttack,
)
from engine.systems.oak_iron.terrain.zones import ACROSS


@RULES.asks(ChooseRole)
def choose_role(state: State, step: ChooseRole) -> tuple[Decision, ...]:
    """Ask the side of the best admiral, or the winner of the challenge, for its role."""
    name = state.squadrons[step.squadron].party
    attack, defend = _roles()
    options = (defend,) if _any(must_defend, state, step.squadron) else (attack, defend)
    return (Decision(step.squadron, "role", f"{name}: attack or defend?", options),)


def _any(rule: Callable[[State, str], bool], state: State, squadron: str) -> bool:
    """Tell whether a rule about roles holds for any squadron of a side."""
    own = fleet_of(state, squadron)
    return any(rule(state, key) for key in own)


def _roles() -> tuple[Option, Option]:
    return (
        Option("attacker", "attack: draft first, deploy last", cmd.TakeRole("attacker")),
        Option("defender", "defend: win when all is equal", cmd.TakeRole("defender")),
    )


@RULES.asks(TakeAttack)
def take_attack(state: State, step: TakeAttack) -> tuple[Decision, ...]:
    """Ask a Raider who would defend whether he attacks instead."""
    prompt = f"{state.squadrons[step.squadron].party}: take the attack all the same (Raider)?"
    return (Decision(step.squadron, "role", prompt, _roles()),)


@RULES.takes(ChooseRole)
@RULES.takes(TakeAttack)
def take_role(
    ledger: Ledger, step: ChooseRole | TakeAttack, seat: str, command: cmd.TakeRole
) -> None:
    """Make one side attacker and the other defender; a Raider who would defend is asked first."""
    both = spokesmen(ledger.state)
    other = next(key for key in both if key != seat)
    raiders = {key for key in both if _any(takes_attack, ledger.state, key)}
    defends = other if command.role == "attacker" else seat
    if isinstance(step, ChooseRole) and raiders == {defends} and defends == other:
        ledger.finish(TakeAttack(other))
        return
    roles = (seat, other) if command.role == "attacker" else (other, seat)
    ledger.write(ev.RoleTaken(*roles))
    ledger.finish()


def drafting(state: State) -> str:
    """Return the squadron whose turn it is to take a card."""
    assert state.plan
    taken = sum(len(own) for own in state.plan.drafted.values())
    order = attacker_first(state)
    return order[taken % len(order)]


@RULES.asks(Draft)
def draft(state: State, step: Draft) -> tuple[Decision, ...]:
    """Ask the side whose turn it is for a card of a kind that it still lacks."""
    plan, seat = state.plan, drafting(state)
    assert plan
    options = tuple(
        Option(card, f"{card_of(kind, card).name}, {kind}", cmd.Draw(kind, card))
        for kind in _kinds(state)
        if not plan.card(seat, kind)
        for card in plan.offers[kind]
    )
    if not options:
        return ()
    name = state.squadrons[seat].party
    return (Decision(seat, "draft", f"{name}: take a scenario card", options),)


@RULES.takes(Draft)
def take_card(ledger: Ledger, step: Draft, seat: str, command: cmd.Draw) -> None:
    """Take the card for all squadrons of the side; then it is the other side's turn."""
    ledger.write(ev.ScenarioCardTaken(seat, command.kind, command.card))
    squadrons = ledger.state.squadrons
    if command.card == FORTUNATE:
        for key in fleet_of(ledger.state, seat):
            ledger.write(ev.FortuneGained(key, squadrons[key].fortune + 1))


@RULES.does(Draft)
def end_draft(ledger: Ledger, step: Draft) -> None:
    """Discard the cards that nobody took, and plan the rest of the set-up."""
    state = ledger.state
    escort = state.objective == "escort"
    lee = ACROSS[state.table.weather_edge] if escort else UNSET
    # A battle of an older file has the earliest turn that was ours then.
    text = escort and state.edition is not UNSET
    ledger.write(ev.DraftEnded(lee, book().objectives["escort"].earliest if text else UNSET))
    card = book().objectives[ledger.state.objective]
    ledger.finish(
        ObjectiveTerrain(card.islands),
        SelectTerrain(),
        PlaceTerrain(),
        AdjustTerrain(),
        LoadTokens(card.tokens),
        *deployments(ledger.state),
        *last_touches(ledger.state),
        *garrisons(ledger.state),
        OpenBattle(),
    )


def _kinds(state: State) -> tuple[Kind, ...]:
    assert state.plan
    return tuple(kind for kind in KINDS if kind in state.plan.offers)
