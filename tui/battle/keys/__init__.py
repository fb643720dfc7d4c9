"""The keys of a battle: each changes the session; nothing here knows the terminal."""
