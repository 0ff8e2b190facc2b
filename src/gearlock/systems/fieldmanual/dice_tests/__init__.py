"""2: dice: pools of D6, fumbles, thresholds and opposed tests."""
