"""Special Actions that answer what others do: Reaction Fire, Stand By for Coordinates, Parting Shots."""
