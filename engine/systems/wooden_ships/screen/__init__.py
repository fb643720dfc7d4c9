"""The battle on the screen: chart, cards, roster, previews, overlays; all drawn of views."""
