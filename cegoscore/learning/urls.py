"""Addresses of "Cego lernen"."""

from django.urls import path

from cegoscore.learning import views

urlpatterns = [
    # /learn/
    path("", views.learn, name="learn"),
    path("<slug:identifier>", views.learn, name="learn"),
    path("<slug:identifier>/first-evening", views.first_evening, name="first_evening"),
    path("<slug:identifier>/course", views.course, name="course"),
    path("<slug:identifier>/played/<slug:game>", views.played, name="played"),
    path("<slug:identifier>/<slug:key>", views.lesson, name="lesson"),
]
