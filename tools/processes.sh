#!/bin/sh
# Print how many processes test at the same time, in pairs, one of each database: two more than there are cores, since a
# process often waits for its server or its browser; at most 8.
cores=$(nproc 2>/dev/null || echo 2)
pairs=$(((cores + 2) / 2))
echo $((pairs > 4 ? 8 : 2 * pairs))
