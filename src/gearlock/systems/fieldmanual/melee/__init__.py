"""Melee Combat: blows, free strikes, and arms that hold weapons."""
