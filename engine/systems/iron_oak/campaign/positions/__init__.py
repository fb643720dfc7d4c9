"""Position files of a campaign, and what its rules say of one."""
