"""The keys of a battle: each changes the session. Nothing here depends on the terminal."""
