"""Addresses of tournaments."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = [
    # setting up, and the door
    # the desk while it is played
    # what everybody sees, paper, and what leaves
]
