"""Values of the environment, refused ones too, and their effects. Each case starts a fresh Python."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.served import MEASURED, PATIENCE

ROOT = Path(__file__).parent.parent
GOOD_KEY = "k0" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2


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


def setting(expression: str, *, data: Path, **environment: str) -> str:
    done = start("-c", f"from cegoscore import settings as s; print(({expression}))", data=data, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DEBUG", "true", "DEBUG must be 1 or 0, not 'true'."),
        ("SECRET_KEY", "short", "SECRET_KEY is too easy to guess"),
        ("SECRET_KEY", "a" * 60, "SECRET_KEY is too easy to guess"),
        ("PUBLIC_URL", "cego.example.org", "PUBLIC_URL must be an address without a path"),
        ("PUBLIC_URL", "https://example.org/cego", "PUBLIC_URL must be an address without a path"),
        ("PUBLIC_URL", "ftp://example.org", "PUBLIC_URL must be an address without a path"),
        ("PUBLIC_URL", "https://me:secret@example.org", "PUBLIC_URL must be an address without a path"),
        ("PUBLIC_URL", "https://example.org:port", "PUBLIC_URL must be an address without a path"),
        ("ALLOWED_HOSTS", "https://example.org", "ALLOWED_HOSTS must list host names"),
        ("ALLOWED_HOSTS", "example.org:8000", "ALLOWED_HOSTS must list host names"),
        ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS must list host names"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL"),
        ("DATABASE_URL", "mysql://host/name", "DATABASE_URL must name a SQLite file or a PostgreSQL database"),
        ("DATABASE_URL", "sqlite://:memory:", "DATABASE_URL must name a SQLite file or a PostgreSQL database"),
        ("DATABASE_URL", "postgres://me:pa@ss@host/name", "DATABASE_URL: write @ / # in a user or a password as %40"),
        ("DATABASE_URL", "postgres://me:pa/ss@host/name", "DATABASE_URL: write @ / # in a user or a password as %40"),
        ("DATABASE_URL", "postgres://host/name?pool=true", "DATABASE_URL cannot be understood. invalid URI query"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be text or json, not 'xml'."),
        ("TIME_ZONE", "Mars", "TIME_ZONE must be a time zone, such as Europe/Berlin, not 'Mars'."),
        ("TIME_ZONE", "../Europe", "TIME_ZONE must be a time zone, such as Europe/Berlin, not '../Europe'."),
        ("METRICS", "9100", "METRICS must be host and port, such as 127.0.0.1:9100, not '9100'."),
        ("MAIL_SERVER", "mail.example.org", "MAIL_SERVER must be a mail server, such as smtp://"),
        ("DATA_DIR", "/dev/null/data", "DATA_DIR: the folder /dev/null/data cannot be made"),
    ],
)
def test_wrong_value_stops_the_start_with_its_reason(name: str, value: str, reason: str, tmp_path: Path) -> None:
    done = start("-m", "cegoscore.serve", data=tmp_path, **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(reason), done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_database_password_is_never_repeated(tmp_path: Path) -> None:
    done = start("-m", "cegoscore.serve", data=tmp_path, DATABASE_URL="mysql://me:hunter2@host/name")
    assert "hunter2" not in done.stderr + done.stdout


def test_clock_on_the_wall_is_that_of_the_host(tmp_path: Path) -> None:
    assert setting("s.TIME_ZONE", data=tmp_path) == "Europe/Berlin"
    now = "__import__('django').setup() or __import__('time').strftime('%Z', (2026, 7, 1, 0, 0, 0, 0, 0, 1))"
    assert setting(now, data=tmp_path, TIME_ZONE="Europe/London", DJANGO_SETTINGS_MODULE="cegoscore.settings") == "BST"


def test_nothing_set_means_this_network_over_plain_http(tmp_path: Path) -> None:
    shown = setting(
        "s.DEBUG, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS, s.SECURE_PROXY_SSL_HEADER",
        data=tmp_path,
    )
    assert shown == "(False, False, False, 0, None)"
    assert {"localhost", "127.0.0.1"} < set(setting("' '.join(s.ALLOWED_HOSTS)", data=tmp_path).split())


def test_public_https_address_decides_everything_that_hangs_on_it(tmp_path: Path) -> None:
    shown = setting(
        "s.PUBLIC_URL, s.ALLOWED_HOSTS, s.CSRF_TRUSTED_ORIGINS, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT",
        data=tmp_path,
        PUBLIC_URL="https://cego.example.org/",
        ALLOWED_HOSTS="cego.example.com, intern",
    )
    hosts = ["cego.example.org", "localhost", "127.0.0.1", "cego.example.com", "intern"]
    assert shown == str(("https://cego.example.org", hosts, ["https://cego.example.org"], True, True))


@pytest.mark.parametrize(
    ("url", "engine"),
    [
        ("", "cegoscore.sqlite"),
        ("sqlite:////tmp/some.sqlite3", "cegoscore.sqlite"),
        ("postgres://me:secret@host/name", "cegoscore.postgresql"),
    ],
)
def test_database_is_sqlite_of_ours_or_postgresql_and_keeps_its_connections(
    url: str, engine: str, tmp_path: Path
) -> None:
    shown = setting(
        "[s.DATABASES['default'][key] for key in ('ENGINE', 'CONN_MAX_AGE', 'CONN_HEALTH_CHECKS')]",
        data=tmp_path,
        DATABASE_URL=url,
    )
    assert shown == str([engine, 600, True])


def test_address_of_a_database_may_name_several_hosts_and_what_libpq_takes(tmp_path: Path) -> None:
    shown = setting(
        "[s.DATABASES['default'][key] for key in ('HOST', 'PORT', 'NAME', 'USER', 'PASSWORD', 'OPTIONS')]",
        data=tmp_path,
        DATABASE_URL="postgresql://me:p%40s%2Fs@h1:5432,h2:5433/db?target_session_attrs=read-write&sslmode=require",
    )
    options = {"application_name": "cegoscore", "sslmode": "require", "target_session_attrs": "read-write"}
    assert shown == str(["h1,h2", "5432,5433", "db", "me", "p@s/s", options])


@pytest.mark.parametrize(("pooler", "expected"), [("1", "True"), ("", "False")])
def test_behind_a_pooler_no_cursor_outlives_its_transaction(pooler: str, expected: str, tmp_path: Path) -> None:
    name = "s.DATABASES['default']['DISABLE_SERVER_SIDE_CURSORS']"
    address = "postgres://me:secret@host/name"
    assert setting(name, data=tmp_path, DATABASE_URL=address, DATABASE_POOLER=pooler) == expected


def test_secret_key_is_made_once_kept_private_and_the_same_for_all_who_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(6) as pool:
        keys = set(pool.map(lambda _: setting("s.SECRET_KEY", data=tmp_path / "new"), range(6)))
    kept = tmp_path / "new" / "secret_key"
    assert keys == {kept.read_text()}
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["secret_key"]
    assert setting("s.SECRET_KEY", data=tmp_path / "other") not in keys


def test_deploy_check_is_clean_in_production(tmp_path: Path) -> None:
    done = start(
        "-Werror",
        "manage.py",
        "check",
        "--deploy",
        "--fail-level=DEBUG",
        data=tmp_path,
        PUBLIC_URL="https://example.org",
        SECRET_KEY=GOOD_KEY,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


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


def test_no_session_and_no_login_is_paid_for() -> None:
    assert not {"django.contrib.sessions", "django.contrib.auth", "django.contrib.admin"} & set(settings.INSTALLED_APPS)


def test_opener_policy_is_sent_behind_tls_only(tmp_path: Path) -> None:
    expression = "s.SECURE_CROSS_ORIGIN_OPENER_POLICY"
    assert setting(expression, data=tmp_path) == "None"
    assert setting(expression, data=tmp_path, PUBLIC_URL="http://cego.example.org") == "None"
    assert setting(expression, data=tmp_path, PUBLIC_URL="https://cego.example.org") == "same-origin"


def test_keys_from_before_are_read_from_the_environment_and_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "old_secret_keys").write_text("third\n\nfourth\n")
    named = "SECRET_KEY_FALLBACKS"
    keys = setting(f"s.{named}", data=tmp_path, **{named: " first second "})
    assert keys == "['first', 'second', 'third', 'fourth']"
