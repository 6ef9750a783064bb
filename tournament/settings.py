"""The one settings file. Everything that differs between a hall and a hosted site is read from the environment.

A laptop that starts by its shortcut has its settings in the file settings.txt of the data folder, a line for each, such
as EUCHRE_NAME=euchre: see `tournament.settings_file`. What the environment says comes before that file.

EUCHRE_DATA        folder of the database and the secret key (default: data/ beside manage.py; where the program was
                   installed, the person's own folder for data)
DATABASE_URL       e.g. postgres://user:password@host/name (default: SQLite in EUCHRE_DATA)
EUCHRE_BROKER      what carries events between processes, e.g. nats://host:4222 (default: PostgreSQL itself)
EUCHRE_SECRET_KEY  default: the file secret_key in EUCHRE_DATA, which `manage.py night` makes
EUCHRE_HOSTS       host names that the site answers to, by comma (default: any, for a hall without names)
EUCHRE_HTTPS       1 behind a proxy with HTTPS: secure cookies, and the proxy's X-Forwarded-Proto is trusted
EUCHRE_HSTS        with EUCHRE_HTTPS: seconds for which browsers remember it (default: a year; 0 takes it back)
EUCHRE_ADDRESS     what stands in QR codes, e.g. https://euchre.example (default: where `manage.py night` serves)
EUCHRE_NAME        a hall's name in its network, e.g. euchre for http://euchre.local:8000; needs the extra [mdns]
                   (default: none; codes have the laptop's address)
EUCHRE_CERTIFICATE      a hall with HTTPS of its own, without a proxy: the file of its certificate and those that vouch
                        for it (PEM); `manage.py night` then serves HTTPS (default: plain http)
EUCHRE_CERTIFICATE_KEY  the file of its key (PEM, without a password)
EUCHRE_ACCOUNTS    1: people sign in with their email; 0: by links alone, as in a hall (default: 1 on PostgreSQL with
                   HTTPS and an address)
EUCHRE_LOCALE      how dates and times are written, e.g. en-gb or de (default: en-us)
EUCHRE_LOG         json: each line of the log is JSON, with the id of its request (default: text)
EUCHRE_METRICS_KEY the key that opens /metrics/ to Prometheus, at least 32 letters (default: there is no such page)
EUCHRE_DEBUG       1 while developing: Django's own error pages

With accounts, email is sent by SMTP or by one of the services that django-anymail knows:

EUCHRE_EMAIL_FROM      the sender, e.g. Euchre Night <night@euchre.example>
EUCHRE_EMAIL_HOST      the SMTP server
EUCHRE_EMAIL_PORT      default: 587 (STARTTLS); 465 is TLS from the start, 25 a relay on the same computer
EUCHRE_EMAIL_USER      who signs in to it
EUCHRE_EMAIL_PASSWORD  with what
EUCHRE_EMAIL_BACKEND   instead of SMTP, e.g. anymail.backends.postmark.EmailBackend
ANYMAIL_…              that service's settings, e.g. ANYMAIL_POSTMARK_SERVER_TOKEN

On PostgreSQL the site does not serve others without key, hosts, HTTPS and address: see `tournament.server.hosting`.
"""

import logging
import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
import django_htmx
import fontpkg_atkinson_hyperlegible
import tzlocal
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from tournament.data_folder import data_folder
from tournament.file_versions import files_version
from tournament.installation import IS_INSTALLED, NAME, PROGRAM
from tournament.installation import TEMPLATES as PAGES
from tournament.secret_key import read_secret_key
from tournament.settings_file import read_settings_file

YEAR = 365 * 86400  # seconds
BASE_DIR = PROGRAM
PROGRAM_FOLDERS = (BASE_DIR / "tournament", BASE_DIR / "tally")
DATA_DIR = data_folder()
SETTINGS_FILE_PROBLEMS = read_settings_file(DATA_DIR, os.environ)  # first: all that follows reads the environment
SECRET_KEY_FILE = DATA_DIR / "secret_key"
ERROR_FILE = DATA_DIR / "errors.log"  # `manage.py night` writes errors there, too; a hosted site has no such file

SECOND_PLACE_FILE = DATA_DIR / "second_place"  # the folder of the second safe copies, which the organizer chose
RESTORE_FILE = DATA_DIR / "restore_next"  # the safe copy that the next start goes on from, if one was chosen

CLOCK_FILE = DATA_DIR / "clock"  # how the laptop's clock stood, to know whether it was set while no server ran

ADDRESS_FILE = DATA_DIR / "address"  # `manage.py night` leaves there what phones type
WANTED_ADDRESS = os.environ.get("EUCHRE_ADDRESS", "").strip().rstrip("/")


