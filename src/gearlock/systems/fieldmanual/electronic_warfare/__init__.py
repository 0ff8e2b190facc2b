"""Electronic Warfare: Communication Events, ECM and ECCM, Automatic Communications."""
