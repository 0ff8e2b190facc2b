"""The program's own: what orders would bring, exact odds, and what bots reckon with."""
