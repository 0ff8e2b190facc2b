"""12: special melee attacks: brute force, ram, crush."""
