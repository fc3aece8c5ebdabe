"""Studies: many runs on Dask, collected in one table (docs/sweep.md)."""
