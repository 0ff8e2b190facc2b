"""Chapter 4: Silhouettes, Lock and Cover."""
