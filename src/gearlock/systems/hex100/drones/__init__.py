"""Drones: controllers, modes, and the four kinds of them."""
