"""Every answer to a question weighed, with its reasons in words: a module a kind of question."""
