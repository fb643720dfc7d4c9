"""A picture of a whole battle screen as text with styles; the command `show` prints it.

From the top: status bar, chart in its frame with the panel beside it, log, prompt, keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game.chart import Mark, Scene
from engine.game.game import Game
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Status
from tui.chart.kind import Window
from tui.chart.layouts import LEAST, Rect, layout
from tui.chart.viewport import framed_chart, kind_of, places
from tui.panel.panels import headed, lay_out
from tui.terminal.cells import Grid, Run, cut, cut_line, latest_rows
from tui.terminal.terminal import Depth, Glyphs
from tui.terminal.theme import RESET, Palette, sgr, style_for

_LOG_IN_PANEL = 8
"""The maximum number of lines of the log in the panel; more would push the cards of ships out."""


def compose(  # noqa: PLR0913 - by keyword, each with the usual value
    game: Game[Any, Any, Any],
    view: Any,
    columns: int,
    lines: int,
    glyphs: Glyphs = "unicode",
    *,
    near: bool = False,
    chart_view: Window | None = None,
    extra: Sequence[Mark] = (),
    selected: str = "",
    panel: Sequence[Row] | None = None,
    log: Sequence[str] = (),
    prompt: str = "",
    keys: str = "",
) -> list[list[Run]]:
    """Return a picture of the battle screen: exactly `lines` rows of `columns` cells.

    `view` is a state as a seat (a player) may see it. Without `panel` rows the panel holds the
    cards of all ships (the `selected` one first), the squadrons, and the log if it has no rows
    below the chart. If the whole table would be too small for detailed ships, `near` shows a part
    of it at a larger scale.
    """
    scene = game.screen.scene(view)
    place = layout(columns, lines, scene.board, near)
    if place.too_small:
        return too_small(columns, lines)
    page = _Page(columns, lines)
    page.lay([status_row(game.screen.status(view), scene, columns, glyphs)], place.status, "status")
    across, down = place.chart.width, place.chart.height
    window = chart_view or kind_of(scene.board).whole(across, down, places(scene))
    window = window.sized(place.chart.width, place.chart.height)
    page.paste(framed_chart(scene, window, glyphs, extra, selected), 0, place.frame.top)
    third = place.third
    rows = list(panel) if panel is not None else all_cards(game, view, selected, not third.height)
    if third.height:
        beside = headed(game.screen.roster(view), game.screen.headings.roster)
        beside += [Heading("Battle log"), *(words(line) for line in log)] if log else []
        page.lay(lay_out(beside, third.width, third.height, glyphs), third, "text")
    if panel is None and log and place.log_in_panel:
        rows += [Heading("Battle log"), *(words(line) for line in log[-_LOG_IN_PANEL:])]
    page.lay(lay_out(rows, place.panel.width, place.panel.height, glyphs), place.panel, "text")
    rows_of_log = latest_rows(log, place.log.width - 1, place.log.height)
    page.lay([[("text", f" {row}")] for _, row in rows_of_log], place.log, "text")
    outcome = game.outcome(view)
    said = prompt or (outcome.told if outcome else "")
    page.lay([[("prompt", f" {said}")]], place.prompt, "prompt")
    page.lay([[("keys", f" {keys}")]], place.keys, "keys")
    return page.rows()


def all_cards(
    game: Game[Any, Any, Any], view: Any, selected: str = "", squadrons: bool = True
) -> list[Row]:
    """Return the cards of all ships, the selected one first, and optionally the squadrons."""
    ships = sorted(game.screen.subjects(view), key=lambda key: key != selected)
    rows = [row for key in ships for row in game.screen.card(view, key)]
    strip = headed(game.screen.roster(view), game.screen.headings.roster) if squadrons else []
    return [*rows, *strip]


def status_row(status: Status, scene: Scene, width: int, glyphs: Glyphs) -> list[Run]:
    """Return the status bar in `width` columns; if it is too long, the least important parts are
    left out.
    """
    said = status.wind or kind_of(scene.board).wind_words(glyphs)
    wind = f"{said} " if said else ""
    parts: list[Run] = [
        ("status", "Weather Gage" if width >= 100 else ""),
        ("status", status.title),
        ("status_head", status.turn),
        ("status_head", status.phase),
        ("status_head", status.in_force),
        ("status_head", status.note),
        ("status", status.points),
    ]
    in_short = status.note_in_short or status.note
    shorter = [*parts[:5], ("status_head", in_short), parts[6]]
    gap = "    " if width >= 120 else "   "
    for shown, dropped in (
        (parts, ()),
        (parts, (6,)),
        (shorter, (6,)),
        (shorter, (0, 6)),
        (shorter, (0, 1, 6)),
        (parts, (0, 5, 6)),
        (parts, (0, 1, 5, 6)),
    ):
        kept = [run for number, run in enumerate(shown) if run[1] and number not in dropped]
        row: list[Run] = [("status", " ")]
        for style, text in kept:
            row.append((style, text + gap))
        room = width - sum(len(text) for _, text in row) - len(wind)
        if room >= 0:
            return [*row, ("status", " " * room + wind)]
    return row


def too_small(columns: int, lines: int) -> list[list[Run]]:
    """Return a frame with one sentence, for a terminal that is too small for the game."""
    said = f"Weather Gage needs {LEAST[0]} by {LEAST[1]} cells; here are {columns} by {lines}."
    rows: list[list[Run]] = [[("text", cut(said, columns).ljust(columns))]]
    return rows + [[("text", " " * columns)] for _ in range(lines - 1)]


def render_text(
    rows: Sequence[Sequence[Run]], palette: Palette = "default", depth: Depth = "none"
) -> str:
    """Return rows as text with escape sequences for colours; with depth `none` as plain text
    without blanks at the ends of lines.
    """
    if depth == "none":
        return "\n".join("".join(text for _, text in row).rstrip() for row in rows)
    return "\n".join(
        "".join(sgr(style_for(style, palette, depth)) + text for style, text in row) + RESET
        for row in rows
    )


class _Page(Grid):
    """The cells of a whole picture of the screen."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines, "text")

    def lay(self, rows: Sequence[Sequence[Run]], place: Rect, style: str) -> None:
        """Write rows into a rectangle; shorten long rows with an ellipsis, and fill free cells with
        a style.
        """
        for number in range(place.height):
            self.write(place.left, place.top + number, " " * place.width, style)
            column = place.left
            for look, text in cut_line(rows[number] if number < len(rows) else (), place.width):
                self.write(column, place.top + number, text, look)
                column += len(text)
