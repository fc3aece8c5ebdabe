"""Tables as pandas data frames. pandas is not a requirement of onchip."""

from collections.abc import Iterable, Mapping

from onchip.base import packages


def frame(rows: Iterable[Mapping]):
    """A data frame with these rows."""
    return packages.needed("pandas", "Type: pip install pandas").DataFrame(list(rows))
