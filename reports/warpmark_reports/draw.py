"""From a drawn sheet to PNG, SVG and PDF bytes that depend on nothing but the journal."""

from __future__ import annotations

import io
import re
from typing import Any

from matplotlib.backends import backend_pdf
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from . import style
from .many_marks import as_picture
from .sheet import Sheet

PNG_DPI, PRINT_DPI = 144, 600
MEASURING_DPI = 400  # below, letters are fitted to pixels and lines come out too short
POINTS = 72
CROP_INCHES = 0.02
FALLBACK_FONTS = "'DejaVu Sans', Verdana, sans-serif"
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def write_as(sheet: Figure, ending: str) -> bytes:
    """The bytes of a file of that kind: png, svg or pdf."""
    if ending == "png":
        return to_png(sheet)
    return to_svg(sheet).encode() if ending == "svg" else to_pdf(sheet)


def to_png(sheet: Figure, texts: dict[str, str] | None = None) -> bytes:
    """A PNG without date or software, with `texts` in it; on paper at 600 dots an inch."""
    metadata = {"Software": None, **(texts or {})}
    buffer = io.BytesIO()
    crop = crop_of(sheet)
    if crop is None:
        sheet.savefig(buffer, format="png", dpi=PNG_DPI, metadata=metadata)
    else:
        dpi = (PRINT_DPI, PRINT_DPI)
        sheet.savefig(
            buffer, format="png", dpi=PRINT_DPI * scale_of(sheet, crop), bbox_inches=crop,
            metadata=metadata, pil_kwargs={"dpi": dpi},
        )  # fmt: skip
    return buffer.getvalue()


def to_svg(sheet: Figure) -> str:
    """An SVG with text as text; readers without the font get one of nearly the same widths."""
    as_picture(sheet)
    buffer = io.StringIO()
    crop = crop_of(sheet)
    dpi = PNG_DPI if crop is None else PRINT_DPI  # of what is a picture
    sheet.savefig(buffer, format="svg", dpi=dpi, metadata=NO_METADATA)
    svg = buffer.getvalue().replace("'DejaVu Sans'", FALLBACK_FONTS)
    return svg if crop is None else _cropped(svg, sheet, crop)


def to_pdf(sheet: Figure) -> bytes:
    """A PDF of one page with its fonts embedded (TrueType), without a date."""
    as_picture(sheet)
    crop = crop_of(sheet) or Bbox.from_bounds(0, 0, *sheet.get_size_inches())
    scale = scale_of(sheet, crop)
    dpi, sheet.dpi = sheet.dpi, POINTS
    buffer = io.BytesIO()
    pdf: Any = backend_pdf  # has no types
    file = pdf.PdfFile(buffer, metadata={"CreationDate": None, "Creator": None, "Producer": None})
    try:
        file.newPage(crop.width * scale, crop.height * scale)
        origin = (-crop.x0 * POINTS * scale, -crop.y0 * POINTS * scale)
        file.output(scale, 0, 0, scale, *origin, pdf.Op.concat_matrix)
        width, height = sheet.get_size_inches()
        page = pdf.RendererPdf(file, PRINT_DPI, height, width)
        renderer = pdf.MixedModeRenderer(sheet, width, height, PRINT_DPI, page)
        sheet.draw(renderer)
        renderer.finalize()
        file.finalize()
    finally:
        file.close()
        sheet.dpi = dpi
    return buffer.getvalue()


def crop_of(sheet: Figure) -> Bbox | None:
    """In inches, all that is drawn on a sheet for paper, its key below it; None on a screen."""
    if not isinstance(sheet, Sheet) or not sheet.medium.on_paper:
        return None
    sheet.draw_key()
    dpi, sheet.dpi = sheet.dpi, MEASURING_DPI
    renderer: Any = FigureCanvasAgg(sheet).get_renderer()  # type: ignore[no-untyped-call]
    box = sheet.get_tightbbox(renderer).padded(CROP_INCHES)
    sheet.dpi = dpi
    # As high as needed, but no narrower than laid out: sheets of a paper share their scale.
    width, height = sheet.get_size_inches()
    left, right = min(box.x0, 0.0), max(box.x1, width)
    crop = Bbox.from_extents(left, box.y0, right, box.y1)
    paper: Any = sheet.patch
    paper.set_bounds(left / width, crop.y0 / height, crop.width / width, crop.height / height)
    return crop


def scale_of(sheet: Figure, crop: Bbox) -> float:
    """From inches of the sheet to inches on paper."""
    printed = sheet.medium.printed if isinstance(sheet, Sheet) else None
    return printed / crop.width if printed else 1.0


def _cropped(svg: str, sheet: Figure, crop: Bbox) -> str:
    """The same drawing seen through another window, as wide as it is printed."""
    scale = scale_of(sheet, crop)
    left, top = crop.x0 * POINTS, (sheet.get_size_inches()[1] - crop.y1) * POINTS
    wide, high = crop.width * POINTS, crop.height * POINTS
    window = f"{left:.3f} {top:.3f} {wide:.3f} {high:.3f}"
    for name, value in (
        ("viewBox", window),
        ("width", f"{wide * scale:.3f}pt"),
        ("height", f"{high * scale:.3f}pt"),
    ):
        svg = re.sub(rf'(<svg [^>]*?\b{name}=")[^"]*', rf"\g<1>{value}", svg, count=1)
    return svg


def ink_variables() -> dict[str, str]:
    """Each ink of the light paper with the CSS variable that stands for it in the page."""
    inks = [*style.DARK_INKS, *(light for light, _ in style.PALETTE)]
    return {ink: f"--ink-{index}" for index, ink in enumerate(inks)}


def ink_css(dark: bool) -> str:
    """The declarations of those variables for light or dark paper."""
    there = {**style.DARK_INKS, **dict(style.PALETTE)}
    pairs = ink_variables().items()
    return " ".join(f"{variable}: {there[ink] if dark else ink};" for ink, variable in pairs)
