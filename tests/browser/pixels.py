"""The colours of a picture (PNG) that a browser took of a page."""

import struct
import zlib

Colour = tuple[int, int, int]


class Picture:
    """A picture with eight bits a colour, as browsers take them; with or without alpha, not interlaced."""

    def __init__(self, png: bytes) -> None:
        self.width, _height, _depth, kind = struct.unpack(">IIBB", png[16:26])
        self.size = {2: 3, 6: 4}[kind]
        packed, at = b"", 8
        while at < len(png):
            length, name = struct.unpack(">I4s", png[at : at + 8])
            packed += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
            at += 12 + length
        self.data = zlib.decompress(packed)
        self.rows: list[bytes] = []
        """Rows from the top that were asked for, unfiltered."""

    def at(self, x: float, y: float) -> Colour:
        """The colour at a place."""
        for row in range(len(self.rows), int(y) + 1):
            above = self.rows[-1] if self.rows else bytes(self.width * self.size)
            self.rows.append(self._row(row, above))
        red, green, blue = self.rows[int(y)][int(x) * self.size :][:3]
        return red, green, blue

    def _row(self, row: int, above: bytes) -> bytes:
        """A row as it was before it was filtered by what is left of it and above."""
        start = row * (self.width * self.size + 1)
        kind, line = self.data[start], bytearray(self.data[start + 1 : start + 1 + self.width * self.size])
        for index in range(len(line) if kind else 0):
            left = line[index - self.size] if index >= self.size else 0
            corner = above[index - self.size] if index >= self.size else 0
            line[index] = (line[index] + _foretold(kind, left, above[index], corner)) % 256
        return bytes(line)


def _foretold(kind: int, left: int, up: int, corner: int) -> int:
    """Value that a filter of the format adds to a byte."""
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda near: abs(guess - near))
    return (0, left, up, (left + up) // 2)[kind]
