"""Small changes to rule code, one at a time, and whether any test notices."""
