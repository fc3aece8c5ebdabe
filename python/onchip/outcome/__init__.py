"""How a run ended, and what it printed."""
