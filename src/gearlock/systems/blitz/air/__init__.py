"""17: air support: circling, strafing, and what flies over the table."""
