"""Ships, tables and scenarios: typed facts read from TOML, with a user's own laid over them."""
