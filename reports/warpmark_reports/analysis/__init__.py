"""What follows from the points of journals, before anything is drawn or written."""
