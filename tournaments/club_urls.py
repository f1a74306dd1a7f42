"""Addresses of what belongs to a whole club."""

from django.urls import path

from tournaments.views import clubs

urlpatterns = [
    path("open/<str:secret>", clubs.open_club, name="open_club"),
    # /clubs/<club>/
    path("<uuid:club_id>/backup", clubs.club_backup, name="club_backup"),
    path("<uuid:club_id>/backup.json", clubs.download_backup, name="download_backup"),
]
