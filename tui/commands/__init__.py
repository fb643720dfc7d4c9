"""The command line: its grammar, and one function for each command.

Parsing the arguments imports nothing of the game; a command imports its modules when it runs.
"""
