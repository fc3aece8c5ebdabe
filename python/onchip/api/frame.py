"""Tables of pandas, which is not one of onchip's own packages."""

from onchip.base.failures import Exit, Failure


def pandas_or_failure():
    """The package, imported now; a Failure says how to install it."""
    try:
        import pandas
    except ImportError as error:
        raise Failure(Exit.MACHINE, "no pandas for tables. Type: pip install pandas") from error
    return pandas
