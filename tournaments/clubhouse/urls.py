"""Addresses of what belongs to a whole club, of a tournament's cash, and of the host's page."""

from django.urls import include, path

from tournaments.clubhouse import views as clubs
from tournaments.clubhouse.managers import views as managers
from tournaments.clubhouse.money import views as money
from tournaments.clubhouse.people import views as people
from tournaments.clubhouse.players import views as players

CLUBS = [
    path("open/<str:secret>", clubs.open_club, name="open_club"),
    path("open", managers.become_manager, name="become_manager"),
    path("rescue", managers.rescue, name="rescue"),
    path("passkey", managers.open_by_passkey, name="open_by_passkey"),
    path("passkey/question", managers.passkey_question, name="passkey_question"),
    # /clubs/<club>
    path("<uuid:club_id>", clubs.club, name="club"),
    path("<uuid:club_id>/tournaments", clubs.club_tournaments, name="club_tournaments"),
    path("<uuid:club_id>/records", clubs.club_records, name="club_records"),
    path("<uuid:club_id>/again", clubs.club_again, name="club_again"),
    path("<uuid:club_id>/calendar.ics", clubs.club_calendar, name="club_calendar"),
    path("<uuid:club_id>/players/<int:player_id>", players.player, name="player"),
    path("<uuid:club_id>/players/<int:player_id>/hands", players.player_hands, name="player_hands"),
    path("<uuid:club_id>/backup", clubs.club_backup, name="club_backup"),
    path("<uuid:club_id>/backup.json", clubs.download_backup, name="download_backup"),
    path("<uuid:club_id>/settings", clubs.club_settings, name="club_settings"),
    path("<uuid:club_id>/evenings", clubs.gather_evenings, name="gather_evenings"),
    path("<uuid:club_id>/fame", clubs.club_fame, name="club_fame"),
    path("<uuid:club_id>/fame/<int:champion_id>/remove", clubs.remove_champion, name="remove_champion"),
    # /clubs/<club>/delete
    path("<uuid:club_id>/delete", managers.delete_club, name="delete_club"),
    path("<uuid:club_id>/delete/stop", managers.stop_deletion, name="stop_deletion"),
    path("<uuid:club_id>/join", clubs.join_clubs, name="join_clubs"),
    # /clubs/<club>/managers
    path("<uuid:club_id>/managers", managers.managers, name="managers"),
    path("<uuid:club_id>/managers/name", managers.name_this_device, name="name_this_device"),
    path("<uuid:club_id>/managers/links", managers.invite_manager, name="invite_manager"),
    path("<uuid:club_id>/managers/links/<int:link_id>/revoke", managers.revoke_invitation, name="revoke_invitation"),
    path("<uuid:club_id>/managers/<int:manager_id>/out", managers.put_device_out, name="put_device_out"),
    path("<uuid:club_id>/managers/rescue-code", managers.new_rescue_code, name="new_rescue_code"),
    path("<uuid:club_id>/managers/passkeys", managers.add_passkey, name="add_passkey"),
    path("<uuid:club_id>/managers/passkeys/question", managers.new_passkey_question, name="new_passkey_question"),
    path("<uuid:club_id>/managers/passkeys/<int:passkey_id>/remove", managers.remove_passkey, name="remove_passkey"),
    # /clubs/<club>/log
    path("<uuid:club_id>/log", managers.club_log, name="club_log"),
    path("<uuid:club_id>/log/<int:entry_id>/undo", managers.undo_entry, name="undo_entry"),
    path("<uuid:club_id>/log/read", managers.read_news, name="read_news"),
    # /clubs/<club>/box
    path("<uuid:club_id>/box", money.box, name="box"),
    path("<uuid:club_id>/box/<int:player_id>", money.box_of_person, name="box_of_person"),
    # /clubs/<club>/people
    path("<uuid:club_id>/people", people.people, name="people"),
    path("<uuid:club_id>/people/juniors", people.show_juniors, name="show_juniors"),
    path("<uuid:club_id>/people/<int:player_id>", people.person, name="person"),
    path("<uuid:club_id>/people/<int:player_id>.json", people.copy_person, name="copy_person"),
    path("<uuid:club_id>/people/<int:player_id>/rename", people.rename_person, name="rename_person"),
    path("<uuid:club_id>/people/<int:player_id>/initials", people.shorten_person, name="shorten_person"),
    path("<uuid:club_id>/people/<int:player_id>/erase", people.erase_person, name="erase_person"),
    path("<uuid:club_id>/people/<int:player_id>/merge", people.merge_person, name="merge_person"),
    path("<uuid:club_id>/people/<int:player_id>/separate", people.separate_person, name="separate_person"),
]

urlpatterns = [
    path("clubs/", include(CLUBS)),
    path("tournaments/<uuid:tournament_id>/cash", money.cash, name="cash"),
    path("host/", clubs.host, name="host"),
    path("host/open/<str:secret>", clubs.open_host, name="open_host"),
]
