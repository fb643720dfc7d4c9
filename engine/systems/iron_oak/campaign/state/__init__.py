"""The campaign as plain data: the campaign book, the steps still to be done, commands, events."""
