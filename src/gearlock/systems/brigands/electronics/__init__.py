"""Chapter 8.1 to 8.4: Comms, ECM and ECCM."""
