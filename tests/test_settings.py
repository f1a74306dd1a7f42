"""Values of the environment, refused ones too, and their effects.

The settings are a module that reads the environment: `set_by` runs it once more, in this process. What only a fresh
Python can prove starts one.
"""

import errno
import os
import re
import runpy
import stat
import subprocess
import sys
import zoneinfo
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from cegoscore import environment, variables
from cegoscore.environment import SILENCE_OF_POSTGRESQL
from cegoscore.variables import WrongSetting
from tests.effort import thorough
from tests.served import MEASURED, PATIENCE

ROOT = Path(__file__).parent.parent
GOOD_KEY = "k0" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2

BOUND = {"DATA_DIR", "DATABASES", "STATIC_ROOT", "BACKUPS"}
"""Settings with the database and the folders of this process."""

SetBy = Callable[..., dict[str, Any]]


@pytest.fixture
def set_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetBy:
    """Give the settings with nothing in the environment but what is given, and a data folder of the test's own."""

    def run(**environment: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            for name in os.environ:
                patch.delenv(name)
            for name, value in ({"DATA_DIR": str(tmp_path)} | environment).items():
                patch.setenv(name, value)
            return runpy.run_path(str(ROOT / "cegoscore" / "settings.py"))

    return run


def start(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout with nothing in the environment but what is given."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=MEASURED | {"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DEBUG", "maybe", 'Environment variable "DEBUG" invalid: Not a valid boolean.'),
        ("PORT", "http", 'Environment variable "PORT" invalid: Not a valid integer.'),
        ("PORT", "70000", 'Environment variable "PORT" invalid: Must be from 1 to 65535.'),
        *(
            (name, value, f'Environment variable "{name}" invalid: ')
            for name, value in [
                ("PORT", "0"),
                ("PROCESSES", "65"),
                ("PROXIES", "-1"),
                ("NEW_CLUBS", "everyone"),
                ("PUBLIC_URL", "cego.example.org"),
                ("PUBLIC_URL", "https://example.org/cego"),
                ("PUBLIC_URL", "ftp://example.org"),
                ("PUBLIC_URL", "https://me:secret@example.org"),
                ("PUBLIC_URL", "https://example.org:port"),
                ("ALLOWED_HOSTS", "https://example.org"),
                ("ALLOWED_HOSTS", "example.org:8000"),
                ("ALLOWED_HOSTS", "*"),
                ("PUBLIC_URL", "https://example.org:99999"),
                ("MAIL_SERVER", "mail.example.org"),
                ("MAIL_SERVER", "smtp://mail.example.org:99999"),
                ("MAIL_SERVER", "smtp://me:pa/ss@mail.example.org"),
                ("MAIL_SERVER", "smtp://me:pa@ss@mail.example.org"),
                ("MAIL_SERVER", "http://mail.example.org"),
                ("PORT", "8000.5"),
                ("ALLOWED_HOSTS", "example.org,,example.com"),
                ("ERROR_MAIL", "me@example.org, you@example.org"),
            ]
        ),
        ("SECRET_KEY", "short", "SECRET_KEY is too easy to guess"),
        ("SECRET_KEY", "a" * 60, "SECRET_KEY is too easy to guess"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL"),
        ("DATABASE_URL", "mysql://host/name", "DATABASE_URL must name a SQLite file or a PostgreSQL database"),
        ("DATABASE_URL", "sqlite://:memory:", "DATABASE_URL must name a SQLite file or a PostgreSQL database"),
        ("DATABASE_URL", "postgres://me:pa@ss@host/name", "DATABASE_URL: write @ / # in a user or a password as %40"),
        ("DATABASE_URL", "postgres://me:pa/ss@host/name", "DATABASE_URL: write @ / # in a user or a password as %40"),
        ("DATABASE_URL", "postgres://host/name?pool=true", "DATABASE_URL cannot be understood. invalid URI query"),
        ("DATA_DIR", "/dev/null/data", "DATA_DIR: the folder /dev/null/data cannot be made"),
    ],
)
def test_wrong_value_is_refused_with_its_reason(name: str, value: str, reason: str, set_by: SetBy) -> None:
    with pytest.raises(WrongSetting) as refused:
        set_by(**{name: value})
    assert str(refused.value).startswith(reason)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "is_on"),
    [
        *((word, True) for word in ("1", "true", "True", "YES", " on ")),
        *((word, False) for word in ("0", "False", "off")),
    ],
)
def test_yes_and_no_may_be_said_in_several_words(typed: str, *, is_on: bool, set_by: SetBy) -> None:
    assert set_by(DEBUG=typed)["DEBUG"] is is_on


