"""One connection to a host: SSH or socket, its terminal, its limits, and the log.

Nothing here knows a battle or a screen: a connection passes on a name and a terminal.
"""
