"""The reasons why some blocks of code are entered by no test; printed by `--not-entered`."""

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
    "engine/systems/oak_iron/table/sight.py (_shadows)": "a lane thinner than the rounding",
    "engine/systems/wooden_ships/set_up/switches.py (brought_closer)": (
        "ships in each other's way: no scenario of the book, brought to any distance, meets it"
    ),
    # What Textual asks of a class.
    "tui/terminal/frame.py (Frame.__rich_console__)": "Textual sends frames another way",
    "tui/app.py (WeatherGageApp._display)": "Textual sends frames of two kinds, and both are ours",
    # Other systems and terminals that hang.
    "tui/app.py (WeatherGageApp.get_driver_class)": "Windows, which has a driver of Textual's",
    "tui/commands/host.py (Relay._stop)": (
        "stops the process itself: a child of the test does, and writes no measures after it"
    ),
    "tui/host/connection/terminal.py (RemoteDriver._read)": (
        "a screen that is drawn more slowly than keys come, which hangs on the machine"
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
    "tui/terminal/driver.py (TerminalDriver.suspend_process)": "a key that comes with the end",
    "tui/terminal/driver.py (TerminalDriver._sigtstp_application)": (
        "stops the process itself, as the shell's ctrl+z does: tested from outside"
    ),
    # What is hard to come to.
    **dict.fromkeys(
        (
            "engine/hosting/leaving.py (Leaving.replace)",
            "engine/hosting/leaving.py (Leaving._hand_if_agreed)",
            "engine/hosting/leaving.py (Leaving._running)",
            "tui/host/app.py (_proof)",
            "engine/sitting/kinds/mail.py (MailTable.choose)",
            "tui/mail/list_screen.py (MailListScreen.act_send)",
            "tui/squadrons/measuring.py (TwoColumns.act_find)",
            "tui/squadrons/measuring.py (TwoColumns.listed)",
            "tui/replay/screen.py (ReplayScreen.draw_prompt)",
            "tui/plain/table.py (PlainTable._answer)",
        ),
        "what no page offers: only two keys in one breath meet it, or another who was quicker",
    ),
    **dict.fromkeys(
        (
            "engine/files/facts.py (facts_of)",
            "engine/files/saved_battles.py (title_of)",
            "engine/files/library.py (Library._listed)",
            "engine/files/library.py (_is_folder)",
            "engine/files/library_actions.py (_must_stay_free)",
            "tui/start/saves_screen.py (SavesScreen.fill)",
        ),
        "a file that goes, or changes, between two looks at it",
    ),
    "engine/puzzles/making.py (_can_be)": (
        "a question that makes no puzzle: searches of minutes meet it, and found those that ship"
    ),
    **dict.fromkeys(
        (
            "tui/replay/branches.py (BranchKeys._count_on)",
            "tui/replay/branches.py (BranchKeys._lay_beside)",
            "tui/replay/branches.py (BranchKeys._step)",
            "tui/replay/branches.py (BranchKeys.rows)",
            "engine/sitting/watching/branches.py (BranchComparison._damage)",
            "engine/sitting/watching/branches.py (BranchComparison._told)",
            "engine/sitting/watching/branches.py (last_common_entry)",
            "engine/files/library.py (_read)",
        ),
        "branches of long battles, with many ships apart, or beside letters: looked at by hand",
    ),
    "tui/terminal/terminal_app.py (TerminalApp.call)": "a call before the terminal is taken",
    "tui/host/connection/terminal.py (RemoteDriver._do_asked)": (
        "a fault of the program in what a screen is asked to do: it ends as any fault does"
    ),
    "tui/mail/opening.py (OpeningScreen._take_in)": (
        "a receipt alone, which the command line shows: the screens send it with a letter"
    ),
    **dict.fromkeys(
        (
            "engine/hosting/errands.py (_wait_until_taken)",
            "tui/host/connection/session.py (Connection._way)",
            "tui/host/connection/session.py (Requests.reply)",
            "tui/host/connection/socket.py (refuse_request)",
            "tui/host/connection/socket.py (_Callers.answer)",
            "tui/host/connection/socket.py (_Callers._reply)",
            "tui/host/connection/socket.py (ReplyTransport._frame)",
            "tui/commands/host.py (join)",
            "tui/terminal/driver.py (TerminalDriver._request_terminal_sync_mode_support)",
        ),
        "a line that breaks at this very place, or a client that asks a hundred times over",
    ),
    **dict.fromkeys(
        (
            "engine/systems/iron_oak/thinking/advising.py (_played_on)",
            "engine/systems/iron_oak/thinking/advising.py (_slot_by_slot)",
            "engine/systems/iron_oak/thinking/advising.py (_drafted)",
            "engine/systems/iron_oak/thinking/advising.py (_tried)",
            "engine/players/program.py (Program._filled)",
            "engine/systems/iron_oak/thinking/fire_worth.py (card_chances)",
            "engine/systems/iron_oak/thinking/battle_playouts.py (_comes_round)",
            "engine/systems/iron_oak/thinking/quick_score.py (_first)",
            "engine/systems/wooden_ships/thinking/way_there.py (traffic)",
            "engine/systems/wooden_ships/thinking/way_there.py (Field.turns)",
            "engine/systems/wooden_ships/screen/preview.py (party_rows)",
        ),
        "no position of the tests leads there in a turn or two; whole battles of `make fuzz` do",
    ),
}
"""{"path (function)": why no test enters a block of it}; a method is named `path
(Class.method)`."""
