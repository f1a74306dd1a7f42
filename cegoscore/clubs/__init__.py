"""Who is here and who may do what: clubs, players, their house rules, devices and links."""
