"""Chapters 8.5 and 4.3b: Forward Observation, chained attacks and shared sensors."""
