"""3.0b, 16.1, 16.2: deployment: zones, places, reserves."""
