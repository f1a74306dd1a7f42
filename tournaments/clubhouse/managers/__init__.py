"""The devices that manage a club, and every way to become one."""
