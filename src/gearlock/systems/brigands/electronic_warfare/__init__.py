"""8.1, 8.3 and 8.4: electronic warfare, ECM and ECCM."""
