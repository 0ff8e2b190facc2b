"""Chapter 9.2 to 9.4: drones, transports and fortifications."""
