"""The sequence of play: phases, focus, units one at a time."""
