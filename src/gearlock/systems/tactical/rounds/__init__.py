"""2.6.2, 2.6.3 and 2.6.9: the combat round, Actions and evasive maneuvers."""
