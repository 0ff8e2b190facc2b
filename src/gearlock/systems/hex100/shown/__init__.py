"""What people see: the view, the cards, what orders cost and the ways that moves go."""