def test_at_most_sixteen_settings_are_read_and_each_is_described(
    set_by: SetBy, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()

    def get(name: str, default: str = "") -> str:
        asked.add(name)
        return default

    monkeypatch.setattr(variables, "os", Mock(environ=Mock(get=get), path=os.path))
    set_by()
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    described = {name for line in text.splitlines() for name in re.findall(r"^\| `([A-Z_]+)` \|", line)}
    assert asked - environment.REPLACED.keys() == described
    assert len(described) <= 16


def test_every_setting_of_an_earlier_version_is_described() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    described = dict(re.findall(r"^- `([A-Z_]+)`: (.+)\.$", text, re.MULTILINE))
    assert described == environment.REPLACED


def test_setting_of_an_earlier_version_is_named_with_what_stands_in_its_place(set_by: SetBy) -> None:
    set_by(THREADS="4")
    assert environment.replaced() == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THREADS", "4")
        assert environment.replaced() == ["THREADS is read no more: it is 2."]


@pytest.mark.parametrize(
    ("value", "first", "second"),
    [
        ("", "backups", None),
        ("0", None, None),
        ("/mnt/backup/cegoscore", "backups", Path("/mnt/backup/cegoscore")),
        ("{data}/backups", "backups", None),
    ],
)
def test_backups_are_in_the_data_folder_and_in_a_second_one(
    value: str, first: str | None, second: Path | None, tmp_path: Path, set_by: SetBy
) -> None:
    found = set_by(BACKUPS=value.format(data=tmp_path))
    assert found["BACKUPS"] == (tmp_path / first if first else None)
    assert found["BACKUP_COPY"] == second


def test_wrong_value_stops_the_start_with_one_line_that_never_repeats_a_password(tmp_path: Path) -> None:
    done = start("-m", "cegoscore.serve", data=tmp_path, DATABASE_URL="mysql://me:hunter2@host/name")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("DATABASE_URL must name a SQLite file or a PostgreSQL database")
    assert "hunter2" not in done.stderr


def test_clock_on_the_wall_is_that_of_baden(tmp_path: Path) -> None:
    shown = "import time; from django.conf import settings; settings.DEBUG; print(time.strftime('%Z', {}))"
    in_july = shown.format("(2026, 7, 1, 0, 0, 0, 0, 0, 1)")
    assert start("-c", in_july, data=tmp_path, DJANGO_SETTINGS_MODULE="cegoscore.settings").stdout == "CEST\n"


def test_nothing_set_means_this_network_over_plain_http(set_by: SetBy) -> None:
    found = set_by()
    assert not any(found[name] for name in ("DEBUG", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"))
    assert (found["SECURE_HSTS_SECONDS"], found["SECURE_PROXY_SSL_HEADER"]) == (0, None)
    assert (found["HOST"], found["PORT"]) == ("0.0.0.0", 8000)


def test_public_https_address_decides_everything_that_hangs_on_it(set_by: SetBy) -> None:
    found = set_by(PUBLIC_URL="https://cego.example.org/", ALLOWED_HOSTS="cego.example.com, intern")
    assert found["PUBLIC_URL"] == "https://cego.example.org"
    assert (found["HOST"], found["OTHER_NAMES"]) == ("127.0.0.1", ["cego.example.com", "intern"])
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://cego.example.org"]
    assert (found["CSRF_COOKIE_SECURE"], found["SECURE_SSL_REDIRECT"]) == (True, True)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("HTTPS://Cego.Example.org:443", "https://cego.example.org"),
        ("https://cego.example.org:8443", "https://cego.example.org:8443"),
        ("http://cego.example.org:80/", "http://cego.example.org"),
        ("https://Müllheim.example:8443", "https://xn--mllheim-n2a.example:8443"),
        (" https://cego.example.org ", "https://cego.example.org"),
    ],
)
def test_public_address_is_kept_as_browsers_say_it(set_by: SetBy, typed: str, address: str) -> None:
    assert set_by(PUBLIC_URL=typed)["CSRF_TRUSTED_ORIGINS"] == [address]


def test_other_names_are_kept_as_browsers_say_them(set_by: SetBy) -> None:
    assert set_by(ALLOWED_HOSTS="müllheim.example, [::1]")["OTHER_NAMES"] == ["xn--mllheim-n2a.example", "[::1]"]


def test_address_to_listen_on_may_stand_in_brackets(set_by: SetBy) -> None:
    assert set_by(HOST="[::]")["HOST"] == "::"


def test_empty_variable_is_unset(tmp_path: Path, set_by: SetBy) -> None:
    """As the templates of containers leave them."""
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    empty = dict.fromkeys(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE), "")
    found = set_by(**empty | {"DATA_DIR": str(tmp_path)})
    assert (found["PORT"], found["NEW_CLUBS"], found["PROXIES"], found["DEBUG"]) == (8000, "everybody", 1, False)


