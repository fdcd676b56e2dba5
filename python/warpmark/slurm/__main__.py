"""`python -m warpmark.slurm run|tune|status|cancel …`."""

import sys

from .cli import main

sys.exit(main())
