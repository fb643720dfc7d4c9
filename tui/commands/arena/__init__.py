"""Commands that fight many battles between computer players, and print the results.

A command reads its arguments, calls `engine.arena`, and passes the results to a printer. All
statistics are computed in the engine.
"""
