"""8.5: Forward Observation."""
