"""5.4: attached models: one activation for a controller and its drones, and for all components of a vehicle."""
