"""Heavy Gear Blitz (beta of 2014)."""
