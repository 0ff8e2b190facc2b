"""What people see: the view, the cards, what orders cost and where moves lead."""
