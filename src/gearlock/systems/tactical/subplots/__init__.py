"""4.1.4: Subplots: complications of a generated battle."""
