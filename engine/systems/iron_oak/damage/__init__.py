"""What shots, rams and mines do: Hits, casualties, critical hits, explosions.

Iron & Oak 6.2, 6.3.
"""
