"""How a battle is won: strike points, prizes, objectives, the end."""
