"""Position files, and their `inspect`."""
