"""Previews of an answer before it is given: a plot's end, the odds of boarding, the chances of a
broadside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.chart import Lit, Mark
from engine.game.panel import Bar, Heading, Row, taught_rows, words
from engine.game.parts.screen import Preview
from engine.game.question import Question
from engine.space.hexes import label, plane
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.boarding.aboard import odds
from engine.systems.wooden_ships.boarding.capture import needed
from engine.systems.wooden_ships.boarding.parties import free_sections
from engine.systems.wooden_ships.data import ATTITUDES, Aim, Hits
from engine.systems.wooden_ships.foresight.prospects import (
    Chances,
    Prospect,
    chances,
    plots_counted,
    prospects,
    ready_again,
    waiting,
    way,
    worst,
)
from engine.systems.wooden_ships.grappling import chance
from engine.systems.wooden_ships.gunnery.fire_orders import Chosen, candidates, read_volley
from engine.systems.wooden_ships.gunnery.shot import firing_row, open_aims, outcomes, shot
from engine.systems.wooden_ships.sailing import (
    GIVE_UP,
    allowance,
    attitude,
    helm,
    parse_plot,
    plots,
    plotted,
)
from engine.systems.wooden_ships.state.state import SIDES, Ship, State, afloat, friends, in_order
from engine.systems.wooden_ships.thinking.prospect import foes

# Rows about boarding and broadsides: sums, faces, chances, the cost of each choice.


MEANT = words("in brackets: crew squares; open: the fight goes on next turn", "dim")
"""The row under the table of a melee's odds that explains its figures."""


def party_rows(view: State, ship: Ship, option: str) -> tuple[Row, ...]:
    """Return the rows that forecast boarding, or defending, with the first free section, the first
    two, and so on.
    """
    kind, _, to = option.partition(":")
    if kind == "OBP":
        target = view.ships[to]
        taken = [words("an undefended ship is taken at once", "ok")]
        table = _table(view, ship, target, f"Against the whole crew of {to}")
        return (*table, MEANT, *taken, *_prisoners(view, ship, target), *_price(view, ship))
    if kind == "DBP":
        rows: list[Row] = []
        for other in in_order(fleet.snagged_with(view, ship.id)):
            foe = view.ships[other]
            if not (friends(view, ship, foe) or fleet.surrendered(foe) or fleet.crewless(foe)):
                rows += _table(view, ship, foe, f"If the whole crew of {other} boards")
        return (*rows, MEANT, *_price(view, ship)) if rows else ()
    if kind == "TBP" and fleet.surrendered(view.ships[to]):
        return (*_prisoners(view, ship, view.ships[to]), *_price(view, ship))
    return ()


def choices(view: State, ship: Ship) -> list[tuple[str, int]]:
    """Return [(sections, crew squares)] for the sets of free sections that can be sent: `1`, `1-2`,
    up to all.
    """
    squares, free = fleet.working_crew(ship), free_sections(view, ship)
    found = []
    for count in range(1, len(free) + 1):
        sent = free[:count]
        name = f"{sent[0]}-{sent[-1]}" if count > 1 else f"{sent[0]}"
        found.append((name, sum(squares[number - 1] for number in sent)))
    return found


def _table(view: State, ship: Ship, other: Ship, title: str) -> list[Row]:
    """Return the rows of a table: for each set of sections the exact odds of this turn's melee
    against a whole crew.
    """
    theirs, theirs_quality = sum(fleet.working_crew(other)), fleet.quality(other)
    head = f"{'sections':<11}{'win':>6}{'lose':>6}{'open':>6}"
    rows: list[Row] = [Heading(f"{title} ({theirs})"), words(head, "dim")]
    for name, squares in choices(view, ship):
        found = odds(squares, fleet.quality(ship), theirs, theirs_quality)
        shares = (found.win, found.lose + found.neither, found.open)
        cells = "".join(f"{share:>6.0%}" for share in shares)
        rows.append(words(f"{f'{name} ({squares})':<11}{cells}"))
    return rows


def _prisoners(view: State, ship: Ship, target: Ship) -> list[Row]:
    """Return the rows that say how large a prize crew the prisoners would require, and whether the
    ship has it.
    """
    prisoners = fleet.own_squares(target)
    if not prisoners:
        return []
    wanted, have = needed(prisoners), sum(squares for _, squares in choices(view, ship)[-1:])
    text = (
        f"prize crew: {pluralized(wanted, 'crew square')} needed "
        f"for {pluralized(prisoners, 'prisoner')}"
    )
    return [words(f"{text}, you have {have}", "warning") if have < wanted else words(text)]


