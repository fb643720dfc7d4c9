"""One connection to a host: SSH or socket, its terminal, its limits, and the log.

This package knows no battles and no screens: it only gives the game a name and a terminal.
"""
