"""The way in: SSH, socket and terminal of one connection, and what holds it to its limits."""
