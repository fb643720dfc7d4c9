"""Position files, and what `inspect` says of one."""
