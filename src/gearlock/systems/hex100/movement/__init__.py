"""How units move, and the ground they move over."""
