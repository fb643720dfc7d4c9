"""Position files: any situation of a battle, written by hand."""
