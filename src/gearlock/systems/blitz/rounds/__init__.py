"""3: sequence of play: rounds, phases, activations."""
