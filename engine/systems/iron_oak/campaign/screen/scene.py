"""The pages of the campaign book: the catalogue, the fleets, the coming battles, the battles
fought.
"""

from __future__ import annotations

from engine.base.text import pluralized
from engine.game.chart import Line, Page, Scene
from engine.game.panel import Span, Style
from engine.systems.iron_oak.campaign.data import Side, book
from engine.systems.iron_oak.campaign.fleet import card, own, share, strength
from engine.systems.iron_oak.campaign.forces import catalogue
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, SECRET, Plan, State

# Lines of a page: texts in columns, bars, headings.


STYLES: dict[Side, Style] = {"union": "side_a", "confederate": "side_b"}


class Pad:
    """Collects the lines of a page, from top to bottom."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def write(self, *spans: Span | str, key: str = "") -> None:
        """Write a line of the page; `key` is the id of the ship in this line, for the cursor."""
        texts = tuple(Span(each) if isinstance(each, str) else each for each in spans)
        self.lines.append(Line(len(self.lines), texts, key))

    def blank(self) -> None:
        """Leave a line empty."""
        self.write("")

    def head(self, text: str) -> None:
        """Write a heading."""
        self.write(Span(text, "head"))

    def side(self, side: Side, text: str = "") -> None:
        """Write a line that begins with a side's name, in the side's colour."""
        self.write(Span(NAMES[side], STYLES[side]), f"  {text}" if text else "")


def boxes(left: int, total: int, most: int = 10) -> str:
    """Return the boxes of a track, the full ones first: `######....`. A long track is drawn to
    scale with `most` boxes.
    """
    if total <= 0:
        return ""
    width = min(most, total)
    full = -(-left * width // total) if left > 0 else 0  # a small remainder must not look like zero
    return "#" * full + "." * (width - full)


def named(name: str, width: int) -> str:
    """Return a ship's name, padded to the width of a column; words of a name that is too long are
    shortened.
    """
    words = name.split()
    for place in range(len(words) - 1):
        if len(" ".join(words)) <= width:
            break
        words[place] = f"{words[place][0]}."
    return fitted(" ".join(words), width)


def fitted(text: str, width: int) -> str:
    """Return a text, cut off or padded to this many characters."""
    return text[:width].ljust(width)


# The pages.


NAME = 14
"""The width of the column with ships' names, in characters."""
CHOICE = (
    "Your fleet for all battles; [+] is proposed",
    "VP: points of worth; dr.: draft; guns, move: dice",
    "Columns cut off here are in the list of ships",
)
"""Lines for the page on which a fleet is chosen: the purpose of the choice, the meanings of the
columns, and where a narrow window has the others."""
CATALOGUE = " ship            VP dr. hits crew guns   ram     move              armour"
"""The heads of the catalogue's columns; `dr.` is the draft (how deep the ship lies)."""
FLEET = " ship          hits   crew  sent grade hurt"
BAR = 16
"""The longest bar of a fleet's strength, in characters."""


def page(view: State, side: Side | None) -> Scene:
    """Return the page of the campaign book that a side sees between battles."""
    pad = Pad()
    if not view.ships:
        _catalogue(pad, side)
    else:
        _plans(pad, view)
        _fleet(pad, view, side or "union")
        _fleet(pad, view, "confederate" if (side or "union") == "union" else "union")
        _war_book(pad, view)
    return Scene(Page(len(pad.lines)), tuple(pad.lines))


# The catalogue ------------------------------------------------------------------


def _catalogue(pad: Pad, side: Side | None) -> None:
    """Write the ships that can be chosen, one on each line, grouped by type."""
    limits = book().campaign.forces
    pad.head(f"{limits.min_ships} to {limits.max_ships} ships of {limits.victory_points} points")
    for line in CHOICE:
        pad.write(Span(line, "dim"))
    for each in (side,) if side else tuple(SEATS):
        assert each is not None
        pad.side(each)
        pad.write(Span(CATALOGUE, "dim"))
        kind = ""
        for ship in catalogue(each):
            if ship.type != kind:
                kind = ship.type
                pad.write(Span(kind.replace("_", " "), "dim"))
            sign = ship.sign("victory_points")
            armour = " ".join(f"{place} {each.dice}" for place, each in ship.locations.items())
            moves = " ".join(line.dice for line in ship.maneuver)
            in_catalogue = (
                f" {named(ship.short, NAME)}{sign}{ship.victory_points:>4}{ship.draft:>3}"
                f"{ship.hits:>4}{ship.crew.full:>4}  {fitted(ship.gunnery.dice or '-', 9)}"
                f"{fitted(ship.ram or '-', 8)}{fitted(moves, 18)}{armour}"
            )
            pad.write(in_catalogue, key=ship.id)


# The coming battles ---------------------------------------------------------------


