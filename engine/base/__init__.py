"""What everything stands on: errors, dice, foreign text, files read with limits.

Nothing of the project is imported here.
"""
