"""Stealth, and the sensors and beacons that see through it."""
