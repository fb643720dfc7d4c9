"""The base of screens that list saved battles: choose, open, replay or delete one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.files import desks
from engine.files.saved_battles import (
    BattleSummary,
    Saved,
    computers,
    find,
    latest_unfinished,
    summarise,
    title_of,
)
from engine.files.saves import is_sample, samples_folder, search_folder
from engine.kernel.battle import Battle
from tui.input.actions import Handlers
from tui.screens.base import BaseScreen
from tui.screens.page_screen import PageScreen

if TYPE_CHECKING:
    from engine.files.library_actions import Ask, FileChange


class SavedBattlesScreen(PageScreen):
    """A screen with a list of saved battles, one of which is highlighted."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen = 0
        self.battles: list[Saved] = []
        self._read()

    @property
    def saved(self) -> Saved | None:
        """The highlighted battle; None if the list is empty."""
        return self.battles[self.chosen] if self.battles else None

    def latest(self) -> Saved | None:
        """Return the battle that the menu offers to continue; None if all are finished.

        A battle by mail that waits for the player comes first, one that waits for the opponent's
        letter last.
        """
        return latest_unfinished(sorted(self.battles, key=_rank))

    def own_turns(self) -> int:
        """Return the number of battles by mail that wait for the player."""
        mine = (each for each in self.battles if _rank(each) == 0)
        return sum(self._goes_on(each) for each in mine)

    def choose(self, index: int) -> None:
        """Highlight the battle with this index; after the last comes the first."""
        self.chosen = index % len(self.battles) if self.battles else 0

    def refreshed(self) -> None:
        """Hook for subclasses, which is called after the battles were read again."""

    def describe(self, saved: Saved) -> str:
        """Return one line about the state of a battle."""
        try:
            seen = summarise(saved)
        except WeatherGageError as error:
            return str(error)
        if seen.outcome:
            return f"{title_of(saved)}: {seen.result}"
        parts = title_of(saved), seen.status.moment, self._asked(saved, seen)
        return ", ".join(filter(None, parts))

    def about_chosen(self) -> str:
        """Return what Enter does with the highlighted battle."""
        saved = self.saved
        if saved is None:
            return "No battle is saved yet"
        verb = "plays on" if self._goes_on(saved) else "replays"
        return f"Enter {verb}  {self.describe(saved)}"

    # Opening ---------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Read the battles again when the player comes back to this screen."""
        self._read()
        self.refreshed()
        self.draw()

    def open_chosen(self) -> None:
        """Continue the highlighted battle; if it is finished, replay it."""
        saved = self.saved
        if saved is None:
            return
        if saved.fault:
            raise FileFault(saved.fault)
        if self._goes_on(saved):
            self.resume(saved)
        else:
            self.replay(saved)

    def resume(self, saved: Saved) -> None:
        """Continue a battle; raises `FileFault` if another program has it open."""
        below = self._below()
        if below and self._at_hand(saved):
            self.game_app.return_to(below)
            return
        if desks.is_by_mail(saved.path):
            self.open_screen("mail_battle", saved.path)
            return
        self.game_app.set_battle(None)
        battle = Battle.open(saved.path)
        if battle.why_closed or battle.outcome():
            self.open_screen("replay", battle)
        else:
            self.enter(battle)

    def replay(self, saved: Saved) -> None:
        """Open a replay of a battle."""
        if not self._below():
            self.game_app.set_battle(None)
        self.open_screen("replay", Battle.open(saved.path, write=False))

    def enter(self, battle: Battle) -> None:
        """Open a battle to be played, with the computer players that its file names."""
        self.game_app.play(battle, computers(battle))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "watch": self.act_watch,
            "delete": self.act_delete,
        }

    def act_watch(self) -> None:
        """Replay the highlighted battle from its start."""
        if self.saved:
            self.replay(self.saved)

    def act_delete(self) -> None:
        """Ask whether to move the highlighted battle to the bin."""
        if self.saved:
            from engine.files.library_actions import confirm_bin  # lazy import: menus start faster

            asked = confirm_bin(self.saved.path, title_of(self.saved))
            self.free(self.saved)
            self.put(asked)

    def put(self, asked: Ask) -> None:
        """Ask the question that an action on a battle needs, and do the action when it is
        answered.
        """

        def answered(text: str) -> None:
            if done := asked.answered(text):
                self.has_done(done)

        self.ask(f"{asked.text} y and Enter:" if asked.yes_or_no else asked.text, answered)

    def free(self, saved: Saved) -> None:
        """Close the file of a battle so that it can be changed; raises `Refused` if the battle is
        being played.
        """
        if not self._below():
            self.game_app.set_battle(None)
        elif self._at_hand(saved):
            raise Refused("this battle is being played; leave it for the menu first")

    def has_done(self, done: FileChange) -> None:
        """Show a message about a change of a file, and read the battles again."""
        self._read()
        self.refreshed()
        self.said = done.told

    def samples(self) -> Path:
        """Return the folder of the battles that ship with the game."""
        return samples_folder()

    # Inside ----------------------------------------------------------------------------

    def _read(self) -> None:
        own = search_folder(self.game_app.saves)
        mail = desks.mail_search_folder(self.game_app.saves)
        samples = self.samples()
        # A person without a folder of their own may have battles in the samples' folder.
        self.battles = [
            saved
            for saved in find([own, mail, samples])
            if saved.path.parent in (own, mail) or is_sample(saved.path)
        ]
        self.chosen = min(self.chosen, max(0, len(self.battles) - 1))

    def _asked(self, saved: Saved, seen: BattleSummary) -> str:
        """Return in words which players have to choose in a battle; for a battle by mail, whether
        it is this player's turn.
        """
        if not desks.is_by_mail(saved.path):
            return seen.asked
        return "by mail, your turn" if desks.is_own_turn(saved.path) else "by mail, waiting"

    def _goes_on(self, saved: Saved) -> bool:
        try:
            return summarise(saved).outcome is None
        except WeatherGageError:
            return False

    def _below(self) -> BaseScreen | None:
        """Return the battle screen of the current battle if it is open below this list, otherwise
        None.
        """
        battle, stack = self.game_app.battle, self.app.screen_stack
        screens = (each for each in stack if isinstance(each, BaseScreen))
        plays = (each for each in screens if battle and getattr(each, "battle", None) is battle)
        return next(plays, None)

    def _at_hand(self, saved: Saved) -> bool:
        battle = self.game_app.battle
        return battle is not None and battle.path == saved.path


def _rank(saved: Saved) -> int:
    if not desks.is_by_mail(saved.path):
        return 1
    return 0 if desks.is_own_turn(saved.path) else 2
