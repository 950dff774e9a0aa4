"""Where things are kept on this machine: paths, settings, logs."""
