"""The product's settings as on a fresh machine, with a database and a data folder for this test process only."""

import os

from cegoscore.messages import compile_messages
from tests.databases import chosen_database, start_postgres, temporary_folder

for _name in ("ALLOWED_HOSTS", "DEBUG", "HOST", "PORT", "PUBLIC_URL", "SECRET_KEY"):
    os.environ.pop(_name, None)
os.environ["DATA_DIR"] = str(temporary_folder())
# Before Django reads the texts for the first time, and keeps them.
compile_messages()
os.environ["DATABASE_URL"] = start_postgres() if chosen_database() == "postgres" else ""

from cegoscore.settings import *  # noqa: E402, F403
from cegoscore.settings import DATA_DIR, DATABASES, OTHER_NAMES  # noqa: E402

if chosen_database() == "sqlite":
    # A file: in memory there is no WAL, and threads lock each other.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

OTHER_NAMES.append("testserver")
# The phones of the tests in the browser are on this machine.
PHONE_HOSTS = ["localhost"]