def _left_address() -> str:
    """Return the address in that file; empty where there is none, or something else in it."""
    try:
        with ADDRESS_FILE.open(encoding="utf-8") as file:
            found = file.read(300).strip()
    except (OSError, ValueError):
        return ""
    return found if re.fullmatch(r"https?://[\w.:\[\]-]+", found, re.ASCII) else ""


ADDRESS = WANTED_ADDRESS or _left_address()

NETWORKS_FILE = DATA_DIR / "networks"  # those by which phones came to this laptop, the last one first
# `manage.py night` sets these and ADDRESS, as does what it serves, all by `lead_codes_to` in tournament/web:
NETWORK_HOST = ""  # the laptop's address in its network, where codes lead to it
NAME_IN_NETWORK = ""  # the name by which phones find the laptop, too, where it answers to one

# How sentences name the program's commands, as this one was called: `euchre-night night` or `manage.py night`.
COMMAND = NAME if IS_INSTALLED or Path(sys.argv[0]).stem == NAME else "manage.py"

DEMO = False  # `manage.py night --demo` shows the demo on the home page, and nothing else does
# A browser sends its cookies to all ports of a laptop, so a demo beside a night has names of its own for them.
COOKIE_PREFIX = "demo-" if "--demo" in sys.argv else ""

DEBUG = os.environ.get("EUCHRE_DEBUG") == "1"
METRICS_KEY = os.environ.get("EUCHRE_METRICS_KEY", "")
HTTPS = os.environ.get("EUCHRE_HTTPS") == "1"  # by a proxy
WANTED_NAME = os.environ.get("EUCHRE_NAME", "").strip()  # see `tournament.server.network_name`
CERTIFICATE = os.environ.get("EUCHRE_CERTIFICATE", "")  # a hall's own HTTPS: see `tournament.server.certificate`
CERTIFICATE_KEY = os.environ.get("EUCHRE_CERTIFICATE_KEY", "")
SECURE_COOKIES = HTTPS or CERTIFICATE != ""
ALLOWED_HOSTS = [host.strip() for host in (os.environ.get("EUCHRE_HOSTS") or "*").split(",")]

KEPT_SECRET_KEY = os.environ.get("EUCHRE_SECRET_KEY") or read_secret_key(SECRET_KEY_FILE)
SECRET_KEY = KEPT_SECRET_KEY or get_random_secret_key()  # the first night's start keeps it

# Those of accounts are installed in a hall, too, so that every database has the same tables; nothing uses them there.
ACCOUNT_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]
INSTALLED_APPS = ["tournament", "tally", *ACCOUNT_APPS, "csp", "django_htmx", "django.contrib.staticfiles"]

MIDDLEWARE = [
    "tournament.web.request_ids.RequestIdMiddleware",  # first: what all others log has the id, too
    "tournament.laptop.fetched_pages.FetchedPagesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Before WhiteNoise: a picture (SVG) that is opened by itself has the policy, too.
    "tournament.web.content_policy.ContentPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.web.privacy.PrivacyMiddleware",  # after WhiteNoise: files of the program are for everybody
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.web.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
ASGI_APPLICATION = "tournament.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PAGES],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["tournament.web.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "tournament.views.context.page",
            ],
        },
    }
]

# Measured for one laptop and a hundred phones: write-ahead log, every commit on disk before the phone gets its answer.
# What is deleted is overwritten, also by a SQLite that was not built to do so. On macOS only a full sync
# reaches the disk.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 10,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
    "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000; PRAGMA secure_delete=ON;"
    "PRAGMA fullfsync=ON",
}
# A connection whose other end is gone fails after 20 to 30 s, not after hours, and the next page opens a new one.
POSTGRESQL_OPTIONS = {
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
# A folder may have any name: a # or % of its own would mean something else in an address.
_database = os.environ.get("DATABASE_URL") or f"sqlite:///{quote(str(DATA_DIR / 'night.sqlite3'))}"
DATABASES = {"default": dj_database_url.parse(_database, conn_max_age=600, conn_health_checks=True)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = dict(SQLITE_OPTIONS)
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["OPTIONS"] = POSTGRESQL_OPTIONS | DATABASES["default"].get("OPTIONS", {})
BROKER = os.environ.get("EUCHRE_BROKER", "")  # see `tournament.live.broker`

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},  # what allauth counts, for its limits
    "pages": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pages"},  # has players' names
    # What `tally.loading.stored_results` stores between two starts: ids and figures. The folder may go at any time.
    "results": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "results",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 5000},
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = os.environ.get("EUCHRE_LOCALE", "en-us")  # how dates and times are written
FORMAT_MODULE_PATH = "tournament.formats"
TIME_ZONE = os.environ.get("TZ") or tzlocal.get_localzone_name() or "UTC"
USE_TZ = True

