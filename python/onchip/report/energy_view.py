"""The energy of a run, on chips whose file declares energies."""

from onchip.chip.energy import PARTS
from onchip.report.view import View, table


def view(energy: dict) -> View | None:
    """The energy by part of the chip; None if energy was not counted."""
    if not energy:
        return None
    whole = energy["total"] or 1
    rows = [(part, f"{energy[part] * 1e-9:,.3f}", f"{energy[part] / whole:.1%}") for part in PARTS]
    rows.append(("all", f"{energy['total'] * 1e-9:,.3f}", "100.0%"))
    return View("Energy", table("Energy of the whole chip", ("part", "µJ", "share"), rows))
