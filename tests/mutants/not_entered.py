"""Functions with blocks that no test enters, each with its reason: for `--not-entered`."""

from __future__ import annotations

NOT_ENTERED: dict[str, str] = {
    # The engine: rounding, and processes of another machine.
    "engine/arena/cluster.py (_task.run)": "runs in a worker of a cluster, to which it is sent",
    "engine/space/plane/sweep.py (_settle)": (
        "no pose is free within a rounding of the exact one: no such bodies are known"
    ),
    "engine/systems/oak_iron/table/alongside.py (_free)": (
        "a pivot that cuts into its target between two free ends, by less than a base is wide"
    ),
    "engine/systems/oak_iron/table/formation.py (_shadows)": "a lane thinner than the rounding",
    "engine/systems/wooden_ships/set_up/closer_start.py (brought_closer)": (
        "ships in each other's way: no scenario of the book, brought to any distance, meets it"
    ),
    # What Textual asks of a class.
    "tui/terminal/frame.py (Frame.__rich_console__)": "Textual sends frames another way",
    # Other systems and terminals that hang.
    "tui/app.py (WeatherGageApp.get_driver_class)": "Windows, which has a driver of Textual's",
    "tui/commands/remote/join.py (Relay._stop)": (
        "stops the process itself: a child of the test does, and writes no measures after it"
    ),
    "tui/host/connection/terminal.py (RemoteDriver._read)": (
        "a screen that is drawn more slowly than keys come, which hangs on the machine"
    ),
    "tui/battle/adviser.py (Adviser.advise.found)": (
        "a question that is dropped before the thread for it has begun, which hangs on threads"
    ),
    "tui/terminal/driver.py (TerminalDriver._told_to_end)": (
        "a second signal to end while the terminal takes nothing: the process is gone after it"
    ),
    "tui/terminal/driver.py (TerminalDriver._end_at_once)": (
        "ends the process by a signal, after which no measures are written"
    ),
    "tui/terminal/driver.py (TerminalDriver._run_input_thread)": (
        "a fault of the program in the thread of the keys: it ends as any fault does"
    ),
    "tui/terminal/driver.py (TerminalDriver._pass_on)": (
        "a terminal that fails between two looks at it, and a key that is told by waiting"
    ),
    "tui/terminal/driver.py (TerminalDriver.start_application_mode)": (
        "a shell that takes the terminal back at the very moment it is taken"
    ),
    "tui/terminal/driver.py (TerminalDriver.step_aside)": "a key that comes with the end",
    "tui/terminal/driver.py (TerminalDriver._sigtstp_application)": (
        "stops the process itself, as the shell's ctrl+z does: tested from outside"
    ),
}
"""{"path (function)": why}; a class before its method, as in `path (Class.method)`."""
