"""The environment variables of a deployment as checked values. A wrong one stops the start with its reason."""

import os
import re
import secrets
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

PUBLIC_ADDRESS = re.compile(r"https?://[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?", re.IGNORECASE)
DJANGO_PARTS = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
"""Django's names of what libpq calls otherwise."""
SILENCE_OF_POSTGRESQL = {
    "connect_timeout": "5",
    "tcp_user_timeout": "10000",  # milliseconds
    "keepalives_idle": "5",
    "keepalives_interval": "5",
    "keepalives_count": "2",
}
"""Times of libpq after which a database that swallows everything counts as away: 15 seconds at most."""
DATABASE_EXAMPLES = "sqlite:////var/lib/cegoscore/cegoscore.sqlite3 or postgres://user:password@host/name"


def text(name: str) -> str:
    """The variable without blanks around it; empty if unset."""
    return os.environ.get(name, "").strip()


def flag(name: str, *, default: bool = False) -> bool:
    """True for "1", false for "0", the default if empty or unset. Nothing else is guessed at: DEBUG=no is no "1"."""
    value = text(name)
    if value not in ("", "0", "1"):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value == "1" if value else default


def whole_number(name: str, *, default: int, lowest: int, highest: int) -> int:
    """A number from `lowest` to `highest`."""
    value = text(name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and lowest <= int(value) <= highest):
        raise ImproperlyConfigured(f"{name} must be a whole number from {lowest} to {highest}, not {value!r}.")
    return int(value)


def port_number(name: str) -> int:
    """A port to listen on."""
    return whole_number(name, default=8000, lowest=1, highest=65535)


@dataclass(frozen=True, slots=True)
class Notice:
    """A text that the host has to show: the host's own page, or text of ours at `path`; both may be empty."""

    address: str
    text: str


def notice(name: str, *, path: str) -> Notice:
    """The variable names a text file, which we show at `path`, or the address of a page of the host's own."""
    value = text(name)
    if value.startswith(("http://", "https://")):
        return Notice(address=value, text="")
    if not value:
        return Notice(address="", text="")
    try:
        return Notice(address=path, text=Path(value).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError) as problem:
        raise ImproperlyConfigured(f"{name}: {value} cannot be read as a text file in UTF-8.") from problem


def choice(name: str, among: tuple[str, ...]) -> str:
    """One of the values that the variable may have; the first if it is unset."""
    value = text(name) or among[0]
    if value not in among:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(among)}, not {value!r}.")
    return value


def time_zone(name: str, *, default: str) -> str:
    """The name of a time zone, such as Europe/Berlin."""
    value = text(name) or default
    try:
        ZoneInfo(default)
    except ZoneInfoNotFoundError as problem:
        raise ImproperlyConfigured("This machine has no time zones: apt-get install tzdata") from problem
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise ImproperlyConfigured(f"{name} must be a time zone, such as Europe/Berlin, not {value!r}.") from problem
    return value


def mail_server(name: str) -> dict[str, Any]:
    """Django's settings of a mail server, from smtp://user:password@host:587 or smtps://; this machine's if unset."""
    value = text(name) or "smtp://localhost:25"
    parts = urlsplit(value)
    try:
        port = parts.port or (465 if parts.scheme == "smtps" else 25)
    except ValueError:
        port = 0
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not port:
        raise ImproperlyConfigured(f"{name} must be a mail server, such as smtp://user:password@mail.example.org:587.")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        # What carries a password is encrypted.
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
    }


def host_names(name: str) -> list[str]:
    """Host names separated by commas, as browsers send them, without scheme, port or path."""
    hosts = [host.strip() for host in text(name).split(",") if host.strip()]
    for host in hosts:
        if host == "*" or any(mark in host for mark in "/ @?#") or (":" in host and not host.startswith("[")):
            raise ImproperlyConfigured(f"{name} must list host names such as cego.example.org, not {host!r}.")
    return hosts


def public_url(name: str) -> str:
    """The address under which people reach the app as browsers say it: https://cego.example.org; empty if unset."""
    value = text(name).rstrip("/")
    if not value:
        return ""
    if not PUBLIC_ADDRESS.fullmatch(value):
        raise ImproperlyConfigured(
            f"{name} must be an address without a path, such as https://cego.example.org, not {value!r}."
        )
    scheme, host = value.lower().split("://")
    return f"{scheme}://{host.removesuffix({'https': ':443', 'http': ':80'}[scheme])}"


