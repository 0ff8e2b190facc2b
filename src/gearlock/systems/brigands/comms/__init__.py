"""8.2: Comms, what is said by radio and who boosts it."""
