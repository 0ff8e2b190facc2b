"""The orders of drones."""
