"""Getting clear of fouls, grappling, casting off (mechanics 4.2 and 4.5)."""
