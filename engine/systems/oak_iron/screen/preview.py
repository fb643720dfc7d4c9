"""The preview of the option that is selected, and of an attack."""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.text import join_names, pluralized, some
from engine.game.chart import Mark, Trace
from engine.game.decision import Decision, Option, Point
from engine.game.panel import Bar, Heading, Row, Span, Words, taught_rows, words
from engine.game.parts.screen import Preview
from engine.kit.ledger import put_ship
from engine.systems.oak_iron.crew.card_attacks import granting_card
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Side
from engine.systems.oak_iron.effects.dice import has_fortune, rerolls
from engine.systems.oak_iron.effects.hits import FREEBOARD, fortitude_terms
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import Shot, shot
from engine.systems.oak_iron.machine import name_of
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.screen import crew_preview
from engine.systems.oak_iron.screen import crew_preview as boarding_preview
from engine.systems.oak_iron.screen import move_preview as seamanship_preview
from engine.systems.oak_iron.screen.brief import card_rows
from engine.systems.oak_iron.screen.crew_preview import put_preview
from engine.systems.oak_iron.screen.move_preview import (
    card_previews,
    in_100,
    move_preview,
    named_chances,
    preview_of_ship,
    rake_line,
)
from engine.systems.oak_iron.screen.scene import clear_line, path, zone_marks
from engine.systems.oak_iron.set_up.scenario_draft import drafting
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.commands import Fire
from engine.systems.oak_iron.state.events.event import terms
from engine.systems.oak_iron.state.ships import hull, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.victory import strike

# Preview of an attack: its dice with their reasons, exact odds, and the consequences.


def attack_preview(view: State, decision: Decision, attacker: str, command: Fire) -> Preview:
    """Return the preview of an attack: lines on the chart, and rows with its dice and odds."""
    card, tires = granting_card(view, decision.kind, view.ships[attacker])
    at = shot(view, attacker, command.target, command.kind, command.side, command.aim, card)
    found = odds.attack_odds(
        view,
        attacker,
        command.target,
        at,
        command.kind,
        command.aim,
        tires,
    )
    target = view.ships[command.target]
    rows: list[Row] = [
        Heading(f"{attacker} at {wording.who(view, target.id)}"),
        *_lie(at, command),
        *taught_rows(
            "range_and_broadside",
            words(f"{terms(at.reasons)} = {some(at.dice, 'die', 'dice')}"),
        ),
        *_damage(target, found),
        *taught_rows("rally_and_striking", *_fatigue(target, found)),
        *taught_rows("", *_besides(found)),
        *taught_rows("range_and_broadside", *_dice(view, attacker, at, command)),
        *taught_rows("", *_others(view, decision, attacker, command)),
        *_meaning(view, attacker, command, found),
    ]
    drawn: list[Mark] = []
    if command.kind == "broadside" and command.side:
        side: Side = command.side
        drawn += path(hull(view.ships[attacker]), side)
        if at.rake:
            drawn.append(rake_line(view, attacker, side, command.target, at))
    elif command.kind == "partial_fire":
        sight = clear_line(view, attacker, command.target)
        if sight is not None:
            drawn.append(Trace("sight", (sight.start, sight.end)))
    marks = tuple(drawn)
    meets = attacker, command.target
    # The diagram that explains the odds: how the target is raked, else how the guns bear.
    if at.rake:
        diagram = "stern_rake" if at.rake == "stern" else "rake"
    else:
        diagram = "broadside_path" if command.kind == "broadside" else "range_bands"
    return Preview(marks, tuple(rows), meets=meets, diagram=diagram)


def _lie(at: Shot, command: Fire) -> list[Row]:
    reach = wording.BAND_WORDS.get(at.band, "beyond cannon shot")
    rows: list[Row] = [words(f"range      {wording.inches(at.range)}  {reach}")]
    if at.reach and at.reach != at.band:
        rows.append(words(f"sight      {wording.dimmed(at.reach)}", "warning"))
    if at.edge and command.kind == "close_combat":
        rows.append(words(f"touches    with her {at.edge}"))
    if at.rake:
        rows.append(words(f"rake       {at.rake.upper()}: fatigue twice", "warning"))
    return rows


