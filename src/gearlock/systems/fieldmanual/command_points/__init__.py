"""Command: Command Points, who issues and who receives them, and what they are spent on."""