@pytest.mark.parametrize(
    ("url", "engine"),
    [
        ("", "cegoscore.sqlite"),
        ("sqlite:////tmp/some.sqlite3", "cegoscore.sqlite"),
        ("postgres://me:secret@host/name", "cegoscore.postgresql"),
    ],
)
def test_database_is_sqlite_of_ours_or_postgresql_and_keeps_its_connections(
    url: str, engine: str, set_by: SetBy
) -> None:
    database = set_by(DATABASE_URL=url)["DATABASES"]["default"]
    shown = [database[key] for key in ("ENGINE", "CONN_MAX_AGE", "CONN_HEALTH_CHECKS")]
    assert shown == [engine, 600, True]


def test_address_of_a_database_may_name_several_hosts_and_what_libpq_takes(set_by: SetBy) -> None:
    address = "postgresql://me:p%40s%2Fs@h1:5432,h2:5433/db?target_session_attrs=read-write&connect_timeout=60"
    database = set_by(DATABASE_URL=address)["DATABASES"]["default"]
    shown = [database[key] for key in ("HOST", "PORT", "NAME", "USER", "PASSWORD", "OPTIONS")]
    options = {"application_name": "cegoscore", "target_session_attrs": "read-write"}
    options |= SILENCE_OF_POSTGRESQL | {"connect_timeout": "60"}
    assert shown == ["h1,h2", "5432,5433", "db", "me", "p@s/s", options]


SET_UP = "import django; django.setup(); "
PREPARE = "from django.core.management import call_command; call_command('prepare'); "
JOB = "from cegoscore.hosting.jobs import JOBS; 'purge' in JOBS.names; "


@thorough
@pytest.mark.parametrize(
    ("code", "module", "is_loaded"),
    [
        ("from cegoscore import settings; ", "psycopg", False),
        (SET_UP, "cegoscore.scoresheet.evening.services", False),
        (SET_UP + JOB, "cegoscore.scoresheet.evening.services", True),
        (SET_UP + PREPARE, "cegoscore.scoresheet.hand.views", False),
    ],
)
def test_start_loads_only_what_it_needs(code: str, module: str, tmp_path: Path, *, is_loaded: bool) -> None:
    """The driver of PostgreSQL, views and what is registered take a quarter to a third of a start each."""
    code += f"import sys; print({module!r} in sys.modules)"
    started = start("-c", code, data=tmp_path, DJANGO_SETTINGS_MODULE="cegoscore.settings")
    assert (started.stdout, started.stderr) == (f"{is_loaded}\n", "")


KEPT_KEY = """
import sys
from pathlib import Path
from cegoscore.environment import secret_key
print(secret_key("SECRET_KEY", kept_in=Path(sys.argv[1])))
"""


def test_secret_key_is_made_once_kept_private_and_the_same_for_all_who_start_at_once(
    tmp_path: Path, set_by: SetBy
) -> None:
    kept = tmp_path / "new" / "secret_key"
    kept.parent.mkdir()
    with ThreadPoolExecutor(6) as pool:
        keys = set(pool.map(lambda _: start("-c", KEPT_KEY, str(kept), data=kept.parent).stdout.strip(), range(6)))
    assert keys == {kept.read_text()}
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["secret_key"]
    assert set_by(DATA_DIR=str(kept.parent))["SECRET_KEY"] in keys
    assert set_by(DATA_DIR=str(tmp_path / "other"))["SECRET_KEY"] not in keys


