"""Pure functions that turn a question and lists of hits into ranked, explained evidence."""
