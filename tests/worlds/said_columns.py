"""Choices of somebody for the columns of a list without headings."""


def columns_of(text: str) -> dict[str, str]:
    """The fields of a preview that name the columns of such a list, by their number and whether it has points."""
    if "name" in text.casefold() or "Ort" in text or not text:
        return {}
    cells = [line.split(";") for line in text.splitlines()]
    width = max(map(len, cells))
    has_points = any(cell.lstrip("-").isdigit() for row in cells for cell in row)
    kinds = ["name", "village", "points" if has_points else "paid", "categories"]
    if width == 2 and has_points:
        kinds = ["name", "points"]
    return {f"column_{place}": kind for place, kind in enumerate(kinds[:width])}
