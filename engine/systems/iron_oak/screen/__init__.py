"""What a front end shows: scene, cards, roster, previews."""
