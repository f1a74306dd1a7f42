"""The server's processes: how they start, stay and stop.

`supervisor` keeps the processes, `worker` is one of them and puts `cegoscore.front` behind the network; `start_lock`
lets one server at a time prepare the database.
"""
