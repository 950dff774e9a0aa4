"""Facts every layer shares: frozen records, errors, the contract of long work."""
