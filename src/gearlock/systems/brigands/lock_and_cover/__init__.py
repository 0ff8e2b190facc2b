"""4: Silhouettes, Lock and cover; Smoke."""
