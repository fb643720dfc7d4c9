"""The command line: its grammar, and one function for each command.

The parsers import nothing of the game. A command imports its modules when it runs.
"""
