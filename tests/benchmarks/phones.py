"""Many phones in one process, at little cost: each keeps a connection open, as browsers do."""

import asyncio
import gzip
import json
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.sheet import NAMES, client_of, open_table, posted

TOKEN = "a" * 32
LIVE = re.compile(rb'hx-get="(/sheets/[^"]+/changes\?[^"]*)"')


def asks_next(sheet: str, answer: bytes) -> str:
    """The address that a page asks when its sheet changes again: after a page, parts of it, or values of one hand."""
    if found := LIVE.findall(answer):
        return str(found[0].decode().replace("&amp;", "&"))
    values = json.loads(answer)
    values = values.get("hand", values)
    if "parts" in values:
        return asks_next(sheet, values["parts"].encode())
    return f"{sheet}/changes?v={values['version']}&newest={values['key']}"


@dataclass(slots=True)
class Phone:
    """A device in front of the server at a port of this machine."""

    port: int
    cookies: str
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, items: list[Any] | None = None) -> tuple[int, bytes]:
        """Status and body of a request; items of a queue are sent with it."""
        try:
            return await self._ask(path, items)
        except (asyncio.IncompleteReadError, ConnectionError):  # closed, because it was idle for long
            self._streams = None
            return await self._ask(path, items)

    async def _ask(self, path: str, items: list[Any] | None) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        body = json.dumps(items).encode() if items is not None else b""
        head = [f"{'GET' if items is None else 'POST'} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"Cookie: {self.cookies}; csrftoken={TOKEN}", "HX-Request: true", "Accept-Encoding: gzip"]
        head += ["X-Reads: hand"]
        if items is not None:
            head += ["Content-Type: application/json", f"X-CSRFToken: {TOKEN}"]
            head += [f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        return await _answer(reader)


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = re.search(rb"content-length: (\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head.split(b" ", 2)[1]), gzip.decompress(body) if b"content-encoding: gzip" in head else body


def cookies_of(device: Device) -> str:
    """Headers that the device's browser sends."""
    return "; ".join(f"{key}={morsel.value}" for key, morsel in client_of(device).cookies.items())


@dataclass(slots=True)
class Writer:
    """The phone that writes on one sheet: the same Solo again and again."""

    phone: Phone
    sheet: uuid.UUID
    dealer: int
    version: int
    written: int = 0
    answer: bytes = b""
    seconds: list[float] = field(default_factory=list)
    errors: int = 0

    async def write(self) -> float:
        """Write the next hand; how long it took."""
        dealer, seen = (self.dealer + self.written) % 4, self.version + self.written
        fields = posted(self.written + 1, dealer=dealer, seen=seen)
        item = [f"/sheets/{self.sheet}/hands", [[name, str(value)] for name, value in fields.items()], None]
        start = time.perf_counter()
        status, self.answer = await self.phone.ask(f"/sheets/{self.sheet}/queue", [item])
        took = time.perf_counter() - start
        self.written += 1
        self.errors += status != 200
        self.seconds.append(took)
        return took


def tables_of(count: int) -> list[tuple[Session, str]]:
    """Sheets with nothing on them, each of a club of its own, and the headers of the device that writes there."""
    rules, found = published("braeunlingen-ministranten"), []
    with transaction.atomic():
        for _ in range(count):
            device = Device.objects.create()
            found.append((open_table(device, names=NAMES, rules=rules, first_dealer=3), cookies_of(device)))
    return found


def writer_of(sheet: Session, cookies: str, port: int) -> Writer:
    """The writer of a sheet on which nothing is written yet."""
    sheet.refresh_from_db()
    return Writer(phone=Phone(port, cookies), sheet=sheet.id, dealer=sheet.dealer, version=sheet.version)


def middle(seconds: list[float], part: float = 0.5) -> float:
    """The median, or another quantile, in milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))] * 1000
