"""Work off the GUI thread: lanes, progress, events and cancelling."""
