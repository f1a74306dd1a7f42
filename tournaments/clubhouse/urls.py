"""Addresses of what belongs to a whole club, of a tournament's cash, and of the host's page."""

from django.urls import include, path

from cegoscore.addresses import routes
from tournaments.clubhouse import views as clubs
from tournaments.clubhouse.managers import views as managers
from tournaments.clubhouse.money import views as money
from tournaments.clubhouse.people import views as people
from tournaments.clubhouse.players import views as players
from tournaments.clubhouse.series import views as series

CLUBS = [
    *routes(
        "",
        {
            "open/<str:secret>": clubs.open_club,
            "open": managers.become_manager,
            "rescue": managers.rescue,
            "passkey": managers.open_by_passkey,
            "read": clubs.read_club,
            "passkey/question": managers.passkey_question,
        },
    ),
    *routes(
        "<uuid:club_id>",
        {
            "": clubs.club,
            "/tournaments": clubs.club_tournaments,
            "/records": clubs.club_records,
            "/again": clubs.club_again,
            "/calendar.ics": clubs.club_calendar,
            "/players/<int:player_id>": players.player,
            "/players/<int:player_id>/hands": players.player_hands,
            "/players/<int:player_id>/year": players.player_year,
            "/players/<int:player_id>/year.png": players.player_year_image,
            "/year": players.club_year,
            "/year.png": players.club_year_image,
            "/backup": clubs.club_backup,
            "/backup.json": clubs.download_backup,
            "/settings": clubs.club_settings,
            "/evenings": clubs.gather_evenings,
            "/fame": clubs.club_fame,
            "/fame/<int:champion_id>/remove": clubs.remove_champion,
            "/delete": managers.delete_club,
            "/delete/stop": managers.stop_deletion,
            "/join": clubs.join_clubs,
            "/managers": managers.managers,
            "/managers/name": managers.name_this_device,
            "/managers/links": managers.invite_manager,
            "/managers/links/<int:link_id>/revoke": managers.revoke_invitation,
            "/managers/<int:manager_id>/out": managers.put_device_out,
            "/managers/rescue-code": managers.new_rescue_code,
            "/managers/passkeys": managers.add_passkey,
            "/managers/passkeys/question": managers.new_passkey_question,
            "/managers/passkeys/<int:passkey_id>/remove": managers.remove_passkey,
            "/log": managers.club_log,
            "/log/<int:entry_id>/undo": managers.undo_entry,
            "/log/read": managers.read_news,
            "/box": money.box,
            "/box/<int:player_id>": money.box_of_person,
            "/people": people.people,
            "/people/juniors": people.show_juniors,
            "/people/<int:player_id>": people.person,
            "/people/<int:player_id>.json": people.copy_person,
            "/people/<int:player_id>/rename": people.rename_person,
            "/people/<int:player_id>/initials": people.shorten_person,
            "/people/<int:player_id>/erase": people.erase_person,
            "/people/<int:player_id>/merge": people.merge_person,
            "/people/<int:player_id>/separate": people.separate_person,
        },
    ),
]

urlpatterns = [
    path("clubs/", include(CLUBS)),
    *routes(
        "",
        {
            "tournaments/<uuid:tournament_id>/cash": money.cash,
            "seasons/<uuid:season_id>/guests": series.season_guests,
            "tournaments/<uuid:tournament_id>/series": series.tournament_series,
            "series/<uuid:offer_id>": series.series_offer,
            "host/": clubs.host,
            "host/open/<str:secret>": clubs.open_host,
        },
    ),
]
