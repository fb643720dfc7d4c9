"""The animation of a command, act by act, and the pictures of great moments."""
