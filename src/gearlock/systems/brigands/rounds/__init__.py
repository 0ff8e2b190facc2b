"""1: the turn sequence: rounds, phases, activations."""
