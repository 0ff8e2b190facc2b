"""2.3: rolls, skills, tests and margins."""
