"""Line of sight and visual detection, sensors, signature dampening, optical stealth, locking on."""
