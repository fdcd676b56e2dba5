"""Sweeps and tunings as arrays of Slurm: `warpmark slurm run|tune|status|cancel`."""
