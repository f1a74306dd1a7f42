"""The front: what stands between the network and Django's WSGI handler in a worker process.

`requests` reads every request whole before a thread takes it, and `bell` holds the questions of those who follow
something. Higher floors say in `AppConfig.ready` what can be followed (`watched`); a view that takes large files says
so itself (`limits`).
"""
