"""Prompt: the text below the chart.

It shows what is being typed, messages, the question, the order, and the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game.game import Seat
from engine.sitting.adviser import Forecast
from engine.sitting.battle_log import winners
from engine.sitting.kinds.kind import Kind
from engine.sitting.orders import Orders
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.advice import BattleAdvice
from tui.battle.session import SCREEN, BattleSession
from tui.input.keys import Keymap
from tui.panel import prompts
from tui.terminal.page import Line

HintsOf = Callable[[BattleSession, list[str]], list[str]]
"""A function that returns the actions to show in the key line, given a session and the usual
actions."""


def default_hints(session: BattleSession, hints: list[str]) -> list[str]:
    """Return the hints of the key line unchanged."""
    return hints


class Prompt:
    """The prompt and the key line of a session, computed from the session's state alone."""

    def __init__(
        self,
        session: BattleSession,
        forecast: Forecast,
        advice: BattleAdvice,
        keymap: Keymap,
        hints: HintsOf = default_hints,
    ) -> None:
        self.session = session
        self.battle = session.battle
        self.table = session.table
        self.forecast = forecast
        self.advice = advice
        self.keymap = keymap
        self.kind = session.sitting.kind
        self._hints_of = hints

    def lines(self, width: int, most: int, hints: Sequence[str] = ()) -> list[Line]:
        """Return the prompt in at most `most` lines.

        If there is no separate key line, `hints` are the names of the actions whose keys the prompt
        shows.
        """
        session = self.session
        if session.typed:
            return [session.typed.line(width)]
        if session.question:
            enter, escape = (self.keymap.key(SCREEN, name) for name in ("accept", "back"))
            answers = session.question.answers(enter, escape)
            return prompts.question_lines(session.question.text, answers, width, most)
        if session.sentence:
            return prompts.clamped_lines(session.sentence, self.keymap, width, hints, most)
        if session.orders and not session.listing and not session.advised:
            return self._ordered(session.orders, width, hints)[:most]
        rows = most if session.playing and session.voice else 1  # the words aboard are not cut
        return prompts.clamped_lines(self._told(), self.keymap, width, hints, rows)

    def _told(self) -> str:
        """Return what the player can do in the panel's list or with the advice; without a list or
        advice, the status.
        """
        if self.session.listing and not self.session.opening:
            shows = self.hint("accept", "shows the ship of the highlighted line")
            return f"{shows}, {self.hint('back', 'goes back')}"
        return self.advice.prompt() if self.session.advised else self.standing()

    def _ordered(self, orders: Orders, width: int, hints: Sequence[str]) -> list[Line]:
        """Return the lines that name the player who has to choose, and the keys with which he
        chooses.
        """
        session, keymap = self.session, self.keymap
        seat = self.asked_seat(orders.decision.seat)
        if not session.chart.looking:
            return [prompts.prompt_line(seat, orders, keymap, width, hints)]
        if not session.placing:
            enter = "watches this battle" if session.chapter_here() else ""
            return [prompts.looking_line(seat, orders, keymap, width, enter)]
        return prompts.place_lines(seat, orders, keymap, width, self.forecast.why_not(), hints)

    def hint(self, name: str, word: str = "") -> str:
        """Return an action's key with what it does, such as `Esc goes back`."""
        return self.keymap.hint(SCREEN, name, word)

    def asked_seat(self, key: str) -> Seat:
        """Return the seat (a player's place) that has to choose, with the name that the prompt
        shows.
        """
        seat = self.session.seat(key)
        return Seat(key, self.kind.seat_title(key, seat.name), seat.side)

    def beside(self, seat: str) -> bool:
        """Tell whether the player of a seat can now set standing choices: answers that are given
        for him until he changes them.
        """
        if self.kind.why_not("aside"):
            return False
        return self.session.game.aside(self.session.view, seat) is not None

    def standing(self) -> str:
        """Return the status line while no person has to answer."""
        session = self.session
        if session.opening:
            return f"Press any key when you have read this. {self.hint('log', 'shows it again')}"
        if session.playing:
            return session.voice or "Moves are being played."
        told = self.kind.standing(session.sitting, self._usual())
        goes_on = self.kind.goes_on()
        return " ".join(filter(None, (told, self.hint("accept", goes_on) if goes_on else "")))

    def _usual(self) -> str:
        """Return the status line of an ordinary battle."""
        session, outcome = self.session, self.battle.outcome()
        if outcome:
            return f"{winners(self.battle, outcome)}: {outcome.told}"
        if session.thinking:
            more = f", {session.progress}" if session.progress else ""
            return f"{self.table.name(session.thinking)}: the computer is thinking{more}"
        return self.battle.why_closed

    def hints(self) -> list[str]:
        """Return the names of the actions for the key line, most important first.

        An entry `name=word` shows the word in place of the action's usual one.
        """
        hints = self._any_hints()
        battle, seat = self.battle, self.table.acting_seat()
        whys = battle.why_not_undo, battle.why_not_reopen, battle.why_not_take_back
        # In a letter or on a host there may be more to undo than the battle's own commands.
        if type(self.kind) is Kind and "undo" in hints and all(why(seat) for why in whys):
            hints.remove("undo")
        return self._hints_of(self.session, hints)

    def _any_hints(self) -> list[str]:
        """Return the hints of the key line for an ordinary battle."""
        session = self.session
        if session.playing:
            held = [] if session.opening else ["pan_west=pause, a step back"]
            return ["look=skip to the end", *held, "log", "squadrons=ships", "help", "menu"]
        if session.typed:
            more = ["up=choose", "down=choose"] if session.typed.lead == ":" else []
            return ["accept=do it", "back=leave", *more]
        if session.over:
            ways = ["replay=watch it again", "menu", "end"]
            return ["aftermath", *ways, "proof", "undo=take back", "log", "help"]
        return self._panel_hints() or self._order_hints()

    def _panel_hints(self) -> list[str]:
        """Return the hints while a page (log, squadrons, hand or advice) fills the panel; []
        otherwise.
        """
        session = self.session
        if session.listing:
            finds = ["find"] if session.shows == "log" else []
            shown = "log=back" if session.shows == "log" else "squadrons=back"
            return ["down=line", "page_down", "accept=show the ship", *finds, shown, "help"]
        if session.shows == "hand":
            return ["down=next order", "page_down=more of the hands", "hand=back", "undo", "help"]
        if session.advising:
            return self.advice.hints()
        return []

    def _dial_hints(self, orders: Orders) -> list[str]:
        """Return the hints of the keys that turn the dial of the highlighted option; [] if it has
        none.

        They say which way a key turns, such as `to port`, where the dial has words for it.
        """
        dial = orders.decision.dial
        if dial is None or not orders.has_dial:
            return []
        less, more = (dial.below, dial.above) if dial.below and dial.above else ("less", "more")
        five = f"{5 * dial.step:g}"
        far = [f"dial_five_down={five} {less}", f"dial_five_up={five} {more}"]
        return [f"dial_down={less}", f"dial_up={more}", *far]

    def _order_hints(self) -> list[str]:
        """Return the hints while the player chooses an order, places a piece, or moves the
        cursor.
        """
        session, orders = self.session, self.session.orders
        if orders and orders.needs_place:
            others = len(orders.decision.options) > 1
            turns = ["dial_down=turn", "dial_up=turn"] if orders.has_dial else []
            far = ["dial_low=turn far", "dial_high=turn far"] if turns else []
            next_ = ["next_ship=next", *far] if others else far
            lay = "accept=put it there" if session.chart.looking else "accept=choose its place"
            return [*turns, lay, *next_, "undo", "help", "why", "farther", "log"]
        # Letters of a plot are typed, so that the key of the log is free only after `look`.
        log = self.keymap.key(SCREEN, "log")
        shut = isinstance(orders, SheetOrders) and bool(log) and log in orders.slot.typed
        if session.chart.looking or orders is None:
            back = ["look=back to the orders"] if orders else []
            back += ["log"] if shut else []
            hints = ["measure", "next_ship", "nearer", "farther", "whole", "centre", "help"]
            return list(dict.fromkeys((*back, *hints, "undo", "log", "squadrons")))
        steps = self._dial_hints(orders)
        steps += ["diagram"] if self.forecast.preview().diagram else []
        if isinstance(orders, SheetOrders):
            rest = ["help", "look", "why", "measure", "log", "type"]
            same = ["offer"] if orders.offers else []
            beside = ["aside"] if self.beside(orders.sheet.seat) else []
            picked = orders.option.id in orders.picks
            toggles = [f"look={'drop' if picked else 'pick'}"] if orders.slot.at_most > 1 else []
            looks = [f"look={log} log"] if shut else []
            clears = ["back=clear"] if orders.typed else []
            keys = [*clears, *toggles, "next_ship=next line", "seal", *looks, *same, *beside]
            left_out = ("look", "log") if shut else ("look",) if toggles else ()
            rest = [each for each in rest if each not in left_out]
            keys += ["down=next order", "advice", "undo"]
            return [*steps, *keys, *rest]
        return [
            *steps,
            "down=next order",
            "next_ship",
            "undo",
            "advice",
            "help",
            "look",
            "why",
            "measure",
            "log",
            "hand",
            *(f"overlay_{each.id}" for each in session.game.screen.overlays()),
            "type",
        ]
