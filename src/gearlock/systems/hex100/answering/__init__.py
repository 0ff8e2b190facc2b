"""What a seat may answer, and what the rules take."""