def _price(view: State, ship: Ship) -> list[Row]:
    """Return the rows with the price of sending sections away: lower hit tables and, if all go,
    neither fire nor a plot in the next turn.
    """
    guns = [firing_row(count).section for count in ship.guns if count]
    rows: list[Row] = []
    if guns and not ship.prize:
        rows.append(words(f"hit table {min(guns):+d} for each section away", "dim"))
    if len(free_sections(view, ship)) == len([each for each in fleet.working_crew(ship) if each]):
        rows.append(words("all sections away: no fire, no plot next turn", "dim"))
    return rows


# Rows about broadsides: the sum, the six faces with both aims side by side, chances, hold or fire.


LETTERS = "hgcr"
"""The letters for hits on hull, guns, crew and rigging in short forms such as `2h 1g`."""


def volley_rows(view: State, ship: Ship, option: str) -> tuple[Row, ...]:
    """Return the rows that forecast an order to fire, with both aims side by side. For an order to
    hold fire they say which first broadsides it keeps.
    """
    choices = read_volley(option)
    rows: list[Row] = []
    for choice in choices:
        names = (choice.target,) if choice.target else candidates(view, ship, choice.side)
        for name in names:
            rows += _at(view, ship, choice, view.ships[name])
    fired = tuple(choice.side for choice in choices)
    turns = ready_again(ship, fired, view.turn)
    if turns and choices:
        sides = "side" if len(turns) == 1 else "sides"
        ready = ", ".join(map(str, turns))
        rows.append(words(f"{len(turns)} {sides} to load: ready in turn {ready}", "dim"))
    if not choices:
        pairs = zip(SIDES, ship.loaded, strict=True)
        first = [side for side, load in pairs if load == "initial"]
        if first:
            one = f"the first broadside of {first[0]}"
            both = "both first broadsides" if len(first) == 2 else one
            rows.append(words(f"keeps {both}", "dim"))
    return tuple(rows)


def _at(view: State, ship: Ship, choice: Chosen, target: Ship) -> list[Row]:
    aimed = shot(ship, choice.side, target)
    aims = open_aims(view, ship, target, aimed.range)
    aim = choice.aim if choice.aim in aims else aims[0]
    rake = f", {aimed.rake} rake" if aimed.rake else ""
    # The ordered aim comes first, the other aim beside it.
    ordered = (aim, *(other for other in aims if other != aim))
    found = [chances(view, ship, choice.side, target, each) for each in ordered]
    odds_rows: list[Row] = []
    for name, counts in (
        ("strikes", [each.strikes for each in found]),
        ("rigging", [each.rigging for each in found]),
        ("crew", [each.crew for each in found]),
    ):
        if any(counts):
            odds_rows.append(words(_columns(name, [f"{count} of 6" for count in counts]), "ok"))
    return [
        Heading(f"{choice.side.capitalize()} at {target.label}"),
        *taught_rows(
            "fire_and_rake", words(fleet.sum_in_words(aimed.base, aimed.modifiers, aimed.table))
        ),
        words(
            f"range {pluralized(aimed.range, 'hex', 'hexes')}{rake}, "
            f"{pluralized(aimed.guns, 'gun')}"
        ),
        # This is the head of all columns below. It is shown wherever they are, so it is not dim.
        *taught_rows("fire_and_rake", words(_columns("aim", [f"[{ordered[0]}]", *ordered[1:]]))),
        *taught_rows("hull_or_rigging", *odds_rows),
        words(f"about {_in_words(found[0].mean)}", until="first", lesson="fire_and_rake"),
        *taught_rows(
            "fire_and_rake",
            words(_columns("mean", [_mean(each.mean) for each in found])),
        ),
        *taught_rows(
            "fire_and_rake",
            *_by_face(found),
            depth="all",
        ),
        *taught_rows("fire_and_rake", *_waiting(ship, choice, target, aim)),
    ]


def _by_face(found: Sequence[Chances]) -> Iterator[Row]:
    """Yield a row with the hits for each face of the die; faces with the same hits share a row."""
    cells = [tuple(_short(each.faces[face]) for each in found) for face in range(6)]
    for shown, faces in groupby(range(1, 7), key=lambda face: cells[face - 1]):
        first, *more = faces
        yield words(_columns(f"die {first}-{more[-1]}" if more else f"die {first}", shown))


