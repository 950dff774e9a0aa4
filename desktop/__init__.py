"""Carrel: a person's own documents answer questions, offline."""

__version__ = "0.1.0"
