"""Compiling and linking programs."""
