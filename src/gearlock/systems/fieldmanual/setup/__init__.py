"""The program's own: scenarios, their tables and forces."""
