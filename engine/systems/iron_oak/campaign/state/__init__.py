"""The campaign as plain data: its book, what is still to be done, commands, events."""
