"""The panel of a battle: cards of ships, orders and log, and a line such as `You are Red, at the
left of the chart.`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, zip_longest

import msgspec

from engine.game import panel
from engine.game.chart import Scene
from engine.game.decision import Answer
from engine.game.panel import Bar, Heading, Letter, Row, ShipLine, SideLine, Words, words
from engine.sitting.adviser import Forecast
from engine.sitting.battle_log import winners
from engine.sitting.seats import SeatTable, own_keys, owners
from engine.sitting.sheet_orders import SheetOrders
from engine.sitting.sitting import Reader
from engine.space.plane.pose import Point
from tui.battle.advice import BattleAdvice
from tui.battle.session import SCREEN, BattleSession
from tui.chart.viewport import kind_of, things
from tui.panel import prompts
from tui.panel.panels import SIGNS_TITLE, all_ships, headed, lay_out, lines_of
from tui.screens.game_app import GameApp
from tui.terminal.cells import cut, rows_of
from tui.terminal.page import Line, fitted, text_of

ALIKE = 0.5
"""The smallest distance (hexes, boxes or inches) between the centres of both fleets at which the
player's fleet counts as left, right, above or below."""


CUT = ("..", "\N{HORIZONTAL ELLIPSIS}")
"""The signs at the end of a text that was shortened: the panel shows `..` or `…`."""


def you_are(table: SeatTable, scene: Scene) -> str:
    """Return a sentence with the player's side, such as `You are Red, at the left of the chart.`.

    The place is that of the player's ships relative to all other ships; it is left out before ships
    are placed. Watchers and persons who share a keyboard get an empty text.
    """
    if table.hot or not table.viewer_seat:
        return ""
    name = table.name(table.viewer_seat)
    mine, owned = own_keys(table, scene), owners(scene)
    parted: tuple[list[Point], list[Point]] = ([], [])
    for key, place, _ in things(scene):
        if key in owned:
            parted[key not in mine].append(place)
    # For each place off the board, the edge beyond which a piece waits there.
    places = parted[0]
    left, bottom, width, height = kind_of(scene.board).extent(places)
    waits = []
    for x, y in places:
        beyond = {
            "left": left - x,
            "right": x - left - width,
            "bottom": bottom - y,
            "top": y - bottom - height,
        }
        edge = max(beyond, key=lambda each: beyond[each])
        waits += [edge] * (beyond[edge] > 0)
    if waits and len(waits) == len(parted[0]):
        ships = "ships wait" if len(waits) > 1 else "ship waits"
        return f"You are {name}; your {ships} off the chart, beyond its {waits[0]} edge."
    where = _side(*parted)
    told = f"You are {name}{f', at the {where} of the chart' if where else ''}."
    if not waits:
        return told
    wait = "waits" if len(waits) == 1 else "wait"
    return f"{told} {len(waits)} of your ships {wait} beyond its {waits[0]} edge."


def _is_cut(row: Words, lines: Sequence[Line]) -> bool:
    """Tell whether a panel shows a row's text only in part, ending in one of the signs of `CUT`."""
    whole = "".join(span.text for span in row.spans)
    for line in lines:
        text = text_of(line).strip()
        for sign in CUT:
            piece = text.removesuffix(sign).strip()
            if piece and piece != text and piece in whole:
                return True
    return False


def _cuts(lines: Sequence[Line]) -> int:
    """Return the number of lines that end in one of the signs of `CUT`."""
    return sum(text_of(line).rstrip().endswith(CUT) for line in lines)


def _side(own: Sequence[Point], others: Sequence[Point]) -> str:
    if not own or not others:
        return ""
    east = _mean(x for x, _ in own) - _mean(x for x, _ in others)
    north = _mean(y for _, y in own) - _mean(y for _, y in others)
    if max(abs(east), abs(north)) < ALIKE:
        return ""
    if abs(east) > abs(north):
        return "right" if east > 0 else "left"
    return "top" if north > 0 else "bottom"


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


# Panel: the column beside the chart of a battle, from the top: cards, forecast, log, hand.


