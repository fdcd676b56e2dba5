"""`warpmark compare`: two sides of stored journals, unpaired and advisory."""