def _dice(view: State, attacker: str, at: Shot, command: Fire) -> list[Row]:
    die = book().dice.faces
    share = sum(face in at.hits for face in die)
    rows: list[Row] = [
        Heading("Dice", minor=True),
        *(
            [words(f"path       inside the {command.side} path")]
            if command.kind == "broadside"
            else []
        ),
        words(f"{share} of {len(die)} faces count: {wording.faces(at.hits)}"),
    ]
    if command.aim == "hull" and command.kind in ("broadside", "partial_fire"):
        rows.append(words(f"{some(at.fortitude, 'hit')} for 1 damage"))
        firer, target = view.ships[attacker], view.ships[command.target]
        if why := fortitude_terms(view, firer, target, command.kind, at.reach, at.rake):
            reach = "" if at.rake == "stern" else f" at {wording.BAND_WORDS[at.reach]}"
            rows.append(words(f"fortitude {at.fortitude}: {', '.join(why)}{reach}"))
        if at.hits_for_fatigue > 1:
            cards = [name_of(source) for source, _ in FREEBOARD.on(view, target)]
            rows.append(
                words(f"fatigue needs {some(at.hits_for_fatigue, 'hit')}: {join_names(cards)}")
            )
        trigger = "critical_trigger_raking" if at.rake else "critical_trigger"
        each = ", each ".join(book().dice.counts[trigger])
        rows.append(words(f"one critical die for each {each}"))
    # The possible re-rolls, in words: the odds count only the first roll.
    ship = view.ships[attacker]
    skill = rerolls(view, ship, command.kind)
    found = [f"skill {skill}" if skill else "", "fortune" if has_fortune(view, ship) else ""]
    if again := " and ".join(word for word in found if word):
        rows.append(words(f"re-rolls by {again} are not counted in these odds", "dim"))
    return rows


def _damage(target: Ship, found: odds.Odds) -> list[Row]:
    rows: list[Row] = []
    if len(found.damage) > 1 and found.mean_damage:
        rows.append(Heading("Chance (%) of damage"))
        for points, share in _worth_showing(found.damage):
            tips = target.damage + points == target.damage_boxes
            rows.append(Bar(str(points), share, "crippled" if tips else ""))
    # A ship that is crippled or shaken already cannot become it again.
    chances = [("crippled", found.crippled)] * (not target.crippled)
    chances += [("shaken", found.shaken)] * (not target.shaken)
    if chances:
        rows += taught_rows("rally_and_striking", words(named_chances(chances)))
    return rows


def _besides(found: odds.Odds) -> list[Row]:
    """Return rows with the chances of the results other than points of damage and Fatigue."""
    extra = [
        ("no harm", found.no_harm),
        ("sail lost", found.sail_lost),
        ("aground", found.aground),
        ("helm", found.helm),
        ("out of action", found.out_of_action),
    ]
    shown = [(name, chance) for name, chance in extra if chance > 0]
    return [Heading("Besides", minor=True), words(named_chances(shown))] if shown else []


def _fatigue(target: Ship, found: odds.Odds) -> list[Row]:
    if not found.mean_fatigue:
        return []
    # The bars show the chances of 1 point and more; the rest up to 100% is the chance of no
    # Fatigue.
    shares = (each for each in _worth_showing(found.fatigue) if each[0])
    told = " ".join(f"+{points}:{in_100(share)}%" for points, share in shares)
    return [words(f"fatigue {told}")]


def _worth_showing(shares: tuple[float, ...]) -> list[tuple[int, float]]:
    """Return (points, chance) pairs; at both ends, pairs whose chance would round to 0% are left
    out.
    """
    shown = [points for points, share in enumerate(shares) if share >= 0.005]
    return [(points, shares[points]) for points in range(shown[0], shown[-1] + 1)]


def _others(view: State, decision: Decision, attacker: str, command: Fire) -> list[Row]:
    rows: list[Row] = []
    for option in decision.options:
        other = option.command
        if not isinstance(other, Fire) or other == command:
            continue
        firer = other.ship or attacker
        card, tires = granting_card(view, decision.kind, view.ships[firer])
        at = shot(view, firer, other.target, other.kind, other.side, other.aim, card)
        found = odds.attack_odds(view, firer, other.target, at, other.kind, other.aim, tires)
        means = f"mean damage {found.mean_damage:.1f}, fatigue {found.mean_fatigue:.1f}"
        rows.append(words(f"{option.label}: {means}"))
    return [Heading("Other choices", minor=True), *rows] if rows else []


