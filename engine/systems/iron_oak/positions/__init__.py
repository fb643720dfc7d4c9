"""Position files (situations written by hand) of battles, and the facts that `inspect` returns."""