def test_machine_without_time_zones_has_those_of_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small container images have none."""
    monkeypatch.setattr(zoneinfo, "TZPATH", ())
    zone = zoneinfo.ZoneInfo.no_cache("Europe/Berlin")
    assert str(zone.utcoffset(datetime(2026, 7, 1))) == "2:00:00"  # noqa: DTZ001 - the zone is asked for it


@pytest.mark.parametrize(("call", "number"), [("os.link", errno.EPERM), ("tempfile.mkstemp", errno.ENOSPC)])
def test_disk_that_cannot_keep_the_secret_key_is_a_sentence(
    call: str, number: int, tmp_path: Path, set_by: SetBy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full, or one that knows no links, as FAT and some shares."""

    def refused(*_args: object, **_how: object) -> None:
        raise OSError(number, os.strerror(number), "secret_keyx1")

    monkeypatch.setattr(call, refused)
    with pytest.raises(WrongSetting, match=f"secret_key: {os.strerror(number)}. Is the disk full, or FAT"):
        set_by(DATA_DIR=str(tmp_path / "data"))
    assert list((tmp_path / "data").iterdir()) == []


def test_deploy_check_is_clean_in_production(
    set_by: SetBy, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)  # set for the browser's tests
    found = set_by(PUBLIC_URL="https://example.org", SECRET_KEY=GOOD_KEY)
    for name, value in found.items():
        if name.isupper() and name not in BOUND and value != getattr(settings, name):
            setattr(settings, name, value)
    assert settings.SECURE_SSL_REDIRECT
    said = StringIO()
    call_command("check", deploy=True, fail_level="DEBUG", stdout=said)
    assert "no issues" in said.getvalue()


def test_every_answer_carries_the_strict_policy(client: Client) -> None:
    response = client.get("/nothing/here")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in f"{policy};"
    assert "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_no_session_and_no_login_is_paid_for(settings: Settings) -> None:
    assert not {"django.contrib.sessions", "django.contrib.auth", "django.contrib.admin"} & set(settings.INSTALLED_APPS)


def test_opener_policy_is_sent_behind_tls_only(set_by: SetBy) -> None:
    name = "SECURE_CROSS_ORIGIN_OPENER_POLICY"
    assert set_by()[name] is None
    assert set_by(PUBLIC_URL="http://cego.example.org")[name] is None
    assert set_by(PUBLIC_URL="https://cego.example.org")[name] == "same-origin"


def test_keys_from_before_are_lines_of_a_file(tmp_path: Path, set_by: SetBy) -> None:
    (tmp_path / "old_secret_keys").write_text("the third\n\n fourth \n")
    assert {"the third", "fourth"} <= set(set_by()["SECRET_KEY_FALLBACKS"])


@pytest.mark.parametrize("key", [f"{GOOD_KEY}\n", f" {GOOD_KEY} ", f"~/{GOOD_KEY}"])
def test_key_is_taken_as_it_is_and_can_be_named_as_one_from_before(tmp_path: Path, set_by: SetBy, key: str) -> None:
    """The end of a line in a file of a secret has always been part of the key, too."""
    (tmp_path / "old_secret_keys").write_text(f"{key}\n")
    found = set_by(SECRET_KEY=key, HOME="/home")
    assert found["SECRET_KEY"] == key
    assert key in found["SECRET_KEY_FALLBACKS"]


def test_paths_may_begin_at_home_and_lead_by_links(tmp_path: Path, set_by: SetBy) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "data").symlink_to("disk")
    (tmp_path / "imprint").write_text("Karl")
    names = {"DATA_DIR": "~/data", "IMPRINT": "~/imprint", "BACKUPS": "~/disk/backups/"}
    found = set_by(**names, HOME=str(tmp_path))
    assert (found["DATA_DIR"], found["IMPRINT_TEXT"]) == (tmp_path / "data", "Karl")
    assert found["BACKUP_COPY"] is None  # the first folder, by another way
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "disk" / "cegoscore.sqlite3")
