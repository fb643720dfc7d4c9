"""Checks and warnings about a plot (a ship's written movement) while the player types it."""

from __future__ import annotations

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, NamedDraft, Offer, Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.systems.wooden_ships.sailing import format_plot, offers, parse_plot, plots, plotted
from engine.systems.wooden_ships.state.state import State


@uses_own_data
class WoodenShipsAnswering(Answering[State]):
    """The part of the game that checks answers: whether a plot is written correctly, and why it is
    illegal.
    """

    def offers(self, view: State, sheet: Sheet, slot: str) -> tuple[Offer, ...]:
        """Return the plots that are most often used for a ship, by name, to be taken with one
        key.
        """
        ship = view.ships.get(slot)
        return offers(view, ship, plots(view, ship)) if sheet.kind == "orders" and ship else ()

    def warnings(self, view: State, sheet: Sheet, draft: Draft) -> tuple[str, ...]:
        """Return a warning for each pair of the seat's ships that would run into each other."""
        if sheet.kind != "orders":
            return ()
        from engine.systems.wooden_ships.foresight.evolutions import meetings

        plotted = {key: answer.option for key, answer in draft.items()}
        return tuple(map(str, meetings(view, sheet.seat, plotted)))

    def harm(self, view: State, question: Question, given: Answer | Draft) -> str:
        """Return the permanent harm of an answer to its own side: the seat surrenders, or ships
        collide.
        """
        if (
            not isinstance(question, Sheet)
            or question.kind != "orders"
            or isinstance(given, Answer)
        ):
            return ""
        from engine.systems.wooden_ships.sailing import GIVE_UP

        if any(answer.option == GIVE_UP for answer in given.values()):
            return "all your ships surrender"
        return "; ".join(self.warnings(view, question, given))

    def drafts(self, view: State, sheet: Sheet, draft: Draft) -> tuple[NamedDraft, ...]:
        """Return named drafts that plot several ships at once: follow the leader, sail on abreast,
        turn together.
        """
        if sheet.kind != "orders" or len(sheet.slots) < 2:
            return ()
        from engine.systems.wooden_ships.foresight.evolutions import evolutions

        return evolutions(view, sheet.seat, tuple(slot.id for slot in sheet.slots))

    def normalize(self, view: State, sheet: Sheet, slot: str, typed: str) -> str:
        """Return a typed plot in its normal form, where hexes ahead are added up (`11R` is `2R`);
        return any other text unchanged.
        """
        if sheet.kind != "orders" or not typed:
            return typed
        try:
            return format_plot(parse_plot(typed))
        except Refused:
            return typed

    def why_not_typed(self, view: State, sheet: Sheet, slot: str, typed: str) -> str:
        """Return why a typed text cannot be accepted or completed: it is no plot, an illegal plot,
        or a plot not in its usual form. Return '' if nothing is wrong.
        """
        plain = super().why_not_typed(view, sheet, slot, typed)
        if not plain or sheet.kind != "orders" or slot not in view.ships:
            return plain
        try:
            steps = parse_plot(typed)
        except Refused as refused:
            return refused.why
        why_not = plotted(view, view.ships[slot], steps).why_not
        return why_not or f"its usual form is {format_plot(steps)}"
