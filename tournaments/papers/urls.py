"""Addresses of documents and exports."""

from django.urls import URLPattern, path

from tournaments.papers import views

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/standings.csv", views.standings_csv, name="standings_csv"),
    path("<uuid:tournament_id>/standings.json", views.standings_json, name="standings_json"),
    path("<uuid:tournament_id>/press", views.press_text, name="press_text"),
    path("<uuid:tournament_id>/document.json", views.export_tournament, name="export_tournament"),
    path("<uuid:tournament_id>/replay", views.replay_document, name="replay_document"),
    path("import", views.import_tournament, name="import_tournament"),
]
