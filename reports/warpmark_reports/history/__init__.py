"""`warpmark history`: journals kept by card and commit, their steps and drifts; advisory."""
