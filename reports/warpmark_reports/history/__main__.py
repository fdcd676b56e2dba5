"""`python -m warpmark_reports.history add|list|show|check|…`."""

import sys

from .cli import main

sys.exit(main())
