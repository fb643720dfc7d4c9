"""A line of a form opened as a list of all its choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.base.errors import Refused
from engine.sitting.set_up_rows import SetupLine, SetUpRows
from tui.input.sections import MANY
from tui.screens.base import BaseScreen
from tui.screens.chooser import ListedRow
from tui.start.pick_screen import PickScreen


def pick(form: SetUpRows, line: SetupLine, above: BaseScreen, taken: Callable[[], None]) -> None:
    """Open the choices of a line over its form; `taken` is called once one was taken.

    Raises `Refused` where nothing is chosen on the line.
    """
    values = form.values(line) if line.what in FORM_LINES else []
    if len(values) < 2:
        raise Refused("there is nothing to choose from on this line")

    def take(row: int) -> None:
        form.take(line, values[row])
        taken()
        above.draw()

    rows = [
        ListedRow(form.in_words(line, value), words=f"{value} {form.said_of(line, value)}")
        for value in values
    ]
    chosen = values.index(form.value(line))
    about = lambda row: form.said_of(line, values[row])  # noqa: E731
    above.game_app.open(PickScreen(form.shown(line)[0], rows, chosen, about, take), above=above)


def pick_hints(form: SetUpRows, line: SetupLine, hints: Sequence[str]) -> Sequence[str]:
    """Return the hints of a form; the key that opens the list only where there is much in it."""
    long = line.what in FORM_LINES and len(form.values(line)) > MANY
    return hints if long else [each for each in hints if each != "find"]


FORM_LINES = ("game", "scenario", "a_side", "player", "squadron", "switch", "set-up")
"""The lines of a form that are those of a set-up, whoever shows them."""
