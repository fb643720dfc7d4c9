"""The one room in which a session of a battle is changed; each change says what to draw anew."""
