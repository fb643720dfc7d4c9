"""Scenarios set up as battles, with their switches (Wooden Ships & Iron Men, Introduction)."""
