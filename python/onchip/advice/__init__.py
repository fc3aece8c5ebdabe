"""Advice on quality of service: where a program waits, what would help, and what it gains."""
