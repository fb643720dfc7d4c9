"""What the admiral's search asks of the rules: hidden cards guessed, luck, playouts, a score."""
