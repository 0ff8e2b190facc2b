"""4.1: the scenario generator: its tables, missions, priorities, and who has won."""
