"""The panel during set-up: scenario cards, the current step, deployed ships, terrain; also the
legend.
"""

from __future__ import annotations

import re

from engine.base.text import join_names
from engine.game.panel import Heading, Letter, Row, Span, Style, Texture, Words, taught_rows, words
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Confidence
from engine.systems.oak_iron.set_up.scenario_draft import card_of
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import spokesmen, squadrons_of
from engine.systems.oak_iron.state.state import KINDS, State
from engine.systems.oak_iron.state.wording import tokens
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

STEPS = (
    ("roles", (st.ChooseRole, st.TakeAttack)),
    ("cards", (st.Draft,)),
    ("objective", (st.ObjectiveTerrain,)),
    ("terrain", (st.SelectTerrain, st.PlaceTerrain, st.AdjustTerrain)),
    ("deployment", (st.LoadTokens, st.DeploySquadron)),
    ("finishing touches", (st.WindChoice, st.SailChoice, st.GarrisonChoice)),
)
"""The steps of a set-up as a player sees them: (name, types of the agenda steps in it)."""
RULES = ("formation", "events", "scrolling_sea")
"""The optional rules, as fields of `Rules`, that the panel lists when they are on."""
TEXT: Style = "text"
DIM: Style = "dim"
UNSURE: tuple[Confidence, ...] = ("inferred", "unknown")
"""A text with one of these confidences is marked as reconstructed (not seen in print)."""
TERRAIN = {
    "shoal": "may ground a ship",
    "rocks": "stop ships",
    "island": "stops ships and shot",
    "land": "stops ships and shot",
    "fog": "shots count one range farther",
}
"""What each kind of terrain does, in a few words for the legend."""


LETTERS = {
    "*": "flagship",
    "!": "shaken: her only crew action is Rally",
    "%": "crippled: speed 2 at most",
    "x": "out of action: a wreck, drawn with crosses",
    "@": "captured",
    "p": "port guns to be reloaded",
    "s": "starboard guns to be reloaded",
    "f": "full sail: faster, no reload",
    "m": "minimal sail: slower",
    "a": "at anchor",
    "g": "aground",
    "e": "entangled with another ship",
    "w": "has moved, may still attack",
}
"""The meaning of each sign beside a ship, in the order in which the signs are shown."""
MOST_SIGNS = 3
"""The chart shows at most this many signs beside a ship; `+` stands for the others."""
OF_A_SIDE = r"(?m)^[^a-z\d\n]*[^\W\d_a-z][^a-z\d\n]* "
"""The regular expression of the name of a side in capitals at the beginning of a line: its strike
points follow, and no other fraction does."""


def _beside(sign: str, meaning: str) -> Letter:
    """Return the row of the legend about a sign of `LETTERS`.

    On the chart it has this meaning among other signs of a ship, in the panel after her key.
    """
    signs, own = f"[{re.escape(''.join(LETTERS))}]*", re.escape(sign)
    return Letter(
        sign,
        meaning,
        on_chart=rf"(?<![^\W\d_]){signs}{own}{signs}(?![a-z])",
        in_text=rf"\b[A-Z]\d+{signs}{own}",
    )


ON_CARDS = (
    *taught_rows(
        "sails_and_speed",
        Letter("wind", "windward: her speed close to the wind", in_panel=True),
        Letter("large", "her speed with the wind from behind", in_panel=True),
    ),
    *taught_rows("sails_and_speed", Letter("~", "not seen in print", in_panel=True)),
    *taught_rows(
        "range_and_broadside", Letter("fort", "fortitude, the hits for 1 damage", in_panel=True)
    ),
    *taught_rows("range_and_broadside", Letter("broad", "dice of a broadside", in_panel=True)),
    *taught_rows(
        "range_and_broadside",
        Letter("crew", "dice of partial fire and close combat", in_panel=True),
    ),
    *taught_rows("rally_and_striking", Letter("d f", "damage, fatigue", in_panel=True)),
    *taught_rows(
        "rally_and_striking",
        Letter(
            "0/2",
            "strike points and ships left: a side with more points than ships loses",
            in_panel=True,
            in_text=rf"{OF_A_SIDE}(\d+/\d+)",
        ),
    ),
    *taught_rows(
        "rally_and_striking",
        Letter(
            "0/2!",
            "one more loss and this side withdraws",
            in_panel=True,
            in_text=rf"{OF_A_SIDE}(\d+/\d+!)",
        ),
    ),
    *taught_rows(
        "rally_and_striking",
        Letter(
            "ends it",
            "one more ship crippled or lost, and this side withdraws",
            in_panel=True,
            in_text=r"(1 (?:cripple|loss) ends it)",
        ),
    ),
    *taught_rows(
        "sails_and_speed", Letter("skill", "dice that may be rolled again", in_panel=True)
    ),
)
"""The abbreviations on a ship card in a narrow panel, each with its meaning."""


def step_of(view: State) -> tuple[int, str]:
    """Return (number from 1, name) of the set-up step that is being played."""
    now = type(view.agenda[-1]) if view.agenda else None
    for number, (name, steps) in enumerate(STEPS, 1):
        if now in steps:
            return number, name
    return 1, STEPS[0][0]


