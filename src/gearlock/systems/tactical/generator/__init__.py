"""4.1: Tactical Scenario Generator: its tables as functions of dice, and the table they describe."""
