"""From a drawn sheet to PNG and SVG bytes that depend on nothing but the journal."""

from __future__ import annotations

import io
import re

from matplotlib.figure import Figure

from . import style

PNG_DPI = 144
FALLBACK_FONTS = "'DejaVu Sans', Verdana, sans-serif"
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def to_png(sheet: Figure) -> bytes:
    """A PNG without date or software."""
    buffer = io.BytesIO()
    sheet.savefig(buffer, format="png", dpi=PNG_DPI, metadata={"Software": None})
    return buffer.getvalue()


def to_svg(sheet: Figure) -> str:
    """An SVG with text as text; readers without the font get one of nearly the same widths."""
    buffer = io.StringIO()
    sheet.savefig(buffer, format="svg", metadata=NO_METADATA)
    return buffer.getvalue().replace("'DejaVu Sans'", FALLBACK_FONTS)


def to_inline(svg: str, name: str, alt: str) -> str:
    """The <svg> element for a page: own ids, inks as CSS variables, a name for screen readers."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', element)
    element = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", element)
    element = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', element)
    for ink, variable in ink_variables().items():
        element = element.replace(ink, f"var({variable})")
    spoken = alt.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return element.replace("<svg", f'<svg role="img" aria-label="{spoken}"', 1)


def ink_variables() -> dict[str, str]:
    """Each ink of the light paper with the CSS variable that stands for it in the page."""
    inks = [*style.DARK_INKS, *(light for light, _ in style.PALETTE)]
    return {ink: f"--ink-{index}" for index, ink in enumerate(inks)}


def ink_css(dark: bool) -> str:
    """The declarations of those variables for light or dark paper."""
    there = {**style.DARK_INKS, **dict(style.PALETTE)}
    pairs = ink_variables().items()
    return " ".join(f"{variable}: {there[ink] if dark else ink};" for ink, variable in pairs)
