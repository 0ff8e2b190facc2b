"""4 and 16.0: scenarios: generated or given, their objectives, their secrets, and who wins."""
