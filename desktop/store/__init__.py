"""All SQL: the library file and everything read from or written to it."""
