"""Which battles of Oak & Iron puzzles are taken from, and what they are about."""

from __future__ import annotations

from engine.game.parts.puzzle_ground import PuzzleGround, Theme

PUZZLES = PuzzleGround(
    scenarios=("quickstart", "quickstart", "patrol"),  # six ships take thrice as long as four
    themes=(
        Theme("which ship first", "name_ship"),
        Theme("turning", "manoeuvre", "*_start"),
        Theme("turning", "manoeuvre", "*_end"),
        Theme("turning", "manoeuvre", "*_twice"),
        Theme("the move", "manoeuvre"),
        Theme("turning", "turn"),
        Theme("seamanship", "seamanship"),
        Theme("seamanship", "seamanship_action"),
        Theme("sail and speed", "shift"),
        Theme("sail and speed", "free_sail"),
        Theme("reaction fire", "reaction"),
        *(
            theme
            for kind in ("attack", "crew_action", "second_broadside", "free_attack")
            for theme in (
                Theme("broadside", kind, "broadside*"),
                Theme("partial fire", kind, "partial_fire*"),
                Theme("boarding", kind, "board_*"),
                Theme("boarding", kind, "close_combat*"),
                Theme("repair and rally", kind, "repair*"),
                Theme("repair and rally", kind, "rally*"),
                Theme("reloading", kind, "reload*"),
                Theme("holding fire", kind, "hold"),
                Theme("crew", kind),
            )
        ),
    ),
)
"""Re-rolls are left out: their answer is a sum of chances, and no look at the sea. So are cards of
the initiative: what one is worth is hardly ever clear two turns later."""
