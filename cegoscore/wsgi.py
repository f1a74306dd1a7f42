"""The WSGI application that the server loads."""

import os

from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created

from cegoscore.database.engines import limit_waiting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cegoscore.settings")

connection_created.connect(limit_waiting)
application = get_wsgi_application()
