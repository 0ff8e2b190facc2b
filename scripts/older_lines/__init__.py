"""How the older Blitz Beta stat lines become models of this game, one function for each row of the conversion table."""
