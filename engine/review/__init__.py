"""One battle looked back on: reports, hindsight, what told one choice from another."""
