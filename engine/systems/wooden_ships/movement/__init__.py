"""All plots at once: impulses, contested hexes, collisions, fouling, drift (mechanics 5)."""
