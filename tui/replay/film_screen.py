"""FilmScreen: a chart on which a recorded battle is shown, by steps or at a speed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence

from textual.timer import Timer

from engine.game.chart import Mark
from engine.game.panel import Row
from engine.kernel.battle import Battle
from engine.review.voices import Speaker
from engine.sitting.battle_log import moving_ships
from engine.sitting.watching.reel import Reel
from tui.chart.theatre import PACES as SPEEDS
from tui.chart.theatre import Frame, act_frames
from tui.chart.viewport import place_of
from tui.input.actions import Handlers
from tui.replay.reel_keys import JumpKeys, StepKeys
from tui.screens.chart_model import ChartModel
from tui.screens.chart_screen import ChartScreen

PACES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The speeds that the keys 1 to 9 select, as multiples of the normal speed."""
ENTRY_SECONDS = 1.2
"""For how many seconds an entry is shown at normal speed: time to read its line."""
STILL_FROM = 5.0
"""From this speed on nothing is animated: frames would be shorter than a terminal can draw."""


class FilmScreen(ChartScreen):
    """A recorded battle on a chart, with the keys that move through it.

    A subclass draws what is around the chart.
    """

    def __init__(self, battle: Battle, at: int = 0, viewer_seat: str = "") -> None:
        self.battle = battle
        self.reel = Reel(battle, at, viewer_seat)
        self.jump_keys, self.step_keys = JumpKeys(self.reel, self), StepKeys(self.reel, self)
        super().__init__(ChartModel(battle.game, self.reel.view()))
        self.pace = 4
        self.playing = False
        self.dice: Sequence[Row] | None = None
        """The dice of the animation that is running; None without one."""
        self.voice = ""
        """The words spoken aboard at the event that is shown; '' for none."""
        self._speaker: Speaker | None = None
        self._clock: Timer | None = None
        self._film: Iterator[Frame] | None = None
        self._met: Sequence[str] = ()
        """The ships on which the chart is zoomed in, because they fight or collide."""
        self.viewport.selected = next(iter(battle.game.screen.subjects(self.view)), "")

    @abstractmethod
    def draw_words(self) -> None:
        """Draw everything except the chart."""

    @abstractmethod
    def draw_panel(self) -> None:
        """Draw the panel of the present entry."""

    @abstractmethod
    def draw_prompt(self) -> None:
        """Draw the line below the chart; it shows the words spoken aboard (`voice`)."""

    @property
    def running(self) -> bool:
        """Tell whether an animation is running, or the battle is being played."""
        return self.playing or self._film is not None

    def extras(self) -> Sequence[Mark]:
        """Return the marks drawn over the chart: smoke, and the measured line."""
        return (*self.reel.smoke(), *self.model.measured()[0])

    # Moving through the battle --------------------------------------------------------------

    def settle(self) -> None:
        """Show the position after the present entry, with the ship that it is about selected."""
        self.dice = None
        self.model.see(self.reel.view())
        self._met = self.reel.meets()
        self._follow()
        self.draw()

    def _follow(self) -> None:
        """Select the ship that the present entry is about, and scroll to her; keep the ships near
        her in view if all fit.
        """
        subject = self.reel.subject()
        place = place_of(self.scene, subject)
        if place:
            self.viewport.selected = subject
        if self.game_app.settings.follow and not self.looking:
            self.viewport.keep_in_view(self.model.company_of(subject), farther=True)
        if place:
            self.viewport.show(place)

    def jump(self, moved: bool) -> None:
        """Stop playing; if the replay has moved to another entry, show it."""
        self.pause()
        if moved:
            self.settle()

    def _on(self) -> None:
        """Go to the next entry, with its animation unless animations are off or the speed is too
        high.
        """
        if not self.reel.step(1):
            self.pause()
            self.draw_words()
            return
        if self.game_app.settings.animation and PACES[self.pace - 1] < STILL_FROM:
            self.dice, self.voice = (), ""
            self._film = self._frames()
            self._follow()
            self.draw_words()
            self._next_frame()
        else:
            self._landed()

    def _frames(self) -> Iterator[Frame]:
        acts, voices = list(self.reel.acts()), dict[int, str]()
        if self.game_app.settings.voices:
            if self._speaker is None or self._speaker.battle is not self.reel.battle:
                self._speaker = Speaker(self.reel.battle)
            voices = self._speaker.voices(self.reel.n, [act.number for act in acts])
        for act in acts:
            if act.number in voices:
                self.voice = voices[act.number]
                self.draw_prompt()
            self._met = act.meets or moving_ships(act.spectacle)
            scene = self.game.screen.scene(act.state)
            yield from act_frames(scene, act, self.game_app.settings.scenes)

    def _meeting(self) -> Sequence[str]:
        """Return the ships to zoom in on: those that fight or collide in this entry or its
        animation.
        """
        return self._met

    def _next_frame(self) -> None:
        frame = next(self._film, None) if self._film else None
        if frame is None:
            self._landed()
            return
        self.dice = frame.rows or self.dice
        self.draw_chart(frame.scene, frame.extra, frame.tableau)
        self.draw_panel()
        speed = SPEEDS.get(self.game_app.settings.animation, 1.0)
        self._wait(frame.seconds * speed / max(1.0, PACES[self.pace - 1]), self._next_frame)

    def _landed(self) -> None:
        """Show the position after an animation; while playing, go on after a moment."""
        self._film = None
        self.settle()
        if self.playing and self.reel.n < self.reel.end:
            self._wait(ENTRY_SECONDS / PACES[self.pace - 1], self._on)
        elif self.playing:
            self.pause()
            self.draw_words()

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self._clock = self.set_timer(seconds, then)

    def pause(self) -> None:
        """Stop playing, and stay at the present entry."""
        self.playing = False
        if self._clock:
            self._clock.stop()
            self._clock = None
        if self._film:
            self._film = None
            self.settle()

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            **self.jump_keys.handlers(),
            **self.step_keys.handlers(),
            "right": self.act_right,
            "accept": self.act_accept,
            "play": self.act_play,
            "pace": self.act_pace,
            "proof": self.act_proof,
        }

    def act_proof(self) -> None:
        """Show the proof that the dice are fair, and the pledge (hash) that was made before the
        battle.
        """
        self.pause()
        self.open_screen("proof", self.battle)

    def act_right(self) -> None:
        """Go forward by one entry."""
        self.pause()
        self._on()

    def act_accept(self) -> None:
        """Go to the battle whose line is under the cursor, on a chart that lists battles as
        lines.
        """
        key = self.viewport.ship_at(self.scene, self.viewport.at) if self.looking else ""
        for chapter in self.reel.chapters:
            if chapter.name == key:
                self.model.looking = False
                self.jump(self.reel.go(chapter.first))

    def act_play(self) -> None:
        """Play or pause; if the end is reached, play from the start."""
        if self.playing:
            self.pause()
            self.draw_words()
            return
        if self.reel.n == self.reel.end:
            self.reel.go(0)
        self.playing = True
        self._on()

    def act_pace(self) -> None:
        """Set the speed of the pressed key, 1 to 9."""
        action = self.keymap.action_named(self.screen_name, "pace")
        if action and self.key in action.keys:
            self.pace = min(len(PACES), action.keys.index(self.key) + 1)
            self.draw_words()
