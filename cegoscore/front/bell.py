"""The bell: `/bell/KIND/ID?v=VERSION` is answered when that version has moved, or after about a minute.

Everybody's question is looked up at once, in a thread of its own with a connection that never writes. 200 says that the
version is another one, which the answer names; 204 that nothing happened; 404 that the device may not look (any more);
503 that too many ask: to be polled as without a bell. What changed is asked for elsewhere.
"""

import asyncio
import logging
import random
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.db import connection
from django.http import parse_cookie
from django.utils import timezone
from granian._granian import RSGIHTTPProtocol
from granian.rsgi import Scope

from cegoscore.front.rsgi import refuse
from cegoscore.front.watched import KINDS, Device, Sight
from cegoscore.middleware import OURS

logger = logging.getLogger(__name__)

PATH = "/bell/"
TICK = 0.2
"""Seconds between two looks at the database."""
HOLD = (50.0, 58.0)
"""Seconds that a question is held, by chance, so that many are not asked again at once."""
RIGHTS = 1.0
"""Seconds between two looks at everybody's rights, while anything is written."""
PROBE = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_snapshot()::text"}
HEADERS = [
    ("content-type", "text/plain"),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    (OURS.lower(), "1"),
]

Thing = tuple[str, UUID]
"""A kind and an id."""


@dataclass(eq=False, slots=True, kw_only=True)
class Question:
    """A question until it is answered: a status and the version that stands now."""

    thing: Thing
    device: Device
    version: str
    answer: asyncio.Future[tuple[int, str]]
    until: float = 0.0
    """On the monotonic clock."""


Outcome = tuple[Question, int, str]


class Bell:
    """The questions of one process. `answer` and `stop` belong to the event loop, the rest to the bell's thread."""

    def __init__(self, *, most: int) -> None:
        self.most = most
        self.held: set[Question] = set()
        self.arrived: deque[Question] = deque()
        self.loop: asyncio.AbstractEventLoop
        self.is_stopped = False
        self._wake = threading.Event()
        self._watch = Watch()
        self.thread = threading.Thread(target=self._run, name="bell", daemon=True)

    async def answer(self, scope: Scope, exchange: RSGIHTTPProtocol) -> None:
        """Hold the question until there is an answer, or nobody waits for it any more."""
        question = _question(scope, asyncio.get_running_loop())
        if question is None:
            exchange.response_empty(404, HEADERS)
            return
        if self.is_stopped or len(self.held) >= self.most:
            refuse(exchange, 503)
            return
        gone: Any = exchange.client_disconnect()
        gone.add_done_callback(lambda _gone: question.answer.cancel())
        self.held.add(question)
        self._ask(question)
        try:
            status, version = await question.answer
        except asyncio.CancelledError:
            return
        finally:
            self.held.discard(question)
            gone.cancel()
        if status == 503:
            refuse(exchange, status)
        else:
            exchange.response_bytes(status, HEADERS, version.encode())

    def stop(self) -> None:
        """Answer everybody, and hold no more."""
        self.is_stopped = True
        self.give_up()
        self._wake.set()

    def _ask(self, question: Question) -> None:
        self.loop = question.answer.get_loop()
        self.arrived.append(question)
        if not self.thread.is_alive():
            self.thread.start()
        self._wake.set()

    def give_up(self) -> None:
        """Everybody is to poll."""
        self._settle((question, 503, "") for question in self.held)

    def _settle(self, outcomes: Iterable[Outcome]) -> None:
        for question, status, version in outcomes:
            if not question.answer.done():
                question.answer.set_result((status, version))

    def _run(self) -> None:
        while not self.is_stopped:
            self._wake.wait(TICK if self._watch.questions else None)
            self._wake.clear()
            arrived = [self.arrived.popleft() for _ in range(len(self.arrived))]
            try:
                if outcomes := list(self._watch.look(arrived)):
                    self.loop.call_soon_threadsafe(self._settle, outcomes)
            except Exception:  # whatever it is: without this thread nobody is told of anything any more
                logger.exception("The bell's look at the database failed")
                connection.close()
                self._watch = Watch()
                self.loop.call_soon_threadsafe(self.give_up)
        connection.close()


@dataclass(slots=True)
class Watch:
    """Looks at the database for all questions that are held."""

    questions: dict[Thing, set[Question]] = field(default_factory=lambda: defaultdict(set))
    probed: object = None
    probe_at: float = 0.0
    rights_at: float = 0.0

    def look(self, arrived: Iterable[Question]) -> Iterator[Outcome]:
        """Take new questions in; every question that has its answer now leaves with it."""
        now = time.monotonic()
        for question in arrived:
            question.until = now + random.uniform(*HOLD)  # noqa: S311 - it is no secret
            self.questions[question.thing].add(question)
        things = {question.thing for question in arrived}
        if now >= self.probe_at:
            self.probe_at = now + TICK
            things |= self._moved(now)
        for thing in things & self.questions.keys():
            yield from self._answers(thing)
        yield from self._over(now)

    def _moved(self, now: float) -> set[Thing]:
        """The things that somebody follows and whose version, or possibly whose rights, have changed."""
        if self.probed == (probed := probe()):
            return set()
        self.probed = probed
        if now >= self.rights_at:
            self.rights_at = now + RIGHTS
            return set(self.questions)
        moved = set[Thing]()
        for word, kind in zip(KINDS.names, KINDS, strict=True):
            keys = [key for other, key in self.questions if other == word]
            versions = kind.versions(keys) if keys else {}
            for key in keys:
                if any(asked.version != versions.get(key) for asked in self.questions[word, key]):
                    moved.add((word, key))
        return moved

    def _answers(self, thing: Thing) -> Iterator[Outcome]:
        """Answer the questions about a thing whose device may not look at it, or shows another version."""
        word, key = thing
        kind = KINDS.get(word)
        assert kind, "a question is asked about what can be followed"
        sights = kind.sights(key, {question.device for question in self.questions[thing]})
        for question in list(self.questions[thing]):
            sight = sights.get(question.device)
            if sight and sight.version == question.version:
                question.until = min(question.until, _end(sight))
                continue
            self.questions[thing].discard(question)
            yield (question, 200, sight.version) if sight else (question, 404, "")

    def _over(self, now: float) -> Iterator[Outcome]:
        """The time of a question is over, or nobody waits for its answer."""
        for thing, asked in list(self.questions.items()):
            for question in [question for question in asked if question.until <= now or question.answer.done()]:
                asked.discard(question)
                yield question, 204, ""
            if not asked:
                del self.questions[thing]


def probe() -> object:
    """A value that moves when anybody else has written anything."""
    with connection.cursor() as cursor:
        cursor.execute(PROBE[connection.vendor])
        return cursor.fetchone()


def _end(sight: Sight) -> float:
    """The end of the right to look, on the monotonic clock."""
    if sight.ends_at is None:
        return float("inf")
    return time.monotonic() + (sight.ends_at - timezone.now()).total_seconds()


def _question(scope: Scope, loop: asyncio.AbstractEventLoop) -> Question | None:
    """Read a question; `None` if it makes no sense."""
    word, _, key = scope.path.removeprefix(PATH).partition("/")
    kind = KINDS.get(word)
    if kind is None or scope.method != "GET":
        return None
    try:
        thing = word, UUID(key)
    except ValueError:
        return None
    version = parse_qs(scope.query_string).get("v", [""])[0]
    device = kind.device_in(parse_cookie(scope.headers.get("cookie", "")))
    return Question(thing=thing, device=device, version=version, answer=loop.create_future())
