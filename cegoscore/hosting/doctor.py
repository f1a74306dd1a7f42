"""Findings about an installation, each with the line to type where something is wrong."""

import http.client
import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from cegoscore.clubs.rights.ceremonies import bound_to
from cegoscore.clubs.rights.passkeys import passkeys_elsewhere
from cegoscore.environment import replaced
from cegoscore.hosting.health import LEAST_FREE, database_answers, free_bytes, health, takes_no_writes
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.schema import unservable, wrong_encoding
from cegoscore.hosting.services import fault_of_second, hindrance
from cegoscore.hosting.shelf import made_ahead, set_aside
from cegoscore.reached import forwarded_for
from cegoscore.sqlite.file import file_fault

PRIVATE = 0o077
"""Permissions that nobody but the owner may have on what holds names or keys."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing that was looked at, and what is wrong with it; empty if it is well, as `well` says then."""

    what: str
    wrong: str
    well: str = "ok"


def findings() -> Iterator[Finding]:
    """Everything in the order in which it would be mended."""
    yield Finding("data folder", _open_to_others(), str(settings.DATA_DIR))
    free = f"{free_bytes() / 1e9:.1f} GB free"
    yield Finding("disk", free if free_bytes() < LEAST_FREE else "", free)
    yield _public_address()
    needs_imprint = settings.PUBLIC_URL and not settings.IMPRINT
    yield Finding("imprint", "IMPRINT is not set; who hosts for others in Germany needs one" if needs_imprint else "")
    yield from (Finding("settings", sentence) for sentence in replaced())
    if settings.BACKUPS and settings.BACKUP_COPY:
        fault = fault_of_second(settings.BACKUP_COPY, first=settings.BACKUPS)
        yield Finding("second folder", fault, f"{settings.BACKUP_COPY} is on another disk")
    if connection.vendor == "sqlite" and (damage := file_fault(Path(connection.settings_dict["NAME"]))):
        yield Finding("database file", damage)
        return  # whoever opens it to write would bring the log into it
    if not database_answers():
        yield Finding("database", "it does not answer; see DATABASE_URL and the database's own log")
        return
    state = health()
    yield Finding("database", wrong_encoding(), f"{connection.vendor} answers")
    behind = "the next start brings it up to date" if state["migrations"] == "behind" else ""
    yield Finding("migrations", behind or unservable())
    if state["migrations"] == "ok":
        yield Finding("writing", "" if state["writing"] == "ok" else takes_no_writes() or state["writing"])
        yield from _rows()
        yield _backup(state["backup"], state.get("backup_ends", ""))


def _open_to_others() -> str:
    """Places where others may read names or keys; a private folder is enough."""
    paths = [settings.DATA_DIR, *([Path(connection.settings_dict["NAME"])] if connection.vendor == "sqlite" else ())]
    inside = [(path, path.parent) for path in paths if path.exists()]
    read = [str(path) for path, folder in inside if path.stat().st_mode & PRIVATE and folder.stat().st_mode & PRIVATE]
    return f"others may read it: chmod go= {' '.join(read)}" if read else ""


def _public_address() -> Finding:
    if not settings.PUBLIC_URL:
        return Finding("PUBLIC_URL", "", "not set: for this network only, without HTTPS")
    if not settings.BEHIND_TLS:
        return Finding("PUBLIC_URL", "not HTTPS: phones cannot work without network")
    return Finding("PUBLIC_URL", "; ".join(lost_on_the_way()), f"{settings.PUBLIC_URL}: answers")


def _rows() -> Iterator[Finding]:
    """Everything that stands in the database."""
    lost = ", ".join(f"{count} to {host}" for host, count in passkeys_elsewhere().items())
    other = f"bound to another address ({lost}), they open nothing under {bound_to()}; managers make new ones"
    yield Finding("passkeys", other if lost else "", f"bound to {bound_to()}")
    ahead = ", ".join(run.name for run in JobRun.objects.order_by("name") if run.is_ahead)
    again = f"it was ahead when these ran, which run again within minutes: {ahead}"
    yield Finding("clock", again if ahead else "", "nothing ran in the future")


