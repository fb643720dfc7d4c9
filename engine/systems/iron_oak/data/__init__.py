"""Facts: ships, forts, action cards, battles and tables, read from TOML. No rules."""
