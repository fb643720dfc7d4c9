"""The command line: what may be written, and one function for each command.

The parsers import nothing of the game. A command imports what it needs when it runs.
"""
