"""Commands that fight many battles between computer players, and print what came of them.

A command reads its arguments, lets `engine.arena` fight, and hands results to a printer. What
is counted, and how, belongs in the engine.
"""
