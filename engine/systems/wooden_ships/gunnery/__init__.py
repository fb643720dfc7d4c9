"""Fields of fire, tables, aim, broadsides, hits, loading.

Wooden Ships & Iron Men, Combat Rules, Reloading.
"""
