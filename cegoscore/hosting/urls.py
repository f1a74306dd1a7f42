"""Addresses about the server itself."""

from django.urls import path

from cegoscore.hosting import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("generate_204", views.generate_204, name="generate_204"),
    path("imprint", views.imprint, name="imprint"),
    path("privacy", views.privacy, name="privacy"),
]
