"""Spreadsheets' own files, written by hand: as much of `.xlsx` and `.ods` as a test needs."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"

Cells = Sequence[Sequence[str]]


def xlsx(sheets: Mapping[str, str], merged: Sequence[str] = ()) -> bytes:
    """A workbook of sheets by name, each as the XML of its rows (`rows_as_xml`), all with the same merged cells."""
    names = list(enumerate(sheets, 1))
    listed = "".join(f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="r{n}"/>' for n, name in names)
    links = "".join(
        f'<Relationship Id="r{n}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n, _name in names
    )
    merges = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    book = f'<Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{book}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
    }
    for n, name in names:
        after = f"<mergeCells>{merges}</mergeCells>" if merges else ""
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{sheets[name]}</sheetData>{after}</worksheet>'
        )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, text in parts.items():
            packed.writestr(path, text)
    return file.getvalue()


def rows_as_xml(rows: Cells) -> str:
    """Rows of cells as a sheet has them: numbers as numbers, everything else as text, nothing for empty ones."""
    return "".join(f'<row r="{number}">{_row(number, cells)}</row>' for number, cells in enumerate(rows, 1))


def _row(number: int, cells: Sequence[str]) -> str:
    return "".join(_cell(f"{chr(65 + place)}{number}", cell) for place, cell in enumerate(cells))


def _cell(where: str, text: str) -> str:
    if not text:
        return ""
    if re.fullmatch(r"-?\d+(,\d+)?", text):
        return f'<c r="{where}"><v>{text.replace(",", ".")}</v></c>'
    return f'<c r="{where}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def workbook(rows: Cells, merged: Sequence[str] = ()) -> bytes:
    """A workbook of one sheet."""
    return xlsx({"Tabelle1": rows_as_xml(rows)}, merged)


def ods(rows: Cells) -> bytes:
    """The same as LibreOffice writes it, of one sheet."""
    names = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = "".join(f' xmlns:{name}="{names}:{name}:1.0"' for name in ("office", "table", "text"))
    cells = "".join(f"<table:table-row>{''.join(map(_cell_of_ods, row))}</table:table-row>" for row in rows)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{names}:manifest:1.0"/>')
        packed.writestr(
            "content.xml",
            f"<office:document-content{spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="Tabelle1">{cells}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return file.getvalue()


def _cell_of_ods(text: str) -> str:
    return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'
