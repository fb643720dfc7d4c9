"""The tests, which mirror the engine and the terminal."""
