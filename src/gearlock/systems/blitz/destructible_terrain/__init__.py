"""18.3b: damaging and destroying terrain."""
