"""2.6.4: Commander, Second in Command, and Command Points."""
