"""What figures share: the layout, the axes, the look, and the files that they become."""
