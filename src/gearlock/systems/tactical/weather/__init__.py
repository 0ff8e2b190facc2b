"""3.7: weather that changes, and what extreme temperatures do to vehicles."""
