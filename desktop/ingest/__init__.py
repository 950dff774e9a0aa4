"""From files on disk to text with positions, and from text to chunks."""
