"""4.2.2: Victory Points spent in the middle of a campaign's battle."""
