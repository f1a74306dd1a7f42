"""All settings. What differs between deployments comes from the environment (docs/hosting.md has the table)."""

from pathlib import Path

from csp.constants import NONE, SELF

from cegoscore import environment, files, logs, variables

DATA_DIR = environment.writable_folder("DATA_DIR", default=files.data_folder())

DEBUG = variables.flag("DEBUG")
SECRET_KEY = environment.secret_key("SECRET_KEY", kept_in=DATA_DIR / "secret_key")
# Keys from before: cookies and links that they made go on.
SECRET_KEY_FALLBACKS = environment.old_keys(DATA_DIR / "old_secret_keys")

# Where people reach the app. Unset means: this network only, over plain HTTP.
PUBLIC_URL = environment.public_url("PUBLIC_URL")
BEHIND_TLS = PUBLIC_URL.startswith("https://")

# On which address and port it listens: behind a public address only for the proxy.
HOST = variables.text("HOST").strip("[]") or ("127.0.0.1" if PUBLIC_URL else "0.0.0.0")  # noqa: S104 - for phones
PORT = variables.number("PORT", 8000, least=1, most=65535)
# One a core, at most 4, if nothing is said.
PROCESSES = variables.number("PROCESSES", 0, least=1, most=64)

# Names that are ours come and go with the networks: `cegoscore.reached.is_ours` knows them, asked by the middleware.
ALLOWED_HOSTS = ["*"]
OTHER_NAMES = environment.host_names("ALLOWED_HOSTS")

# How many proxies stand before us one behind the other, each adding whom it has seen to X-Forwarded-For.
PROXIES = variables.number("PROXIES", 1, least=0, most=9)

# By which hosts phones reach this machine while a page is opened as localhost; None: its addresses of the moment.
PHONE_HOSTS: list[str] | None = None

# Applications

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "cegoscore.clubs",
    "cegoscore.hosting",
    "cegoscore.bookings",
    "cegoscore.scoresheet",
    "cegoscore.outings",
    "cegoscore.nights",
    "tournaments",
    "tournaments.seasons",
    "tournaments.clubhouse",
]

MIDDLEWARE = [
    "cegoscore.middleware.name_request",  # first, so that it sees the answers of all others
    "django.middleware.security.SecurityMiddleware",
    "cegoscore.assets.stand_ins.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",  # pages; WhiteNoise serves its files compressed already
    "cegoscore.middleware.brotli_pages",
    "csp.middleware.CSPMiddleware",
    "cegoscore.middleware.headers_of_pages",  # outside of all that sets cookies
    "cegoscore.middleware.readable_forms",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "cegoscore.middleware.language_of_address",
    "django.middleware.locale.LocaleMiddleware",
    "cegoscore.middleware.CommonForPages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cegoscore.middleware.OneAtATime",
    "cegoscore.middleware.Unavailable",
    "cegoscore.clubs.rights.devices.lasting_cookie",
]

ROOT_URLCONF = "cegoscore.urls"
WSGI_APPLICATION = "cegoscore.wsgi.application"

_loaders = ["cegoscore.assets.short_templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [files.HOME / "templates"],
        "OPTIONS": {
            "loaders": [
                ("template_partials.loader.Loader", [("django.template.loaders.cached.Loader", _loaders)]),
            ],
            "libraries": {
                "i18n": "cegoscore.clubs.templatetags.sentences",
                # As an app it would load Django's admin with every process.
                "partials": "template_partials.templatetags.partials",
                "static": "cegoscore.clubs.templatetags.addresses",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ],
            "builtins": ["cegoscore.clubs.templatetags.addresses", "cegoscore.clubs.templatetags.included"],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms lays every field out

# Database

DATABASES = {"default": environment.database("DATABASE_URL", default=DATA_DIR / "cegoscore.sqlite3")}
DATABASES["default"] |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
# There may be a pooler that deals connections out by transaction (PgBouncer): nothing outlives one.
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
if DATABASES["default"]["ENGINE"] == "cegoscore.sqlite":
    DATABASES["default"]["OPTIONS"] = {
        # Take the write lock at BEGIN: a transaction that first reads and then writes cannot fail half-way.
        "transaction_mode": "IMMEDIATE",
        # Seconds that a writer waits: a transaction in the queue of cegoscore.sqlite, a single statement in SQLite.
        "timeout": 5,
        # FULL: a hand that was answered as saved survives a power cut.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=134217728;"
            "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000;"
            # Names that were erased are overwritten, not only forgotten.
            "PRAGMA secure_delete=ON;"
        ),
    }
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
"""A list of 500 people has a tick and a name for each."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What strangers may open, where there is a public address

NEW_CLUBS = variables.text(
    "NEW_CLUBS",
    "everybody",
    form="(everybody|invitation|nobody)$",
    must="Must be one of: everybody, invitation, nobody.",
)

# Backups of the whole database, every night

_second = variables.text("BACKUPS")
# Made with the first backup; nothing if BACKUPS is 0.
BACKUPS = None if _second == "0" else DATA_DIR / "backups"
BACKUP_KEEP = 14
# A folder that the host makes, since its disk may not be there when we start.
BACKUP_COPY = Path(_second).absolute() if _second not in ("", "0") else None
if BACKUP_COPY and BACKUP_COPY.resolve() == (DATA_DIR / "backups").resolve():
    BACKUP_COPY = None
BACKUP_COMMAND = variables.text("BACKUP_COMMAND")

# Notice of the host, linked on every page

IMPRINT, IMPRINT_TEXT = environment.imprint("IMPRINT")

# Languages and time

LANGUAGE_CODE = "de"
LOCALE_PATHS = [files.HOME / "locale"]
LANGUAGES = files.languages(LOCALE_PATHS[0])  # a new one is a catalogue
FORMAT_MODULE_PATH = "cegoscore.formats"
TIME_ZONE = "Europe/Berlin"  # where Cego is played
USE_TZ = True

# Static files: collected once at start, compressed, under names that carry their content's hash

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [files.HOME / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "cegoscore.assets.static_files.ShortenedStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Security

CSRF_COOKIE_SECURE = BEHIND_TLS
CSRF_FAILURE_VIEW = "cegoscore.views.refused_form"
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|generate_204)$"]  # asked by machines, over plain HTTP and by any address
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if BEHIND_TLS else 0
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it over plain HTTP, and complain about it in their console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_TLS else None
X_FRAME_OPTIONS = "DENY"
# Whether the other names of a domain can do with HTTPS only is for its owner to say, not for one app on it.
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",
    "templates.W003",  # the libraries i18n and static are ours, in place of Django's
]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Logging: everything to stderr, for whoever runs the server; visitors never see a trace

# Whom errors are mailed to, and by whom; nobody if unset.
ERROR_MAIL = variables.text("ERROR_MAIL", form="([^@,;]+@[^@,;]+)?$", must="Must be one address.")
ADMINS = [("", ERROR_MAIL)] if ERROR_MAIL else []
globals().update(environment.mail_server("MAIL_SERVER", sender=ERROR_MAIL))
EMAIL_SUBJECT_PREFIX = "[cegoscore] "

LOGGING = logs.LOGGING
