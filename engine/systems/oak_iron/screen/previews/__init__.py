"""What an order would do, before it is given: ghosts, paths, odds."""
