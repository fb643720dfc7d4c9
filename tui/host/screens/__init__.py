"""The screens that only a host has: lobby, founding, gathering, a hosted battle and its replay."""
