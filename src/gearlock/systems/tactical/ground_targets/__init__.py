"""3.2.5, 3.4.4: attacks on what is no unit: structures, and the ground itself."""