# A change of any static file changes all their addresses, so a browser stores them for good and never mixes versions.
FONTS = Path(fontpkg_atkinson_hyperlegible.__file__).parent / "files"
STATIC_FOLDERS = (
    BASE_DIR / "tournament" / "static",
    BASE_DIR / "tally" / "static",
    Path(django_htmx.__file__).parent / "static",
    FONTS,
)
STATIC_URL = f"/static/{files_version(STATIC_FOLDERS)}/"
STATICFILES_DIRS = [("fonts", FONTS)]
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0 if DEBUG else YEAR

# What a form saved is said on the next page; until then a cookie has it.
MESSAGE_STORAGE = "tournament.web.saved_messages.SavedMessages"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
SESSION_COOKIE_SECURE = SECURE_COOKIES  # also of that cookie; only accounts have sessions

# Accounts: whoever reads the email of an address signs in with it. There are no passwords.
_on_postgresql = DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
ACCOUNTS_WANTED = os.environ.get("EUCHRE_ACCOUNTS", "1" if _on_postgresql else "0") == "1"
_can_have_accounts = HTTPS and ADDRESS.startswith("https://")
ACCOUNTS = ACCOUNTS_WANTED and (_can_have_accounts or "EUCHRE_ACCOUNTS" in os.environ)
AUTH_USER_MODEL = "tournament.Account"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-clubs"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 86400
ACCOUNT_ADAPTER = "tournament.web.account_adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # seconds; email may be slow
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True  # to the old address, when the email changes, and when a passkey is added
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True  # one address each: a new one replaces the old one
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "request_login_code": "tournament.web.account_forms.SignInForm",
    "add_email": "tournament.web.account_forms.NewEmailForm",
}
ACCOUNT_RATE_LIMITS = {
    "request_login_code": "20/m/ip,100/h/ip,60/h/key",
    "request_login_code_here": "3/m/key,10/h/key",  # for one address from one network, so no stranger uses it up
}
MFA_ADAPTER = "tournament.web.account_adapters.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "tournament.web.passkey_forms.AddPasskeyForm",
    "edit_webauthn": "tournament.web.passkey_forms.RenamePasskeyForm",
    "login_webauthn": "tournament.web.passkey_forms.SignInByPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True

# Email waits in the database until a thread of the server has sent it: see `tournament.email`.
EMAIL_HOST = os.environ.get("EUCHRE_EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EUCHRE_EMAIL_PORT") or 587)
EMAIL_HOST_USER = os.environ.get("EUCHRE_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EUCHRE_EMAIL_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = EMAIL_PORT not in (25, 465)  # 25: a relay on the same computer
EMAIL_TIMEOUT = 20
EMAIL_BACKEND = os.environ.get("EUCHRE_EMAIL_BACKEND") or "django.core.mail.backends.smtp.EmailBackend"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EUCHRE_EMAIL_FROM", "")
ANYMAIL = {
    name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")
} | {"REQUESTS_TIMEOUT": EMAIL_TIMEOUT}

CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = SECURE_COOKIES
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournament.views.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # browsers warn about it on plain http
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# A request that the proxy did not mark as HTTPS is redirected to it; monitoring asks the process directly over HTTP.
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^metrics/$"]
# Browsers remember that this host has HTTPS, and do not ask without it. Never in a hall; its subdomains are not ours.
_hsts = os.environ.get("EUCHRE_HSTS", "")
SECURE_HSTS_SECONDS = (int(_hsts) if _hsts.isdecimal() else YEAR) if HTTPS else 0

# Everything that a page runs, shows or asks comes from this site's own files and addresses; nothing stands in the page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}

# No line has a key, whatever is logged: see `tournament.server.log_lines`. Uvicorn's own lines are written so, too.
LOG_FORMAT = "json" if os.environ.get("EUCHRE_LOG") == "json" else "text"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "tournament.server.log_lines.WithoutKeys"},
        "json": {"()": "tournament.server.log_lines.JsonWithoutKeys"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "zeroconf": {"handlers": ["nowhere"], "propagate": False},  # a network that is gone cannot be told goodbye
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},  # robots ask for any host
    },
}
if logging.getLogger("uvicorn.access").handlers:  # a line for each request was asked for: without keys, then
    LOGGING["loggers"]["uvicorn.access"] = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
if LOG_FORMAT == "json":
    LOGGING["loggers"]["uvicorn"] = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
