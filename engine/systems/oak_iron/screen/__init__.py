"""What a seat sees: scene, cards, previews, overlays, measuring. It changes no state."""
