"""Writes the measurements of journals as files for other programs."""
