"""Parts that two or more systems use unchanged."""
