"""The parts of a game system besides its rules: words, screen, answering, building, thinking."""
