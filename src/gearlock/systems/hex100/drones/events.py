"""What may happen in drones."""
