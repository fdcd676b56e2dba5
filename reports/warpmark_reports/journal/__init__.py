"""Reading journals: lines, their checks, and the tidy frames that they become."""
