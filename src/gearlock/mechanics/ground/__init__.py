"""The ground of a table: what its pieces are, the surfaces they make, and what becomes of them."""
