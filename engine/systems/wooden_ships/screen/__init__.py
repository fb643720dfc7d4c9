"""The battle on the screen: chart, cards, roster, previews, overlays; all are drawn from views."""
