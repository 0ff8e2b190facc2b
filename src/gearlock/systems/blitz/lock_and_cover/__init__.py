"""7: cover, targeting silhouettes and Lock."""
