"""A T, a ram, a spar torpedo before it is tried, in rows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.panel import Bar, Row, words
from engine.systems.iron_oak.fleet.hulls import card, name
from engine.systems.iron_oak.fleet.sides import enemies_in, identified
from engine.systems.iron_oak.foresight.crossing_t import crossing_t
from engine.systems.iron_oak.foresight.ram_odds import Blows, RamOdds, ram_odds
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.orders.attack_pairs import attacks, why_not_ram
from engine.systems.iron_oak.screen.way_rows import stop_rows
from engine.systems.iron_oak.state.state import Attack, End, Ship, State
from engine.systems.iron_oak.thinking.order_worth import crossings

MOST = 15
"""Hits from which on they are told together: a panel of 25 columns has room for so many."""


def attack_rows(view: State, ship: Ship, order: str) -> Iterator[Row]:
    """Yield whom she may cross or strike by an order, with the chance of the whole way."""
    for target, end in crossings(view, ship) if order == "cross_t" else ():
        found = crossing_t(view, ship, target, end)
        quiet = "no gun bears" if not found.bears else _change(found.hers)
        yield Bar(f"{end} of {name(target)}", found.way.arrives, f"her fire: {quiet}")
    if order != "ram_spar":
        return
    for target in identified(enemies_in(view, ship.control, ship.box)):
        if not why_not_ram(view, ship, target):
            for kind in attacks(ship):
                ram = ram_odds(view, ship, target, kind)
                note = f"{ram.dealt:.1f} Hits, {ram.taken:.1f} own"
                yield Bar(f"{describe_kind(kind)} {name(target)}", ram.way.arrives, note)


def describe_kind(kind: Attack) -> str:
    """Return a kind of attack in words."""
    return "spar, then ram" if kind == "ram_and_spar" else kind


def t_rows(view: State, ship: Ship, target: Ship, end: End) -> tuple[Row, ...]:
    """Return what a T would bring: both fires before and after it, and her way out."""
    found = crossing_t(view, ship, target, end)
    hers = _change(found.hers) if found.bears else f"{found.hers[0]:.1f} -> no gun of hers bears"
    return (
        *stop_rows(found.way),
        words(f"my Hits into her {end}: {_change(found.mine)}"),
        words(f"her Hits on me: {hers}"),
        words(f"she gets clear, if she tries: {percent(found.escapes)}"),
    )


def _change(hits: tuple[float, float]) -> str:
    return f"{hits[0]:.1f} -> {hits[1]:.1f}"


def ram_rows(view: State, ship: Ship, target: Ship, kind: Attack) -> tuple[Row, ...]:
    """Return what an attack would bring: Hits of both by their chances, beak, fouling, after it."""
    found = ram_odds(view, ship, target, kind)
    risks = [f"fouled {percent(found.fouled)}"]
    if kind != "spar" and card(ship).ram:
        risks.append(f"ram broken {percent(found.beak)}")
    return (
        *stop_rows(found.way),
        words(f"if she strikes: {found.dealt:.1f} Hits on average, {found.taken:.1f} of her own"),
        *_blows(found),
        words(f"sinks her {percent(found.sinks)}, herself {percent(found.sunk)}"),
        words(", ".join(risks)),
        words(f"shots after it: mine {found.mine:.1f}, at point blank hers {found.hers:.1f} Hits"),
        *_compared(view, ship, target, kind, found),
    )


def _blows(found: RamOdds) -> Iterator[Row]:
    """Yield two rows of digits over one another, a column for each number of Hits."""
    most = min(MOST, max(max(blow) for blow in found.blows))
    faces = "".join(str(hits % 10) for hits in range(most + 1))
    yield words(f"Hits    {faces}", "dim")
    yield words(f"on her  {tenths(found.blows, 0, most)}")
    yield words(f"on me   {tenths(found.blows, 1, most)}")


def tenths(blows: Blows, place: int, most: int) -> str:
    """Return a digit for each number of Hits: its chance in tenths.

    `.` is less than half a tenth, `#` all but certain, a blank cannot be; the last column is of
    so many Hits and more.
    """
    shares = dict.fromkeys(range(most + 1), 0.0)
    for blow, share in blows.items():
        shares[min(most, blow[place])] += share
    return "".join(_tenth(share) for share in shares.values()).rstrip()


def _tenth(share: float) -> str:
    if share == 0:
        return " "
    digit = round(share * 10)
    return "#" if digit == 10 else str(digit) if digit else "."


def _compared(view: State, ship: Ship, target: Ship, kind: Attack, found: RamOdds) -> Iterator[Row]:
    """Yield what the other ways of striking would bring, for a ship with ram and torpedo."""
    for other in attacks(ship):
        if other != kind:
            ram = ram_odds(view, ship, target, other)
            what = f"{ram.dealt:.1f} Hits, {ram.taken:.1f} own, sinks {percent(ram.sinks)}"
            yield words(f"{describe_kind(other)}: {what}", "dim")
