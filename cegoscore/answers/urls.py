"""Addresses for other programs."""

from django.urls import path

from cegoscore.answers import views

urlpatterns = [
    path("rules/<slug:identifier>.json", views.rule_set_document, name="rule_set_document"),
]
