"""6: movement: ways to move, the ground, turning, climbing, jumping, danger and forced moves."""
