"""Studies: many runs on Dask, in one table (docs/sweep.md)."""
