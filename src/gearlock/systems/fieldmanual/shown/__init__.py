"""The program's own: what people see of a battle."""
