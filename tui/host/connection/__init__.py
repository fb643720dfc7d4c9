"""One connection to a host: SSH or socket, its terminal, its limits, and the log.

Nothing here knows a battle or a screen: a connection hands a name and a terminal on.
"""
