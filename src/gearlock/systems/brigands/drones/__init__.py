"""9.2: drones."""
