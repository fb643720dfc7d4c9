"""The phases of a turn in the order of the rulebook: initiative, movement, attack, end.

A module for each phase puts its steps in order. The steps themselves are in the chapters' rooms;
`rules` imports them all.
"""