def _backup(state: str, evening: str) -> Finding:
    """The newest backup as it lies on this host's disk, and what keeps the next one from being made."""
    if settings.BACKUPS is None:
        return Finding("backup", "", "switched off (BACKUPS=0): this host makes none")
    run = JobRun.objects.filter(name="backup").first()
    outcome, host = (run.outcome, run.host) if run else ("", "")
    outcome = outcome or "made by a job that this database does not know"
    ends = f", ends with the evening of {evening}" if evening else ""
    wrong = {
        "failed": outcome,
        "old": f"too old{ends}: {outcome}",
        "gone": f"not in {settings.BACKUPS}, though the job said: {outcome}. At once: cegoscore backup",
        "damaged": f"the newest in {settings.BACKUPS} is not whole. At once: cegoscore backup",
    }.get(state, "")
    well = {
        "none yet": "the first one comes tonight; at once: cegoscore backup",
        "elsewhere": f"the newest is on {host}, where doctor looks at it: {outcome}",
    }.get(state, f"{outcome}{ends}")
    if later := made_ahead(settings.BACKUPS):
        well += f"; made while the clock was ahead: {', '.join(later)}"
    ahead = ", ".join(set_aside(settings.BACKUPS))
    aside = f"{well}; names later than now are neither counted nor removed: {ahead}" if ahead else ""
    return Finding("backup", wrong or hindrance() or aside, well)


CLAIMED = "192.0.2.77"
"""The address that `doctor` pretends to have; nobody has it."""
SECONDS = 10


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


def came_by(request: HttpRequest) -> dict[str, Any]:
    """Name and scheme by which a question came here, and how many proxies have added whom they saw."""
    added = forwarded_for(request.headers.get("X-Forwarded-For", ""))
    proxies = len(added) - (added[:1] == [CLAIMED])
    return {"host": request.get_host(), "scheme": request.scheme, "proxies": proxies}


def lost_on_the_way() -> list[str]:
    """Everything that proxies lose between `PUBLIC_URL` and us, each with its effect."""
    try:
        return [*_problems(asked(settings.PUBLIC_URL)), *_refused(sent_form(settings.PUBLIC_URL))]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as problem:
        return [f"no answer of this server from there ({problem})"]


def asked(address: str) -> dict[str, Any]:
    """Ask there for `came_by`. Raises what comes instead of our answer."""
    question = urllib.request.Request(f"{address}/readyz", headers={"X-Forwarded-For": CLAIMED})  # noqa: S310 - http(s)
    with urllib.request.build_opener(_NoRedirect).open(question, timeout=SECONDS) as answer:
        came: dict[str, Any] = json.load(answer)["came"]
    return came


def sent_form(address: str) -> tuple[str, int]:
    """Send a form there as a browser does, to where none is taken; the `Origin` that it bore, and the answer's status.

    A browser that was told to name no page (`Referrer-Policy: no-referrer`) names no origin either. Raises `OSError`.
    """
    opener = urllib.request.build_opener(_NoRedirect)
    with opener.open(f"{address}/readyz", timeout=SECONDS) as answer:
        policies = ",".join(answer.headers.get_all("Referrer-Policy") or ()).split(",")
    origin = "null" if policies[-1].strip() == "no-referrer" else address
    token = get_random_string(32)
    headers = {"Origin": origin, "Referer": f"{address}/", "Cookie": f"{settings.CSRF_COOKIE_NAME}={token}"}
    body = urlencode({"csrfmiddlewaretoken": token}).encode()
    form = urllib.request.Request(f"{address}/readyz", data=body, headers=headers)  # noqa: S310 - http(s)
    try:
        with opener.open(form, timeout=SECONDS) as answer:
            return origin, answer.status
    except HTTPError as refusal:
        refusal.close()
        return origin, refusal.code


def _refused(sent: tuple[str, int]) -> list[str]:
    """The fault that keeps forms from us; what takes none refuses a form that came as it was sent by 405."""
    origin, status = sent
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return []
    adds = "adds Referrer-Policy: no-referrer, so that browsers send Origin: null" if origin == "null" else ""
    return [f"forms are refused ({status}): the proxy {adds or 'changes Origin, Referer, cookies or what was sent'}"]


def _problems(came: dict[str, Any]) -> list[str]:
    public = urlsplit(settings.PUBLIC_URL)
    checks = {
        f"Host (it says {came['host']}: redirects lead there, and passkeys are not offered)": came["host"]
        == public.netloc,
        "X-Forwarded-Proto (pages redirect for ever)": came["scheme"] == public.scheme,
        "X-Forwarded-For (all visitors are one address)": came["proxies"] > 0 or not settings.PROXIES,
    }
    lost = [f"the proxy loses {part}" for part, is_well in checks.items() if not is_well]
    if came["proxies"] not in (0, settings.PROXIES):
        lost.append(f"{came['proxies']} proxies add to X-Forwarded-For: set PROXIES={came['proxies']}")
    return lost
