"""What a side knows of the other: vision, contacts, locks."""
