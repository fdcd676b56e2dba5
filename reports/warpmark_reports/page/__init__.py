"""The report: its sections, its files, and the page."""
