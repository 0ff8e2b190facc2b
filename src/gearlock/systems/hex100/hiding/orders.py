"""The orders of stealth and the sensors against it."""
