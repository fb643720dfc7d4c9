"""A turn and its phases: sheets that all seats seal, arrival, what comes after the last phase."""
