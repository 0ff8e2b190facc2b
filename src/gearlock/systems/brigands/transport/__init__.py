"""9.3 and 9.4: transport and Fortifications."""
