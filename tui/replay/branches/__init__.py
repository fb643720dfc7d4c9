"""Other branches of the battle that is watched: walked, side by side, and the best line."""
