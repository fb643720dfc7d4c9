"""The squadron builder: a screen to edit a squadron (draft); its price and faults are always
visible.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.building import Draft
from engine.files.saves import squadrons_folder
from engine.files.squadron_files import free_path, points_of, save
from engine.game.parts.building import Building
from engine.kernel.registry import system
from tui.input.actions import Handlers
from tui.input.keys import Wording
from tui.squadrons.builder_page import (
    NEW,
    Builder,
    Clicks,
    Highlight,
    RowPlace,
    apply_offer,
    build_state,
    holds,
    located_fault,
)
from tui.squadrons.measuring import TwoColumns
from tui.terminal.page import TextPage


class BuilderScreen(TwoColumns):
    """The screen that edits a draft: with its file, the steps that can be undone, and the
    highlighted row and offer.
    """

    screen_name: ClassVar[str] = "builder"
    what_for: ClassVar[str] = (
        "On the left is your work, on the right the choices for the highlighted line. ! marks "
        "choices against the rules, ~ figures not seen in print. With faults you can save, but "
        "not begin a battle."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "switch",
        "add",
        "remove",
        "save",
        "help",
        "find",
        "reference=more",
        "undo",
        "name",
        "fault",
        "copy",
        "flag",
        "later",
        "end",
    )

    def __init__(self, draft: Draft, path: Path | None = None, saved: bool = False) -> None:
        super().__init__()
        self.game = system(draft.game)
        self.wording = wording(self.game.building, self.what_for)
        self.path = path
        """The file of the draft in the player's folder; None before it is saved."""
        self.kept = draft if saved else None
        """The draft as it was saved last; None before it is saved."""
        self.past: list[Draft] = []
        self.future: list[Draft] = []
        self.fault = -1
        self._show(draft)

    def _show(self, draft: Draft) -> None:
        self.now = build_state(self.game, draft)
        self.row = min(self.row, len(self.now.rows) - 1)
        self.offer = min(self.offer, max(0, len(self.offers) - 1))
        if self.offer not in self.shelf:
            self.offer = next(iter(self.shelf), 0)

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that were not saved."""
        return self.draft != self.kept

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the squadron, the catalogue of what can be bought, and whether the squadron is
        legal.
        """
        saved = "not saved" if self.unsaved else "saved"
        points = f"{points_of(self.now.verdict)} points   {saved}"
        page.bar(
            0, f"{self.kind.upper()}   {self.draft.name}"[: page.columns - 30], "status", points
        )
        at = Highlight(self.row, self.offer, self.on_section, self.shelf, self.words)
        clicks = Clicks(self._click_row, self._click_offer)
        Builder(page, self.game, self.now, self.measured).write(at, clicks)

    def prompt(self) -> str:
        """Return what Enter does, and how many points the squadron would then cost."""
        if not self.on_section or not self.offers:
            return f"Enter chooses  {self.now.rows[self.row].text}"
        offer = self.offers[self.offer]
        after = apply_offer(self.game, self.now, offer)
        held = "drops" if after.draft != self.draft else "keeps"
        does = held if holds(self.now, offer) else "takes"
        name, price = offer.item.name, offer.item.cost
        cost = "" if price is None else f", {pluralized(price, 'point')}"
        return f"Enter {does}  {name}{cost}: then {points_of(after.verdict)}"

    # Moving the highlight -----------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "fault": self.act_fault,
            "reference": self.act_reference,
            "accept": self.act_accept,
            "add": self.act_add,
            "copy": self.act_copy,
            "remove": self.act_remove,
            "earlier": self.act_earlier,
            "later": self.act_later,
            "flag": self.act_flag,
            "name": self.act_name,
            "undo": self.act_undo,
            "redo": self.act_redo,
            "save": self.act_save,
            "save_as": self.act_save_as,
        }

    def act_fault(self) -> None:
        """Highlight the part of the squadron with the next fault, and show the fault."""
        faults = self.now.verdict.faults
        if not faults:
            raise Refused(f"this {self.kind} has no faults")
        self.fault = (self.fault + 1) % len(faults)
        path, text = faults[self.fault]
        self._go(self._place_of(path))
        # Highlight the item of the catalogue to which the path of the fault, such as `hand[2]`,
        # leads.
        found = re.search(r"(\w+)\[(\d+)\]$", path)
        for number, offer in enumerate(self.offers if found else ()):
            held = self.draft.held(offer.section, offer.ship)
            if (
                found
                and offer.section.key == found[1]
                and offer.item.value in held[int(found[2]) :][:1]
            ):
                self.offer, self.on_section, self.kept_words = number, True, ""
        self.say(located_fault(path, text))

    def act_reference(self) -> None:
        """Open the reference (explanations of ships and cards) at the highlighted item of the
        catalogue.
        """
        if self.offers:
            self.open_screen("reference", self.offers[self.offer].item.name)

    def act_back(self) -> None:
        """Clear the search; without a search, leave the builder, after asking whether to save."""
        if self.kept_words:
            super().act_back()
        else:
            self._leave(super().act_back)

    def act_end(self) -> None:
        """Leave the builder."""
        self._leave(super().act_back)

    def act_quit(self) -> None:
        """Leave the game, after asking whether to save."""
        self._leave(super().act_quit)

    # Building --------------------------------------------------------------------------

    def act_accept(self) -> None:
        """Buy the highlighted item of the catalogue, or remove it if it is bought already.

        In the squadron's list, go to the catalogue.
        """
        if not self.on_section:
            self.act_right()
        elif self.offers:
            offer = self.offers[self.offer]
            after = apply_offer(self.game, self.now, offer).draft
            if after == self.draft:
                raise Refused(f"{offer.item.name} is chosen already")
            adds = len(after.ships) > len(self.draft.ships)
            self._change(after)
            if adds:
                words = self.kept_words
                self._go(NEW)
                self.kept_words = words
                self.offer = self.offers.index(offer) if offer in self.offers else 0

    def act_add(self) -> None:
        """Go to the ships in the catalogue that can be added."""
        self._go(NEW)
        self.on_section = bool(self.offers)

    def act_copy(self) -> None:
        """Add a copy of the highlighted ship."""
        at = self.ship
        self._change(self.draft.copied(at))
        self._go(at + 1)

    def act_remove(self) -> None:
        """Remove the highlighted ship from the squadron."""
        at = self.ship
        self._change(self.draft.without(at))
        self._go(min(at, len(self.draft.ships) - 1))
        self.on_section = False

    def act_earlier(self) -> None:
        """Move the highlighted ship one place up in the squadron."""
        self._shift(-1)

    def act_later(self) -> None:
        """Move the highlighted ship one place down in the squadron."""
        self._shift(1)

    def act_flag(self) -> None:
        """Make the highlighted ship the flagship."""
        if not self.game.building.names_ships:
            raise Refused(f"a {self.kind} has no flagship")
        self._change(self.draft.flagged(self.ship))

    def act_name(self) -> None:
        """Ask for a name: for the highlighted ship; in other rows, for the squadron."""
        place = self.place
        whole = isinstance(place, str) or place == NEW or not self.game.building.names_ships
        ship = None if isinstance(place, str) or whole else place
        now = self.draft.name if ship is None else str(self.draft.ships[ship].get("name", ""))

        def answered(name: str) -> None:
            value = name if name or ship is None else None
            self._change(self.draft.with_value("name", value, ship))

        self.ask(f"Name of the {self.kind if ship is None else 'ship'}:", answered)
        self._prefill(now)

    def act_undo(self) -> None:
        """Undo the last change."""
        if not self.past:
            raise Refused("there is nothing to undo")
        self.future.append(self.draft)
        self._show(self.past.pop())
        self.stop_measuring()

    def act_redo(self) -> None:
        """Redo the change that was undone last."""
        if not self.future:
            raise Refused("there is nothing to redo")
        self.past.append(self.draft)
        self._show(self.future.pop())
        self.stop_measuring()

    # Saving ----------------------------------------------------------------------------

    def act_save(self) -> None:
        """Save the draft; if it has no file yet, ask for its name first."""
        if self.path is None:
            self.act_save_as()
        else:
            self._save(self.path)

    def act_save_as(self) -> None:
        """Ask for a name, and save under it in a new file."""
        self._save_as(lambda: None)

    def _save_as(self, then: Callable[[], None]) -> None:
        def answered(name: str) -> None:
            if not name:
                self.say(f"give the {self.kind} a name before you save it")
                return
            self._change(self.draft.with_value("name", name))
            folder = squadrons_folder(self.game_app.saves, to_write=True)
            self._save(free_path(folder, name))
            then()

        self.ask("Save as:", answered)
        self._prefill(self.draft.name)

    def _save(self, path: Path) -> None:
        self.path = save(self.draft, path.parent, path)
        self.kept = self.draft
        self.said = f"Saved in {self.path}"

    def _leave(self, leave: Callable[[], None]) -> None:
        """Call `leave`; if there are unsaved changes, ask first whether to save them."""
        if not self.unsaved:
            leave()
            return

        def answered(answer: str) -> None:
            if answer.lower() in ("n", "no"):
                leave()
            elif answer.lower() in ("y", "yes"):
                if self.path is None:
                    self._save_as(leave)
                else:
                    self._save(self.path)
                    leave()

        self.ask("Save the changes? y or n and Enter; Escape stays:", answered)

    # Inside ----------------------------------------------------------------------------

    def _change(self, draft: Draft) -> None:
        if draft != self.draft:
            self.past.append(self.draft)
            self.future = []
            self._show(draft)
            self.stop_measuring()

    def _shift(self, step: int) -> None:
        at = self.ship
        self._change(self.draft.moved(at, step))
        self._go(max(0, min(len(self.draft.ships) - 1, at + step)))

    def _go(self, place: RowPlace) -> None:
        """Highlight the row of a place (a part of the squadron); if there is none, the first
        row.
        """
        places = [row.place for row in self.now.rows]
        row = places.index(place) if place in places else 0
        if row != self.row:
            self.row, self.kept_words = row, ""
        self.offer = 0

    def _place_of(self, path: str) -> RowPlace:
        """Return the row that the path of a fault, such as `ships[2].crew`, belongs to."""
        ship = re.match(r"ships\[(\d+)\]", path)
        if ship:
            return int(ship[1])
        return NEW if path == "ships" else re.split(r"[.\[]", path)[0]

    def _click_row(self, row: int) -> None:
        self.on_section = False
        self.choose_row(row)

    def _click_offer(self, index: int) -> None:
        """Highlight an offer of the catalogue; a click on the highlighted one does what Enter
        does.
        """
        again = self.on_section and self.offer == index
        self.on_section, self.offer = True, index
        if again:
            self.act_accept()

    def _prefill(self, text: str) -> None:
        if self.typed:
            self.typed.propose(text)
        self.draw()


def wording(built: Building[Any], shown: str) -> Wording:
    """Return the labels of the screen in a game's own words; the usual labels speak of ships of a
    squadron.

    `shown` is a sentence on how the screen shows the draft.
    """
    words = {
        "squadron": built.kind,
        "Squadron": built.kind.capitalize(),
        "ship": built.unit,
        "Ships": built.units.capitalize(),
    }
    labels = {} if built.names_ships else {"name": f"name the {built.kind}"}
    return Wording(f"{built.about} {shown}".strip(), words, labels)
