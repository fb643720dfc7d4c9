"""What a battle of the book opens with, and what came of it when it was fought."""

from __future__ import annotations

from engine.game.tableau import Tableau
from engine.systems.iron_oak.data.battles import BattleRecord
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state.state import State

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]


def opening(view: State) -> Tableau | None:
    """Return date, place and stakes; None for a battle that is in no book, or tells none."""
    record = book().scenarios.get(view.scenario)
    if record is None or not record.stakes:
        return None
    return Tableau("eve", when_and_where(record), " ".join(record.stakes), rig="steam")


def when_and_where(record: BattleRecord) -> str:
    """Return `8 Mar 1862, Newport News Point`, short enough for a title; the day may be missing."""
    year, month, *day = record.date.split("-")
    date = " ".join((*(str(int(each)) for each in day), MONTHS[int(month) - 1], year))
    place = record.place.partition(" (")[0].partition(",")[0]
    return f"{date}, {place}"


def history(state: State) -> str:
    """Return what came of a battle of the book when it was fought; '' where nothing is told."""
    record = book().scenarios.get(state.scenario)
    return record.history if record else ""
