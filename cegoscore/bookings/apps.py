"""The app of bookings."""

from django.apps import AppConfig


class BookingsConfig(AppConfig):
    """Money that went from one person of a club to another."""

    name = "cegoscore.bookings"
