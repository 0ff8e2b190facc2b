"""6 and 7.1: army lists, forces built from them, and machines armed anew."""
