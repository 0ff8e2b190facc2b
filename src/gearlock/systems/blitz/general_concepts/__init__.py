"""2: general concepts: dice, skills, arcs, distances."""
