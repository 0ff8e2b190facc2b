"""3.6: infantry: massed fire, attacks on squads, hit locations and casualties."""