def _meaning(view: State, attacker: str, command: Fire, found: odds.Odds) -> list[Row]:
    rows: list[Row] = []
    target = view.ships[command.target]
    # A crippled ship whose Fatigue is full is out of action at once: she counts as lost.
    if found.crippled - found.out_of_action >= 0.005:
        rows += _points_if(view, replace(target, damage=target.damage_boxes), "crippled")
    if found.out_of_action >= 0.005:
        lost = replace(target, damage=target.damage_boxes, fatigue=target.fatigue_boxes)
        rows += _points_if(view, lost, "out of action")
    if command.kind == "broadside":
        rows.append(words(f"Afterwards {attacker} has to reload {command.side}."))
    grave = len(rows) > (command.kind == "broadside")  # the card shows the reload markers, too
    return [Heading("Consequences", minor=not grave), *rows] if rows else []


def _points_if(view: State, hurt: Ship, fate: str) -> list[Row]:
    """Return rows that say what strike points a ship's side would have after her `fate`.

    `hurt` is the ship as she would be; `fate` is a word such as 'crippled'.
    """
    then = put_ship(view, hurt)
    side = view.squadrons[hurt.squadron].side
    name = wording.squadron_name(view, side)
    points, ships, borne = (
        summed(count, then, side) for count in (strike.points, strike.total, strike.borne)
    )
    against = f"{some(points, 'point')}, {some(ships, 'ship')}"
    rows: list[Row] = [words(f"{hurt.id} {fate}: {name} {against}.")]
    if points > borne:
        rows.append(
            words(f"More than {pluralized(borne, 'strike point')}: {name} withdraws.", "warning")
        )
    return rows


# Preview of the highlighted option: its effects, as marks and rows.


ROOMS = (seamanship_preview, boarding_preview, crew_preview)
"""The modules that register previews; they are imported here so that the registry is complete."""


def preview(
    view: State,
    decision: Decision,
    option: Option,
    dial: float | None = None,
    at: Point | None = None,
) -> Preview:
    """Return the preview of an option: marks on the chart and rows of text.

    `dial` and `at` are the angle and place chosen so far. Raises `Refused` if one of them does not
    belong to the decision.
    """
    command = option.filled(decision, dial, at)
    if (of_card := card_previews.get(command)) is not None:
        return of_card(view, command)
    named = getattr(command, "ship", "")
    if not named:
        active = view.activation.ship if view.activation is not None else ""
        named = decision.ship or active
    ship = view.ships.get(named)
    if ship is None or not ship.afloat:
        return Preview()
    if isinstance(command, do.Fire):
        return attack_preview(view, decision, ship.id, command)
    way = course.trace(view, ship.id, command)
    if way is not None:
        last_turn = isinstance(command, do.Sail) and command.turn == "both" and not way.struck
        if isinstance(command, do.Sail | do.Row | do.FreeSlide):
            title = "If she sails like this"
        else:
            title = (
                "If she shifts like this"
                if isinstance(command, do.Shift)
                else "If she turns like this"
            )
        return move_preview(view, way, title, last_turn)
    return preview_of_ship(view, ship, command)


@card_previews(do.ChooseCard, do.DropCard, do.BorrowCard)
def _initiative_card(view: State, command: do.ChooseCard | do.DropCard | do.BorrowCard) -> Preview:
    record = book().cards[command.card]
    effect = Words((Span(record.effect), Span(f" ({record.timing})", "dim")))
    gone: list[Row] = [words("discarded when played", "warning")] if record.discard else []
    first = words(
        f"value {record.value}: the higher card goes first",
        until="first",
        lesson="initiative_cards",
    )
    # The second question surprises players, because the first card was for the same turn.
    shown = any(squadron.face_up for squadron in view.squadrons.values())
    ahead: list[Row] = []
    if isinstance(command, do.ChooseCard) and (view.turn > 1 or shown):
        ahead = [words("After turn 1 each card is chosen a turn ahead.", until="first")]
    return Preview(rows=(Heading(f"{record.value} {record.name}"), first, *ahead, effect, *gone))


@card_previews(do.Draw)
def _scenario_card(view: State, command: do.Draw) -> Preview:
    """Return the text of a scenario card; for a deployment card also its zone on the chart."""
    zoned = command.kind == "deployment" and view.plan
    marks = zone_marks(view, drafting(view), command.card) if zoned else ()
    return Preview(marks, card_rows(command.kind, command.card))


card_previews(do.LayPiece, do.Deploy)(put_preview)
