"""7.1 to 7.3: Commanders, the chain of command and Formation."""
