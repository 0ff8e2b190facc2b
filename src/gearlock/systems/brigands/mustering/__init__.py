"""Chapter 10: forces, what they cost and how they take the field."""
