"""3.2b: buildings, what they withstand and how they come down."""
