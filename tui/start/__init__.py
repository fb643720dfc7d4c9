"""How a battle begins or goes on: menu, set-up, saves, library."""
