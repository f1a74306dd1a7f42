"""English as Europe writes it: the day before the month, and the month in letters, so that nobody has to guess."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "j F"
