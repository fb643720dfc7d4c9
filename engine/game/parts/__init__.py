"""Parts of a game system beside its rules: words, screen, answers, forces, judgement."""
