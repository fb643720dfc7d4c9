"""Position files: any situation, written by hand and checked."""
