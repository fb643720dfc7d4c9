"""Position files of battles, and the facts that `inspect` returns."""
