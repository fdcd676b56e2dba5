"""`python -m warpmark_reports.export --format parquet JOURNAL... -o FILE`."""

import sys

from .cli import main

sys.exit(main())
