"""The phases of a turn, in the order of the rulebook: initiative, movement, attack, end."""
