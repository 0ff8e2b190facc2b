"""2.6.8: melee combat: rams, punches, kicks, throws and weapons in hand."""
