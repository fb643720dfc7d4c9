"""Signs of how squadrons were built and battles set up, and of objectives and events."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.effects.hits import BOXES, DAMAGE_BOXES, FATIGUE_BOXES
from engine.systems.oak_iron.effects.turn import FORTUNE, STARTING_FORTUNE, fortune
from engine.systems.oak_iron.machine import ON_PAPER
from engine.systems.oak_iron.set_up.objectives import WARNED
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Ship, Squadron, State
from tests.battles.reading import Fact, Sign, of_squadron, reads

# Squadrons -----------------------------------------------------------------------


@reads(ev.PhaseBegan)
def _sailed(it: Fact) -> Iterator[Sign]:
    """When the first turn begins, yield signs of what was built."""
    if it.after.phase != "initiative" or it.after.turn > 1:
        return
    yield from _must_defend(it.after)
    for squadron in it.after.squadrons.values():
        yield from _built(it.after, squadron)
        for ship in it.after.own_ships(squadron.key):
            yield from _fitted(ship, squadron)


def _must_defend(state: State) -> Iterator[Sign]:
    """Yield the sign of an effect that made the better admiral the defender: no command shows it,
    because there is no choice.
    """
    values = {key: each.admiral_value for key, each in state.squadrons.items()}
    best = [key for key, value in values.items() if value == max(values.values())]
    if best == [state.defender]:
        yield from of_squadron(state, "must_defend", state.defender)


def _built(state: State, squadron: Squadron) -> Iterator[Sign]:
    """Yield signs of a squadron's faction and admiral, and of their effects on its building."""
    yield "faction", squadron.faction
    yield "admiral", squadron.admiral
    known = shipped()
    words = known.admirals[squadron.admiral].keywords
    wide = {"rogues", "indecisive"} & set(words)
    guests = {known.cards[card].faction for card in squadron.hand} - {"any", squadron.faction}
    if "buccaneer_tactics" in words and "pirate" in guests:
        wide.add("buccaneer_tactics")
    rules = known.factions[squadron.faction].rules
    wide |= {"no_ships_of_the_line"} & set(rules)
    if "mixed_hand" in rules and guests & set(known.factions):
        wide.add("mixed_hand")
    for card in squadron.hand:
        if known.cards[card].faction.startswith(("admiral:", "upgrade:")):
            wide.add(card)
    yield from (("on paper", source) for source in wide)
    if fortune(squadron.admiral) > FORTUNE:
        yield from (("starting_fortune", word) for word in words if word in STARTING_FORTUNE)


def _fitted(ship: Ship, squadron: Squadron) -> Iterator[Sign]:
    """Yield signs of a ship, of what was bought for her, and of what that did to her card or
    price.
    """
    known = shipped()
    kind = known.ships[ship.type]
    yield "ship", ship.type
    if ship.commander:
        yield "captain", ship.commander
    for upgrade in ship.upgrades:
        yield "upgrade", upgrade
        if upgrade in ON_PAPER:
            yield "on paper", upgrade
    for option in ship.options:
        yield "option", option
        price = kind.options[option]
        for rule in known.factions[squadron.faction].rules:
            if known.faction_rules[rule].price(option, price) < price:
                yield "on paper", rule
    tracks = ((DAMAGE_BOXES, ship.damage_boxes), (FATIGUE_BOXES, ship.fatigue_boxes))
    for moment, boxes in tracks:
        for source in (*kind.special_rules, *ship.options, *ship.upgrades):
            if source in moment and boxes != BOXES:
                yield moment.name, source


# Set-up --------------------------------------------------------------------------


@reads(ev.PieceAdded | ev.PieceLaid | ev.PieceMoved | ev.TerrainLaid)
def _terrain(it: Fact) -> Iterator[Sign]:
    if isinstance(it.event, ev.PieceAdded) and it.state.plan:
        yield "setting", it.state.plan.card(it.event.squadron, "setting")
    if isinstance(it.event, ev.PieceLaid | ev.PieceMoved):
        yield "terrain", it.event.terrain.kind
    if isinstance(it.event, ev.TerrainLaid):
        yield "terrain", it.event.piece.kind


@reads(ev.ScenarioCardTaken)
def _drafted(it: Fact) -> Iterator[Sign]:
    if it.event.card == "open_sea":
        yield "setting", it.event.card


@reads(ev.FortuneGained)
def _gained(it: Fact) -> Iterator[Sign]:
    if it.state.phase == "set_up":
        yield "condition", "favoured_by_fortune"


@reads(ev.CardLaidOpen)
def _surprised(it: Fact) -> Iterator[Sign]:
    yield "condition", "surprise"


@reads(ev.WindTurned)
def _turned(it: Fact) -> Iterator[Sign]:
    yield "condition", "weather_wise"


@reads(ev.ShipDeployed)
def _deployed(it: Fact) -> Iterator[Sign]:
    own = it.state.ships[it.event.ship].squadron
    if it.state.plan and (card := it.state.plan.card(own, "deployment")):
        yield "deployment", card
    there = any(each.afloat for each in it.state.ships.values() if each.squadron != own)
    warned = WARNED in it.state.squadrons[own].conditions and own == it.state.defender
    if it.state.phase == "set_up" and warned and there:
        yield "condition", WARNED


@reads(ev.ObjectiveScored)
def _objective(it: Fact) -> Iterator[Sign]:
    yield "objective", f"{it.state.objective}: {it.event.what}"


# Events --------------------------------------------------------------------------


@reads(ev.EventIgnored)
def _ignored(it: Fact) -> Iterator[Sign]:
    calm = any("steady_wind" in each.conditions for each in it.state.squadrons.values())
    if calm and it.state.events_gone == (it.event.event,):
        yield "condition", "steady_wind"


@reads(ev.OakIronEvent)
def _happened(it: Fact) -> Iterator[Sign]:
    """Yield the sign of the event card that was drawn, when the next events show that it was not
    ignored.
    """
    if isinstance(it.before, ev.EventDrawn) and not isinstance(it.event, ev.EventIgnored):
        yield "event", it.before.event
