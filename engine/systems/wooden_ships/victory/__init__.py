"""Points, surrender of a player, and how the battle ends.

Wooden Ships & Iron Men, Ending the Game.
"""
