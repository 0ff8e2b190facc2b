"""5: attacks and the reactions to them."""
