"""The environment variables of a deployment as checked values. A wrong one stops the start with its reason."""

import os
import re
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from cegoscore.files import bring_to_disk
from cegoscore.variables import WrongSetting, refused, text

REPLACED = {"FOLLOWERS": "it is 4000", "THREADS": "it is 2"}
"""Settings of version 0.1, with what stands in their place."""

PUBLIC_ADDRESS = r"(?i)(https?://[^\W_]([^\W_]|[.-])*(:[0-9]{1,5})?/*)?$"
HOST_NAME = r"([^*/ @?#:]+|\[[^*/ @?#]+)\s*$"
MAIL_SERVER = (
    r"(?i)smtps?://(([-\w.~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?([^\W_]([^\W_]|[.-])*|\[[0-9a-f:]+\])(:[0-9]+)?(/?|[/?]\S+)$"
)
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
NO_MAIL_SERVER = "Must be a mail server: smtp://host, with @ / # ? in a user or a password as %40 %2F %23 %3F."
DATABASE_EXAMPLES = "sqlite:////var/lib/cegoscore/cegoscore.sqlite3 or postgres://user:password@host/name"


def replaced() -> list[str]:
    """A sentence for each setting of version 0.1 that is set and is no more."""
    return [f"{name} is read no more: {instead}." for name, instead in REPLACED.items() if text(name)]


def imprint(name: str) -> tuple[str, str]:
    """The address of the host's own page, if the variable names one, and the text of the file that it names instead."""
    value = text(name)
    if not value or value.startswith(("http://", "https://")):
        return value, ""
    try:
        return "/imprint", Path(value).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise WrongSetting(f"{name}: {value} cannot be read as a text file in UTF-8.") from problem


def mail_server(name: str, *, sender: str) -> dict[str, Any]:
    """Django's settings of a mail server, from smtp://user:password@host:587?from=me@host; this machine's if unset."""
    address = text(name, "smtp://localhost", form=MAIL_SERVER, must=NO_MAIL_SERVER)
    check_port(name, address)
    parts = urlsplit(address)
    is_encrypted = parts.scheme == "smtps"
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if is_encrypted else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": is_encrypted,
        # What carries a password is encrypted.
        "EMAIL_USE_TLS": not is_encrypted and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
        "SERVER_EMAIL": parse_qs(parts.query).get("from", [sender])[0],
    }


def check_port(name: str, address: str) -> None:
    """Refuse an address with a port that there is not."""
    try:
        _ = urlsplit(address).port
    except ValueError as problem:
        raise refused(name, "Its port must be a number up to 65535.") from problem


def host_names(name: str) -> list[str]:
    """Host names as browsers send them, without scheme, port or path; a comma stands between two."""
    names = [part.strip() for part in text(name).split(",")] if text(name) else []
    if not all(re.match(HOST_NAME, part) for part in names):
        raise refused(name, "Must be host names such as cego.example.org.")
    return [_sent(part) for part in names]


def _sent(host: str) -> str:
    """A name as browsers send it: without umlauts, `xn--mllheim-n2a.example`."""
    labels = host.lower().split(".")
    return ".".join(label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)


def public_url(name: str) -> str:
    """The address under which people reach the app as browsers say it: https://cego.example.org; empty if unset."""
    address = text(name, form=PUBLIC_ADDRESS, must="Must be an address without a path: https://cego.example.org.")
    check_port(name, address)
    scheme, _, host = address.lower().rstrip("/").partition("://")
    bare, colon, port = host.removesuffix({"https": ":443", "http": ":80"}.get(scheme, "")).partition(":")
    return f"{scheme}://{_sent(bare)}{colon}{port}" if host else ""


def writable_folder(name: str, *, default: Path) -> Path:
    """A folder we may write to, made if it is not there yet."""
    folder = Path(text(name, str(default))).absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise WrongSetting(f"{name}: the folder {folder} cannot be made: {problem.strerror}.") from problem
    if not os.access(folder, os.W_OK | os.X_OK):
        raise WrongSetting(f"{name}: the folder {folder} cannot be written to.")
    return folder


