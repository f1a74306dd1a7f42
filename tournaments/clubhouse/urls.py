"""Addresses of what belongs to a whole club."""

from django.urls import path

from tournaments.clubhouse import views as clubs
from tournaments.clubhouse.people import views as people
from tournaments.clubhouse.players import views as players

urlpatterns = [
    path("open/<str:secret>", clubs.open_club, name="open_club"),
    # /clubs/<club>
    path("<uuid:club_id>", clubs.club, name="club"),
    path("<uuid:club_id>/tournaments", clubs.club_tournaments, name="club_tournaments"),
    path("<uuid:club_id>/records", clubs.club_records, name="club_records"),
    path("<uuid:club_id>/calendar.ics", clubs.club_calendar, name="club_calendar"),
    path("<uuid:club_id>/players/<int:player_id>", players.player, name="player"),
    path("<uuid:club_id>/backup", clubs.club_backup, name="club_backup"),
    path("<uuid:club_id>/backup.json", clubs.download_backup, name="download_backup"),
    # /clubs/<club>/people
    path("<uuid:club_id>/people", people.people, name="people"),
    path("<uuid:club_id>/people/<int:player_id>", people.person, name="person"),
    path("<uuid:club_id>/people/<int:player_id>.json", people.copy_person, name="copy_person"),
    path("<uuid:club_id>/people/<int:player_id>/rename", people.rename_person, name="rename_person"),
    path("<uuid:club_id>/people/<int:player_id>/initials", people.shorten_person, name="shorten_person"),
    path("<uuid:club_id>/people/<int:player_id>/erase", people.erase_person, name="erase_person"),
    path("<uuid:club_id>/people/<int:player_id>/merge", people.merge_person, name="merge_person"),
    path("<uuid:club_id>/people/<int:player_id>/separate", people.separate_person, name="separate_person"),
]
