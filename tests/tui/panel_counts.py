"""Counts how much is cut off in panels over whole battles: orders, odds, lines.

`python -m tests.tui.panel_counts [FILE...]` prints the counts of each battle at each size. The
battles are recorded ones from the repository. Before each command the panel is laid out as on the
screen, for the player who had to choose.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple

from engine.files.own_folders import USUAL_FILES
from engine.game.panel import DEPTHS, Bar, Depth
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.orders import Orders
from engine.sitting.seats import SeatTable
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.parts import BattleParts, sit_down
from tui.battle.session import BattleSession
from tui.chart.layouts import layout
from tui.input.keys import Keymap
from tui.panel.panel_rows import percent_text
from tui.screens.settings import Settings
from tui.terminal.page import Line, text_of

ROOT = Path(__file__).resolve().parents[2]
Size = tuple[int, int]
SIZES: tuple[Size, ...] = (80, 24), (100, 30)
BATTLES = (
    "tests/battles/quick_start_mixed.battle",
    "saves/sample_broadsides.battle",
    "tests/battles/wooden_ships_two.battle",
    "saves/sample_frigates.battle",
    "tests/battles/ironclads_night.battle",
    "tests/battles/ironclads_in_turns.battle",
)
"""The files of two whole battles of each game."""
STEPS = 6
"""The maximum number of orders examined for each question, from the one that is highlighted
first."""
CUT = re.compile(r"(?<![.\d])\.\.(?!\.)|…")
"""Matches the signs of a cut text; in this set of glyphs tracks contain other signs."""


class Counts(NamedTuple):
    """What was counted for some questions."""

    questions: int = 0
    cut_lines: int = 0
    cut_orders: int = 0
    """The number of orders in the list that are cut off."""
    lost_odds: int = 0
    """The number of questions whose highlighted order has odds that the panel does not show
    completely."""

    def __add__(self, other: tuple[object, ...]) -> Counts:
        return Counts(*(mine + more for mine, more in zip(self, other, strict=True)))  # type: ignore[operator]


class NoDisplay:
    """Stands for a screen, and draws nothing."""

    def changed(self, parts: object) -> None:
        """Do nothing."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} is for a screen")


def seated(battle: Battle, seat: str, depth: Depth | Literal["grows"] = "all") -> BattleParts:
    """Return the objects behind a battle screen for one person who plays a seat."""
    others = {
        each.key: make_player("ensign", battle.game, 1, each.key)
        for each in battle.game.seats(battle.state)
        if each.key != seat
    }
    session = BattleSession(battle, SeatTable(battle, others))
    app: Any = SimpleNamespace(
        settings=Settings(guide=False, panel=depth),
        keymap=Keymap(),
        glyphs="unicode",
        own_files=USUAL_FILES,
    )
    parts = sit_down(session, app, NoDisplay())  # type: ignore[arg-type]
    session.seen = True
    return parts


def panel_of(parts: BattleParts, size: Size) -> list[str]:
    """Return the lines of the panel beside the chart, as the screen shows them."""
    return [text_of(line) for line in styled_panel_of(parts, size)]


def styled_panel_of(parts: BattleParts, size: Size) -> list[Line]:
    """Return the lines of the panel beside the chart with their styles."""
    session = parts.panel.session
    plan = layout(*size, session.chart.scene.board)
    lines, orders = parts.panel.parts(plan.panel.width, plan.panel.height, plan.log_in_panel)
    assert len(lines) + len(orders) <= plan.panel.height
    return [*lines, *orders]


def counted(parts: BattleParts, lines: list[str]) -> Counts:
    """Return what is cut off in the lines of a panel."""
    orders = parts.panel.session.orders
    assert orders is not None
    shown = flat("\n".join(lines))
    cut = sum(bool(CUT.search(line.rstrip())) for line in lines)
    part = sum(flat(each) not in shown for each in unlike(lines, orders))
    odds = [row for row in parts.forecast.preview().rows if isinstance(row, Bar)]
    lost = any(not _told(row, shown) for row in odds)
    return Counts(1, cut, part, int(lost))


