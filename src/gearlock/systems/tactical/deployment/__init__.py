"""2.6.2, Step Zero: the Tactics roll and alternate deployment."""
