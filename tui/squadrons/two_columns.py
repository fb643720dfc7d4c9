"""TwoColumns: a draft on the left, and on the right the offers for its highlighted row."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.errors import Refused
from tui.input.actions import Handlers
from tui.input.typed import MANY
from tui.screens.chooser import ListedRow
from tui.squadrons.builder_page import NEW, BuilderOffer, RowPlace, offers
from tui.squadrons.measuring import MeasuringScreen


class TwoColumns(MeasuringScreen):
    """A screen of two columns: the rows of a squadron, and the offers for the highlighted row.

    In each column a line is highlighted; keys work in the active column.

    A search filters the right column; moving to another row on the left clears the search.
    """

    def __init__(self) -> None:
        super().__init__()
        self.row = self.offer = 0
        self.on_section = False

    @property
    def place(self) -> RowPlace:
        """The place of the highlighted row: the part of the squadron that it shows."""
        return self.now.rows[self.row].place

    @property
    def ship(self) -> int:
        """The number of the highlighted ship; raises `Refused` on another row."""
        if isinstance(self.place, str) or self.place == NEW:
            raise Refused(f"choose a {self.game.building.unit} of the {self.kind} first")
        return self.place

    @property
    def offers(self) -> list[BuilderOffer]:
        """The offers for the highlighted row."""
        return offers(self.now.draft, self.now.catalogue, self.place)

    # The list that the keys move in ------------------------------------------------------------

    def listed(self) -> list[ListedRow]:
        """Return the rows of the active column."""
        if not self.on_section:
            return [ListedRow(row.text) for row in self.now.rows]
        return [_listed(offer) for offer in self.offers]

    @property
    def chosen_row(self) -> int:
        """The highlighted line of the active column."""
        return self.offer if self.on_section else self.row

    @property
    def found(self) -> list[int]:
        """The lines of the active column, on the right the lines that match the search."""
        return super().found if self.on_section else list(range(len(self.now.rows)))

    @property
    def shelf(self) -> list[int]:
        """The numbers of the offers that match the search."""
        found = (at for at, each in enumerate(self.offers) if _listed(each).holds(self.words))
        return list(found)

    def choose_row(self, row: int) -> None:
        """Highlight a line of the active column."""
        if self.on_section:
            self.offer = row
        elif row != self.row:
            self.row, self.offer, self.kept_words = row, 0, ""

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "switch": self.act_switch,
            "left": self.act_left,
            "right": self.act_right,
        }

    def _with_search(self, hints: Sequence[str]) -> Sequence[str]:
        long = len(self.offers) > MANY
        return hints if long else [each for each in hints if each != "find"]

    def act_find(self) -> None:
        """Activate the right column, and start a search there."""
        self.act_right()
        if not self.on_section:
            raise Refused("there are no choices for this line")
        super().act_find()

    def act_switch(self) -> None:
        """Activate the other column."""
        self.on_section = not self.on_section and bool(self.offers)

    def act_left(self) -> None:
        """Go to the squadron."""
        self.on_section = False

    def act_right(self) -> None:
        """Go to the catalogue."""
        self.on_section = bool(self.offers)


def _listed(offer: BuilderOffer) -> ListedRow:
    return ListedRow(offer.item.name, offer.item.group, f"{offer.section.title} {offer.item.value}")
