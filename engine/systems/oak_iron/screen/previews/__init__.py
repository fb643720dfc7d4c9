"""Previews of an order before it is given: ghosts, paths, odds."""
