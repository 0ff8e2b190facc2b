"""The rule systems, one package each; everything else finds them through the registry."""
