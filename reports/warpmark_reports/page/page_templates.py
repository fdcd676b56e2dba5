"""Templates of HTML pages."""

from __future__ import annotations

import jinja2


def page_templates(package: str) -> jinja2.Environment:
    """The templates in the folder `templates` of a package. Values are escaped, and a name that a
    template does not get is an error.
    """
    return jinja2.Environment(
        loader=jinja2.PackageLoader(package),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
