"""Settings; everything that differs between installations comes from the environment (see README)."""

import os
import tempfile
from pathlib import Path

import environ
from django.utils.translation import gettext_lazy as _

from tournament import data_folder

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = data_folder.location()
# Before every draw and every ten minutes of activity, wherever this process keeps data.
AUTOMATIC_BACKUPS = data_folder.is_needed()

env = environ.Env()

DEBUG = env.bool("PREISSCHNAPSEN_DEBUG", default=False)
SECRET_KEY = data_folder.secret_key(DATA_DIR)
# An inn's LAN address changes every evening: any host is answered unless the federation's server names its own.
ALLOWED_HOSTS = env.list("PREISSCHNAPSEN_HOSTS", default=["*"])

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "django_tables2",
    "template_partials",
    "tournament",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.security.ContentSecurityPolicyMiddleware",
    "tournament.views.pause.PauseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournament.security.AddressMiddleware",
    "tournament.security.BodySizeMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.views.errors.ServiceErrorMiddleware",
    "tournament.views.backups.BackupMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.views.context.where_am_i",
            ],
        },
    },
]

SQLITE_OPTIONS = {
    # Writers queue at BEGIN instead of failing when a read becomes a write.
    "transaction_mode": "IMMEDIATE",
    "timeout": 30,
    # FULL: after a power cut a confirmed result must still be there.
    "init_command": (
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
        "PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY;"
    ),
}

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'preisschnapsen.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # A file, not memory: the threads of the concurrency tests must meet in one database.
    _test_file = Path(tempfile.gettempdir()) / f"preisschnapsen-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": env.str("PREISSCHNAPSEN_TEST_DB", default=str(_test_file))}
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Opening one costs more than what most requests ask for; a thread's connection is renewed now and then all the same.
DATABASES["default"]["CONN_MAX_AGE"] = 60

AUTH_USER_MODEL = "tournament.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("Deutsch")), ("en", _("Englisch"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
TIME_ZONE = "Europe/Vienna"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "components/table.html"

# Only who sets it has a proxy in front: without it everybody could say "I came by https from this address".
TRUSTED_PROXY = env.str("PREISSCHNAPSEN_PROXY", default="")
if TRUSTED_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 18  # one evening, and the morning after
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token themselves
CSRF_FAILURE_VIEW = "tournament.views.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # meaningless, and noisy in the console, on the plain http of an inn's LAN
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
