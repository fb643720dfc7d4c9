"""The player's own terminal, which is read as a far one is: nothing that it says ends the game.

Textual reads strictly: a key that cannot exist, or a byte that is no UTF-8, ends its input.
"""

from __future__ import annotations

import os
import select

from textual.drivers.linux_driver import LinuxDriver

from tui.terminal.keyboard import Keyboard

AT_ONCE = 4096
"""Bytes that are read at once."""
LOOK = 0.1
"""Seconds between two looks whether the game has ended, or an escape stays alone."""


class TerminalDriver(LinuxDriver):
    """Textual's way to a terminal, with a keyboard that leaves out what it cannot read."""

    def run_input_thread(self) -> None:
        """Pass on what is typed until the game ends."""
        keyboard = Keyboard(self._mouse, lambda: self._app.size)
        while not self.exit_event.is_set():
            self._pass_on(keyboard)
        self._pass_on(keyboard)  # an answer that is still under way is not for the shell

    def _pass_on(self, keyboard: Keyboard) -> None:
        if select.select([self.fileno], [], [], LOOK)[0]:
            data = os.read(self.fileno, AT_ONCE)
            if not data:  # the terminal has gone; the system says so by a signal
                self.exit_event.wait(LOOK)
            for message in keyboard.feed(data):
                self.process_message(message)
        for message in keyboard.tick():
            self.process_message(message)
