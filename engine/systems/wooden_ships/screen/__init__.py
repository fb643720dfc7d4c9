"""The battle on the screen: chart, cards, roster, previews, overlays; all drawn from views."""
