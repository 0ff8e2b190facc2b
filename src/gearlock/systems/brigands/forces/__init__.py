"""10: choosing a force."""
