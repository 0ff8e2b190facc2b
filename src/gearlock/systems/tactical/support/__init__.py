"""4.1.3: Support: what is bought before a battle and comes from beyond the table."""
