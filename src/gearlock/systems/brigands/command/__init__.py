"""7.4 and 7.5: Command Points and Orders."""
