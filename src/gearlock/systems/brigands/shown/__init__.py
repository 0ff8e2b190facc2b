"""What people see of a battle: the table, cards, costs and routes."""