def database(name: str, *, default: Path) -> dict[str, Any]:
    """Django's settings of one database: the one that the variable names, or a SQLite file at `default`.

    What libpq takes after a question mark goes along: `sslmode`, several hosts with `target_session_attrs`.
    """
    value = text(name) or f"sqlite:///{default}"
    scheme, _, path = value.partition("://")
    file = path.removeprefix("/")
    if scheme == "sqlite" and file not in ("", ":memory:"):
        # Behind a link, where SQLite keeps its log.
        return {"ENGINE": "cegoscore.sqlite", "NAME": str(Path(file).resolve())}
    setting = _postgresql(name, value) if scheme in ("postgres", "postgresql") else {}
    if not setting.get("NAME"):
        raise WrongSetting(f"{name} must name a SQLite file or a PostgreSQL database: {DATABASE_EXAMPLES}.")
    return setting


def _postgresql(name: str, value: str) -> dict[str, Any]:
    """The parts of a PostgreSQL address, as libpq itself understands them. The address is never repeated."""
    # To load it takes a quarter of every start, and memory, where SQLite is used.
    try:
        from psycopg import ProgrammingError  # noqa: PLC0415
        from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415
    except ImportError as problem:
        raise WrongSetting(
            f"{name} names a PostgreSQL database, for which a package is missing: pip install 'psycopg[binary]'."
            " SQLite needs none: leave the variable out."
        ) from problem
    try:
        options = conninfo_to_dict(value)
    except ProgrammingError as problem:
        reason = str(problem).strip() if "query parameter" in str(problem) else f"Examples: {DATABASE_EXAMPLES}"
        raise WrongSetting(f"{name} cannot be understood. {reason}.") from problem
    setting = {key.upper(): str(options.pop(part, "")) for part, key in DJANGO_PARTS.items()} | {
        "ENGINE": "cegoscore.postgresql"
    }
    # A password with one of these marks in it, unquoted, looks like another host or database.
    if any(mark in setting["HOST"].lstrip("/") + setting["NAME"] for mark in "@/#") and not setting["HOST"].startswith(
        "/"
    ):
        raise WrongSetting(f"{name}: write @ / # in a user or a password as %40 %2F %23.")
    return setting | {"OPTIONS": {"application_name": "cegoscore"} | SILENCE_OF_POSTGRESQL | options}


def secret_key(name: str, *, kept_in: Path) -> str:
    """The key that signs cookies and links: the variable, or one made at the first start and kept in a private file."""
    if not text(name):
        return _kept_secret(kept_in)
    value = os.environ[name]  # with all its blanks: others sign otherwise
    if len(value) < 50 or len(set(value)) < 5:
        raise WrongSetting(
            f"{name} is too easy to guess: it needs 50 characters or more. Leave it out, and one is made and kept."
        )
    return value


def old_keys(kept_in: Path) -> list[str]:
    """Keys from before: the lines of a file, if there is one, also with their blanks and their end."""
    lines = kept_in.read_text().splitlines() if kept_in.exists() else []
    return [key for line in lines if line.strip() for key in (line.strip(), line, f"{line}\n")]


def _make_secret(file: Path) -> None:
    """Write a new secret into `file`, unless another process just has.

    Two processes may start at the same moment: each writes a whole file of its own, and only one of the two
    links succeeds, so both read the same key and nobody ever reads half of one.
    """
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # mode 0600
    try:
        with os.fdopen(handle, "w") as stream:
            stream.write(secrets.token_urlsafe(64))
        bring_to_disk(Path(draft))
        with suppress(FileExistsError):
            os.link(draft, file)
        bring_to_disk(file.parent)
    finally:
        Path(draft).unlink()


def _kept_secret(file: Path) -> str:
    """Read the secret in `file`, after making it if it is not there."""
    try:
        if not file.exists():
            _make_secret(file)
    except OSError as problem:
        raise WrongSetting(
            f"The secret key cannot be written to {file}: {problem.strerror}. Is the disk full, or FAT, or a share?"
        ) from problem
    try:
        secret = file.read_text().strip()
    except OSError as problem:
        raise WrongSetting(f"The secret key in {file} cannot be read: {problem.strerror}.") from problem
    if len(secret) < 50:
        raise WrongSetting(f"The secret key in {file} is damaged. Without that file a new one is made.")
    return secret
