"""All settings. What differs between deployments comes from the environment (README.md has the table)."""

from csp.constants import NONE, SELF

from cegoscore import environment, files, logs

DATA_DIR = environment.writable_folder("DATA_DIR", default=files.DATA)

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.secret_key("SECRET_KEY", kept_in=DATA_DIR / "secret_key")
# Keys from before: cookies and links that they made go on.
SECRET_KEY_FALLBACKS = environment.old_keys("SECRET_KEY_FALLBACKS", kept_in=DATA_DIR / "old_secret_keys")

# Where people reach the app. Unset means: this network only, over plain HTTP.
PUBLIC_URL = environment.public_url("PUBLIC_URL")
BEHIND_TLS = PUBLIC_URL.startswith("https://")

# On which address and port it listens: behind a public address only for the proxy.
HOST = environment.text("HOST") or ("127.0.0.1" if PUBLIC_URL else "0.0.0.0")  # noqa: S104 - for phones
PORT = environment.port_number("PORT")

# Names that are ours come and go with the networks: `cegoscore.reached.is_ours` knows them, asked by the middleware.
ALLOWED_HOSTS = ["*"]
OTHER_NAMES = environment.host_names("ALLOWED_HOSTS")

# How many proxies stand before us one behind the other, each adding whom it has seen to X-Forwarded-For.
PROXIES = environment.whole_number("PROXIES", default=1, lowest=0, highest=9)

# By which hosts phones reach this machine while a page is opened as localhost; None: its addresses of the moment.
PHONE_HOSTS: list[str] | None = None

# Applications

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "template_partials",
    "cegoscore.clubs",
    "cegoscore.hosting",
    "cegoscore.scoresheet",
    "cegoscore.nights",
    "tournaments",
    "tournaments.seasons",
    "tournaments.clubhouse",
]

MIDDLEWARE = [
    "cegoscore.middleware.bears_our_name",  # first, so that it sees the answers of all others
    "cegoscore.middleware.name_request",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pages; WhiteNoise serves its files compressed already
    "cegoscore.middleware.brotli_pages",
    "csp.middleware.CSPMiddleware",
    "cegoscore.middleware.permissions_policy",
    "cegoscore.middleware.readable_forms",
    "cegoscore.middleware.sheets_are_not_indexed",
    "cegoscore.middleware.private_unless_said",  # outside of all that sets cookies
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "cegoscore.middleware.language_of_address",
    "django.middleware.locale.LocaleMiddleware",
    "cegoscore.middleware.CommonForPages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cegoscore.middleware.Unavailable",
    "cegoscore.retries.SecondTry",  # before that answers
    "cegoscore.clubs.rights.devices.lasting_cookie",
]

ROOT_URLCONF = "cegoscore.urls"
WSGI_APPLICATION = "cegoscore.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [files.HOME / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ],
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
# Whether a start migrates; with 0 it only looks whether somebody has (`cegoscore migrate`).
MIGRATE = environment.flag("MIGRATE", default=True)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Limits on what strangers open, where there is a public address

NEW_CLUBS = environment.choice("NEW_CLUBS", ("everybody", "invitation", "nobody"))
CLUBS_AN_HOUR = environment.whole_number("CLUBS_AN_HOUR", default=30, lowest=0, highest=100_000)

# Backups of the whole database, every night

# Made with the first backup; nothing if BACKUPS is 0.
BACKUPS = environment.folder("BACKUPS", default=DATA_DIR / "backups")
BACKUP_KEEP = environment.whole_number("BACKUP_KEEP", default=14, lowest=1, highest=1000)
BACKUP_COPY = environment.place("BACKUP_COPY")
BACKUP_COMMAND = environment.text("BACKUP_COMMAND")

# Notices of the host, linked on every page

IMPRINT = environment.notice("IMPRINT", path="/imprint")
PRIVACY = environment.notice("PRIVACY", path="/privacy")

# Languages and time

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [files.HOME / "locale"]
FORMAT_MODULE_PATH = "cegoscore.formats"
TIME_ZONE = environment.time_zone("TIME_ZONE", default="Europe/Berlin")
USE_TZ = True

# Static files: collected once at start, compressed, under names that carry their content's hash

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [files.HOME / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "cegoscore.static_files.ShortenedStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Security

CSRF_COOKIE_SECURE = BEHIND_TLS
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # asked by machines, over plain HTTP and by any address
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
ERROR_MAIL = environment.text("ERROR_MAIL")
globals().update(environment.mail_server("MAIL_SERVER"))
SERVER_EMAIL = environment.text("ERROR_MAIL_FROM") or ERROR_MAIL
ADMINS = [("", ERROR_MAIL)] if ERROR_MAIL else []
EMAIL_SUBJECT_PREFIX = "[cegoscore] "

LOGGING = logs.LOGGING
