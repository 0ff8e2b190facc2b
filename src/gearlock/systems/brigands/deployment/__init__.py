"""11.4: deployment."""
