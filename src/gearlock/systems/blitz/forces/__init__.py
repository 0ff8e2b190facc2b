"""5 and A.2: forces."""
