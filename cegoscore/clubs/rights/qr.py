"""QR codes as SVG, drawn with attributes only: no style, as our policy wants it."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe

from cegoscore.reached import is_reachable


def qr_svg(address: str) -> SafeString:
    """An inline SVG of a QR code that scales with its box; dark modules in the text colour.

    None is drawn of an address that no phone reaches.
    """
    if not is_reachable(address):
        return SafeString()
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None))  # noqa: S308 - digits only
