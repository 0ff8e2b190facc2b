"""Going: ways over a table, what they meet, and where somebody comes to rest."""