def _columns(name: str, cells: Sequence[str]) -> str:
    return f"{name:<9}" + "".join(f"{cell:<11}" for cell in cells).rstrip()


def _short(hits: Hits) -> str:
    """Return hits in a short form: `2h 1g`; `-` for no hit."""
    found = [f"{count}{letter}" for count, letter in zip(hits, LETTERS, strict=True) if count]
    return " ".join(found) or "-"


def _mean(mean: Sequence[float]) -> str:
    """Return the two largest of the expected hits as text; the column has no room for more."""
    two = sorted(sorted(range(len(LETTERS)), key=lambda at: -mean[at])[:2])
    return " ".join(f"{mean[at]:.1f}{LETTERS[at]}" for at in two if mean[at]) or "-"


def _in_words(mean: Sequence[float]) -> str:
    """Return the expected hits on each part of a ship as words: `1.5 hits on the hull, 0.5 on the
    crew`.
    """
    parts = zip(mean, ("hull", "guns", "crew", "rigging"), strict=True)
    hits = [f"{many:.1f} on the {part}" for many, part in parts if many]
    return f"{', '.join(hits).replace(' on', ' hits on', 1)}" if hits else "no hit"


def _waiting(ship: Ship, choice: Chosen, target: Ship, aim: Aim) -> list[Row]:
    found = waiting(ship, choice.side, target)
    if found is None:
        return []
    now, plain, close = (
        sum(map(sum, outcomes(each.table, aim))) / 6 if each.table >= 0 else 0.0  # below 0: no fire
        for each in (found.now, found.plain, found.close)
    )
    texts = [f"first broadside +{found.bonus}: {now:.1f} hits, else {plain:.1f}"]
    if found.now.range > 1:
        texts.append(f"kept until range 1: table {found.close.table}, {close:.1f} hits")
    return [words(each, "dim") for each in texts]


# Preview of an answer to a slot: a plot's ghost and results, a broadside, odds.


def preview(view: State, question: Question, slot: str, option: str) -> Preview:
    """Return the preview of one option of a slot: marks for the chart, and rows for the panel."""
    ship = view.ships.get(slot.partition(":")[0])
    if ship is None or not option:
        return Preview()
    if question.kind == "orders":
        return _plot(view, ship, option)
    if question.kind == "combat":
        named = (
            (choice.target,) if choice.target else candidates(view, ship, choice.side)
            for choice in read_volley(option)
        )
        targets = tuple(dict.fromkeys(target for each in named for target in each))
        rows = volley_rows(view, ship, option)
        # The diagram that explains a volley: raking if any target is raked.
        shots = [
            shot(ship, choice.side, view.ships[name])
            for choice in read_volley(option)
            for name in ((choice.target,) if choice.target else candidates(view, ship, choice.side))
        ]
        return Preview(
            rows=rows,
            meets=_meets(ship, targets),
            diagram=("rake" if any(each.rake for each in shots) else "ranges") if shots else "",
        )
    if question.kind == "boarding":
        _, _, to = option.partition(":")
        return Preview(rows=party_rows(view, ship, option), meets=_meets(ship, (to,) if to else ()))
    if question.kind == "grappling":
        others = () if option == "none" else tuple(option.split("+"))
        faces = ((other, chance(view, ship, view.ships[other])) for other in others)
        rows = tuple(Bar(other, count / 6, f"{count} of 6") for other, count in faces)
        return Preview(rows=rows, meets=_meets(ship, others))
    return Preview()


