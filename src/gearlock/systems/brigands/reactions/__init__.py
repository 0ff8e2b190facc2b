"""6: Standby, Overwatch and Snap Fire."""