def brief(view: State) -> tuple[Row, ...]:
    """Return the panel during set-up: steps, cards and ships as far as they are known, table and
    rules.
    """
    plan = view.plan
    assert plan
    number, name = step_of(view)
    rows: list[Row] = []
    if name in ("objective", "terrain"):
        rows += [Heading(f"Set-up {number}: {name}"), *legend(view, pool=True)]
    acting = getattr(view.agenda[-1], "squadron", "") if view.agenda else ""
    places = name in ("deployment", "finishing touches")
    if places and acting in view.squadrons:
        squadron, ships = view.squadrons[acting], view.own_ships(acting)
        placed = sum(ship.afloat for ship in ships)
        own: list[Row] = [Heading(f"{placed} of {len(ships)} placed, {squadron.name}")]
        for ship in ships:
            title = ship.name or book().ships[ship.type].name
            done, colour = ("x", TEXT) if ship.afloat else (" ", DIM)
            label = f"{ship.id}{tokens(view, ship)}"
            own.append(words(f"[{done}] {label} {title}", colour, ship.id))
        rows += own
    steps: list[Row] = [Heading("Steps")]
    for place, (step, _) in enumerate(STEPS, 1):
        sign = "x" if place < number else ">" if place == number else " "
        shown: Style = "head" if place == number else "text" if place < number else "dim"
        steps.append(words(f"[{sign}] {place} {step}", shown))
    rows += steps
    rows += [Heading("Scenario cards"), *_objective(view)]
    for key in spokesmen(view):
        squadron = view.squadrons[key]
        shade: Style = "side_a" if key == next(iter(spokesmen(view))) else "side_b"
        role = {plan.attacker: " attacks", view.defender: " defends"}.get(key, "") if key else ""
        told: list[Row] = [
            Words((Span(squadron.party.upper(), shade), Span(f"{role} from the {plan.homes[key]}")))
        ]
        for kind in KINDS:
            drafted = plan.card(key, kind)
            if drafted:
                card = card_of(kind, drafted)
                told.append(_card(kind, card.name, card.effect, card.confidence))
        rows += told
        if places and key != acting:
            fleet = [
                ship for each in squadrons_of(view, squadron.side) for ship in view.own_ships(each)
            ]
            for label, there in (("placed", True), ("waiting", False)):
                listed = [
                    f"{ship.id}{tokens(view, ship)}" for ship in fleet if ship.afloat == there
                ]
                if listed:
                    rows.append(words(f"{label}: {' '.join(listed)}"))
    table, rules = view.table, view.rules
    named = [name for name in RULES if getattr(rules, name)]
    return (
        *rows,
        Heading("The battle"),
        words(f"table  {table.width:g} x {table.height:g} inches, {LAST_TURN} turns"),
        words(f"wind   from the {table.weather_edge}"),
        words(f"rules  {', '.join(name.replace('_', ' ') for name in named) or 'no options'}"),
    )


def legend(view: State, pool: bool = False) -> tuple[Row, ...]:
    """Return the legend: what the chart's textures and the short signs on chart and cards mean.

    With `pool`, return only textures, including those of terrain that is still to be placed.
    """
    kinds = {piece.kind for piece in view.terrain}
    if pool and view.plan:
        kinds |= {book().pieces[piece].kind for piece in view.plan.pool}
    rows: list[Row] = [
        Texture(kind, f"{kind}: {TERRAIN[kind]}") for kind in TERRAIN if kind in kinds
    ]
    if not pool:
        signs = [tokens(view, ship, wake=True) for ship in view.ships.values() if ship.afloat]
        there = "".join(signs)
        rows += [_beside(sign, text) for sign, text in LETTERS.items() if sign in there]
        if any(len(each.replace("w", "")) > MOST_SIGNS for each in signs):
            cut = rf"[{re.escape(there)}]{{{MOST_SIGNS}}}\+"
            more = "there are more signs: see her card"
            rows.append(Letter("+", more, on_chart=cut, in_text=cut))
        names = join_names([squadron.name for squadron in view.squadrons.values()])
        # The letters and figures along the edges of the chart.
        reach = book().measures
        far = (reach.yard_arm, reach.pistol, reach.musket, reach.cannon)
        arm, pistol, musket, cannon = (f'{inches:g}"' for inches in far)
        ranges = f"yard arm {arm}, pistol {pistol}, musket {musket}, cannon {cannon}"
        rows += [
            Letter("Y P M C", f"ranges, the dotted lines too: {ranges}"),
            Letter("0 6 12", "inches"),
            *ON_CARDS,
        ]
        alone = rf"(?m)^(?:{'|'.join(view.squadrons)})(?: [^\W\d_a-z][^a-z\d\n]*)? +\d+/\d"
        sides = Letter(" ".join(view.squadrons), f"short for {names}", in_panel=True, in_text=alone)
        rows += taught_rows("rally_and_striking", sides)
    if not pool and view.plan:
        rows += [words("$ the objective's marker")] if view.plan.marker else []
        rows += _objective(view)
    return tuple(rows)


def _objective(view: State) -> list[Row]:
    card = book().objectives.get(view.objective)
    return [_card("objective", card.name, card.effect, card.confidence)] if card else []


def _card(kind: str, name: str, effect: str, confidence: Confidence) -> Row:
    sign = "~" if confidence in UNSURE else ""
    return Words((Span(f"{kind} "), Span(f"{name}{sign}", "head"), Span(f" {effect}", "dim")))


def card_rows(kind: str, card: str) -> tuple[Row, ...]:
    """Return rows about a scenario card that may be drafted: its effect; `~` for a reconstructed
    text.
    """
    record = card_of(kind, card)  # type: ignore[arg-type]
    rows: list[Row] = [Heading(record.name), words(f"{kind}: {record.effect}")]
    if record.confidence in UNSURE:
        rows.append(words("~ reconstructed text", "dim"))
    return tuple(rows)
