"""The list of squadrons, with details of the chosen one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from engine.base.errors import FileFault, Refused
from engine.building import Draft
from engine.files.own_folders import is_nowhere
from engine.files.saves import squadrons_folder
from engine.files.squadron_files import (
    SquadronFile,
    copy,
    discard,
    games_with_catalogue,
    list_squadrons,
    points_of,
    rename,
)
from engine.kernel.registry import system
from tui.input.actions import Handlers
from tui.input.typed import in_sections
from tui.screens.chooser import ListedRow, SearchedList
from tui.squadrons.builder_page import located_fault, squadron_rows
from tui.terminal.cells import cut
from tui.terminal.page import TextPage, wrapped

if TYPE_CHECKING:
    from tui.squadrons.builder import BuilderScreen

LIST = 41
"""The width of the list in columns."""
SHOWN = 3
"""The maximum number of faults that are shown beside the list; the builder shows all."""


class SquadronsScreen(SearchedList):
    """The list of squadrons: edit, copy, rename or discard one, play with it, or begin a new
    one.
    """

    screen_name: ClassVar[str] = "squadrons"
    what_for: ClassVar[str] = (
        "Your own work, and below it what came with the game. Enter changes yours, or a copy of "
        "one that came with the game. ! marks work that is not legal yet."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "play",
        "new",
        "find",
        "copy",
        "help",
        "end",
        "rename",
        "delete",
        "down=choose",
    )

    def __init__(self) -> None:
        super().__init__()
        self.games = games_with_catalogue()
        self.kept: list[SquadronFile] = []
        self.index = 0
        self.builder: BuilderScreen | None = None
        """The builder that was opened last."""
        self._read()

    @property
    def folder(self) -> Path:
        """The folder of the player's own squadrons."""
        return squadrons_folder(self.game_app.saves)

    @property
    def chosen(self) -> SquadronFile | None:
        """The highlighted squadron; None on a line that begins a new one."""
        at = self.index - len(self.games)
        return self.kept[at] if at >= 0 else None

    def listed(self) -> list[ListedRow]:
        """Return a line for each kind of new squadron, then those that exist, the player's own
        first.
        """
        fresh = [ListedRow(f"New {game.building.kind}, {game.title}", "New") for game in self.games]
        return [*fresh, *(ListedRow(_line(each), _section(each), each.title) for each in self.kept)]

    def on_screen_resume(self) -> None:
        """Read the squadrons again when the player comes back from the builder."""
        self._read(self.builder.path if self.builder else None)
        self.builder = None
        self.draw()

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the list, and the details of the chosen squadron."""
        own = sum(not each.ready for each in self.kept)
        count = f"{own} of your own, {len(self.kept) - own} came with the game"
        page.bar(0, "SQUADRONS", "status", self.how_many("lines") if self.words else count)
        self.write_list(page, 1, LIST - 2, self._click_row)
        if self.chosen:
            self._inside(page, self.chosen)
        else:
            where = (
                "only in the folder of --saves" if is_nowhere(self.folder) else f"in {self.folder}"
            )
            kind = self.games[self.index].building.kind
            words = f"Enter begins an empty one. Your {kind}s are kept {where}."
            page.paragraph(LIST + 1, 2, page.columns - LIST - 2, words, "dim")

    def _inside(self, page: TextPage, kept: SquadronFile) -> None:
        left, width, bottom = LIST + 1, page.columns - LIST - 2, page.rows_count - 3
        row = page.paragraph(left, 2, width, kept.title, "head")
        if kept.draft is None:
            page.paragraph(left, row, width, kept.fault, "warning", bottom - row)
            return
        verdict = kept.verdict
        says = f"{points_of(verdict)} points, {'legal' if verdict.legal else 'not legal'}"
        lines = [("ok" if verdict.legal else "warning", says)]
        lines += [("warning", located_fault(path, text)) for path, text in verdict.faults[:SHOWN]]
        lines += [("warning", text) for text in verdict.notes]
        catalogue = system(kept.draft.game).building.catalogue(kept.draft.table())
        for each in squadron_rows(kept.draft, catalogue)[:-1]:
            cost = "" if each.cost is None else f"  {each.cost}"
            lines.append(("text", f"{each.text}{cost}"))
            lines += [("dim", f"   {part}") for part in wrapped(each.below, width - 3) if part]
        for style, text in lines:
            if row < bottom:
                indent = len(text) - len(text.lstrip())
                most = bottom - row
                row = page.paragraph(left + indent, row, width - indent, text, style, most)

    def prompt(self) -> str:
        """Return the prompt, which says what Enter does."""
        kept = self.chosen
        if kept is None:
            game = self.games[self.index]
            return f"Enter begins a new {game.building.kind} for {game.title}"
        if kept.draft is None:
            return f"{kept.title} cannot be read"
        return f"Enter {'opens a copy of' if kept.ready else 'opens'}  {kept.title}"

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "new": self.act_new,
            "play": self.act_play,
            "copy": self.act_copy,
            "rename": self.act_rename,
            "delete": self.act_delete,
        }

    def act_accept(self) -> None:
        """Open the builder on the chosen squadron, or on a new one."""
        kept = self.chosen
        if kept is None:
            self._begin(self.index)
        elif kept.draft is None:
            raise FileFault(kept.fault)
        else:
            self._build(kept.draft, None if kept.ready else kept.path)

    def act_new(self) -> None:
        """Begin a new squadron."""
        self._begin(min(self.index, len(self.games) - 1))

    def act_play(self) -> None:
        """Set up a battle with the chosen squadron."""
        kept = self._kept()
        if not kept.verdict.legal or kept.draft is None:
            raise Refused(f"{kept.title} is not legal yet; Enter shows what is wrong with it")
        self.open_screen("setup", kept)

    def act_copy(self) -> None:
        """Copy the chosen squadron to the player's own squadrons."""
        path = copy(self._kept(), squadrons_folder(self.game_app.saves, to_write=True))
        self._read(path)
        self.said = f"Copied to {path}"

    def act_rename(self) -> None:
        """Ask for another name of the chosen squadron."""
        kept = self._kept()
        if kept.ready:
            raise Refused(f"this {kept.kind} came with the game and stays; copy it to change it")

        def answered(name: str) -> None:
            if name:
                self._read(rename(kept, name))

        self.ask("New name:", answered)
        if self.typed:
            self.typed.paste(kept.title)

    def act_delete(self) -> None:
        """Ask whether to move the chosen squadron to the bin."""
        kept = self._kept()
        if kept.ready:
            raise Refused(f"this {kept.kind} came with the game; it stays")

        def answered(answer: str) -> None:
            if answer.lower() in ("y", "yes"):
                place = discard(kept)
                self._read()
                self.said = f"It is in the bin now, {place}"

        self.ask(f"Move {kept.title} to the bin? y and Enter:", answered)

    # Inside ----------------------------------------------------------------------------

    def _kept(self) -> SquadronFile:
        if self.chosen is None:
            raise Refused("choose a squadron first")
        return self.chosen

    def _begin(self, at: int) -> None:
        game = self.games[at]
        catalogue = game.building.catalogue({})
        self._build(Draft.new(game.name, f"New {game.building.kind}", catalogue), None)

    def _build(self, draft: Draft, path: Path | None) -> None:
        from tui.squadrons.builder import BuilderScreen

        self.builder = BuilderScreen(draft, path, saved=path is not None)
        self.game_app.open(self.builder)

    def _read(self, wanted: Path | None = None) -> None:
        """Read the squadrons again; highlight the one in the file `wanted`, or keep the
        highlight.
        """
        path = wanted or (self.chosen.path if self.kept and self.chosen else None)
        self.kept = in_sections(list_squadrons(self.folder), _section, len(self.games))
        paths = [each.path for each in self.kept]
        if path in paths:
            self.index = len(self.games) + paths.index(path)
        self.index = max(0, min(self.index, len(self.games) + len(self.kept) - 1))


def _line(kept: SquadronFile) -> str:
    """Return a squadron as a line: name, points, whether it came with the game."""
    mark = " " if kept.draft and kept.verdict.legal else "!"
    return f"{cut(kept.title, 20):<20} {mark} {kept.points:>7} {'ready' if kept.ready else ''}"


def _section(kept: SquadronFile) -> str:
    """Return the heading in the list under which a squadron stands."""
    if not kept.ready or kept.draft is None:
        return "Your own"
    return f"Came with {system(kept.draft.game).title}"
