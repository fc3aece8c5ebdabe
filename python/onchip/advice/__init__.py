"""Advice on quality of service: where a program waits, what helps, and the gain."""
