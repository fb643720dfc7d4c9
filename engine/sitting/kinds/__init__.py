"""The kinds of sitting (a person at a battle) that differ from a plain battle: lessons, puzzles,
battles by mail.
"""
