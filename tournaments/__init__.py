"""An evening with many tables, room by room in the order of the evening.

course, setup, standings, door, drawing, desk, hall, papers; and demo. Above them two apps of their own: seasons, clubhouse.
"""
