"""The phases of a turn in the order of the rulebook: initiative, movement, attack, end.

A module a phase: which step follows which. What happens inside a step is in the chapters'
rooms; `rules` imports them all.
"""
