"""All tests. Their folders mirror those of the engine and of the terminal."""
