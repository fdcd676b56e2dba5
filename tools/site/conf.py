"""Sphinx's settings for the documentation site; tools/docs stages its sources."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
found = re.search(r"project\(warpmark VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())

project = "warpmark"
release = found[1] if found else ""
html_title = f"warpmark {release}"
extensions = ["myst_nb"]
exclude_patterns = ["tree"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
nb_execution_mode = "force"  # the notebook is stored without outputs
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_ipywidgets_js: dict[str, str] = {}  # nothing is loaded from elsewhere
nb_merge_streams = True
nb_output_stderr = "remove"  # progress
myst_links_external_new_tab = False
suppress_warnings = ["myst.header"]  # of tables that studies write, below a title
highlight_language = "text"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_theme = "furo"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_search_summary = False  # a page opened as a file cannot fetch others
html_show_sphinx = False
html_show_copyright = False
