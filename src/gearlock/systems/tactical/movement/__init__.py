"""2.6.5: movement and terrain; 3.2: advanced movement."""
