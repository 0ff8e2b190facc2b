"""18.4: drones."""