def _plans(pad: Pad, view: State) -> None:
    for plan in sorted(view.plans.values(), key=lambda plan: plan.number):
        kind = book().campaign.types[plan.kind]
        pad.head(f"Battle {plan.number}: {kind.name}, {'by night' if plan.night else 'by day'}")
        sizes = kind.attacker.ships, kind.defender.ships
        attack, defend = (
            str(most) if least == most else f"{least}-{most}" for least, most in sizes
        )
        pad.write(f"  {NAMES[plan.attacker]} attacks, {attack} against {defend}")
        if plan.limit:
            pad.write(f"  ships of at most {plan.limit} VP")
        for line in water(plan):
            pad.write(f"  {line}")
    if view.last:
        pad.write(Span(f"  battle {view.last} is the last", "warning"))
    if view.plans:
        pad.blank()


def in_short(plan: Plan) -> str:
    """Return a planned battle as one line: number, type, attacker, day or night, limit."""
    kind = book().campaign.types[plan.kind]
    night = "by night" if plan.night else "by day"
    limit = f", ships to {plan.limit} VP" if plan.limit else ""
    return f"Battle {plan.number}: {kind.name}, {NAMES[plan.attacker]} attacks {night}{limit}"


def water(plan: Plan) -> tuple[str, ...]:
    """Return two lines about a planned battle's water: (current and wind, shoals and banks)."""
    flow = plan.current
    current = "still water" if flow.speed == "none" else f"{flow.speed} current {flow.direction}"
    lies = [f"depth of shoals: {', '.join(f'{b[-1]} {d}' for b, d in plan.shoals.items())}"]
    lies = lies if plan.shoals else ["deep"]
    if plan.banks:
        lies.append(f"land along the {' and '.join(plan.banks)}")
    return f"{current}, wind {plan.wind}", ", ".join(lies)


# A fleet --------------------------------------------------------------------------


def _fleet(pad: Pad, view: State, side: Side) -> None:
    ships = own(view, side)
    force = view.forces[side]
    words = f"{pluralized(len(ships), 'ship')} {strength(ships)} VP won {force.won}"
    pad.side(side, f"{words} cards {len(force.hand)}")
    pad.write(Span(FLEET, "dim"))
    for ship in sorted(ships, key=lambda ship: -share(ship)):
        record = card(ship)
        left, crew = record.hits - ship.hits, record.crew.full - ship.crew_loss
        hurt: Style = "warning" if left * 2 < record.hits else "text"
        thin: Style = "warning" if crew * 2 < record.crew.full else "text"
        needs = [*(f"{place}{step}" for place, step in ship.shields.items()), *ship.criticals]
        sent = "?" if ship.battle == SECRET else f"to {ship.battle}" if ship.battle else "-"
        pad.write(
            Span(f" {named(record.short, NAME)}"),
            Span(fitted(boxes(left, record.hits, 6), 6), hurt),
            Span("!" if needs else " ", "warning"),
            Span(fitted(f"{crew}/{record.crew.full}", 6), thin),
            Span(fitted(sent, 5)),
            Span(fitted("-" if ship.grade == "average" else ship.grade, 6)),
            Span(", ".join(each.replace("_", " ") for each in needs), "dim"),
            key=ship.id,
        )
    pad.blank()


# The war book -----------------------------------------------------------------------


def _war_book(pad: Pad, view: State) -> None:
    """Write the war book: a line for each battle with the strength of both fleets after it (Iron &
    Oak 8.1).
    """
    if not view.rows:
        return
    score = " : ".join(f"{NAMES[side]} {view.forces[side].won}" for side in SEATS)
    pad.head(f"The war book   {score}")
    for row in view.rows:
        kind = book().campaign.types[row.plan.kind]
        night = "night" if row.plan.night else "day"
        taken = " : ".join(f"{row.points[side]:>3}" for side in SEATS)
        pad.write(
            Span(f"{row.plan.number:>3} {fitted(kind.name, 11)}{fitted(night, 6)}"),
            Span(f"{NAMES[row.plan.attacker][0]} attacks  "),
            Span(f"{NAMES[row.winner][0]} won ", STYLES[row.winner]),
            Span(f" {taken}  {pluralized(row.turns, 'turn')}"),
            key=f"battle {row.plan.number}",
        )
        if row.lost or row.taken:
            names = [f"lost {book().ships[id].short}" for id in row.lost]
            names += [f"taken {book().ships[id].short}" for id in row.taken]
            pad.write(Span(f"    {', '.join(names)}", "dim"))
    pad.write(Span("strength afloat after each battle; a damaged ship counts in part", "dim"))
    most = max(max(row.strength.values()) for row in view.rows) or 1
    for row in view.rows:
        for side in SEATS:
            worth = row.strength[side]
            number = f"{row.plan.number:>3} " if side == "union" else "    "
            bar = "#" * -(-worth * BAR // most)
            pad.write(
                number,
                Span(fitted(NAMES[side], 12), STYLES[side]),
                f"{worth:>5} ",
                Span(bar, STYLES[side]),
            )
