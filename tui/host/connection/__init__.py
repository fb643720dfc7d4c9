"""One connection to a host: SSH or socket, its terminal, its limits, and the log.

Nothing here knows battles or screens: a connection only passes on a name and a terminal.
"""
