"""One battle, looked back on: its page of figures and moments, and the choices that cost most."""
