"""Points, surrender of a player, and how the battle ends (mechanics 7)."""
