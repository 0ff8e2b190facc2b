"""3.3: Active Sensors, ECM and ECCM, communication; smoke launchers and searchlights."""
