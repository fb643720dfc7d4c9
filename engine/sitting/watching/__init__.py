"""A recorded battle looked at: entry by entry, by what words name, beside another branch."""