def _meets(ship: Ship, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of a ship and of those that she meets; () if she meets none, because the chart
    would zoom in on her alone.
    """
    return (ship.id, *others) if others else ()


def _plot(view: State, ship: Ship, option: str) -> Preview:
    if option == GIVE_UP:
        return Preview(rows=(words("all your ships surrender", "warning"),))
    chosen = parse_plot(option)
    course = plotted(view, ship, chosen)
    (column, row), facing = way(view, ship.id, option).end
    steps: list[Mark] = [
        Lit(plane((c, r)), "step", str(number)) for number, (c, r, _) in enumerate(course.path, 1)
    ]
    # The hexes that her bow can still reach if more steps are added to the plot.
    further = (parse_plot(text) for text in plots(view, ship))
    ahead = [
        Lit(plane(place), "reach")
        for place in sorted(
            {
                (column, row)
                for longer in further
                if len(longer) > len(chosen) and longer[: len(chosen)] == chosen
                for column, row, _ in plotted(view, ship, longer).path[len(chosen) :]
            }
        )
    ]
    marks = (fleet.ghost(view, ship, (column, row), facing), *ahead, *steps)
    have = allowance(ship, view.wind)
    left, turns = max(have - course.points, 0), ship.turning - course.turns
    then = attitude(facing, view.wind)
    points = helm(view, ship).allowances[ATTITUDES.index(then)]
    rows: list[Row] = [
        words(
            f"movement points left: {left} of {have}", until="first", lesson="plots_and_attitudes"
        ),
        *taught_rows(
            "plots_and_attitudes",
            words(f"movement left {left}/{have}, turns {turns}/{ship.turning}"),
        ),
        *taught_rows(
            "plots_and_attitudes",
            words(f"bow to {label((column, row))}, then {then}: movement {points}"),
        ),
    ]
    line, table = plot_result_rows(view, ship.id, option)
    stays = _fire_from(view, ship, (column, row), facing)
    return Preview(marks, (*rows, *line, *stays, *table), diagram="attitudes")


def _fire_from(view: State, ship: Ship, bow: tuple[int, int], facing: int) -> list[Row]:
    """Return rows about the shots that are possible at the end of a plot, the ship's and her
    enemies', if the enemies stay.

    A ship that stays takes no hex ahead, but may drift.
    """
    there = replace(ship, bow=bow, facing=facing)
    stay = {
        each.id: replace(each, bow=at, facing=heads)
        for each in afloat(view)
        for at, heads in (way(view, each.id, "0").end,)
    }
    after = replace(view, ships={**view.ships, **stay, ship.id: there})
    rows: list[Row] = []
    for side in SIDES:
        for other in candidates(after, there, side):
            aimed = shot(there, side, after.ships[other])
            if not aimed.range:
                continue  # she would be on that ship's hex: they collide before anybody fires
            rake = f", {aimed.rake} rake" if aimed.rake else ""
            rows.append(words(f"{side} at {other}: range {aimed.range}{rake}, table {aimed.table}"))
    for foe in foes(view, ship.id):
        enemy = after.ships[foe]
        for side in SIDES:
            if ship.id in candidates(after, enemy, side):
                aimed = shot(enemy, side, there)
                if not aimed.range:
                    continue
                rake = f", {aimed.rake} rake" if aimed.rake else ""
                rows.append(words(f"{foe} at {ship.id}: table {aimed.table}{rake}", "warning"))
    return [Heading("If the enemy stays"), *rows] if rows else []


def plot_result_rows(view: State, ship: str, plot: str) -> tuple[list[Row], list[Row]]:
    """Return the results of a plot of the player's own ship as rows: (the worst results, one row
    each, for the top; a table with a row for each enemy).
    """
    found = worst(prospects(view, ship, plot))
    if not found:
        return [], []
    head = f"{'her plots':<15}{'bear':>5}{'rake':>5}{'raked':>6}"
    table: list[Row] = [Heading("Against all plots of the enemy"), words(head, "dim")]
    lines = taught_rows("plots_and_attitudes", *table, *map(_prospect_line, found), depth="all")
    rows: list[Row] = []
    for verb, counts in (
        ("raked by", [(each.raked, each) for each in found]),
        ("meets", [(each.collides, each) for each in found]),
    ):
        texts = [
            f"{plots_counted(n)} of {each.plots} plots of {each.foe}" for n, each in counts if n
        ]
        more = f", and {len(texts) - 1} more" if len(texts) > 1 else ""
        if texts:
            rows.append(words(f"{verb} {texts[0]}{more}", "warning"))
    return rows, [*lines]


def _prospect_line(each: Prospect) -> Row:
    """Return a row about one enemy: the number of the enemy's plots, and after how many of them the
    player's own ship bears on the enemy, rakes the enemy, or is raked.
    """
    figures = (each.bears, each.rakes, each.raked)
    bear, rake, raked = map(plots_counted, figures)
    return words(f"{each.foe:<4} of {each.plots:<7}{bear:>5}{rake:>5}{raked:>6}", key=each.foe)
