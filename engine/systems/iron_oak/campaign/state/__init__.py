"""The campaign as plain data: its book, the steps still to be done, commands, events."""