def folder(name: str, *, default: Path | None = None) -> Path | None:
    """A folder that we may write to, made now if it is named; the default, unlooked at, if not; nothing for "0"."""
    if text(name) == "0":
        return None
    return writable_folder(name, default=Path()) if text(name) else default


def place(name: str) -> Path | None:
    """A folder that the host makes, since its disk may not be there when we start; nothing if unset or "0"."""
    return Path(text(name)).absolute() if text(name) not in ("", "0") else None


def writable_folder(name: str, *, default: Path) -> Path:
    """A folder we may write to, made if it is not there yet."""
    folder = Path(text(name) or default).absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise ImproperlyConfigured(f"{name}: the folder {folder} cannot be made: {problem.strerror}.") from problem
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name}: the folder {folder} cannot be written to.")
    return folder


def database(name: str, *, default: Path) -> dict[str, Any]:
    """Django's settings of one database: the one that the variable names, or a SQLite file at `default`.

    What libpq takes after a question mark goes along: `sslmode`, several hosts with `target_session_attrs`.
    """
    value = text(name)
    if not value:
        return {"ENGINE": "cegoscore.sqlite", "NAME": str(default)}
    scheme, _, path = value.partition("://")
    if scheme == "sqlite":
        found = {"ENGINE": "cegoscore.sqlite", "NAME": path.removeprefix("/")}
    elif scheme in ("postgres", "postgresql"):
        found = _postgresql(name, value)
    else:
        found = {"NAME": ""}
    if found["NAME"] in ("", ":memory:"):
        raise ImproperlyConfigured(f"{name} must name a SQLite file or a PostgreSQL database: {DATABASE_EXAMPLES}.")
    return found


def _postgresql(name: str, value: str) -> dict[str, Any]:
    """The parts of a PostgreSQL address, as libpq itself understands them. The address is never repeated."""
    # To load it takes a quarter of every start, and memory, where SQLite is used.
    from psycopg import ProgrammingError  # noqa: PLC0415
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    try:
        options = conninfo_to_dict(value)
    except ProgrammingError as problem:
        reason = str(problem).strip() if "query parameter" in str(problem) else f"Examples: {DATABASE_EXAMPLES}"
        raise ImproperlyConfigured(f"{name} cannot be understood. {reason}.") from problem
    found = {key.upper(): str(options.pop(part, "")) for part, key in DJANGO_PARTS.items()} | {
        "ENGINE": "cegoscore.postgresql"
    }
    # A password with one of these marks in it, unquoted, looks like another host or database.
    if any(mark in found["HOST"].lstrip("/") + found["NAME"] for mark in "@/#") and not found["HOST"].startswith("/"):
        raise ImproperlyConfigured(f"{name}: write @ / # in a user or a password as %40 %2F %23.")
    return found | {"OPTIONS": {"application_name": "cegoscore"} | SILENCE_OF_POSTGRESQL | options}


def secret_key(name: str, *, kept_in: Path) -> str:
    """The key that signs cookies and links: the variable, or one made at the first start and kept in a private file."""
    value = text(name)
    if not value:
        return _kept_secret(kept_in)
    if len(value) < 50 or len(set(value)) < 5:
        raise ImproperlyConfigured(
            f"{name} is too easy to guess: it needs 50 characters or more. Leave it out, and one is made and kept."
        )
    return value


def old_keys(name: str, *, kept_in: Path) -> list[str]:
    """Keys from before: those of the variable, divided by blanks, and the lines of a file if there is one."""
    kept = kept_in.read_text() if kept_in.exists() else ""
    return [*text(name).split(), *kept.split()]


def _make_secret(file: Path) -> None:
    """Write a new secret into `file`, unless another process just has.

    Two processes may start at the same moment: each writes a whole file of its own, and only one of the two
    links succeeds, so both read the same key and nobody ever reads half of one.
    """
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # mode 0600
    try:
        with os.fdopen(handle, "w") as stream:
            stream.write(secrets.token_urlsafe(64))
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        Path(draft).unlink()


def _kept_secret(file: Path) -> str:
    """Read the secret in `file`, after making it if it is not there."""
    try:
        if not file.exists():
            _make_secret(file)
    except OSError as problem:
        raise ImproperlyConfigured(
            f"The secret key cannot be written to {file}: {problem.strerror}. Is the disk full, or FAT, or a share?"
        ) from problem
    try:
        kept = file.read_text().strip()
    except OSError as problem:
        raise ImproperlyConfigured(f"The secret key in {file} cannot be read: {problem.strerror}.") from problem
    if len(kept) < 50:
        raise ImproperlyConfigured(f"The secret key in {file} is damaged. Without that file a new one is made.")
    return kept
