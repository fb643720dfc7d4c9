"""The keys of the screens that exist only on a host: lobby, gathering, founding, company."""

from __future__ import annotations

from tui.input.actions import Action, actions_of

HOST_ACTIONS: tuple[Action, ...] = (
    *actions_of(
        "lobby",
        "Lobby",
        ("accept", "enter ctrl+j", "go to the highlighted battle", "go there"),
        ("found", "n", "found a battle", "new battle"),
        ("watch", "w", "watch the highlighted battle", "watch"),
        ("replay", "r", "replay the highlighted battle, once it is over", "replay"),
        ("resume", "P", "play the highlighted battle on, when it is adjourned", "play on"),
        (
            "withdraw",
            "x delete",
            "give up a battle of yours that has not begun; owners: any",
            "withdraw",
        ),
        ("lessons", "l", "lessons: learn by doing, with stars", "learn"),
        ("puzzles", "p", "puzzles: one answer is best, with a rating", "puzzles"),
        ("find", "/", "find: only what has the words that you type", "find"),
        ("reference", "K", "cards and rules, in short words", "cards"),
        ("settings", "O", "glyphs, colours, animation", "settings"),
        ("end", "q", "leave; your battles wait for you", "leave"),
    ),
    *actions_of(
        "gathering",
        "Gathering",
        ("accept", "enter ctrl+j", "sit down in the highlighted seat", "sit down"),
        ("stand_up", "x delete", "give the highlighted seat back", "stand up"),
        ("end", "q", "back to the lobby; your seat is kept", "lobby"),
    ),
    *actions_of(
        "founding",
        "New battle",
        ("accept", "enter ctrl+j", "found the battle", "found it"),
        ("up", "up shift+tab", "the line above", "up"),
        ("down", "down tab", "the line below", "down"),
        ("left", "left", "the choice before", "change"),
        ("right", "right space", "the next choice", "change"),
        ("find", "/", "all choices of this line in a list, to be searched", "find"),
        ("word", "i", "say an invitation word", "invitation"),
        ("end", "q", "back to the lobby", "back"),
    ),
    *actions_of(
        "battle",
        "Company",
        ("talk", "T", "say something to all; Tab: to your side alone", "talk"),
        ("resume", "P", "play an adjourned battle on", "play on"),
        ("part", "X", "resign, offer a draw, or hand a seat over", "resign"),
        ("menu", "M", "leave for the lobby; the battle waits for you", "lobby"),
        ("end", "q", "leave; the battle waits for you", "leave"),
    ),
)
