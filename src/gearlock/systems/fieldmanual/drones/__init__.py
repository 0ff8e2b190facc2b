"""Drones: what follows a model without being one."""
