"""PlainReplay: a recorded battle in lines of text, entry by entry, forward and back.

PlainVoices: the words spoken aboard.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from engine.base.errors import SetUpFault, WeatherGageError
from engine.base.text import clean, with_full_stop
from engine.kernel.seen import SeenBattle
from engine.review.voices import Speaker
from engine.sitting.battle_log import winners
from engine.sitting.printed import refuse_controls
from engine.sitting.watching.reel import Reel
from tui.plain.look import chart, format_table, ships, with_signs, wrapped


class PlainVoices:
    """The words spoken aboard in one battle, printed while it is played or replayed."""

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._speaker: Speaker | None = None

    def switch(self) -> str:
        """Switch the voices on or off, and return a message that says which.

        If the file with their words is damaged, they stay off, and the message says why.
        """
        if self._speaker:
            self._speaker = None
            return "Voices are off."
        speaker = Speaker(self.battle)
        try:
            speaker.check()
        except SetUpFault as fault:
            return f"No voices: {fault}."
        self._speaker = speaker
        return "Orders and reports are printed with the log. Type `voices` again to stop them."

    def spoken(self, n: int) -> list[str]:
        """Return what is said aboard in entry `n`; [] while the voices are off."""
        return self._speaker.spoken(n) if self._speaker and n else []


HELP = """
Enter   the next entry            back     the previous entry
go 151  go to entry 151; also `go t3` (turn 3), `go start`, `go end`
turn    go to the next turn       look [S] where the ships are from S
chart   draw the chart            ships    all ships and their state
voices  orders and shouts aboard  quit     leave
"""


class PlainReplay:
    """A replay of one battle in lines of text; `run` returns when the reader leaves."""

    def __init__(
        self,
        battle: SeenBattle,
        read: Callable[[str], Awaitable[str | None]],
        write: Callable[[str], None],
        at: int = 0,
        viewer_seat: str = "",
    ) -> None:
        self.reel = Reel(battle, at, viewer_seat)
        self.game = battle.game
        self._voices = PlainVoices(battle)
        self._read = read
        self._write = write

    async def run(self) -> None:
        """Carry out typed lines until the reader leaves or the input ends."""
        self._write("A replay in lines. Enter shows the next entry, `help` lists the commands.")
        self._show()
        while (line := await self._read("> ")) is not None:
            word, _, rest = clean(line).strip().lower().partition(" ")
            if word in ("quit", "exit", "q"):
                return
            try:
                refuse_controls(line)
                self._do(word, rest.strip())
            except WeatherGageError as error:
                self._say(with_full_stop(str(error)))

    def _do(self, word: str, rest: str) -> None:
        view = self.reel.view()
        if word in ("", "next", "n"):
            self._moved(self.reel.step(1), "This is the end.")
        elif word in ("back", "b"):
            self._moved(self.reel.step(-1), "This is the start.")
        elif word == "turn":
            self._moved(self.reel.turn(1), "This is the end.")
        elif word == "go":
            self.reel.go(self.reel.find(rest))
            self._show()
        elif word == "look":
            key = next((k for k in self.game.screen.subjects(view) if k.lower() == rest), "")
            for text in ships(self.game, view, key):
                self._say(text)
        elif word in ("chart", "ships"):
            screen = self.game.screen
            rows = *screen.to_win(view), *screen.forces(view)
            told = chart(self.game, view) if word == "chart" else None
            for text in told or with_signs(rows, screen.legend(view)):
                self._write(text)
        elif word == "voices":
            self._say(self._voices.switch())
        elif word in ("help", "?"):
            self._write(format_table(HELP.strip("\n")))
        else:
            self._say(f"There is no command '{word}'; type `help`.")

    def _moved(self, moved: bool, stood: str) -> None:
        if moved:
            self._show()
        else:
            self._say(stood)

    def _show(self) -> None:
        """Print where the replay is, and what happens in that entry."""
        status = self.game.screen.status(self.reel.view())
        self._say(f"Entry {self.reel.n} of {self.reel.end}, {status.moment}.")
        for text in self.reel.describe():
            self._say(f"  {text}")
        for text in self._voices.spoken(self.reel.n):
            self._say(f"  {text}")
        if self.reel.n == self.reel.end and (outcome := self.reel.battle.outcome()):
            self._say(f"{winners(self.reel.battle, outcome)}: {outcome.told}.")

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)
