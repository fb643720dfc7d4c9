"""A battle being played: what the player holds, the keys that change it, the screen."""
