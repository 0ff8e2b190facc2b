"""The program's own: what people see: view, cards, costs, routes."""
