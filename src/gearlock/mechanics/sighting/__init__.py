"""Looking across a table of inches: arcs, what stands between, what hides how much. What it means is the book's."""
