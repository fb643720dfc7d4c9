"""SettingsScreen: how the game looks and behaves. A change takes effect and is saved at once."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import msgspec

from engine.base.text import capitalized
from engine.game.chart import Hull, Scene, Sea, Terrain
from engine.game.panel import Faces, Track
from engine.space.plane.pose import Pose
from tui.chart.sea.chart import draw
from tui.chart.sea.window import SeaWindow
from tui.input.actions import Handlers
from tui.panel.panels import lay_out
from tui.screens.chooser import Chooser
from tui.screens.settings import CHOICES, SettingChoice, value_text
from tui.terminal import terminal
from tui.terminal.page import IN, MARKS, Line, TextPage, wrapped
from tui.terminal.theme import PALETTES

SAMPLE = Scene(
    Sea(16.0, 8.0),
    (
        Hull("A1", "A", Pose(4.5, 4.5, 70.0), 3.5, 1.75, flagship=True, tokens="*"),
        Hull("B1", "B", Pose(10.5, 5.5, 200.0), 2.5, 1.25, side="B"),
        Terrain("cay", "island", ((11.0, 0.5), (15.5, 0.5), (15.0, 2.5), (12.0, 3.0))),
    ),
)
"""A small scene that shows how charts look with the present settings."""
SWATCH: Line = (
    ("text", " word "),
    ("label_a", "A1"),
    ("hull_a", "##"),
    ("sea", " . "),
    ("label_b", "B1"),
    ("hull_b", "##"),
    ("land", "%%"),
)
"""A sample of a palette's colours: words, ships of two sides, sea and land."""
LIST = 42


class SettingsScreen(Chooser):
    """The settings, one on each line, with a small picture that shows how the game looks with
    them.
    """

    screen_name: ClassVar[str] = "settings"
    what_for: ClassVar[str] = "Left and right change the highlighted setting at once. It is saved."
    hints: ClassVar[tuple[str, ...]] = ("right", "up=line", "help", "end", "palette")

    def __init__(self) -> None:
        super().__init__()
        self.index = 0

    @property
    def choice(self) -> SettingChoice:
        """The highlighted setting."""
        return CHOICES[self.index]

    def fill(self, page: TextPage) -> None:
        """Write the settings and the picture."""
        page.bar(0, "SETTINGS", "status")
        # Room for the longest explanation, so that the list stays where it is.
        below = max(len(wrapped(self._about(each), LIST - 5)) for each in CHOICES)
        rows = min(len(CHOICES), page.rows_count - 5 - below)
        for place, number in enumerate(page.window(3, 2, rows, CHOICES, self.index)):
            choice, chosen = CHOICES[number], number == self.index
            value = value_text(getattr(self.game_app.settings, choice.name))
            text = f"{choice.label:<22}{f'< {value} >' if chosen else f'  {value}'}"
            page.item(1, 2 + place, LIST - 2, text, chosen, partial(self._click, number))
        page.paragraph(3, 3 + rows, LIST - 5, self._about(self.choice), "dim")
        left, width = LIST + 1, page.columns - LIST - 2
        view = SeaWindow(0.0, 8.0, 1.0, 32, 8).sized(min(32, width), 8)
        page.paste(draw(SAMPLE, view, self.glyphs), left, 2)
        samples = (Track("damage", 2, 7, after=4), Faces((("cannon", "hit"), ("sail", "miss"))))
        of_palettes = self.choice.name == "palette"
        lines = lay_out(samples, width, None, self.glyphs)
        for number, line in enumerate(self._palettes() if of_palettes else lines):
            page.runs(11 + number, line, left)
        row = 12 + len(PALETTES if of_palettes else lines)
        if not of_palettes:  # else the mark shows the chosen one
            page.write(
                left, row, f"now: {self.glyphs}, {self.ink.palette}, {self.ink.depth}", "dim"
            )
            row += 2
        page.paragraph(left, row, width, self.game_app.settings_kept(), "dim")

    def _about(self, choice: SettingChoice) -> str:
        about = f"{capitalized(choice.about)}."
        if choice.name == "palette":  # each name is shown in its own colours
            return about
        values = ", ".join(value_text(value) for value in choice.values)
        later = " It takes effect at the next start." if choice.at_start else ""
        return f"{about} One of {values}.{later}"

    def _palettes(self) -> list[Line]:
        """Return a line for each palette in its own colours, so that they can be compared."""
        mark = MARKS[self.glyphs]
        return [
            (
                ("text", f"{mark if name == self.ink.palette else ' '} {name:<12}"),
                *((f"{style}{IN}{name}", text) for style, text in SWATCH),
            )
            for name in PALETTES
        ]

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "left": self.act_left,
            "right": self.act_right,
            "accept": self.act_accept,
        }

    def _move(self, index: int) -> None:
        count = len(CHOICES)
        self.index = index % count if index in (-1, count) else max(0, min(index, count - 1))

    def act_left(self) -> None:
        """Choose the value before the present one, for the highlighted setting."""
        self._turn(-1)

    def act_right(self) -> None:
        """Choose the value after the present one, for the highlighted setting."""
        self._turn(1)

    def act_accept(self) -> None:
        """Choose the value after the present one, for the highlighted setting."""
        self._turn(1)

    def _click(self, index: int) -> None:
        """Highlight a setting; a click on the highlighted one chooses its next value."""
        if index == self.index:
            self._turn(1)
        self.index = index

    def _turn(self, step: int) -> None:
        app, choice = self.game_app, self.choice
        value = choice.after(getattr(app.settings, choice.name), step)
        app.settings = msgspec.structs.replace(app.settings, **{choice.name: value})
        # Other choices from the command line stay in force.
        match self.choice.name:
            case "glyphs":
                self.game_app.repaint(
                    glyphs=terminal.glyphs(app.settings.glyphs, self.game_app.environ)
                )
            case "palette":
                self.game_app.repaint(palette=app.settings.palette)
            case "color":
                self.game_app.repaint(
                    depth=terminal.depth(app.settings.color, self.game_app.environ)
                )
        app.keep_settings()
        if choice.at_start:
            self.said = f"{choice.label}: {value_text(value)}, from the next start on"