GUIDED = 2
"""The number of turns in which the panel helps a first-time player and says which side is his."""
LEAST_ORDERS = 6
"""The minimum number of lines that a list of orders may have beside a long forecast."""
LEAST_STATE = 5
"""The minimum number of lines that a list of orders leaves free for the selected ship and the
sides."""
MOST_ORDERS = 12
"""The maximum number of lines for search results: more would hide the cards."""
TALL = 40
"""In a panel of at least this many lines, the card of the target is shown as well as the card of
the selected ship."""
MUCH_OF_A_HAND = 3
"""The first cards of a hand are shown only if more lines than this are free."""
LONGEST_WARNING = 2
"""The maximum number of lines for a warning about a sheet."""
LONGEST_TURNED = 4
"""The maximum number of lines for the reason why a dial starts at another value than usual."""
LEAST_OPTIONS = 4
"""The minimum number of lines for the answers to a slot (line) of a sheet: a heading and three
answers."""
LEAST_FORESEEN = 11
"""The number of lines that a long sheet leaves free for the forecast, if the forecast needs
them."""
BESIDE_FORECAST = 4
"""The lines kept for a ship's card and the sides, both in short form, next to a forecast."""
LEAST_CARD = 6
"""The card of a further ship is shown only if at least this many lines are free."""
MOST_NEW = 3
"""Divide the panel's height by this number: the meanings of new signs take at most so many
lines."""
LATEST = 12
"""The maximum number of lines of the log beside the cards."""
MOST_HEARD, LONGEST_HEARD = 2, 2
"""For a panel without room for the log: the maximum number of chat messages, and of rows for each
message."""


Told = Callable[[int], list[Line]]
"""A function that returns the rows above the cards, for a given width."""


