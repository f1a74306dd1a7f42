"""An evening with many tables, room by room in the order of the evening.

course, setup, standings, door, drawing, desk, hall and papers. Two apps stand above: seasons and clubhouse.
"""
