"""Addresses about the server itself."""

from cegoscore.addresses import routes
from cegoscore.hosting import views

NAMES = (views.healthz, views.readyz, views.generate_204, views.imprint, views.privacy)

urlpatterns = routes("", {view.__name__: view for view in NAMES})
