"""Fields of fire, tables, aim, broadsides, hits, loading (mechanics 4.7 and 4.10)."""
