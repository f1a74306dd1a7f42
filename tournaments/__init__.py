"""An evening with many tables, room by room in the order of the evening.

course, setup, standings, door, drawing, desk, hall, papers, and demo. Two apps stand above: seasons and clubhouse.
"""
