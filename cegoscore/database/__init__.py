"""Ways with both databases: prepared statements, errors and second tries, snapshots, erasing, waiting for it."""
