"""Drones: how they are brought, commanded and hacked, and what each does in its modes."""