class Panel:
    """The panel of a session. What it shows and where is computed anew for every frame."""

    def __init__(  # noqa: PLR0913 - what it shows, and what only some sittings have
        self,
        session: BattleSession,
        forecast: Forecast,
        advice: BattleAdvice,
        app: GameApp,
        reader: Reader,
        told: Told | None = None,
        guides: bool = True,
    ) -> None:
        """Create the panel of a session.

        `told` returns rows to show above the cards; without it, that is the line with the player's
        side.
        """
        self.session = session
        self.forecast = forecast
        self.advice = advice
        self.app = app
        self.reader = reader
        self.told = told
        self.guides = guides
        self.scrolled = prompts.Scrolled(app.keymap.key(SCREEN, "page_down"))
        """The scrolling of a long text in the panel: the reasons of unavailable orders, or a
        lesson's text."""
        self.charted: Callable[[], Sequence[str]] = tuple
        """A function that returns the chart's rows as they are on the screen; the screen sets
        it."""
        self._warned: tuple[object, tuple[str, ...]] = (None, ())
        """A cache: the latest answers that were checked, and the warnings about them."""

    def parts(
        self,
        width: int,
        height: int,
        log_in_panel: bool,
        third: bool = False,
        kept: list[Line] | None = None,
    ) -> tuple[list[Line], list[Line]]:
        """Return (lines of the panel, lines of the orders below it), together at most `height`
        lines.

        If `kept` is given, these lines of an earlier frame are used as the panel.
        """
        self.scrolled.shown = self.scrolled.below = 0
        orders = self.order_lines(width, height)
        lines = kept or self.lines(width, height - len(orders), log_in_panel, third)
        if orders and len(lines) + len(orders) < height:  # leave nothing out while rows are free
            orders = self.order_lines(width, height, height - len(lines))
        return lines, orders

    def lines(self, width: int, height: int, log_in_panel: bool, third: bool = False) -> list[Line]:
        """Return the panel: the cards of ships, then as much of the hand and the log as fits.

        `log_in_panel`: the log has no place of its own on the screen. `third`: a third column shows
        the squadrons and the hand.
        """
        session = self.session
        if session.listing:
            # The chosen line is in the visible part, and is marked.
            lines = self.listed(width)
            chosen = max(0, min(len(lines) - 1, self.session.chosen))
            first = max(0, min(chosen - height // 2, len(lines) - height))
            shown: list[Line] = [line for line, _ in lines[first : first + height]]
            if shown:
                text = text_of(shown[chosen - first])
                shown[chosen - first] = fitted((("chosen", text),), width, "chosen")
            below = len(lines) - first - len(shown)
            if below and chosen - first < len(shown) - 1:
                shown[-1] = (("dim", f"{below + 1} more lines below"),)
            return shown
        if session.advising:
            return self.advice.lines(width, height)
        if session.shows == "hand":
            hand = prompts.Scrolled(self.scrolled.key, session.chosen)
            return hand.window(self._laid(self._hand(), width), height)
        if not self.told:
            return self._usual(width, height, log_in_panel, third)
        told = [*self.told(width), ()]
        rest = max(0, height - len(told))
        if len(told) > height + 1 and not self.scrolled.shown:
            self.scrolled.top = session.chosen
            return self.scrolled.window(told[:-1], height)
        return [*told, *self._usual(width, rest, log_in_panel, third)][:height]

    def _usual(self, width: int, height: int, log_in_panel: bool, third: bool) -> list[Line]:
        """Return, from the top: the player's side, new signs, the cards of ships, hand and log.

        Of the hand and the log, as much is shown as fits.
        """
        session = self.session
        lines = self._below_signs(width, height, log_in_panel, third)
        new = self._new_signs(width, lines)
        while new:
            above = [line for rows in new.values() for line in rows]
            still = set(list(new)[:-1])
            if len(above) <= height // MOST_NEW:
                # With the new signs above, there is less room below: signs that no longer fit there
                # are not explained, and no text is cut for a sign.
                below = self._below_signs(width, height - len(above), log_in_panel, third)
                shown = set(self._new_signs(width, below))
                if shown >= new.keys() and _cuts(below) <= _cuts(lines):
                    self.reader.mark_explained(new, session.battle.position)
                    # They follow the line that names the player's side, if that is shown.
                    names = self._who(), [self._named_in_brief()]
                    named = (self._laid(rows, width) for rows in names)
                    who = next((len(each) for each in named if below[: len(each)] == each), 0)
                    return [*below[:who], *above, *below[who:]]
                if not shown >= new.keys():
                    still = shown
            new = {sign: rows for sign, rows in new.items() if sign in still}
        return lines

    def _below_signs(self, width: int, height: int, log_in_panel: bool, third: bool) -> list[Line]:
        """Return the part of the panel below the meanings of new signs: the cards of ships, then as
        much of the hand and the log as fits.
        """
        lines, logged = self._composed(width, height, log_in_panel, third)
        if log_in_panel and not logged and (said := self._heard(width)):
            # Chat comes from people, and must be visible even when the log has no room.
            return [*said, *self._composed(width, height - len(said), log_in_panel, third)[0]]
        return lines

    def _heard(self, width: int) -> list[Line]:
        """Return the latest chat of others, for a panel without a log."""
        rows = [row for line in self.session.heard()[-MOST_HEARD:]
                for row in rows_of(line.text, width, LONGEST_HEARD)]  # fmt: skip
        return [(("text", row),) for row in rows]

    def foreseen(self, width: int) -> list[Line]:
        """Return the lines of the panel that change while a dial is turned: forecast or
        measurement.
        """
        return self._laid(self._forecast(), width)

    def third_lines(self, width: int, height: int, log: bool) -> list[Line]:
        """Return the third column of a wide terminal: squadrons and hand, and below them the log.

        If `log` is False, the meanings of signs and the cards of further ships replace the log.
        """
        lines = self._laid([*self._squadrons(), *self._hand()], width, height)
        if log:
            spare = max(0, height - len(lines) - 1)
            text = self._laid(self._log(height), width)[-spare:] if spare else []
            head = self._laid([Heading("Battle log")], width) if text else []
            return [*lines, *head, *text]
        game, view = self.session.game, self.session.view
        legend = headed(game.screen.legend(view), SIGNS_TITLE)
        return self._filled(lines, chain([legend], self._other_cards(0)), width, height)

    def _other_cards(self, half: int) -> Iterator[list[Row]]:
        """Yield the cards of further ships: neither the selected ship nor the target.

        `half` 0 yields the first half of these ships, for the third column; 1 yields the second
        half, for the panel.
        """
        game, view, chart = self.session.game, self.session.view, self.session.chart
        target = self.session.orders.option.subject if self.session.orders else ""
        shown = (chart.viewport.selected, target)
        keys = [key for key in game.screen.subjects(view) if key not in shown]
        middle = (len(keys) + 1) // 2
        for key in keys[middle:] if half else keys[:middle]:
            yield list(game.screen.card(view, key))

    def _filled(
        self, lines: list[Line], more: Iterable[Sequence[Row]], width: int, height: int
    ) -> list[Line]:
        """Return lines followed by as many further sections as fit."""
        sections = iter(more)
        while height - len(lines) >= LEAST_CARD and (rows := next(sections, None)) is not None:
            lines = [*lines, *self._laid(rows, width, height - len(lines))]
        return lines

    def order_lines(self, width: int, height: int, room: int = 0) -> list[Line]:
        """Return the bottom of the panel: search results, or the orders to choose from.

        Usually the orders take about half of the panel. If `room` is not 0, they take exactly
        `room` lines, the lines that nothing else needs.
        """
        session = self.session
        if session.typed:
            return session.typed.lines(width, min(MOST_ORDERS, height // 2))
        if session.orders is None or session.playing or session.advising or session.listing:
            return []
        guide = self.guiding
        keymap, looking = self.app.keymap, session.chart.looking
        undoes = not session.sitting.kind.why_not("undo")
        # While a question is open, Enter answers it, and does not do what the advice says.
        tells = guide and session.question is None
        advice = prompts.advice_on(session.orders, keymap, looking, undoes) if tells else []
        why = session.why
        if guide and not why:  # reasons of closed orders are shown if cards and sides have room
            rest = self._laid([*self._cards(height), *self._squadrons()], width)
            why = len(rest) <= height // 2
        scrolled = self.scrolled if why else None
        self.scrolled.top = 0 if session.listing else session.chosen
        if isinstance(session.orders, SheetOrders):
            return self._sheet_lines(session.orders, width, height, scrolled, advice, room)
        # Orders and their odds come first, then the cards; reasons of closed options get half of
        # the room, as a person who opens them wants to read them.
        half = max(LEAST_ORDERS, height // 2)
        foreseen = len(self.foreseen(width))
        left = max(LEAST_ORDERS, height - foreseen - LEAST_STATE)
        most = room or (half if why else min(left, height * 6 // 10))
        turned: list[Line] = [
            (("warning", f" {row}"),)
            for row in rows_of(session.orders.why_turned, width - 1, LONGEST_TURNED)
            if row
        ]
        most = most - len(turned) if room else max(min(most, LEAST_ORDERS), most - len(turned))
        glyphs = self.app.glyphs
        listed = prompts.order_lines(session.orders, width, most, glyphs, scrolled, advice)
        return [*turned, *listed]

    def _sheet_lines(  # noqa: PLR0913 - what a sheet is drawn from and the room it has
        self,
        orders: SheetOrders,
        width: int,
        height: int,
        why: prompts.Scrolled | None,
        advice: Sequence[str],
        room: int,
    ) -> list[Line]:
        """Return a sheet (a form of several orders): all its slots, and below them the answers to
        the highlighted slot.
        """
        glyphs = self.app.glyphs
        foreseen = len(self.foreseen(width))
        # The first fault that the game finds in the whole sheet, not in one slot or budget.
        session, form = self.session, orders.sheet
        known = set(form.faults(orders.draft))
        faults = session.game.answering.faults(session.view, form, orders.draft)
        fault = next((each.why for each in faults if each not in known), "")
        warned: list[Line] = [
            (("warning", f" {row}"),)
            for text in filter(None, (fault, *self.warnings(orders)))
            for row in rows_of(text, width - 1, LONGEST_WARNING)
        ]
        slots = height - LEAST_OPTIONS - len(warned) - min(foreseen, LEAST_FORESEEN)
        # A few characters for each filled-in answer of the sheet: its likely result.
        screen, view, draft = self.session.game.screen, self.session.view, orders.draft
        notes = [
            screen.forecast_note(view, slot.id, draft[slot.id]) if slot.id in draft else ""
            for slot in orders.sheet.slots
        ]
        sheet = prompts.sheet_lines(orders, width, max(2, slots), glyphs, notes)
        sheet += warned
        # The filled slots must be shown; the options get half of the other rows, in a tall panel
        # two fifths.
        left = height - len(sheet)
        share = left * 2 // 5 if height >= TALL else left // 2
        most = max(LEAST_OPTIONS, min(share, left - foreseen - BESIDE_FORECAST))
        if self.session.why:  # a person who opens the reasons wants to read them
            most = max(most, left * 2 // 3)
        if orders.offers and len(sheet) + LEAST_OPTIONS < height:
            key = self.app.keymap.key(SCREEN, "offer")
            sheet += prompts.offer_lines(orders, key, width)
        most = room - len(sheet) if room else most
        return [*sheet, *prompts.order_lines(orders, width, most, glyphs, why, advice)]

    def warnings(self, orders: SheetOrders) -> tuple[str, ...]:
        """Return the first warnings of the game about the sheet, as if the highlighted answer were
        written into it.
        """
        slot, option = orders.slot, orders.option
        draft = {**orders.draft, slot.id: Answer(option.id)} if slot.at_most == 1 else orders.draft
        asked = (id(self.session.view), orders.sheet.id, draft)
        if self._warned[0] != asked:
            found = self.session.game.answering.warnings(self.session.view, orders.sheet, draft)
            self._warned = asked, first_warnings(found)
        return self._warned[1]

    @property
    def guiding(self) -> bool:
        """Tell whether a first-time player is being guided."""
        session = self.session
        led = self.guides and self.app.settings.guide
        return led and session.game.turn(session.battle.state) <= GUIDED

    def listed(self, width: int) -> list[tuple[Line, str]]:
        """Return (line, key of its ship) for each line of the log, or of the list of all ships."""
        session = self.session
        rows = self._log() if session.shows == "log" else all_ships(session.game, session.view)
        if not rows:
            rows = [words("Nothing has happened yet.", "dim")]
        return [(tuple(line), key) for line, key in lines_of(rows, width, self.app.glyphs)]

    def log_rows(self, width: int) -> list[int]:
        """Return the row where each line of the log begins; a long line takes several rows."""
        rows = (len(lines_of([row], width, self.app.glyphs)) for row in self._log())
        return list(accumulate(rows, initial=0))

    def last_line(self, width: int, height: int) -> int:
        """Return the largest index that may be chosen in the list: that of its last line.

        For the hand, return the largest index that its first visible line may have.
        """
        if self.session.listing:
            return len(self.listed(width)) - 1
        room = height - len(self.order_lines(width, height))
        return max(0, len(self._laid(self._hand(), width)) - room)

    def _composed(
        self, width: int, height: int, log_in_panel: bool, third: bool
    ) -> tuple[list[Line], bool]:
        """Return (lines of the panel, whether they contain the log)."""
        rows = self._cards(height)
        if third:
            cards = self._uncut(rows, width, height)
            return self._filled(cards, self._other_cards(1), width, height), False
        rows += self._squadrons()
        odds = any(isinstance(row, Bar) for row in rows)
        if (odds or not self._about_a_ship()) and len(self._laid(rows, width)) > height:
            # Keep cards and forecasts rather than the roster: a player chooses an order by the text
            # of a card and the odds of an attack.
            kept = [row for row in rows if not isinstance(row, ShipLine)]
            rows = [
                row
                for row, below in zip_longest(kept, kept[1:])
                if not (odds and isinstance(row, Heading) and isinstance(below, SideLine | None))
            ]
        lines = self._uncut(rows, width, height)
        hand = self._laid(self._hand(), width)
        spare = height - len(lines)
        if spare - len(hand) < 3 and log_in_panel:  # a log has a heading and at least two lines
            hand = []
        log = self._laid(self._log(LATEST), width)[-max(0, spare - len(hand) - 1) :]
        logged = spare - len(hand) >= 2 and bool(log)
        if logged:
            lines += [*self._laid([Heading("Battle log")], width), *log]
        left = max(0, height - len(lines))
        first = self.reader.depth(self.app.settings.panel) == "first"
        if first and not hand and not logged and left > 1:
            key = self.app.keymap.hint(SCREEN, "more", "shows more figures")
            return [*lines, *self._laid([words(key, "dim")], width)][:height], logged
        if len(hand) > left:
            whole = self.app.keymap.hint(SCREEN, "hand", "shows the whole hand")
            hand = self._cards_in_hand(width, left - 1) if left > MUCH_OF_A_HAND else []
            hand += [(("dim", cut(whole, width)),)] if hand else []
        return [*lines, *hand][:height], logged

    def _uncut(self, rows: Sequence[Row], width: int, height: int) -> list[Line]:
        """Return rows as at most `height` lines; no sentence at the top is cut off in the middle.

        If they do not fit, the line with the player's side leaves out its place on the chart.
        """
        lines = self._laid(rows, width, height)
        top = self._who()
        if top and not self.session.over and any(_is_cut(row, lines) for row in top):
            lines = self._laid([self._named_in_brief(), *rows[len(top) :]], width, height)
        return lines

    def _named_in_brief(self) -> Words:
        """Return the player's side without its place on the chart."""
        table = self.session.table
        return words(f"You are {table.name(table.viewer_seat)}.", "head")

    def _cards_in_hand(self, width: int, height: int) -> list[Line]:
        """Return as many cards of the hand as fit, each with its whole text; [] for none."""
        heading, *cards = self._hand() or [Heading("")]
        lines = self._laid([heading], width)
        for number, row in enumerate(cards):
            more = self._laid([row], width)
            if len(lines) + len(more) > height:
                return lines if number else []
            lines += more
        return lines

    def _laid(self, rows: Sequence[Row], width: int, height: int | None = None) -> list[Line]:
        glyphs, known = self.app.glyphs, self.reader.known(self.app.settings.panel)
        return [tuple(line) for line in lay_out(rows, width, height, glyphs, known)]

    def _cards(self, height: int) -> list[Row]:
        """Return the rows that are always shown: the selected ship's card, the dice, the
        forecast.
        """
        session, game, view = self.session, self.session.game, self.session.view
        ships = game.screen.subjects(view)
        chart = session.chart
        if session.over:
            battle, keymap = self.session.battle, self.app.keymap
            outcome = battle.outcome()
            reason = outcome.told if outcome else ""
            ways = ("aftermath", "proof", "replay", "menu", "end")
            keys = [keymap.hint(SCREEN, name) for name in ways]
            rows: list[Row] = [
                Heading("The end"),
                words(winners(battle, outcome), "head"),
                words(reason),
                *(words(key, "dim") for key in keys),
            ]
        else:
            rows = [*self._who()]
        if chart.looking and chart.opened == chart.viewport.at:
            look = chart.viewport
            rows += _kept(look.kind.listing(chart.scene, look.at, look.selected))
        key = session.chart.viewport.selected
        forecast = self._forecast()
        odds = any(isinstance(row, Bar) for row in forecast)
        if key in ships and (height >= TALL or not forecast or (self._about_a_ship() and not odds)):
            rows += game.screen.card(view, key)
        # Rolled dice belong to the previous order, so an open question shows its forecast instead.
        rows += forecast if session.orders else [*session.dice, *forecast]
        target = session.orders.option.subject if session.orders else ""
        if target in ships and target != key and height >= TALL:
            rows += game.screen.card(view, target)
        return rows

    def _about_a_ship(self) -> bool:
        """Tell whether the panel describes a ship; False if it describes a highlighted card or
        another answer that concerns no ship.
        """
        orders = self.session.orders
        if orders and orders.needs_place:
            return False
        if orders is None or self.session.chart.looking:
            return True
        selected = self.session.chart.viewport.selected
        return bool(orders.decision.ship or orders.option.subject or orders.option.id == selected)

    def _who(self) -> list[Words]:
        """Return the row with the player's side, in the first turns only."""
        session = self.session
        known = session.game.turn(session.battle.state) > GUIDED
        if self.told or session.chart.looking or known:
            return []
        told = you_are(session.table, session.chart.scene)
        return [words(told, "head")] if told else []

    def _new_signs(self, width: int, lines: Sequence[Line]) -> dict[str, list[Line]]:
        """Return {sign: lines with its meaning} for the signs that this player sees for the first
        time.

        Signs on the chart and in the panel's `lines` count. Their meanings stay while the question,
        or the text of a lesson, is shown. A person who has fought many battles knows the signs and
        gets none.
        """
        session, known = self.session, self.reader.known(self.app.settings.panel)
        idle = session.orders is None and not self.told
        if known.depth == "all" or idle or session.over:
            return {}
        legend = panel.visible_rows(session.game.screen.legend(session.view), known)
        below = "\n".join(map(text_of, lines))
        found = signs_in(legend, "\n".join(self.charted()), below)
        new = self.reader.new_signs(found, session.battle.position)
        rows = {sign: words(f"New: {' = '.join(found[sign])}", "ok", until="usual") for sign in new}
        return {sign: self._laid([row], width) for sign, row in rows.items()}

    def _forecast(self) -> list[Row]:
        measured = self.session.chart.measured()[1]
        if measured:
            return _kept([Heading("Measured"), *measured])
        rows = self.forecast.preview().rows if self.session.orders else ()
        return _kept(headed(rows, self.session.game.screen.headings.foreseen))

    def _squadrons(self) -> list[Row]:
        screen = self.session.game.screen
        return headed(screen.roster(self.session.view), screen.headings.roster)

    def _log(self, latest: int = 0) -> list[Row]:
        ships = set(self.session.game.screen.subjects(self.session.view))
        session = self.session
        wording = session.latest_lines(latest) if latest else session.log_lines()
        rows: list[Row] = []
        for line in wording:
            named = (word for word in re.findall(r"\w+", line.text) if word in ships)
            rows.append(words(line.text, key=next(named, "")))
        return rows

    def _hand(self) -> list[Row]:
        session = self.session
        seat = session.table.viewer_seat
        if not seat:
            shared = words("The keyboard is shared, so hands are not shown.")
            return [shared] if session.shows else []
        screen = session.game.screen
        title = f"{screen.headings.hand} of {session.table.name(seat)}"
        return headed(screen.hand(session.view, seat), title)


def signs_in(legend: Iterable[Row], charted: str, panelled: str) -> dict[str, tuple[str, str]]:
    """Return {sign of a legend: (the sign as it appears, its meaning)} for the signs that now
    appear.

    `panelled` is the text of the panel, `charted` that of the chart; signs that only a panel can
    have are looked for in the panel alone.
    """
    letters = (row for row in legend if isinstance(row, Letter))
    return {
        row.sign: (there, row.text)
        for row in letters
        if (there := _appearance(row, charted, panelled))
    }


def _appearance(row: Letter, charted: str, panelled: str) -> str:
    """Return the sign of a row of the legend as it appears; '' if it does not appear."""
    if not (row.on_chart or row.in_text):
        return sign_in(row.sign, panelled if row.in_panel else f"{charted}\n{panelled}")
    found = re.search(row.in_text, panelled) if row.in_text else None
    if found is None and row.on_chart:
        found = re.search(row.on_chart, charted)
    if found is None:
        return ""
    return found[1] if found.re.groups else row.sign


def sign_in(sign: str, text: str) -> str:
    """Return a sign of the legend as it appears in a text; '' if it does not appear.

    The parts of a sign are separated by blanks. All parts must appear in the text; if all of them
    are single small letters, one is enough. A letter inside a word does not count. Figures match
    any figures; a fraction or a sum is returned with the figures of the text.

    >>> sign_in("w", "A1w"), sign_in("w", "sword"), sign_in("h g", "1.8h")
    ('w', '', 'h g')
    >>> sign_in("0/2", "Red 0/1")
    '0/1'
    """
    parts = sign.split()
    found = [re.search(_pattern(part), text) for part in parts]
    letters = all(part.islower() and len(part) == 1 for part in parts)
    if not (any(found) if letters else all(found)):
        return ""
    return found[0][0] if found[0] and FIGURES.fullmatch(sign) else sign


FIGURES = re.compile(r"\d+[/+]\d+!?")
"""A fraction, `0/2`, or a sum, `9+1`."""


def _pattern(part: str) -> str:
    """Return the regular expression that finds one part of a sign in a text."""
    if part.isalpha():
        return rf"(?<![A-Za-z]){part}(?![A-Za-z])"
    if place := re.fullmatch(r"[A-Z](\d+)", part):  # the name of a box or a hex, not of a ship
        return rf"\b[A-Z]+\d{{{len(place[1])}}}\b"
    figures = re.sub(r"\d+", r"\\d+", re.escape(part))
    # The figures of a track, `d0/7`, are not those of a fraction.
    return rf"(?<![^\W_]){figures}" if FIGURES.fullmatch(part) else figures


def first_warnings(found: Sequence[str]) -> tuple[str, ...]:
    """Return at most two warnings: all if there are at most two, else the first and how many more
    there are.
    """
    if len(found) <= 2:
        return tuple(found)
    return found[0], f"and {len(found) - 1} more of this kind"


def with_forecast(lines: list[Line], old: list[Line], new: list[Line]) -> list[Line]:
    """Return the panel with the forecast `old` replaced by `new`; [] if `old` is not in the panel.

    While a dial is turned only the forecast changes, so that little has to be sent to the terminal.
    """
    places = range(len(lines) - len(old) + 1)
    start = next((i for i in places if old and lines[i : i + len(old)] == old), None)
    if start is None:
        return []
    blank: list[Line] = [()] * len(old)
    return [*lines[:start], *[*new, *blank][: len(old)], *lines[start + len(old) :]]


def _kept(rows: Iterable[Row]) -> list[Row]:
    """Return rows whose headings are marked as `kept`: if room is short, their sections are left
    out last.
    """
    return [
        msgspec.structs.replace(row, kept=True) if isinstance(row, Heading) else row for row in rows
    ]
