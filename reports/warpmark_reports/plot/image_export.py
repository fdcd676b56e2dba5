"""Writes figures as PNG, SVG and PDF bytes that depend only on the journal."""

from __future__ import annotations

import io

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from . import style
from .figure_layout import Sheet
from .rasterization import as_picture

PNG_DPI, PRINT_DPI = 144, 600
FALLBACK_FONTS = "'DejaVu Sans', Verdana, sans-serif"
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
NO_PDF_METADATA = {"CreationDate": None, "Creator": None, "Producer": None}


def write_as(sheet: Figure, ending: str) -> bytes:
    """The bytes of a file of that kind: png, svg or pdf."""
    if ending == "png":
        return to_png(sheet)
    return to_svg(sheet).encode() if ending == "svg" else to_pdf(sheet)


def to_png(sheet: Figure, texts: dict[str, str] | None = None) -> bytes:
    """A PNG without date or software, with `texts` in it; on paper at 600 dots per inch."""
    buffer = io.BytesIO()
    metadata = {"Software": None, **(texts or {})}
    sheet.savefig(buffer, format="png", dpi=_finished(sheet), metadata=metadata)
    return buffer.getvalue()


def to_svg(sheet: Figure) -> str:
    """An SVG with text as text; readers without the font get one of nearly the same widths."""
    as_picture(sheet)
    buffer = io.StringIO()
    sheet.savefig(buffer, format="svg", dpi=_finished(sheet), metadata=NO_METADATA)
    return buffer.getvalue().replace("'DejaVu Sans'", FALLBACK_FONTS)


def to_pdf(*sheets: Figure) -> bytes:
    """A PDF of a page per sheet with its fonts embedded (TrueType), without a date."""
    buffer = io.BytesIO()
    with PdfPages(buffer, metadata=NO_PDF_METADATA) as pages:
        for sheet in sheets:
            as_picture(sheet)
            _finished(sheet)
            sheet.savefig(pages, format="pdf", dpi=PRINT_DPI)
    return buffer.getvalue()


def _finished(sheet: Figure) -> int:
    """Lays out what is left to lay out. Returns the dots per inch of pictures."""
    if not isinstance(sheet, Sheet):
        return PNG_DPI
    sheet.finish()
    return PRINT_DPI if sheet.medium.on_paper else PNG_DPI


def ink_variables() -> dict[str, str]:
    """Each ink of the light paper with its CSS variable in the page."""
    inks = [*style.DARK_INKS, *(light for light, _ in style.PALETTE)]
    return {ink: f"--ink-{index}" for index, ink in enumerate(inks)}


def ink_css(dark: bool) -> str:
    """The declarations of those variables for light or dark paper."""
    there = {**style.DARK_INKS, **dict(style.PALETTE)}
    pairs = ink_variables().items()
    return " ".join(f"{variable}: {there[ink] if dark else ink};" for ink, variable in pairs)
