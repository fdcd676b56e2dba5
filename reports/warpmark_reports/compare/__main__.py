"""`python -m warpmark_reports.compare A B`."""

import sys

from .cli import main

sys.exit(main())
