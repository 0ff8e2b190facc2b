"""The program's own: scenarios, maps and forces laid out."""
