"""The battle on the screen: scene, cards, roster, previews."""
