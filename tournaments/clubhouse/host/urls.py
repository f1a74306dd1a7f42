"""Addresses of the host's page."""

from django.urls import path

from tournaments.clubhouse.host import views

urlpatterns = [
    path("", views.host, name="host"),
    path("open/<str:secret>", views.open_host, name="open_host"),
]
