"""Running services off the GUI thread."""
