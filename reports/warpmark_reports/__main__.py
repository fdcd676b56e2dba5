"""`python -m warpmark_reports JOURNAL… -o DIR`."""

import sys

from .cli import main

sys.exit(main())
