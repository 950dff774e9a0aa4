"""Use cases: what a person can do with a library, free of any window."""
