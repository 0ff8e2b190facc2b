"""9.5: Multi-Component Vehicles."""