def unlike(lines: list[str], orders: Orders) -> Iterator[str]:
    """Yield, for each order in the list, the text that must be in the panel: its words, or its
    short form.

    Two orders with the same text are left out. Of orders with a box to tick, as many count as
    complete as there are boxes.
    """
    options = orders.decision.options
    texts = [flat(line) for line in lines]
    short = [option.short or option.label for option in options]
    if orders.mark(0).startswith("["):
        boxes = sum(text.startswith("[") for text in texts)
        yield from ["cut"] * (boxes - sum(flat(each.label) in " ".join(texts) for each in options))
        return
    for at, option in enumerate(options):
        mark = flat(orders.mark(at))
        if mark and any(text.startswith(mark) for text in texts):
            whole = flat(f"{mark} {option.label}") in " ".join(texts)
            brief = at != orders.index and short.count(short[at]) == 1
            yield f"{mark} {short[at] if brief and not whole else option.label}"


def _told(row: Bar, shown: str) -> bool:
    figure = re.escape(f"{flat(row.label)}: {percent_text(row.share)}")
    bar = rf"{re.escape(flat(row.label))} [█▏▎▍▌▋▊▉ ]*{re.escape(percent_text(row.share))}"
    return re.search(rf"{figure}|{bar}", shown) is not None


def flat(text: str) -> str:
    """Return a text without marks and line breaks, with single spaces between words."""
    return " ".join(text.replace(">", " ").split())


def looks(parts: BattleParts, question: Question) -> Iterator[None]:
    """Put a question, and yield for each order, or slot of a sheet, when the session shows it."""
    parts.course.put(question)
    parts.course.refresh()
    orders = parts.panel.session.orders
    if not isinstance(orders, SheetOrders):
        first = orders.index if orders else 0
        for step in range(min(STEPS, len(orders.decision.options)) if orders else 0):
            assert orders is not None
            orders.pick((first + step) % len(orders.decision.options))
            yield
        return
    for at, slot in enumerate(orders.sheet.slots):
        if slot.options:
            orders.go_to(at)
            parts.course.changes.select_for_orders()
            yield


class Looked(NamedTuple):
    """A panel at a question of a battle: the entry that is asked for, how much the panel shows, the
    size of the terminal, and the lines of the panel.
    """

    entry: int
    depth: Depth
    size: Size
    lines: list[Line]
    counts: Counts


def whole_battle(
    file: str, sizes: Sequence[Size] = SIZES, depths: Sequence[Depth] = DEPTHS
) -> Iterator[Looked]:
    """Yield the panels at all questions of a recorded battle; the questions take turns with the
    depths.
    """
    recorded = Battle.open(ROOT / file, write=False)
    battle = Battle.from_state(recorded.game, recorded.at(0), recorded.seed)
    seats = {
        (each.key, depth): seated(battle, each.key, depth)
        for each in battle.game.seats(battle.state)
        for depth in depths
    }
    for entry in recorded.entries:
        asked = [each for each in battle.pending() if each.seat == entry.seat]
        depth = depths[entry.at % len(depths)]
        for parts in (seats[entry.seat, depth] for _ in asked[:1]):
            for _ in looks(parts, asked[0]):
                for size in sizes:
                    lines = styled_panel_of(parts, size)
                    counts = counted(parts, [text_of(line) for line in lines])
                    yield Looked(entry.at, depth, size, lines, counts)
        battle.submit(entry.seat, entry.command)
        for parts in seats.values():
            parts.course.stage.remember(battle.entries[-1])
    recorded.close()


def summed(looked: Iterable[Looked]) -> dict[Size, Counts]:
    """Return {size: what was counted in all panels}."""
    found: dict[Size, Counts] = {}
    for each in looked:
        found[each.size] = found.get(each.size, Counts()) + each.counts
    return found


def main() -> None:
    """Print the counts of each battle at each size."""
    for file in sys.argv[1:] or BATTLES:
        for (columns, rows), found in summed(whole_battle(file)).items():
            lines = found.cut_lines / max(1, found.questions)
            print(
                f"{Path(file).stem:24} {columns}x{rows}  {found.questions:4} questions  "
                f"{found.cut_orders:4} orders cut  {found.lost_odds:4} odds lost  "
                f"{found.cut_lines:4} lines cut, {lines:.2f} each"
            )


if __name__ == "__main__":
    main()
