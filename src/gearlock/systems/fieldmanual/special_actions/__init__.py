"""Special Actions that answer nobody: Coordinated Attacks, We're In Trouble."""
